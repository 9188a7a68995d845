"""The joints of a running simulation as arrays: readings for controllers, mass matrix, bias and Jacobians."""

from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.errors import UsageError
from rigida.fields import shown, vector
from rigida.math.quaternion import rotate_array
from rigida.registry import nearest
from rigida.scene.body import World
from rigida.scene.scene import Scene

if TYPE_CHECKING:
    from rigida.constraints.joint_set import JointSet
    from rigida.constraints.reduced.joint_space import JointSpace


class JointArrays:
    """Coordinates of all joints that hold, in the order of the scene.

    Matrices have, before the coordinates, six columns for each of `bases`: velocity of its center of mass and angular
    velocity, world.
    """

    def __init__(self, engine: Any, scene: Scene) -> None:
        self._engine, self._scene = engine, scene
        self._alive: tuple[int, ...] | None = None
        self._space: JointSpace | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the coordinates (k,); of a joint with several that have no names of their own, `name[0]` and on."""
        self._find()
        return self._names

    @property
    def position(self) -> FloatArray:
        """Coordinates (k,) [m or rad], angles counted over whole turns."""
        return self._measured().coordinates.value[self._rows]

    @property
    def velocity(self) -> FloatArray:
        """Rates of the coordinates (k,) [m/s or rad/s]."""
        return self._measured().coordinates.rate[self._rows, 0]

    def motion(self) -> tuple[FloatArray, FloatArray]:
        """Return coordinates and their rates together, which costs half as much as one after the other."""
        coordinates = self._measured().coordinates
        return coordinates.value[self._rows], coordinates.rate[self._rows, 0]

    @property
    def effort(self) -> FloatArray:
        """Efforts of motors and actuators along the coordinates (k,) [N or N m]; solved ones over the last step."""
        joints = self._measured()
        coordinates = joints.coordinates
        if self._engine.locates_impacts:
            self._engine.reactions(self._engine.state)  # the precise engine solves for speed motors with them
            coordinates.evaluate(joints.frames)
        effort = self._engine.motor_efforts()
        if coordinates.actuators.count:
            effort = effort + coordinates.actuator_efforts()
        return np.asarray(effort[self._rows])

    @property
    def bases(self) -> tuple[str, ...]:
        """Names of the free bodies with joints, such as a robot's trunk."""
        return tuple(self._joints.model.names[row] for row in self._mechanics().base)

    def mass_matrix(self) -> FloatArray:
        """Return the mass matrix (n, n) of bases and coordinates, armatures included."""
        return self._mechanics().mass_matrix(self._engine.state)

    def bias(self) -> FloatArray:
        """Return the efforts (n,) that keep all accelerations zero: gravity, other forces and centrifugal terms.

        Springs, dampers and motors of the joints are not among them. `mass_matrix() @ wanted + bias()` is the effort
        for wanted accelerations.
        """
        state = self._engine.state
        return self._mechanics().bias(state, self._engine.forces.wrenches(state.time, state))

    def jacobian(self, of: str, point: Any = (0.0, 0.0, 0.0)) -> FloatArray:
        """Return velocity and angular velocity, world, for a unit rate of each base and coordinate (6, n).

        Args:
            of: A site of the scene, or a body.
            point: Of the body or site, in its frame [m].
        """
        if not isinstance(of, str):
            raise UsageError(f"jacobian: of must be the name of a site or body, got {shown(of)}.")
        row, place = self._place(of, np.array(vector("jacobian", "point", point)))
        return self._mechanics().jacobian(self._engine.state, row, place)

    def _place(self, of: str, point: FloatArray) -> tuple[int, FloatArray]:
        """Return the row of a body, −1 for the world, and the present position of a point of it."""
        model, state = self._engine.model, self._engine.state
        site = self._scene.sites.get(of)
        if site is None and of not in model.names:
            raise UsageError(f"jacobian: the scene has no site or body '{of}'.{nearest(of, [*self._scene.sites])}")
        own = point
        if site is not None:
            own = np.array(site.position) + rotate_array(np.array(site.orientation), point)
            if isinstance(site.body, World):
                return -1, own
        row = model.index(of if site is None else site.body.name)
        return row, state.position[row] + rotate_array(state.orientation[row], own)

    @property
    def _joints(self) -> "JointSet":
        joints: JointSet | None = self._engine.joints
        if joints is None:
            raise UsageError("The scene has no joints.")
        return joints

    def _measured(self) -> "JointSet":
        self._find()
        joints, state = self._joints, self._engine.state
        joints.measure(state.time, state)
        return joints

    def _mechanics(self) -> "JointSpace":
        from rigida.constraints.reduced.joint_space import JointSpace

        self._find()
        if self._space is None:
            self._space = JointSpace(self._joints)
        return self._space

    def _find(self) -> None:
        """Update the rows of the coordinates after a joint has broken."""
        joints = self._joints
        if joints.alive == self._alive:
            return
        rows: list[int] = []
        names: list[str] = []
        for j in sorted(joints.alive):
            own, given = joints.coordinates.own_rows(j).tolist(), joints.model.joints[j].coordinate_names()
            rows += own
            names += given if len(given) == len(own) else [f"{given[0]}[{k}]" for k in range(len(own))]
        self._rows: IntArray = np.array(rows, dtype=np.int64)
        self._names, self._alive, self._space = tuple(names), joints.alive, None
