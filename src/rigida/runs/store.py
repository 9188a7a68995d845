"""A sweep's folder: the plan, and one line per finished run.

    sweep.json   what is run: scene, values, design, metrics; written once
    runs.jsonl   a line per run; the last one may be cut short by a crash and is then dropped
    recordings/  kept runs

A sweep that was killed goes on from its lines; it must be the same sweep, which is checked by the plan. Only one
process writes to a folder at a time: it holds a lock, which the system releases whatever way it ends.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from rigida.atomic_file import locked, replaced
from rigida.errors import RigidaError, UsageError
from rigida.fields import file_path
from rigida.recording import Recording
from rigida.runs.observation import observe
from rigida.runs.subject import Subject
from rigida.runs.table import RunTable, TableBuilder, columns_of
from rigida.runs.task import Row, Run
from rigida.scene.engine import ENGINES
from rigida.scene.key import find_key

#: Raise it when the files below change their meaning.
VERSION = 1
#: More runs than this are no sweep.
MOST_RUNS = 10_000_000
PLAN, LINES, RECORDINGS = "sweep.json", "runs.jsonl", "recordings"
_LOCK = ".lock"


class Store:
    """The files of one sweep in `folder`."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = file_path("Sweep", folder)
        self._file: TextIO | None = None
        self._lock: TextIO | None = None

    def begin(self, plan: dict[str, Any], resume: bool) -> list[Row]:
        """Prepare the folder, and return the rows that it already contains."""
        try:
            (self.folder / RECORDINGS).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"Cannot create the folder '{self.folder}': {error.strerror}. Give another one.") from None
        plan = json.loads(json.dumps({"version": VERSION, **plan}))
        rows: list[Row] = []
        self._lock = (self.folder / _LOCK).open("a", encoding="utf-8")
        try:
            if not locked(self._lock):
                raise UsageError(f"Another sweep is writing to '{self.folder}'. Wait, or give another folder.")
            if (self.folder / PLAN).is_file():
                rows = self._continued(plan, resume)
            with replaced(self.folder / PLAN) as temporary:
                temporary.write_text(json.dumps(plan, indent=1, ensure_ascii=False), encoding="utf-8")
            self._file = (self.folder / LINES).open("a", encoding="utf-8")
        except BaseException:
            self.close()
            raise
        return rows

    def add(self, run: Run, row: Row) -> None:
        """Add the line of a run and flush it, so that it survives the end of the process."""
        if self._file is None:
            raise UsageError(f"The sweep in '{self.folder}' was not begun.")
        line = {"values": run.values, "seed": run.seed, **asdict(row)}
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file, and release the folder."""
        for file in (self._file, self._lock):
            if file is not None:
                file.close()

    def plan(self) -> dict[str, Any]:
        """Return the plan, or raise if there is none."""
        try:
            plan: dict[str, Any] = json.loads((self.folder / PLAN).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise UsageError(f"'{self.folder}' holds no sweep. Give the folder of `rigida sweep -o`.") from None
        except (OSError, ValueError) as error:
            raise UsageError(f"The sweep in '{self.folder}' cannot be read: {error}.") from None
        if not isinstance(plan, dict) or not isinstance(plan.get("version"), int):
            raise self._damaged(f"'{PLAN}' is no plan")
        if plan["version"] != VERSION:
            raise UsageError(f"The sweep in '{self.folder}' was written by another version of rigida. Make it again.")
        if not isinstance(plan.get("count"), int) or not 0 <= plan["count"] <= MOST_RUNS:
            raise self._damaged(f"'count' in '{PLAN}' must be a number of runs up to {MOST_RUNS}")
        return plan

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield the lines of finished runs, each run once."""
        path = self.folder / LINES
        seen: set[int] = set()
        if not path.is_file():
            return
        try:
            texts = path.read_text(encoding="utf-8").split("\n")
        except ValueError as error:
            raise self._damaged(f"'{LINES}' is no text: {error}") from None
        for place, text in enumerate(texts, 1):
            if not text:
                continue
            try:
                line = json.loads(text)
                number = row_of(line).number
            except (ValueError, TypeError, AttributeError) as error:
                raise self._damaged(f"line {place} of '{LINES}' is none of a run: {error}") from None
            if type(number) is not int or number < 0 or "values" not in line or "seed" not in line:
                raise self._damaged(f"line {place} of '{LINES}' is none of a run")
            if number not in seen:
                seen.add(number)
                yield line

    def _damaged(self, what: str) -> UsageError:
        return UsageError(f"The sweep in '{self.folder}' is damaged: {what}. Sweep again, or into another folder.")

    def _continued(self, plan: dict[str, Any], resume: bool) -> list[Row]:
        old = self.plan()
        self._drop_cut_line()
        rows = [row_of(line) for line in self.lines()]
        if not rows:
            return []  # it never came to anything, so nothing is lost
        if not resume:
            raise UsageError(
                f"'{self.folder}' already holds a sweep ({len(rows)} of {old['count']} runs). "
                "Go on with it by --resume (resume=True), or give another folder."
            )
        for key in plan:
            if plan[key] != old.get(key):
                raise UsageError(
                    f"The sweep in '{self.folder}' was begun with another '{key}'. "
                    "Give the same arguments as then, or another folder."
                )
        return rows

    def _drop_cut_line(self) -> None:
        """Shorten the file to its last whole line."""
        path = self.folder / LINES
        if not path.is_file():
            return
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with path.open("r+b") as file:
                file.truncate(whole)


def row_of(line: dict[str, Any]) -> Row:
    """Return the row of a line."""
    return Row(**{key: value for key, value in line.items() if key not in ("values", "seed")})


def load_table(folder: str | Path) -> RunTable:
    """Return the table of the runs that a sweep's folder holds, finished or not.

    Args:
        folder: Folder of a sweep.
    """
    try:
        return _table_of(Store(folder))
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, MemoryError) as error:
        if isinstance(error, RigidaError):
            raise
        raise UsageError(f"The sweep in '{folder}' is damaged: {error!r}. Sweep again.") from error


def _table_of(store: Store) -> RunTable:
    plan, lines = store.plan(), sorted(store.lines(), key=lambda line: line["number"])
    builder = TableBuilder(plan["count"], plan["metrics"])
    for line in lines:
        builder.add(row_of(line))
    values: dict[int, Any] = {line["number"]: line["values"] for line in lines}
    blank = lines[0]["values"] if lines else [0.0] * len(plan["keys"])
    varied = columns_of(plan["keys"], [values.get(run, blank) for run in range(plan["count"])])
    seeds = {line["number"]: line["seed"] for line in lines}
    return builder.table(varied, [seeds.get(run, 0) for run in range(plan["count"])], plan["units"])


def run_again(folder: str | Path, number: int) -> Recording:
    """Return the recording of one run of a sweep: the kept one, or made again."""
    store = Store(folder)
    kept = store.folder / RECORDINGS / f"run_{number:06d}.npz"
    if kept.is_file():
        return Recording.load(kept)
    plan = store.plan()
    line = next((line for line in store.lines() if line["number"] == number), None)
    if line is None:
        raise UsageError(f"The sweep in '{folder}' has no finished run {number}; it has {plan['count']} runs in all.")
    if "scene" not in plan:
        raise UsageError(
            f"The sweep in '{folder}' calls '{plan.get('function')}' and has no recordings. Call it again."
        )
    subject = Subject(plan["scene"], None if plan["folder"] is None else Path(plan["folder"]))
    paths = [find_key(subject.document, text).path for text in plan["keys"]]
    engine = plan["engine"]
    if isinstance(engine, dict):
        engine = ENGINES[engine["kind"]](**{key: value for key, value in engine.items() if key != "kind"})
    scene = subject.with_values(paths, line["values"])
    return observe(scene, engine, plan["duration"], plan["fps"]).recording
