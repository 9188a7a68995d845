"""Export of a scene as a URDF robot, if it is a tree of bodies with hinges, sliders and welds.

Link frames are those of the joints, as the format wants, so they differ from the frames of the bodies.
"""

from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

from rigida.arrays import FloatArray
from rigida.atomic_file import replaced
from rigida.constraints.joints import Fixed, Prismatic, Revolute
from rigida.constraints.joints.anchored import AnchoredJoint
from rigida.errors import SceneError
from rigida.geometry import Box, Compound, Cylinder, Mesh, Shape, Sphere
from rigida.importers.findings import Findings
from rigida.importers.robot import Pose
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.scene.body import Body
from rigida.scene.joint import Joint
from rigida.scene.scene import Scene

_KINDS: dict[type[Joint], str] = {Revolute: "revolute", Prismatic: "prismatic", Fixed: "fixed"}


def write_urdf(scene: Scene, path: Path) -> list[Path]:
    """Write the robot and return its file; unsupported features are omitted with one warning per kind."""
    findings = Findings(path.name)
    holder = _holders(scene, findings)
    frames = {body: _frame(body, holder.get(body)) for body in scene.bodies}
    lines = ['<?xml version="1.0"?>', f"<robot name={quoteattr(scene.title or path.stem)}>", '  <link name="world"/>']
    for body in scene.bodies:
        lines += _link(body, frames[body], findings)
    for body in scene.bodies:
        lines += _welded(body, holder.get(body), frames, findings)
    if scene.forces:
        findings.leave_out("forces have no form in this format and are left out")
    with replaced(path) as temporary:
        temporary.write_text("\n".join([*lines, "</robot>\n"]), encoding="utf-8")
    findings.warn()
    return [path]


def _holders(scene: Scene, findings: Findings) -> dict[Body, AnchoredJoint]:
    """Return the joint of each body to its parent, without joints that close loops."""
    found: dict[Body, AnchoredJoint] = {}
    for joint in scene.joints:
        if type(joint) not in _KINDS or not isinstance(joint, AnchoredJoint) or joint.anchor_b is not None:
            findings.leave_out(f"a joint of kind '{joint.kind}' has no form in this format and is left out")
        elif joint.a in found:
            findings.leave_out("a joint that closes a loop has no form in this format and is left out")
        else:
            found[joint.a] = joint
    for body in found:
        at: Any = body
        for _ in range(len(found) + 1):
            at = found[at].b if at in found else None
        if at is not None:
            raise SceneError(f"Body '{body.name}' is part of a closed loop of joints. URDF describes trees only.")
    return found


def _frame(body: Body, joint: AnchoredJoint | None) -> Pose:
    """Return the pose of the link's frame in the world: at the joint, with the axes of the body."""
    origin = np.array(body.position if joint is None or joint.anchor is None else joint.anchor)
    return Pose(origin, np.array(body.orientation))


def _link(body: Body, frame: Pose, findings: Findings) -> list[str]:
    in_link = frame.inverse() @ Pose(np.array(body.position), np.array(body.orientation))
    lines = [f"  <link name={quoteattr(body.name)}>"]
    if body.dynamic:
        properties = body.mass_properties()
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = properties.inertia.tolist()
        lines += [
            f"    <inertial>{_origin(Pose(in_link.point(properties.center), in_link.orientation))}",
            f'      <mass value="{properties.mass!r}"/>',
            f'      <inertia ixx="{xx!r}" ixy="{xy!r}" ixz="{xz!r}" iyy="{yy!r}" iyz="{yz!r}" izz="{zz!r}"/>',
            "    </inertial>",
        ]
    for shape, position, orientation in _parts(body.shape):
        geometry = _geometry(shape)
        if geometry is None:
            findings.leave_out(f"a {type(shape).__name__} has no form in this format and is left out")
            continue
        place = in_link @ Pose(np.array(position), np.array(orientation))
        lines.append(f"    <collision>{_origin(place)}<geometry>{geometry}</geometry></collision>")
    return [*lines, "  </link>"]


def _parts(shape: Shape | None) -> list[tuple[Shape, Any, Any]]:
    if shape is None:
        return []
    return list(shape.flattened) if isinstance(shape, Compound) else [(shape, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))]


def _geometry(shape: Shape) -> str | None:
    if isinstance(shape, Box):
        return f'<box size="{_numbers(shape.size)}"/>'
    if isinstance(shape, Sphere):
        return f'<sphere radius="{shape.radius!r}"/>'
    if isinstance(shape, Cylinder):
        return f'<cylinder radius="{shape.radius!r}" length="{shape.height!r}"/>'
    if isinstance(shape, Mesh) and shape.file is not None:
        return f'<mesh filename={quoteattr(shape.file)} scale="{_numbers([shape.scale] * 3)}"/>'
    return None


def _welded(body: Body, joint: AnchoredJoint | None, frames: dict[Body, Pose], findings: Findings) -> list[str]:
    if joint is None and body.dynamic:
        return _joint_lines(f"{body.name}_free", "floating", "world", body, frames[body], [])
    if joint is None:
        return _joint_lines(f"{body.name}_fixed", "fixed", "world", body, frames[body], [])
    parent = joint.b if isinstance(joint.b, Body) else None
    place = frames[body] if parent is None else frames[parent].inverse() @ frames[body]
    kind, inner = _KINDS[type(joint)], []
    if isinstance(joint, Revolute | Prismatic):
        axis = frames[body].inverse().direction(joint.axis)
        inner.append(f'<axis xyz="{_numbers(axis)}"/>')
        limit = "" if joint.motor_max is None else f' effort="{joint.motor_max!r}"'
        if joint.lower is None or joint.upper is None:
            kind = "continuous" if isinstance(joint, Revolute) else kind
            if kind == "prismatic" or joint.lower is not None or joint.upper is not None:
                findings.leave_out("a limit on one side only, or a slider without limits, has no form in this format")
                limit += ' lower="-1000.0" upper="1000.0"' if kind == "prismatic" else ""
        else:
            limit += f' lower="{joint.lower!r}" upper="{joint.upper!r}"'
        inner += [f"<limit{limit}/>"] if limit else []
        inner += [f'<dynamics damping="{joint.damping!r}"/>'] if joint.damping else []
        if joint.stiffness or joint.trajectory is not None or joint.motor != "none":
            findings.leave_out(
                "springs, trajectories and motors of joints have no form in this format and are left out"
            )
    return _joint_lines(str(joint.name), kind, "world" if parent is None else parent.name, body, place, inner)


def _joint_lines(name: str, kind: str, parent: str, body: Body, place: Pose, inner: list[str]) -> list[str]:
    return [
        f'  <joint name={quoteattr(name)} type="{kind}">',
        f"    <parent link={quoteattr(parent)}/><child link={quoteattr(body.name)}/>{_origin(place)}",
        *(f"    {line}" for line in inner),
        "  </joint>",
    ]


def _origin(pose: Pose) -> str:
    matrix = matrix_from_quaternion_array(pose.orientation)
    pitch = np.arctan2(-matrix[2, 0], np.hypot(matrix[0, 0], matrix[1, 0]))
    roll, yaw = np.arctan2(matrix[2, 1], matrix[2, 2]), np.arctan2(matrix[1, 0], matrix[0, 0])
    if np.hypot(matrix[0, 0], matrix[1, 0]) < 1e-9:
        # Looking straight up or down, only roll − yaw or roll + yaw is determined.
        roll, yaw = 0.0, np.arctan2(-matrix[0, 1], matrix[1, 1])
    return f'<origin xyz="{_numbers(pose.position)}" rpy="{_numbers([roll, pitch, yaw])}"/>'


def _numbers(values: Any) -> str:
    array: FloatArray = np.asarray(values, dtype=np.float64)
    return " ".join(repr(value) for value in array.tolist())
