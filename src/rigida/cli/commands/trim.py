"""`rigida trim`: controls and modes of a steady flight."""

import math
from typing import Annotated

import typer

from rigida.cli.output import JsonOption, print_json


def trim(
    aircraft: Annotated[
        str,
        typer.Argument(metavar="AIRCRAFT", help="An aircraft file, or: trainer, glider, model.", show_default=False),
    ],
    speed: Annotated[float, typer.Option(metavar="M/S", help="Air speed.")],
    altitude: Annotated[float, typer.Option(metavar="M", help="Geometric altitude.")] = 0.0,
    climb: Annotated[float, typer.Option(metavar="M/S", help="Rate of climb.")] = 0.0,
    bank: Annotated[float, typer.Option(metavar="DEG", help="Bank of a steady turn to the right.")] = 0.0,
    flaps: Annotated[float, typer.Option(metavar="0..1", help="Flaps.")] = 0.0,
    throttle: Annotated[
        float | None, typer.Option(metavar="0..1", help="Fly with this throttle and find the path instead.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Trim an aircraft and print its controls, forces and modes.

    Example: rigida trim trainer --speed 50 --altitude 1000
    """
    import rigida as rg

    plane = rg.Airplane.load(aircraft)
    found = rg.trim(plane, speed, altitude, climb=climb, bank=math.radians(bank), flaps=flaps, throttle=throttle)
    modes = rg.modes(plane, found)
    if json:
        print_json(
            {
                "aircraft": plane.title,
                **found.__dict__,
                "load_factor": found.load_factor,
                "modes": {
                    mode.name: {
                        "real": mode.eigenvalue.real,
                        "imaginary": mode.eigenvalue.imag,
                        "period": mode.period,
                        "damping": mode.damping,
                    }
                    for mode in modes.modes
                },
            }
        )
        return
    weight = found.mass * found.gravity
    typer.echo(f"{plane.title}, {found.mass:.6g} kg, at {speed:g} m/s and {altitude:g} m")
    rows = [
        ("angle of attack", math.degrees(found.alpha), "°"),
        ("path", math.degrees(found.climb_angle), "° up"),
        ("bank", math.degrees(found.bank), "° right"),
        ("turn rate", math.degrees(found.turn_rate), "°/s right"),
        ("throttle", 100.0 * found.throttle, "%"),
        ("elevator", math.degrees(found.elevator), "° nose up"),
        ("aileron", math.degrees(found.aileron), "° right"),
        ("rudder", math.degrees(found.rudder), "° right"),
        ("lift / weight", found.lift / weight, ""),
        ("lift / drag", found.lift / found.drag, ""),
        ("thrust", found.thrust, "N"),
    ]
    for name, value, unit in rows:
        shown = 0.0 if abs(value) < 5e-5 else value
        typer.echo(f"{name:<18}{shown:10.3f} {unit}".rstrip())
    typer.echo("\n" + modes.table())
