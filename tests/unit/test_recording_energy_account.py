"""The energy account: losses of contacts are dissipated, work of motors is put in, the rest is drift."""

import math

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.recording.energy_account import energy_account


def run_with(energies: list[float], scene: dict | None = None, events: list | None = None) -> rg.Recording:
    frames = len(energies)
    zeros = np.zeros((frames, 1, 3))
    return rg.Recording(
        times=np.arange(frames) / 10.0,
        position=zeros,
        orientation=np.tile([1.0, 0.0, 0.0, 0.0], (frames, 1, 1)),
        velocity=zeros,
        angular_velocity=zeros,
        kinetic=np.array(energies),
        potential=np.zeros(frames),
        linear_momentum=np.zeros((frames, 3)),
        angular_momentum=np.zeros((frames, 3)),
        names=["a"],
        scene=scene or {},
        events=events or [],
    )


def test_any_change_is_drift_where_nothing_dissipates_or_works() -> None:
    account = energy_account(run_with([10.0, 9.0, 10.5], {"force": {"s": {"kind": "spring"}}}))
    assert (account.put_in, account.dissipated, account.drift) == (0.0, 0.0, 1.0)
    assert account.relative_drift == pytest.approx(1.0 / 10.5)


def test_losses_of_bodies_that_touch_are_dissipated_and_only_gains_are_drift() -> None:
    account = energy_account(run_with([10.0, 4.0, 4.1, 3.0], events=[{"time": 0.1, "kind": "begin", "bodies": []}]))
    assert account.dissipated == pytest.approx(7.0)
    assert account.drift == pytest.approx(0.1)
    assert "dissipated" in account.text()
    assert "numerical drift 1.0e-02" in account.text()


@pytest.mark.parametrize(
    "scene",
    [
        {"joint": {"j": {"kind": "revolute", "motor": "speed"}}},
        {"force": {"f": {"kind": "torque"}}},
        {"force": {"f": {"kind": "constant_force", "frame": "body"}}},
        {"force": {"f": {"kind": "drag", "medium_velocity": [1, 0, 0]}}},
        {"body": {"a": {"path": {}}}},
        {"aircraft": {"plane": {}}},
    ],
)
def test_work_of_motors_and_forces_is_put_in_and_leaves_no_drift_to_tell(scene: dict) -> None:
    run = run_with([0.0, 3.0, 2.0], scene)
    account = run.energy_account
    assert (account.put_in, account.dissipated, account.drift) == (3.0, 1.0, None)
    assert math.isnan(run.energy_drift)


@pytest.mark.parametrize(
    "scene",
    [
        {"force": {"f": {"kind": "drag", "linear": 1.0}}},
        {"force": {"f": {"kind": "spring", "damping": 1.0}}},
        {"joint": {"j": {"kind": "revolute", "damping": 0.1}}},
    ],
)
def test_dampers_and_drag_dissipate(scene: dict) -> None:
    account = energy_account(run_with([5.0, 2.0], scene))
    assert (account.dissipated, account.drift) == (3.0, 0.0)


def test_dominoes_dissipate_and_do_not_drift() -> None:
    scene = rg.load(scenes.path("dominoes"))
    account = rg.Simulation(scene).run(2.0, fps=30).energy_account
    assert account.dissipated > 0.0
    assert account.relative_drift is not None
    assert account.relative_drift < 0.01
