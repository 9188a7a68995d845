"""Recording and Recorder: shapes, energies, drift, body access, linear cost."""

from dataclasses import replace

import numpy as np
import pytest

from rigida.errors import UsageError
from rigida.recording import Frame, Recorder, Recording


def frame_at(time: float, bodies: int, value: float = 0.0) -> Frame:
    return Frame(
        time=time,
        position=np.full((bodies, 3), value),
        orientation=np.tile([1.0, 0.0, 0.0, 0.0], (bodies, 1)),
        velocity=np.full((bodies, 3), 2.0 * value),
        angular_velocity=np.full((bodies, 3), 3.0 * value),
        kinetic=value,
        potential=-value,
        linear_momentum=np.full(3, 4.0 * value),
        angular_momentum=np.full(3, 5.0 * value),
    )


def finished(recorder: Recorder) -> Recording:
    return recorder.finish(scene={}, engine={}, events=[], steps=1, wall=0.5)


def with_energies(kinetic: list[float], potential: list[float]) -> Recording:
    recorder = Recorder([])
    for i, (k, p) in enumerate(zip(kinetic, potential, strict=True)):
        empty = frame_at(float(i), 0)
        recorder.append(replace(empty, kinetic=k, potential=p))
    return finished(recorder)


def test_recorder_keeps_every_frame_across_growth() -> None:
    recorder = Recorder(["a", "b"])
    for i in range(1000):
        recorder.append(frame_at(i / 60, 2, float(i)))
    run = finished(recorder)
    count = np.arange(1000.0)
    assert run.frame_count == 1000
    assert np.array_equal(run.times, count / 60)
    assert np.array_equal(run.position, np.broadcast_to(count[:, None, None], (1000, 2, 3)))
    assert np.array_equal(run.velocity[:, 1, 2], 2.0 * count)
    assert np.array_equal(run.angular_velocity[:, 0, 0], 3.0 * count)
    assert np.array_equal(run.linear_momentum[:, 0], 4.0 * count)
    assert np.array_equal(run.angular_momentum[:, 2], 5.0 * count)


def test_recorder_copies_the_state_it_is_given() -> None:
    recorder = Recorder(["a"])
    frame = frame_at(0.0, 1, 7.0)
    recorder.append(frame)
    frame.position[:] = np.nan
    assert np.array_equal(finished(recorder).position, np.full((1, 1, 3), 7.0))


def test_frame_that_fails_halfway_does_not_count() -> None:
    recorder = Recorder(["a"])
    recorder.append(frame_at(0.0, 1, 1.0))
    with pytest.raises(ValueError, match="broadcast"):
        recorder.append(replace(frame_at(1.0, 1), velocity=np.zeros(5)))
    assert finished(recorder).frame_count == 1


def copied_bytes(frames: int) -> int:
    """Return how many bytes the recorder moved while growing, counted by the capacities it went through."""
    recorder = Recorder(["a"])
    moved, capacity = 0, len(recorder._columns["position"])
    for i in range(frames):
        recorder.append(frame_at(float(i), 1))
        if len(recorder._columns["position"]) != capacity:
            moved += capacity
            capacity = len(recorder._columns["position"])
    return moved


def test_recorder_moves_each_frame_a_bounded_number_of_times() -> None:
    assert 0 < copied_bytes(10_000) < 2 * 10_000


def test_empty_recording_is_well_defined() -> None:
    run = finished(Recorder(["a"]))
    assert run.frame_count == 0
    assert run.duration == 0.0
    assert run.energy_drift == 0.0
    assert run.position.shape == (0, 1, 3)


def test_total_energy_is_the_sum() -> None:
    run = with_energies([1.0, 2.0], [5.0, 3.0])
    assert run.energy.total.tolist() == [6.0, 5.0]


def test_drift_is_relative_to_the_start_energy() -> None:
    assert with_energies([1.0, 2.0, 1.5], [9.0, 8.5, 8.4]).energy_drift == pytest.approx(0.5 / 10.0)


def test_drift_is_relative_to_the_largest_kinetic_energy_when_the_start_is_zero() -> None:
    assert with_energies([0.0, 4.0, 8.0], [0.0, -4.0, -7.0]).energy_drift == pytest.approx(1.0 / 8.0)


def test_body_gives_the_arrays_of_that_body() -> None:
    recorder = Recorder(["left", "right"])
    frame = frame_at(0.0, 2)
    frame.position[1] = (1.0, 2.0, 3.0)
    recorder.append(frame)
    assert finished(recorder).body("right").position.tolist() == [[1.0, 2.0, 3.0]]


def test_unknown_body_offers_the_nearest_name() -> None:
    run = finished(Recorder(["left", "right"]))
    with pytest.raises(UsageError, match=r"no body 'rihgt'.*'right'"):
        run.body("rihgt")


def test_arrays_that_disagree_are_refused() -> None:
    run = finished(Recorder(["a"]))
    fields = {**vars(run), "velocity": np.zeros((3, 1, 3))}
    with pytest.raises(UsageError, match=r"velocity must have the shape \(0, 1, 3\)"):
        Recording(**fields)
