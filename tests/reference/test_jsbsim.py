"""Beside JSBSim: the same wing and mass as a point mass (no moments), gliding and climbing through the same air."""

import math
from pathlib import Path

import numpy as np
import pytest

import rigida as rg

jsbsim = pytest.importorskip("jsbsim", reason="the comparison needs JSBSim: pip install jsbsim")

MASS, ALTITUDE, SPEED, SECONDS = 1000.0, 1000.0, 45.0, 40.0
FOOT, POUND, SLUG = 0.3048, 4.4482216152605, 14.59390294


def wing_alone(thrust: float) -> rg.Airplane:
    """A wing through the center of mass: whatever it does, it makes no moment in straight flight."""
    section = rg.Airfoil(lift_slope=6.0, zero_lift_angle=-0.03, max_lift=1.5, min_drag=0.02, stall_width=0.008)
    wing = rg.Surface("wing", (0, 0, 0), 11.0, 1.5, 1.5, section, oswald=0.8)
    load = rg.Payload("all", MASS, (0, 0, 0), (4.0, 4.0, 1.0))
    jets = (rg.Jet((0, 0, 0), thrust, density_exponent=0.0, spool=1e-3),) if thrust else ()
    return rg.Airplane("wing alone", (wing,), payload=(load,), jets=jets)


def write_aircraft(folder: Path, plane: rg.Airplane) -> None:
    """Write the wing for JSBSim: lift and drag by angle of attack, thrust as an external force."""
    alpha = np.radians(np.arange(-10.0, 16.0, 0.5))
    polar = rg.polars(plane, alpha, SPEED, ALTITUDE)
    tables = {
        "LIFT": "\n".join(f"{a:.9f} {c:.9f}" for a, c in zip(alpha, polar.lift, strict=True)),
        "DRAG": "\n".join(f"{a:.9f} {c:.9f}" for a, c in zip(alpha, polar.drag, strict=True)),
    }
    axes = "".join(
        f"""<axis name="{axis}"><function name="aero/{axis}"><product><property>aero/qbar-psf</property>
        <property>metrics/Sw-sqft</property><table><independentVar>aero/alpha-rad</independentVar>
        <tableData>{rows}</tableData></table></product></function></axis>"""
        for axis, rows in tables.items()
    )
    ixx, iyy, izz = np.diag(plane.properties.inertia) / (SLUG * FOOT**2)
    folder.mkdir(parents=True)
    (folder / "wing.xml").write_text(
        f"""<?xml version="1.0"?><fdm_config name="wing" version="2.0" release="BETA">
        <metrics><wingarea unit="M2">{plane.wing.area}</wingarea>
        <wingspan unit="M">11</wingspan><chord unit="M">1.5</chord>
        <location name="AERORP" unit="M"><x>0</x><y>0</y><z>0</z></location></metrics>
        <mass_balance><ixx unit="SLUG*FT2">{ixx}</ixx><iyy unit="SLUG*FT2">{iyy}</iyy><izz unit="SLUG*FT2">{izz}</izz>
        <emptywt unit="KG">{MASS}</emptywt>
        <location name="CG" unit="M"><x>0</x><y>0</y><z>0</z></location></mass_balance>
        <ground_reactions/><propulsion/>
        <external_reactions><force name="push" frame="BODY"><location unit="M"><x>0</x><y>0</y><z>0</z></location>
        <direction><x>1</x><y>0</y><z>0</z></direction></force></external_reactions>
        <aerodynamics>{axes}</aerodynamics></fdm_config>"""
    )


def fly_jsbsim(root: Path, trim: rg.Trim, thrust: float) -> tuple[float, float, float]:
    """Return distance, height gained [m] and the final speed [m/s]."""
    fdm = jsbsim.FGFDMExec(str(root))
    fdm.set_debug_level(0)
    fdm.load_model("wing")
    fdm.set_dt(0.005)
    start = {
        "ic/h-sl-ft": ALTITUDE / FOOT,
        "ic/vt-fps": SPEED / FOOT,
        "ic/gamma-deg": math.degrees(trim.climb_angle),
        "ic/alpha-deg": math.degrees(trim.alpha),
        "ic/lat-geod-deg": 45.0,
        "ic/terrain-elevation-ft": 0.0,
    }
    for name, value in start.items():
        fdm[name] = value
    assert fdm.run_ic()
    fdm["external_reactions/push/magnitude"] = thrust / POUND
    distance = 0.0
    while fdm.get_sim_time() < SECONDS - 1e-9:
        assert fdm.run()
        distance += 0.005 * math.hypot(fdm["velocities/v-north-fps"], fdm["velocities/v-east-fps"]) * FOOT
    return distance, fdm["position/h-sl-ft"] * FOOT - ALTITUDE, fdm["velocities/vt-fps"] * FOOT


@pytest.mark.parametrize("thrust", [0.0, 2500.0], ids=["glide", "climb"])
def test_point_mass_flies_as_in_jsbsim(thrust, tmp_path):
    plane = wing_alone(thrust)
    gravity = 9.8034  # at 45° and 1000 m
    trim = rg.trim(plane, SPEED, ALTITUDE, throttle=1.0 if thrust else 0.0, gravity=gravity)
    write_aircraft(tmp_path / "aircraft" / "wing", plane)
    scene = rg.Scene(gravity=(0, 0, -gravity))
    scene.add_aircraft(plane, position=(0, 0, ALTITUDE), trim=trim, name="wing")
    run = rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.01)).run(SECONDS, fps=1)
    way = run.position[-1, 0] - run.position[0, 0]
    distance, gained, speed = fly_jsbsim(tmp_path, trim, thrust)
    assert way[0] == pytest.approx(distance, rel=0.01)
    assert way[2] == pytest.approx(gained, rel=0.01)
    assert np.linalg.norm(run.velocity[-1, 0]) == pytest.approx(speed, rel=0.01)
