"""`rigida validate`: run the reference cases and compare with what theory or the literature gives."""

from typing import Annotated, Any

import typer

from rigida.cli.output import JsonOption, console, print_json, print_table
from rigida.errors import RigidaError, UsageError
from rigida.registry import nearest

_NUMERIC = {"expected", "obtained", "error", "tolerance"}


def validate(
    case: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Run only this case; may be given several times.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run the reference cases and print expected, obtained, error and tolerance.

    Exit code 1 when a case fails.

    Example: rigida validate --case torque_free_brick
    """
    from rigida.reference import CASES

    names = case or list(CASES)
    for name in names:
        if name not in CASES:
            hint = nearest(name, CASES) or f" Known cases: {', '.join(CASES)}."
            raise UsageError(f"There is no reference case '{name}'.{hint}")
    results = []
    with console(stderr=True).status("running reference cases…") as status:
        for name in names:
            status.update(f"running {name}…")
            results.append(compare(CASES[name]))
    good = all(result["ok"] for result in results)
    if json:
        print_json({"ok": good, "cases": results})
    else:
        _print_results(results)
    if not good:
        raise typer.Exit(1)


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


def _print_results(results: list[dict[str, Any]]) -> None:
    heads = ["case", "quantity", "expected", "obtained", "error", "tolerance", "ok", "source"]
    rows = []
    for result in results:
        unit = f" [{result['unit']}]" if result["unit"] else ""
        figures = [f"{result[key]:{form}}" if key in result else "—" for key, form in _FORMATS.items()]
        verdict = "yes" if result["ok"] else "NO"
        rows.append([result["name"], result["quantity"] + unit, *figures, verdict, result["source"]])
    print_table(heads, rows, _NUMERIC)
    failed = [result for result in results if not result["ok"]]
    typer.echo(f"{len(results) - len(failed)} of {len(results)} cases agree")
    for result in failed:
        typer.echo(f"failed: {result['name']} {result.get('message', '')}".rstrip(), err=True)


_FORMATS = {"expected": ".12g", "obtained": ".12g", "error": ".2e", "tolerance": ".2e"}
