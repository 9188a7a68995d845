"""The effective mass or inertia along coordinates when all others are free: 1 / (J M⁻¹ Jᵀ)."""

from collections.abc import Mapping

import numpy as np

from rigida.constraints.joint_set import JointSet
from rigida.dynamics.compile import compile_scene
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene


class ReflectedMass:
    """Effective masses of the joint coordinates of a scene in its initial pose.

    joints: those that count, so that ones that close loops can be left out.
    """

    def __init__(self, scene: Scene, joints: list[Joint]) -> None:
        model, state = compile_scene(scene)
        alive = [number for number, joint in enumerate(scene.joints) if joint in joints]
        self._joints = JointSet(model, model.joint_rows, alive, rotors=True)
        self._joints.evaluate(state.time, state)
        self._joints.factor()
        self._joints.coordinates.evaluate(self._joints.frames)

    def along(self, gears: Mapping[str, float]) -> float:
        """Return the mass [kg] or inertia [kg m²] of a length that is a sum of coordinates, each with its gear."""
        joints = self._joints
        parts, bodies = joints.coordinates.parts, joints.model.body_count
        column = np.zeros((1, bodies, 6))
        for name, gear in gears.items():
            number, which = joints.model.coordinate_place(name)
            row = int(joints.coordinates.own_rows(number)[which or 0])
            for side, frame in enumerate(parts.frame[row]):
                if frame < bodies:
                    column[0, frame] += gear * parts.jacobian[row, side, 0]
        ease = float(np.sum(column * joints.respond(column)))
        return 1.0 / ease if ease > 0.0 else 0.0
