"""Keyframes of MJCF as poses: numbers in the order of the joints and actuators, given names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from rigida.importers.findings import Findings
from rigida.importers.mjcf.joints import COUNTS, Move
from rigida.importers.xml_tree import Element
from rigida.math.quaternion import normalize_array, rotate_array
from rigida.scene.pose import Pose

#: The keyframe in which a simulation begins.
START = "home"


@dataclass(frozen=True)
class KeyframeOrder:
    """Joints of a model in order with their bodies, actuators (None: unsupported), and poses of mocap bodies."""

    moves: Sequence[tuple[Move, str]]
    actuators: Sequence[str | None]
    mocap: Mapping[str, Sequence[float]] = field(default_factory=dict)


def read_keyframes(elements: list[Element], order: KeyframeOrder, findings: Findings) -> dict[str, Pose]:
    """Return all keyframes as poses."""
    found: dict[str, Pose] = {}
    for i, key in enumerate(elements):
        name = key.text("name", f"key{i}")
        for what in set(key.attributes) - {"name", "qpos", "qvel", "ctrl", "time", "mpos", "mquat"}:
            findings.leave_attribute(key, what)
        with findings.noting(key.line, key.file):
            found[name] = _pose(key, name, order, findings)
    return found


def _pose(key: Element, name: str, order: KeyframeOrder, findings: Findings) -> Pose:
    values, speeds = _numbers(key, "qpos", name, 0, order), _numbers(key, "qvel", name, 1, order)
    joints: dict[str, list[float]] = {}
    rates: dict[str, list[float]] = {}
    bodies: dict[str, list[float]] = {}
    velocities: dict[str, list[float]] = {}
    for move, body in order.moves:
        counts = COUNTS[move.kind]
        value = None if values is None else [values.pop(0) for _ in range(counts[0])]
        speed = None if speeds is None else [speeds.pop(0) for _ in range(counts[1])]
        if value is not None and counts[0] > 1:
            value[-4:] = _turn(value[-4:])
        if move.kind != "free":
            joints |= {} if value is None else {move.name: value}
            rates |= {} if speed is None or not any(speed) else {move.name: speed}
            continue
        bodies |= {} if value is None else {body: value}
        if speed is not None and any(speed):
            # MuJoCo measures the angular velocity of a free body in its own frame.
            turn = normalize_array(np.array(value[3:] if value is not None else [1.0, 0.0, 0.0, 0.0]))
            velocities[body] = [*speed[:3], *rotate_array(turn, np.array(speed[3:]))]
    bodies |= _mocap(key, name, order)
    controls = {}
    if "ctrl" in key.attributes:
        values = key.numbers("ctrl")
        if len(values) != len(order.actuators):
            raise key.error(
                f"the ctrl of the keyframe '{name}' does not fit the model: {len(order.actuators)} are needed."
            )
        controls = {
            actuator: value for actuator, value in zip(order.actuators, values, strict=True) if actuator is not None
        }
    return Pose(joints=joints, rates=rates, bodies=bodies, velocities=velocities, controls=controls)


def _mocap(key: Element, name: str, order: KeyframeOrder) -> dict[str, list[float]]:
    """Return the poses of mocap bodies in a keyframe; by default those of the model."""
    given = {what: key.numbers(what) for what in ("mpos", "mquat") if what in key.attributes}
    for what, values in given.items():
        if len(values) != (needed := len(order.mocap) * (3 if what == "mpos" else 4)):
            raise key.error(f"the {what} of the keyframe '{name}' does not fit the model: {needed} numbers are needed.")
    found = {}
    for i, (body, described) in enumerate(order.mocap.items() if given else ()):
        place = given["mpos"][3 * i : 3 * i + 3] if "mpos" in given else described[:3]
        turn = given["mquat"][4 * i : 4 * i + 4] if "mquat" in given else described[3:]
        found[body] = [*place, *_turn(turn)]
    return found


def _turn(quaternion: Sequence[float]) -> Sequence[float]:
    """Return a quaternion; zeros mean no rotation, as in MuJoCo."""
    return quaternion if any(quaternion) else [1.0, 0.0, 0.0, 0.0]


def _numbers(key: Element, what: str, name: str, which: int, order: KeyframeOrder) -> list[float] | None:
    if what not in key.attributes:
        return None
    values = key.numbers(what)
    needed = sum(COUNTS[move.kind][which] for move, _ in order.moves)
    if len(values) != needed:
        raise key.error(f"the {what} of the keyframe '{name}' does not fit the model: {needed} numbers are needed.")
    return values
