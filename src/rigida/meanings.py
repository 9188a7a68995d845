"""Names in other engines and file formats, and rigida's names for the same things.

Spelling finds misspelt names; a name that is right elsewhere is found here. Names are compared without underscores and
capitals, so that `BallJoint`, `ball_joint` and `balljoint` are one.
"""

from collections.abc import Iterable

#: What each name may mean, the likeliest first; those that are no candidates where it is looked up are left out.
_MEANINGS: dict[str, tuple[str, ...]] = {
    "slider": ("Prismatic",),
    "sliderjoint": ("Prismatic",),
    "slide": ("Prismatic",),
    "translational": ("Prismatic",),
    "hinge": ("Revolute",),
    "hingejoint": ("Revolute",),
    "pin": ("Revolute",),
    "rotational": ("Revolute",),
    "continuous": ("Revolute",),
    "weld": ("Fixed",),
    "weldjoint": ("Fixed",),
    "rigid": ("Fixed",),
    "lock": ("Fixed",),
    "ball": ("Spherical", "Sphere"),
    "balljoint": ("Spherical",),
    "ballandsocket": ("Spherical",),
    "pointtopoint": ("Spherical",),
    "socket": ("Spherical",),
    "rope": ("Distance",),
    "rod": ("Distance",),
    "string": ("Distance",),
    "cardan": ("Universal",),
    "hookejoint": ("Universal",),
    "world": ("WORLD", "Scene"),
    "environment": ("Scene",),
    "space": ("Scene",),
    "physics": ("Simulation",),
    "simulator": ("Simulation",),
    "sim": ("Simulation",),
    "joint": ("Revolute", "joints"),
    "terrain": ("Mesh",),
    "heightfield": ("Mesh",),
    "cube": ("Box",),
    "cuboid": ("Box",),
    "brick": ("Box",),
    "hull": ("ConvexHull",),
    "convex": ("ConvexHull",),
    "trimesh": ("Mesh",),
    "rigidbody": ("Body",),
    "link": ("Body",),
    "actor": ("Body",),
    "damper": ("Spring", "Drag"),
    "springdamper": ("Spring",),
    "thruster": ("Force", "ConstantForce", "Jet"),
    "wind": ("Wind", "Drag"),
    "magnet": ("Attraction",),
    "kick": ("Impulse",),
    "motor": ("Actuator",),
    "dashpot": ("Spring", "Drag"),
    "torsion": ("Torque",),
    "torsionspring": ("Revolute",),
    "engine": ("Realtime",),
    "solver": ("Realtime",),
    "stage": ("Scene",),
    "track": ("Path",),
    "servo": ("Actuator",),
    "halfspace": ("HalfSpace",),
    "plane": ("HalfSpace", "ground"),
    "floor": ("HalfSpace", "ground"),
    "ground": ("HalfSpace", "ground"),
    "rotation": ("orientation", "quat_wxyz", "rpy_deg", "orientation_wxyz"),
    "quaternion": ("orientation", "quat_wxyz", "orientation_wxyz"),
    "quat": ("orientation", "quat_wxyz", "orientation_wxyz"),
    "euler": ("rpy_deg", "rpy", "orientation"),
    "angle": ("rpy_deg", "orientation"),
    "pos": ("position",),
    "location": ("position",),
    "translation": ("position",),
    "vel": ("velocity",),
    "linearvelocity": ("velocity",),
    "linvel": ("velocity",),
    "angvel": ("angular_velocity",),
    "com": ("center_of_mass",),
    "pose": ("position",),
    "speed": ("velocity",),
    "omega": ("angular_velocity",),
    "spin": ("angular_velocity",),
    "mu": ("friction",),
    "friction": ("friction", "Material"),
    "surface": ("Material",),
    "elasticity": ("restitution",),
    "bounciness": ("restitution",),
    "bounce": ("restitution",),
    "color": ("color",),
    "static": ("fixed",),
    "halfextents": ("size",),
    "extents": ("size",),
    "dimensions": ("size",),
    "geometry": ("shape",),
    "geom": ("shape",),
    "parent": ("b",),
    "child": ("a",),
    "min": ("lower",),
    "max": ("upper",),
}


def same_in_meaning(name: str, candidates: Iterable[str]) -> str:
    """Return the candidate with the meaning that `name` has in other software; empty if there is none."""
    meanings = [_bare(meant) for meant in _MEANINGS.get(_bare(name), ())]
    if not meanings:
        return ""
    # Where two differ in capitals only, as a class and a function do, the one that looks like the name is meant.
    alike = sorted(candidates, key=lambda candidate: candidate[:1].isupper() == name[:1].isupper())
    known = {_bare(candidate): candidate for candidate in alike}
    return next((known[meant] for meant in meanings if meant in known), "")


def _bare(name: str) -> str:
    return name.replace("_", "").lower()
