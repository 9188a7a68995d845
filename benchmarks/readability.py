"""How easily the code is read, in figures: parameters, bare arguments, files per folder, modules per step.

python benchmarks/readability.py              # today's figures beside the marks
python benchmarks/readability.py --tree PATH  # of another checkout
"""

import argparse
import ast
import os
import re
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

#: The folders that this is about.
ENGINE_ROOM = ("realtime", "collision", "concave")
COMPILED = {"kernel", "routine", "inlined"}
#: A line of a call or a definition that holds one name, such as `header,` or `header: IntArray,`.
BARE = re.compile(r"^\s+\*?[A-Za-z_][\w.]*(\[[^\]]*\])?(: [\w\[\]., |\"]+)?,$")

STEP = """
import sys, rigida as rg
scene = rg.Scene()
scene.add_ground()
below = scene.add_body(rg.Box((1, 1, 1)), position=(0, 0, 0.5), name="below")
above = scene.add_body(rg.Box((1, 1, 1)), position=(0.2, 0, 1.5), name="above")
if sys.argv[1] == "jointed":
    scene.add_joint(rg.Revolute(below, above, anchor=(0, 0, 1), axis=(0, 1, 0)))
sim = rg.Simulation(scene, "realtime")
sim.step()
files = set()
sys.setprofile(lambda frame, event, _: files.add(frame.f_code.co_filename) if event == "call" else None)
sim.step()
sys.setprofile(None)
print("\\n".join(sorted(file for file in files if "/rigida/" in file)))
"""


def sources(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*.py")) if "__pycache__" not in path.parts)


def decorated(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Yield the functions that are compiled."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(getattr(d, "id", "") in COMPILED for d in node.decorator_list):
            yield node


def parameter_counts(package: Path) -> list[tuple[int, str]]:
    """Return how many parameters each compiled function of the engine room takes, with its name, fewest first."""
    files = (path for folder in ENGINE_ROOM for path in sources(package / folder))
    found = (function for path in files for function in decorated(ast.parse(path.read_text())))
    return sorted((len(f.args.posonlyargs) + len(f.args.args), f.name) for f in found)


def bare_lines(folder: Path) -> tuple[int, int]:
    """Return how many lines hold one bare argument, and how many lines there are."""
    bare = total = 0
    for path in sources(folder):
        lines = path.read_text().splitlines()
        imports = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.ImportFrom)]
        listed = {number for node in imports for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
        bare += sum(1 for number, line in enumerate(lines, 1) if BARE.match(line) and number not in listed)
        total += len(lines)
    return bare, total


def column_expressions(package: Path) -> int:
    """Return how many array indices are sums or products with a constant in capitals, such as `row[POINT + 3 * k]`."""
    count = 0
    for path in sources(package):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Subscript):
                index = node.slice.elts[-1] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
                names = [n.id for n in ast.walk(index) if isinstance(n, ast.Name) and n.id.isupper()]
                count += isinstance(index, ast.BinOp) and bool(names)
    return count


def repeated_constants(package: Path) -> int:
    """Return how many names in capitals are defined in several modules of the engine room."""
    places: dict[str, set[Path]] = defaultdict(set)
    for folder in ENGINE_ROOM:
        for path in sources(package / folder):
            for node in ast.parse(path.read_text()).body:
                targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
                for name in (n for target in targets if target is not None for n in ast.walk(target)):
                    if isinstance(name, ast.Name) and name.id.isupper():
                        places[name.id].add(path)
    return sum(len(paths) > 1 for paths in places.values())


def modules_of_a_step(root: Path, scene: str) -> tuple[int, int]:
    """Return how many modules run in one step of two boxes on the ground, without compilation, and their lines.

    Without those of `jit/`: they stand in for the compiler, and no reader of the method opens them.
    """
    environment = {**os.environ, "RIGIDA_PLAIN": "1", "PYTHONPATH": str(root / "src")}
    call = [sys.executable, "-c", STEP, scene]
    text = subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout
    files = [Path(line) for line in text.split() if "/rigida/jit/" not in line]
    return len(files), sum(len(path.read_text().splitlines()) for path in files)


def tested_modules(root: Path) -> tuple[int, int]:
    """Return how many modules of the realtime engine that hold compiled functions tests import, and how many hold some.

    The others hold the objects around them, which are tested by what scenes do.
    """
    engine = root / "src" / "rigida" / "realtime"
    modules = {
        ".".join(path.relative_to(root / "src").with_suffix("").parts)
        for path in sources(engine)
        if any(decorated(ast.parse(path.read_text())))
    }
    text = "\n".join(path.read_text() for path in sources(root / "tests"))
    named = {
        f"{package}.{name.strip()}"
        for package, names in re.findall(r"from (rigida[\w.]*) import ([^\n(]+)", text)
        for name in names.split(",")
    } | set(re.findall(r"rigida\.realtime[\w.]*", text))
    return len(modules & named), len(modules)


def constants(root: Path) -> int:
    """Return how many numbers decide the behaviour of the realtime engine."""
    text = (root / "src/rigida/realtime/tuning.py").read_text()
    return len(re.findall(r"^[A-Z_]+ = ", text, re.MULTILINE))


def lines_of(folder: Path) -> int:
    return sum(len(path.read_text().splitlines()) for path in sources(folder))


def solvers(root: Path) -> str:
    """Return the functions that find impulses of an island, by what they are."""
    found = {"exact": set(), "fast": set(), "document": set()}
    names = {"descend": "exact", "find_impulses": "exact", "sweep_rows": "fast", "push_contacts": "document"}
    for path in sources(root / "src/rigida/realtime"):
        for function in decorated(ast.parse(path.read_text())):
            if function.name in names:
                found[names[function.name]].add(function.name)
    return ", ".join(f"{kind} {len(which)}" for kind, which in found.items())


def reasons_to_divide(root: Path) -> str:
    """Return the places where a step of the realtime engine is divided."""
    text = "".join(path.read_text() for path in sources(root / "src/rigida/realtime"))
    marks = {
        "accuracy": "SAFETY * ",
        "touch of elastic bodies": "first_touch(",
        "limit of a joint": "APPROACH * ",
        "path that bends": "PARTS_OF_BENDS",
        "stiff spring that turns": "MOST_TURNING_PARTS",
        "thin concave bodies": "MOST_INTERVALS",
    }
    return ", ".join(reason for reason, mark in marks.items() if mark in text)


def extension_files(root: Path) -> str:
    """Return the number of files that CONTRIBUTING names for each kind."""
    rows = re.findall(r"^\| (an? [\w ]+) \| (\d+) \|", (root / "CONTRIBUTING.md").read_text(), re.MULTILINE)
    return ", ".join(f"{kind} {files}" for kind, files in rows) or "no table"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, default=Path(__file__).resolve().parent.parent)
    root = parser.parse_args().tree
    package = root / "src" / "rigida"
    counts = parameter_counts(package)
    numbers = [count for count, _ in counts]
    p90 = statistics.quantiles(numbers, n=10)[-1]
    most = ", ".join(f"{name} {count}" for count, name in counts[:-4:-1])
    bare = {folder: bare_lines(package / folder) for folder in (*ENGINE_ROOM, ".")}
    shares = ", ".join(f"{f} {100 * b / n:.1f} %" for f, (b, n) in bare.items() if f != ".")
    folders = Counter(path.parent for path in sources(package))
    full = ", ".join(f"{path.relative_to(package.parent)} {n}" for path, n in folders.most_common(4))
    boxes, jointed = modules_of_a_step(root, "boxes"), modules_of_a_step(root, "jointed")
    tested, modules = tested_modules(root)
    rows = [
        (
            "parameters of compiled functions, median / p90 / max",
            f"{statistics.median(numbers):g} / {p90:g} / {max(numbers)}",
            "4 / 7 / 10",
        ),
        (
            "compiled functions; with 20 parameters or more; most",
            f"{len(numbers)}; {sum(n >= 20 for n in numbers)}; {most}",
            "0 with more than 10",
        ),
        ("lines that hold one bare argument", f"{shares}; {bare['.'][0]:,} in all", "under 5 %"),
        (
            "modules that run in one step: boxes, jointed boxes (lines)",
            f"{boxes[0]} ({boxes[1]:,}), {jointed[0]} ({jointed[1]:,})",
            "20, 25",
        ),
        ("files in one folder, most", full, "20"),
        (
            "column expressions; constants defined in several modules",
            f"{column_expressions(package)}; {repeated_constants(package)}",
            "named fields; each once",
        ),
        ("numbers that decide the realtime engine's behaviour", str(constants(root)), "60"),
        ("lines of realtime/", f"{lines_of(package / 'realtime'):,}", "11,500"),
        ("solvers of islands", solvers(root), "exact 1, fast 1, document 1"),
        ("reasons to divide a step", reasons_to_divide(root), "accuracy, touch"),
        ("realtime modules with kernels that tests import", f"{tested} of {modules}", "every pure kernel"),
        ("files for a new kind (CONTRIBUTING, run by test_extensions)", extension_files(root), "2; a part 3"),
    ]
    for point, today, mark in [("point", "today", "mark"), *rows]:
        print(f"| {point} | {today} | {mark} |")
        if point == "point":
            print("|---|---|---|")


if __name__ == "__main__":
    main()
