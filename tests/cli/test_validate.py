"""`rigida validate`: a table of expected and obtained, exit 1 when a case fails."""

from dataclasses import dataclass

import pytest

from rigida import reference
from rigida.errors import DivergedError

from .conftest import Command


@dataclass(frozen=True)
class Case:
    """A reference case with a given outcome."""

    name: str
    obtained: float
    quantity: str = "rate"
    source: str = "theory"
    tolerance: float = 0.1
    unit: str = "rad/s"

    def run(self) -> tuple[float, float]:
        if self.obtained < 0.0:
            raise DivergedError("it blew up")
        return 1.0, self.obtained


@pytest.fixture
def cases(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [Case("good", 1.05), Case("far", 1.2), Case("lost", float("nan")), Case("broken", -1.0)]
    monkeypatch.setattr(reference, "CASES", {case.name: case for case in made})


@pytest.mark.usefixtures("cases")
@pytest.mark.parametrize(("name", "code"), [("good", 0), ("far", 1), ("lost", 1), ("broken", 1)])
def test_exit_code_tells_whether_the_case_agrees(rigida: Command, name: str, code: int) -> None:
    answer = rigida("validate", "--case", name)
    assert answer.code == code
    assert name in answer.out
    assert rigida("validate", "--case", name, "--json").json()["ok"] is (code == 0)


@pytest.mark.usefixtures("cases")
def test_all_cases_run_and_one_failure_fails_all(rigida: Command) -> None:
    answer = rigida("validate", "--json")
    result = answer.json()
    assert answer.code == 1
    assert [case["ok"] for case in result["cases"]] == [True, False, False, False]
    assert result["cases"][0]["error"] == pytest.approx(0.05)


@pytest.mark.usefixtures("cases")
def test_unknown_case_offers_the_nearest(rigida: Command) -> None:
    answer = rigida("validate", "--case", "goood")
    assert answer.code == 2
    assert "'good'" in answer.err


@pytest.mark.parametrize("name", ["pendulum", "two_bricks_5"])  # all of them run in `test_reference_cases`
def test_real_cases_agree(rigida: Command, name: str) -> None:
    answer = rigida("validate", "--case", name)
    assert answer.code == 0, answer.out
