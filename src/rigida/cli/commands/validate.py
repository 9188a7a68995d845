"""`rigida validate`: run the reference cases and compare them with theory or the literature."""

from dataclasses import asdict
from typing import Annotated, Any, Literal

import typer

from rigida.cli.output import JsonOption, console, print_json, print_table
from rigida.errors import RigidaError, UsageError
from rigida.registry import nearest

_NUMERIC = {"expected", "obtained", "error", "tolerance"}


def validate(
    case: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Run only this case; may be given several times.")
    ] = None,
    engine: Annotated[
        Literal["precise", "realtime"],
        typer.Option(
            help="precise: published references; realtime: textbook cases in both engines, by error and order."
        ),
    ] = "precise",
    json: JsonOption = False,
) -> None:
    """Run the reference cases and print expected, obtained, error and tolerance.

    Exit code 1 when a case fails.

    Example: rigida validate --engine realtime --case bowling_ball
    """
    cases, run, show = _realtime() if engine == "realtime" else _precise()
    names = case or list(cases)
    for name in names:
        if name not in cases:
            hint = nearest(name, cases) or f" Known cases: {', '.join(cases)}."
            raise UsageError(f"There is no reference case '{name}'.{hint}")
    results = []
    with console(stderr=True).status("running reference cases…") as status:
        for name in names:
            status.update(f"running {name}…")
            results.append(run(cases[name]))
    good = all(result["ok"] for result in results)
    if json:
        print_json({"ok": good, "cases": results})
    else:
        show(results)
    if not good:
        raise typer.Exit(1)


def _precise() -> Any:
    """Return the published reference cases, the function that runs one, and the function that prints results."""
    from rigida.reference import CASES

    return CASES, compare, _print_results


def _realtime() -> Any:
    """Return the textbook cases, the function that runs one in both engines, and the function that prints results."""
    from rigida.textbook import TEXTBOOK

    return TEXTBOOK, compare_engines, _print_agreements


def compare(case: Any) -> dict[str, Any]:
    """Run one case and return its figures; a case that cannot run counts as failed."""
    about = {"name": case.name, "quantity": case.quantity, "unit": case.unit, "source": case.source}
    try:
        expected, obtained = case.run()
    except RigidaError as error:
        return {**about, "ok": False, "message": str(error), "tolerance": case.tolerance}
    deviation = abs(obtained - expected)
    figures = {"expected": float(expected), "obtained": float(obtained), "error": float(deviation)}
    # Written so that NaN fails.
    return {**about, **figures, "tolerance": case.tolerance, "ok": bool(deviation <= case.tolerance)}


def compare_engines(case: Any) -> dict[str, Any]:
    """Run a textbook case in both engines and return its figures; a case that cannot run counts as failed."""
    from rigida.textbook.agreement import agreement

    about = {"name": case.name, "quantity": case.quantity, "unit": case.unit, "source": case.source}
    try:
        return {**about, **asdict(agreement(case)), "tolerance": case.tolerance}
    except RigidaError as error:
        return {**about, "ok": False, "message": str(error), "tolerance": case.tolerance}


def _print_agreements(results: list[dict[str, Any]]) -> None:
    heads = ["case", "quantity", "expected", "precise", "realtime", "error", "order", "ok", "source"]
    rows = []
    for result in results:
        figures = [f"{result[key]:{form}}" if key in result else "—" for key, form in _AGREEMENT_FORMATS.items()]
        order = "—" if result.get("order") is None else f"{result['order']:.1f}"
        verdict = "yes" if result["ok"] else "NO"
        quantity = f"{result['quantity']} [{result['unit']}]"
        rows.append([result["name"], quantity, *figures, order, verdict, result["source"]])
    print_table(heads, rows, {*_AGREEMENT_FORMATS, "order"})
    _print_verdict(results)


def _print_results(results: list[dict[str, Any]]) -> None:
    heads = ["case", "quantity", "expected", "obtained", "error", "tolerance", "ok", "source"]
    rows = []
    for result in results:
        unit = f" [{result['unit']}]" if result["unit"] else ""
        figures = [f"{result[key]:{form}}" if key in result else "—" for key, form in _FORMATS.items()]
        verdict = "yes" if result["ok"] else "NO"
        rows.append([result["name"], result["quantity"] + unit, *figures, verdict, result["source"]])
    print_table(heads, rows, _NUMERIC)
    _print_verdict(results)


def _print_verdict(results: list[dict[str, Any]]) -> None:
    failed = [result for result in results if not result["ok"]]
    typer.echo(f"{len(results) - len(failed)} of {len(results)} cases agree")
    for result in failed:
        typer.echo(f"failed: {result['name']} {result.get('message', '')}".rstrip(), err=True)


_FORMATS = {"expected": ".12g", "obtained": ".12g", "error": ".2e", "tolerance": ".2e"}
_AGREEMENT_FORMATS = {"expected": ".5g", "precise": ".5g", "realtime": ".5g", "error": ".1e"}
