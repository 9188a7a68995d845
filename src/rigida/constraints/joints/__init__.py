"""Joints: each is a list of constraint parts, and registers under its scene-file kind."""

from rigida.constraints.joints.combined import Combined
from rigida.constraints.joints.constraint import Constraint
from rigida.constraints.joints.hinges import Fixed, Revolute, Spherical, Universal
from rigida.constraints.joints.prescribed import OrientationOnPath, PointOnPath
from rigida.constraints.joints.serial import Serial, SerialAxis
from rigida.constraints.joints.sliders import Cylindrical, Distance, Planar, Prismatic
from rigida.constraints.joints.wrapped import WrappedDistance

__all__ = [
    "Combined",
    "Constraint",
    "Cylindrical",
    "Distance",
    "Fixed",
    "OrientationOnPath",
    "Planar",
    "PointOnPath",
    "Prismatic",
    "Revolute",
    "Serial",
    "SerialAxis",
    "Spherical",
    "Universal",
    "WrappedDistance",
]
