"""Numbers that decide behaviour stand in one documented record."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from rigida.realtime import tuning

ENGINE = Path(tuning.__file__).parent
#: Numbers at most so large only bound rounding.
ROUNDING = 1e-8
#: Numbers elsewhere that decide nothing: constants of mathematics, exact series, places, growth of memory.
OTHERS = {"_COS", "_SIN", "_SMALL", "HALF_ROOT", "NEVER", "_INSTANT", "_BELOW", "HALF_TURN", "_AS_IT_IS", "_GROWTH"}
ENTRY = re.compile(r"((?:^#: .*\n)+)^([A-Z_]+) = ", re.MULTILINE)


def named_numbers(path):
    """Yield the names of constants of a module that are made of fractions, with their numbers."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
            numbers = [n.value for n in ast.walk(node.value) if isinstance(n, ast.Constant) and type(n.value) is float]
            if numbers and all(name.isupper() for name in names):
                yield names, numbers


def test_every_number_says_what_raising_it_does_and_what_it_is_for():
    said = {name: text for text, name in ENTRY.findall(Path(tuning.__file__).read_text(encoding="utf-8"))}
    names = [name for name in vars(tuning) if name.isupper()]
    assert set(said) == set(names)
    for name in names:
        assert re.search(r"Raise:\s(#: )?.", said[name]), name
        assert re.search(r"For:\s(#: )?.", said[name]), name


@pytest.mark.parametrize("path", sorted(ENGINE.rglob("*.py")), ids=lambda path: path.stem)
def test_other_modules_hold_no_numbers_that_decide(path):
    if path.name == "tuning.py":
        return
    for names, numbers in named_numbers(path):
        if not OTHERS.intersection(names):
            assert max(np.abs(numbers)) <= ROUNDING, f"{path.name}: {', '.join(names)} belongs to tuning.py"


def test_every_number_is_used():
    texts = [path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py") if path.name != "tuning.py"]
    for name in (name for name in vars(tuning) if name.isupper()):
        assert any(re.search(rf"\b{name}\b", text) for text in texts), name
