"""Messages of the viewer to the pages of a live run: the scene, then frames.

When bodies or joints are added or removed the scene is sent again. Every scene message has a number, which frames
repeat, so that no page shows one of other bodies than it knows.
"""

from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.drawing.concave_view import INSIDE, OUTSIDE, SAMPLE, field_slice, is_concave, sample_places
from rigida.drawing.motion import mass_centers
from rigida.recording.frame import Frame
from rigida.recording.recording import COORDINATE_SHAPES, JOINT_SHAPES
from rigida.scene.joint import Joint
from rigida.viewer.cockpit import Cockpit, chase
from rigida.viewer.facts import SceneFacts, piece_rows, scene_facts
from rigida.viewer.packing import packed, single
from rigida.viewer.settings import setting_facts
from rigida.viewer.source import Live
from rigida.viewer.tuning import Tuning, tunable

_NUMBERS = count(1)
#: Facts that keep their first value: the viewpoint, and the scale of places and of the ground.
_STEADY = ("origin", "camera", "sun", "extent", "cell")


class Broadcast:
    """Messages of one live run; `steerable` if the page can restart it with other settings."""

    def __init__(self, source: Live, cockpit: Cockpit, tuning: Tuning, steerable: bool = True) -> None:
        self._source, self._cockpit, self._tuning, self._steerable = source, cockpit, tuning, steerable
        self._roll, self._facts = source.roll, self._describe()
        #: Numbers of the present scene message, and of the first one, which identifies the run.
        self._number = self._run = next(_NUMBERS)

    @property
    def origin(self) -> FloatArray:
        """Origin of the positions sent (3,) [m]."""
        return self._facts.origin

    def scene_message(self) -> bytes:
        """Return the description of the scene."""
        header = {"kind": "scene", "run": self._run, "roll": self._number}
        return packed(header | self._facts.header, self._facts.arrays)

    def call_roll(self) -> bool:
        """Send the scene again if bodies or joints were added or removed; return whether any were."""
        if self._source.roll is self._roll:
            return False
        first, facts = self._facts, self._describe()
        facts.header.update({name: first.header[name] for name in _STEADY})
        followed = first.header["camera"]["follow"]
        if followed is not None:
            names = self._source.drawing.names
            name = first.header["bodies"][followed]["name"]
            facts.header["camera"] = first.header["camera"] | {"follow": names.index(name) if name in names else None}
        self._roll, self._number = self._source.roll, next(_NUMBERS)
        self._facts = replace(facts, origin=first.origin)
        return True

    def picture(self, playing: bool, speed: float, shown: set[str], history: bool = False) -> bytes:
        """Return the present picture; with `history`, all energies and the reach of the motion so far too."""
        source, origin = self._source, self.origin
        moment, frame, drawing = source.moment(), source.frame(), source.drawing
        poses = np.concatenate([moment.position - origin, moment.orientation], axis=1).ravel()
        if len(drawing.pieces):
            pieces = piece_rows(drawing, moment.position, moment.orientation, moment.time, source.channels())
            pieces[:, :3] -= origin
            poses = np.concatenate([poses, pieces.ravel()])
        arrays = {
            "poses": single(poses),
            "velocity": single(frame.velocity),
            "spin": single(frame.angular_velocity),
            "center": single(mass_centers(drawing, moment.position, moment.orientation) - origin),
        }
        if "contacts" in shown and moment.contacts is not None and len(moment.contacts):
            impulse = moment.contacts["normal"] * moment.contacts["impulse"][:, None]
            arrays["contact"] = single(np.concatenate([moment.contacts["point"] - origin, impulse], axis=1))
        if "contact force" in shown:
            arrays["contact_force"] = single(self._source.simulation.contact_forces()[:, :3])
        if "forces" in shown and moment.forces is not None and len(moment.forces):
            arrays["force"] = single(moment.forces - np.stack([origin, np.zeros(3)]))
        header = {
            "kind": "frame",
            "roll": self._number,
            "time": source.time,
            "start": source.start,
            "end": source.end,
            "playing": playing,
            "speed": speed,
            "kinetic": frame.kinetic,
            "potential": frame.potential,
            "joints": _readings(frame),
            "targets": self._targets(),
            "aircraft": self._cockpit.positions(),
            "tuned": [[*key, value] for key, value in self._tuning.changed.items()],
            "history": history,
        }
        return packed(header, arrays | (self._history() if history else {}))

    def attached(self, name: str) -> bytes | None:
        """Return points fixed to concave bodies, a slice of the field or the samples; None for other names."""
        if name not in ("distance_fields", "sample_points"):
            return None
        parts, arrays = [], {}
        drawing = self._source.drawing
        for row, surface in enumerate(drawing.geometry_of):
            if surface < 0 or not is_concave(geometry := drawing.geometries[surface]):
                continue
            if name == "distance_fields":
                points, values, _ = field_slice(geometry)
                clouds = {INSIDE: points[values < 0.0], OUTSIDE: points[values >= 0.0]}
            else:
                clouds = {SAMPLE: np.concatenate(sample_places(geometry))}
            for color, places in clouds.items():
                arrays[key := f"places{row}{color}"] = single(places)
                parts.append({"body": row, "places": key, "color": color})
        return packed({"kind": "attached", "roll": self._number, "name": name, "parts": parts}, arrays)

    def _describe(self) -> SceneFacts:
        source = self._source
        moment = source.moment()
        facts = scene_facts(
            source.scene,
            source.drawing,
            np.array([source.time]),
            moment.position[None],
            moment.orientation[None],
        )
        settings = source.simulation.settings
        facts.header["settings"] = setting_facts(settings) if self._steerable else None
        facts.header["aircraft"] = self._cockpit.facts()
        facts.header["tunable"] = tunable()
        if self._cockpit.aircraft is not None:
            row = source.drawing.names.index(self._cockpit.aircraft.name)
            eye, target = chase(moment.position[row], moment.orientation[row], float(source.drawing.radii[row]))
            place = {"eye": (eye - facts.origin).tolist(), "target": (target - facts.origin).tolist()}
            followed = (moment.position[row] - facts.origin).tolist()
            facts.header["camera"] |= {**place, "follow": row, "followed": followed}
        return facts

    def _targets(self) -> list[float]:
        joints = self._source.simulation.engine.joints
        targets: dict[Joint, float] = {}
        if joints is not None:
            for row, coordinate in enumerate(joints.coordinates.coordinates):
                if coordinate.motor != "none":
                    joint = self._source.simulation.model.joints[int(joints.coordinates.parts.joint[row])]
                    targets[joint] = float(joints.coordinates.drive[row, 0])
        return [targets.get(joint, 0.0) for joint in self._roll.joints]

    def _history(self) -> dict[str, NDArray[Any]]:
        times, kinetic, potential = self._source.energies()
        energies = {"past_times": single(times), "past_kinetic": single(kinetic), "past_potential": single(potential)}
        low, high = self._source.reach()
        return energies | {"past_low": single(low - self.origin), "past_high": single(high - self.origin)}


def _readings(frame: Frame) -> dict[str, list[list[float]]]:
    return {name: [_known(row) for row in getattr(frame, name)] for name in (*JOINT_SHAPES, *COORDINATE_SHAPES)}


def _known(row: FloatArray) -> list[float]:
    return [float(value) for value in row if np.isfinite(value)]
