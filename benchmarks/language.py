"""Vocabulary in figures: private words in names and prose, heads of modules, described parameters.

    python benchmarks/language.py                 # counts by term and area
    python benchmarks/language.py --show blow     # each place where a term occurs
    python benchmarks/language.py --tree PATH     # of another checkout
    python benchmarks/language.py --sample 20     # random sentences and docstrings, to be read

A term has a pattern for identifiers (searched in the parts of snake_case names) and one for prose (docstrings,
comments, texts, pages). Words that are also plain English ("way", "note", "stop") count only in the sense that the
glossary replaces. Pages that quote another document, and the glossary's own list of old words, are left out.
"""

import argparse
import ast
import importlib
import inspect
import io
import random
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: Folders of src/rigida whose words are counted apart: their files are rewritten with the engines.
ENGINES = ("realtime", "precise", "jit", "collision/narrow")
ENGINE_PAGES = ("realtime-engine.md", "precise-engine.md")
QUESTION = re.compile(r"(What|How|Which|Where|Who)\b")


@dataclass(frozen=True)
class Term:
    """A word of the dictionary: what to write instead, its patterns among names and in prose.

    fitting: sources in which the word has its usual meaning (wood grain, `file.tell()`).
    """

    word: str
    instead: str
    name: str = ""
    prose: str = ""
    fitting: tuple[str, ...] = ()


TERMS = (
    Term("see, sees (of contacts)", "detect_contacts, views", r"sees?"),
    Term("what must hold, is remembered", "velocity solve, store", "", r"\bwhat (must hold|is remembered)\b"),
    Term("disturbed", "disturbed", r"stir(red|s)?", r"\bstir(s|red|ring)?\b"),
    Term(
        "parting, parted, gentle",
        "resolving_initial_overlap, separated slowly",
        r"part(ed|ing)|gentle",
        r"\b(are|is|be|been|were|was) parted\b|\bgently?\b",
    ),
    Term("sunk, free_rise", "penetration, recovery", r"sunk|free_rise", r"\bsunk( in)?\b"),
    Term("held by", "fixed, constrained", r"held", r"\b(is|are|be|was|were) held\b"),
    Term("alone", "single_body, isolated", r"alone"),
    Term(
        "calm, unrest, careful, hurries",
        "resting, tight_tolerance",
        r"calm|unrest|careful|hurr(y|ies)",
        r"\b(calm|unrest)\b",
    ),
    Term("enough, want, wanted", "tolerance, projected_impulse", r"enough|want(s|ed)?"),
    Term(
        "follow, turn_sliding, goes_beyond",
        "update_active_set, violates_bounds",
        r"follow|turn_sliding|goes_beyond",
        fitting=("viewer/", "flight/", "cli/", "render/", "scene/camera_plan"),
    ),
    Term(
        "lands, stands, wanders, rise",
        "impact_expected, contact_point_velocity, normal_rate",
        r"lands|stands|wanders?|creeps|rise",
        r"\bwander(s|ing)?\b",
        ("flight/", "render/", "textbook/", "drawing/"),
    ),
    Term(
        "jam, uneven, heap, waits",
        "impulse_runaway, mass_ratio_too_large, pile, backing_off",
        r"jams?|jammed|uneven|heaps?|waits",
        r"\bheap(s|ed)?\b",
    ),
    Term("opened (of failed steps)", "failed_steps, worst_violation", r"opened", fitting=("render/", "cli/")),
    Term("grain, lever", "length_scale, moment_arm", r"grain|lever", r"\bgrain\b|\blever\b", ("drawing/", "render/")),
    Term(
        "reach, band",
        "bounding_radius, effort_limit, slop",
        r"reach|band",
        fitting=("constraints/reach", "constraints/pose_solver", "__init__", "simulation", "distance_field/", "gym/"),
    ),
    Term("blow, struck", "impact, impulse", r"blows?|str(ikes?|uck)", r"\b[Bb]lows?\b|\b[Ss]tr(uck|ikes?|iking)\b"),
    Term("meets, met (in names)", "approaching, hit", r"meets?|met"),
    Term(
        "stop of a joint",
        "limit",
        r"stops|stop_(row|column)|block_stop",
        r"\bstops?\b(?= of (a |the )?joints?)|\b(its|their|joint|the two|lower|upper) stops?\b|\bstops,"
        r"|\bbeyond (its|their|the) stops?|\bstops and\b|\band stops\b(?! (its|their|moving))"
        r"|\b(active|closed|chosen|pressed) stops?\b|\b(no|every|each|or|that) stop\b(?= close|,|\.| \()"
        r"|\b(at a|contact or) stop\b|\b(the|which) stops\b",
    ),
    Term(
        "course of a joint",
        "trajectory",
        r"courses?",
        r"\b([Ff]ollow(s|ed)? (a|the|its)|its|joints?'?|(paths?|frames)(,| and| or)( a)?|prescribed) courses?\b"
        r"|\bcourses? (prescribe|of (a |the )?joints?)|\b(length|springs|rotors), courses?\b|^[\"']courses?[\"']$",
        # Former names, which still work.
        ("__init__", "constraints/joints/actuated", "recording/energy_account"),
    ),
    Term("path bends", "trajectory curvature", r"bends", r"\bpaths? bends?\b"),
    Term(
        "look, look_ahead",
        "detection_id, predict",
        r"looks?",
        fitting=("render/", "drawing/", "viewer/", "export/", "cli/"),
    ),
    Term("ties, tied", "coupling", r"ties?|tied", r"\bties\b|\btied\b"),
    Term(
        "fly, flying (of a free body)",
        "ballistic, unconstrained",
        r"fly|flies|flying",
        r"\b([Ff]ly|flies|flying) free(ly)?\b|\bbodies (that )?fly\b",
        ("flight/", "viewer/", "drawing/", "render/"),
    ),
    Term("told, tells", "reported, reports", r"tells?|told", r"\b[Tt](ell|old|ells)\b", ("recording/journal",)),
    Term("note (as a verb)", "record", r"_?note(?=_)", fitting=("jit/ahead/noted_forms",)),
    Term("weigh, welcome, learn", "update_masses, mark_new, add_shapes", r"weigh|welcome|learn", r"\bwelcomed?\b"),
    Term(
        "way (a distance)",
        "displacement, distance, path",
        r"way",
        r"\bway (of|down|up|along|that|it has)\b|\b(its|their|whose|much) way\b",
    ),
    Term("anew", "again", r"anew", r"\banew\b"),
    Term(
        "by name, none raw",
        "with a clear error, no uncaught exceptions",
        "",
        r"\b(refused|ended|ends|end) by name\b|\bnone raw\b|\braw\b(?= (error|exception))",
    ),
    Term("at the begin", "at the start", "", r"\bat the begin\b|\bin the begin\b"),
    Term("turn, spin (shown to users)", "orientation, angular velocity", "", r"\b[Ss]pin \[rad/s\]|\battitudes\b"),
    Term("mine, theirs", "own rows, other rows", r"mine|theirs"),
    Term("somebody, whoever", "a caller, the user", "", r"\b([Ss]omebody|[Ww]hoever|[Nn]obody)\b"),
    Term(
        "people at work",
        "say what the code does",
        "",
        r"\bwhat is said\b|\bsays so\b|\bis said (to|in)\b|\bcome and go\b|\bcomes and goes\b",
    ),
    Term("How far it was checked", "Validation", "", r"[Hh]ow far it was checked"),
    Term("killed run", "crash-safe recording", "", r"survive a killed run"),
    Term("none of this", "not affected", "", r"\bare none of this\b|(?<!there )\bare none\b"),
)


@dataclass(frozen=True)
class Found:
    """One occurrence of a term."""

    term: Term
    path: Path
    line: int
    text: str


def python_words(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield (line, kind, text) of the names, comments and texts of a Python file."""
    text = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            yield token.start[0], "name", token.string
        elif token.type in (tokenize.COMMENT, tokenize.STRING) or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
            yield from ((token.start[0] + k, "prose", line) for k, line in enumerate(token.string.splitlines()))


def page_words(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield (line, kind, text) of the prose of a Markdown page, without its code blocks."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            if path.name == "validation.md" and line.startswith("|"):  # names of cases, from which their draws follow
                line = line.split("|", 2)[-1]
            yield number, "prose", re.sub(r"`[^`]*`|\]\([^)]*\)", " ", line)


def occurrences(path: Path) -> Iterator[Found]:
    """Yield where the terms occur in a file."""
    words = python_words(path) if path.suffix == ".py" else page_words(path)
    terms = [term for term in TERMS if not any(f"/rigida/{part}" in path.as_posix() for part in term.fitting)]
    names = [(term, re.compile(rf"(^|_)({term.name})(_|$)", re.IGNORECASE)) for term in terms if term.name]
    prose = [(term, re.compile(term.prose)) for term in terms if term.prose]
    for line, kind, text in words:
        for term, pattern in names if kind == "name" else prose:
            for _ in pattern.finditer(text):
                yield Found(term, path, line, text.strip())


def area(path: Path, root: Path) -> str:
    """Return the column in which a file is counted."""
    relative = path.relative_to(root).as_posix()
    if relative.startswith("src/"):
        return "engines" if relative.removeprefix("src/rigida/").startswith(tuple(f"{e}/" for e in ENGINES)) else "src"
    return "engine pages" if path.name in ENGINE_PAGES else "docs"


def files(root: Path) -> list[Path]:
    """Return the sources and pages that are counted."""
    pages = [path for path in sorted((root / "docs").rglob("*.md")) if "decisions" not in path.parts]
    own = [root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    code = [path for path in sorted((root / "src" / "rigida").rglob("*.py")) if "__pycache__" not in path.parts]
    return [*code, *pages, *own]


def heads(root: Path) -> tuple[list[Path], list[Path], int]:
    """Return the modules whose docstring begins with a question word, in engines and elsewhere, and their number."""
    asked: dict[str, list[Path]] = {"engines": [], "src": []}
    modules = [path for path in files(root) if path.suffix == ".py"]
    for path in modules:
        if QUESTION.match(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""):
            asked[area(path, root)].append(path)
    return asked["engines"], asked["src"], len(modules)


def described(document: str, name: str) -> bool:
    """Return whether a docstring lists a parameter or names it in backticks."""
    return bool(re.search(rf"`{name}`|^\s*\*{{0,2}}{name}( \([^)]*\))?: ", document, re.MULTILINE))


def parameters() -> tuple[int, list[str]]:
    """Return the number of public parameters and those without a description.

    Counted are parameters of functions, constructors and methods of `rigida.__all__`, and fields of result classes.
    """
    package = importlib.import_module("rigida")
    count, missing = 0, []

    def check(owner: str, function: object, document: str) -> None:
        nonlocal count
        try:
            given = inspect.signature(function).parameters  # type: ignore[arg-type]
            names = [name for name in given if name != "cls" and name != "self" and not name.startswith("_")]
        except (TypeError, ValueError):
            return
        count += len(names)
        missing.extend(f"{owner}({name})" for name in names if not described(document, name))

    for public in package.__all__:
        found = getattr(package, public)
        if inspect.isclass(found) and not issubclass(found, BaseException | int):
            check(public, found, found.__doc__ or "")
            for name, method in inspect.getmembers(found, callable):
                if not name.startswith("_") and not inspect.isclass(method):
                    check(f"{public}.{name}", method, inspect.getdoc(method) or "")
        elif inspect.isfunction(found):
            check(public, found, found.__doc__ or "")
    return count, missing


def sentences(root: Path) -> list[str]:
    """Return the sentences of the documentation, without headings, tables and code."""
    found = []
    for page in (path for path in files(root) if path.suffix == ".md"):
        lines, fenced = [], False
        for line in page.read_text(encoding="utf-8").splitlines():
            fenced ^= line.startswith("```")
            plain = not fenced and line[:1] not in ("|", "#", "!", ":", "`", "<") and not line.startswith("    ")
            lines.append(line if plain else "\n")
        for paragraph in re.split(r"\n\s*\n|\n- ", "\n".join(lines)):
            whole = " ".join(paragraph.split())
            found += [f"{page.name}: {s}" for s in re.split(r"(?<=[.!?]) (?=[A-Z`])", whole) if len(s) > 40]
    return found


def docstrings(root: Path) -> list[str]:
    """Return the first lines of all docstrings of the source, with their place."""
    found = []
    for path in (path for path in files(root) if path.suffix == ".py" and area(path, root) == "src"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and (text := ast.get_docstring(node)):
                found.append(f"{path.relative_to(root / 'src' / 'rigida')}: {node.name}: {text.splitlines()[0]}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, default=Path(__file__).parents[1], help="checkout to be counted")
    parser.add_argument("--show", default="", help="list the places of terms that contain this word")
    parser.add_argument("--sample", type=int, default=0, help="print this many random sentences and docstrings")
    parser.add_argument("--seed", type=int, default=37, help="of the sample")
    arguments = parser.parse_args()
    root = arguments.tree.resolve()
    sys.path.insert(0, str(root / "src"))
    if arguments.sample:
        chosen = random.Random(arguments.seed)
        for texts in (sentences(root), docstrings(root)):
            print(*chosen.sample(texts, arguments.sample), sep="\n", end="\n\n")
        return
    found = [each for path in files(root) for each in occurrences(path)]
    if arguments.show:
        for each in found:
            if arguments.show in each.term.word:
                print(f"{each.path.relative_to(root)}:{each.line}: {each.text}")
        return
    areas = ("src", "docs", "engines", "engine pages")
    counts = Counter((each.term.word, area(each.path, root)) for each in found)
    print(f"{'term':34}" + "".join(f"{name:>13}" for name in areas))
    for term in TERMS:
        print(f"{term.word:34}" + "".join(f"{counts[term.word, name]:13}" for name in areas))
    print(f"{'all':34}" + "".join(f"{sum(counts[t.word, name] for t in TERMS):13}" for name in areas))
    in_engines, elsewhere, modules = heads(root)
    print(f"\nmodule heads that ask: {len(elsewhere)} in src, {len(in_engines)} in engines, of {modules} modules")
    count, missing = parameters()
    print(f"public parameters with a description: {count - len(missing)} of {count}")


if __name__ == "__main__":
    main()
