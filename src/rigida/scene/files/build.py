"""From a checked document to a Scene: names become bodies, tables become shapes, joints and forces.

The third stage of loading. An element that the schema refused is left out, and everything else is still tried, so
that one reading finds every fault of a file.
"""

import contextlib
import math
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath
from typing import Any, get_args, get_origin

import numpy as np

from rigida.errors import ModelError, RigidaError
from rigida.fields import SMALLEST_NORM, Quat
from rigida.geometry import Mesh
from rigida.geometry.material import Material
from rigida.geometry.shape import SHAPES, Shape
from rigida.math.axis_angle import quaternion_from_axis_angle_array
from rigida.math.euler import quaternion_from_roll_pitch_yaw_array
from rigida.registry import Registry, nearest
from rigida.scene.actuator import Actuator
from rigida.scene.body import WORLD, Body, World
from rigida.scene.body_camera import BodyCamera
from rigida.scene.camera_plan import CameraPlan
from rigida.scene.coupling import Coupling
from rigida.scene.engine import ENGINES
from rigida.scene.files.forms import (
    MAX_WORDED,
    Fault,
    FileField,
    KeyPath,
    PlacedShape,
    file_fields,
    is_body,
    is_parts,
    is_record,
    is_shape,
    record_class,
    takes_world,
)
from rigida.scene.force import FORCES
from rigida.scene.joint import JOINTS
from rigida.scene.pose import Pose
from rigida.scene.scene import RunPlan, Scene
from rigida.scene.site import Sensor, Site
from rigida.scene.visual import Visual

Tables = dict[str, Any]


class _UnusableError(Exception):
    """An element that cannot be created because of a recorded problem."""


def build_scene(document: Tables, folder: FilePath | None, schema_faults: list[Fault]) -> tuple[Scene, list[Fault]]:
    """Return the scene of a document, without its faulty elements, and the faults that only building finds."""
    builder = _Builder(document, folder, {path[:2] for path, _ in schema_faults})
    builder.build()
    return builder.scene, builder.faults


class _Builder:
    def __init__(self, document: Tables, folder: FilePath | None, broken: set[KeyPath]) -> None:
        self.faults: list[Fault] = []
        self.scene = Scene()
        self._document = document
        self._folder = folder or FilePath()
        self._broken = broken
        self._names = {
            *self._elements("body"),
            *self._elements("aircraft"),
            *(["ground"] if "ground" in document else []),
        }
        self._bodies: dict[str, Body] = {}
        self._materials: dict[str, Material] = {}
        # Bodies that name the same mesh file share one mesh, and with it its distance field.
        self._meshes: dict[tuple[str, float], Mesh] = {}

    def build(self) -> None:
        """Create all members, in the order of their references."""
        for key in ("title", "description"):
            if self._sound(key):
                setattr(self.scene, key, self._document[key])
        if self._sound("gravity"):
            self.scene.gravity = Scene(self._document["gravity"]).gravity
        if self._sound("run"):
            with self._noting(("run",), "RunPlan"):
                self.scene.plan = RunPlan(**self._document["run"])
        if self._sound("camera"):
            with self._noting(("camera",), "CameraPlan"):
                self.scene.camera = CameraPlan(**self._document["camera"])
        if self._sound("engine"):
            with self._noting(("engine",)):
                self.scene.engine = self._kind(ENGINES, self._document["engine"], ("engine",))
        for name, table, path in self._each("material"):
            with self._noting(path, "Material"):
                self._materials[name] = Material(**table)
        if self._sound("ground"):
            with self._noting(("ground",), "Body 'ground'", "HalfSpace"):
                self._bodies["ground"] = self.scene.add_ground(**self._document["ground"])
        for name, table, path in self._each("body"):
            with self._noting(path, f"Body '{name}'"):
                self._bodies[name] = self.scene.add_body(name=name, **self._body_arguments(table, path))
        for name, table, path in self._each("aircraft"):
            with self._noting(path, f"Body '{name}'", f"Flight '{name}'"):
                self._bodies[name] = self._aircraft(name, table, path)
        for name, table, path in self._each("force"):
            with self._noting(path):
                self.scene.add_force(self._kind(FORCES, table, path, name=name))
        for name, table, path in self._each("joint"):
            with self._noting(path):
                self.scene.add_joint(self._kind(JOINTS, table, path, name=name))
        self._build_robot()

    def _build_robot(self) -> None:
        """Create actuators, couplings, poses, sites, cameras, sensors and excluded pairs."""
        for name, table, path in self._each("actuator"):
            with self._noting(path, f"Actuator '{name}'"):
                self.scene.add_actuator(Actuator(**self._arguments(file_fields(Actuator), table, path), name=name))
        for name, table, path in self._each("coupling"):
            with self._noting(path, f"Coupling '{name}'"):
                self.scene.add_coupling(Coupling(**self._arguments(file_fields(Coupling), table, path), name=name))
        for name, table, path in self._each("site"):
            with self._noting(path, "Site"):
                self.scene.sites[name] = Site(**self._arguments(file_fields(Site), table, path))
        for name, table, path in self._each("body_camera"):
            with self._noting(path, "BodyCamera"):
                self.scene.cameras[name] = BodyCamera(**self._arguments(file_fields(BodyCamera), table, path))
        for name, table, path in self._each("sensor"):
            with self._noting(path, "Sensor"):
                self.scene.sensors[name] = Sensor(**table)
        for name, table, path in self._each("pose"):
            with self._noting(path, "Pose"):
                pose = Pose(**table)
                pose.check(self.scene)
                self.scene.poses[name] = pose
        if self._sound("start"):
            with self._noting(("start",), "Pose"):
                self.scene.take_pose(Pose(**self._document["start"]))
        for i, (a, b) in enumerate(self._document["apart"] if self._sound("apart") else []):
            with self._noting(("apart",)):
                first, second = (self._named_body(Body, name, ("apart", i)) for name in (a, b))
                self.scene.keep_apart(first, second)  # type: ignore[arg-type]  # the world cannot stand here

    def _aircraft(self, name: str, table: Tables, path: KeyPath) -> Body:
        from rigida.flight.aircraft_table import AircraftTable  # a layer above: only files need it here

        described = AircraftTable(**self._arguments(file_fields(AircraftTable), table, path))
        return described.add(self.scene, name, self._folder).body

    def _sound(self, key: str) -> bool:
        return key in self._document and not any(path[0] == key for path in self._broken)

    def _elements(self, family: str) -> Tables:
        tables = self._document.get(family)
        return tables if isinstance(tables, dict) else {}

    def _each(self, family: str) -> Iterator[tuple[str, Tables, KeyPath]]:
        """Yield (name, table, path) of the sound elements; of the others only the names they refer to are checked."""
        for name, table in self._elements(family).items():
            if len(self.faults) > MAX_WORDED:
                return  # more than are listed
            if not isinstance(table, dict):
                continue  # reported by the schema
            if (family, name) not in self._broken:
                yield name, table, (family, name)
            else:
                with self._noting((family, name)):
                    self._check_names(family, table, (family, name))

    def _check_names(self, family: str, table: Tables, path: KeyPath) -> None:
        if family == "body" and isinstance(table.get("material"), str):
            self._named_material(table["material"], (*path, "material"))
        registries: dict[str, Registry[Any]] = {"force": FORCES, "joint": JOINTS}
        registry = registries.get(family)
        if registry is None or table.get("kind") not in list(registry):
            return
        names = [field for field in file_fields(registry[table["kind"]]) if is_body(field.base)]
        self._arguments(names, {k: v for k, v in table.items() if isinstance(v, str)}, path)

    @contextlib.contextmanager
    def _noting(self, path: KeyPath, *owners: str) -> Iterator[None]:
        """Turn errors of constructors into faults at `path`, or at its key that the message begins with."""
        try:
            # Numbers that are valid one by one can still overflow together.
            with np.errstate(over="raise", invalid="raise", divide="raise"):
                yield
        except _UnusableError:
            pass
        except ArithmeticError as error:
            self.faults.append((path, f"its numbers are too extreme to compute with ({error}). Check their units."))
        except (RigidaError, ValueError) as error:
            message = str(error)
            for owner in owners:
                message = message.removeprefix(f"{owner}: ")
            key, table = message.split(" ", 1)[0], self._table_at(path)
            self.faults.append(((*path, key) if isinstance(table, dict) and key in table else path, message))

    def _table_at(self, path: KeyPath) -> Tables:
        at: Any = self._document
        for key in path:
            at = at[key]
        table: Tables = at
        return table

    def _kind(self, registry: Registry[Any], table: Tables, path: KeyPath, **extra: str) -> Any:
        """Return the shape, engine, force or joint that a table with a kind describes."""
        cls = registry[table["kind"]]
        made = None
        owner = f"{cls.__name__} '{extra['name']}'" if extra else cls.__name__
        with self._noting(path, owner, cls.__name__):
            arguments = self._arguments(file_fields(cls), table, path)
            if cls is Mesh:
                arguments = self._mesh_arguments(arguments, path)
                made = self._mesh(arguments)
            else:
                made = cls(**arguments, **extra)
        if made is None:
            raise _UnusableError
        return made

    def _arguments(self, fields: Iterable[FileField], table: Tables, path: KeyPath) -> Tables:
        """Return the constructor's arguments that a table gives; every faulty one is noted before giving up."""
        arguments: Tables = {}
        usable = True
        for field, key in [(f, key) for f in fields for key in f.keys if key in table]:
            try:
                arguments[field.name] = self._value(field, key, table[key], (*path, key))
            except _UnusableError:
                usable = False
        if not usable:
            raise _UnusableError
        return arguments

    def _value(self, field: FileField, key: str, value: Any, path: KeyPath) -> Any:
        if field.base == Quat:
            with self._noting(path):
                return _orientation(key, value)
            raise _UnusableError
        return self._typed(field.base, value, path)

    def _typed(self, base: Any, value: Any, path: KeyPath) -> Any:
        if is_body(base):
            return self._named_body(base, value, path)
        if is_shape(base):
            return self._kind(SHAPES, value, path)
        if is_parts(base):
            return [self._part(part, (*path, i)) for i, part in enumerate(value)]
        if is_record(base):
            return self._record(record_class(base), value, path)
        if get_origin(base) is tuple:
            return tuple(self._typed(get_args(base)[0], item, (*path, i)) for i, item in enumerate(value))
        return value

    def _record(self, cls: type, table: Tables, path: KeyPath) -> Any:
        with self._noting(path, cls.__name__):
            arguments = self._arguments(file_fields(cls), table, path)
            return cls(**(self._with_file(arguments, path) if cls is Visual else arguments))
        raise _UnusableError

    def _part(self, table: Tables, path: KeyPath) -> tuple[Shape, Any, Any]:
        part = self._record(PlacedShape, table, path)
        return part.shape, part.position, part.orientation

    def _named_body(self, base: Any, name: str, path: KeyPath) -> Body | World:
        if name == World.name:
            if takes_world(base):
                return WORLD
            self.faults.append((path, "must be the name of a body; the world cannot stand here."))
            raise _UnusableError
        if name in self._bodies:
            return self._bodies[name]
        if name not in self._names:
            self.faults.append((path, f"there is no body '{name}'.{self._hint(name, self._names)}"))
        raise _UnusableError

    def _hint(self, name: str, known: Iterable[str]) -> str:
        return nearest(name, known) if len(self.faults) < MAX_WORDED else ""

    def _body_arguments(self, table: Tables, path: KeyPath) -> Tables:
        material = self._named_material(table["material"], (*path, "material")) if "material" in table else None
        own = [field for field in file_fields(Body) if field.name != "material"]
        arguments = self._arguments([*own, *file_fields(Material)], table, path)
        if material is None and "material" in table:
            raise _UnusableError
        return {**arguments, "material": material}

    def _named_material(self, name: str, path: KeyPath) -> Material | None:
        """Return the material of a name; None if it is invalid or, with a problem, missing."""
        known = self._elements("material")
        if name not in known:
            self.faults.append((path, f"there is no material '{name}'.{self._hint(name, known)}"))
        return self._materials.get(name)

    def _mesh(self, arguments: Tables) -> Mesh:
        if "file" not in arguments:
            return Mesh(**arguments)
        key = (arguments["file"], arguments.get("scale", 1.0))
        if key not in self._meshes:
            self._meshes[key] = Mesh(**arguments)
        return self._meshes[key]

    def _mesh_arguments(self, arguments: Tables, path: KeyPath) -> Tables:
        if "file" in arguments and ("vertices" in arguments or "triangles" in arguments):
            raise ModelError("a mesh comes either from a file or from vertices and triangles. Leave out one of them.")
        return self._with_file(arguments, path)

    def _with_file(self, arguments: Tables, path: KeyPath) -> Tables:
        """Return a mesh's arguments with the resolved path of its file; a missing file is noted."""
        if "file" not in arguments:
            return arguments
        file = self._folder / arguments["file"]
        if not file.is_file():
            self.faults.append(((*path, "file"), f"there is no mesh file '{file}'. Check the path."))
            raise _UnusableError
        return arguments | {"file": str(file)}


def _orientation(key: str, numbers: list[float]) -> Quat:
    """Return the quaternion (w, x, y, z) that one of the four orientation keys gives."""
    if key.endswith("quat_wxyz"):
        w, x, y, z = numbers
    elif key.endswith("quat_xyzw"):
        x, y, z, w = numbers
    elif key.endswith("rpy_deg"):
        w, x, y, z = quaternion_from_roll_pitch_yaw_array(np.radians(numbers)).tolist()
    else:
        if not any(numbers[:3]):
            raise ModelError("the axis must be a non-zero vector. Use [0, 0, 1, 0] for no rotation.")
        axis = np.array(numbers[:3]) / np.abs(numbers[:3]).max()
        w, x, y, z = quaternion_from_axis_angle_array(axis, math.radians(numbers[3])).tolist()
    if math.hypot(w, x, y, z) < SMALLEST_NORM:
        raise ModelError(f"must be a non-zero quaternion, got {numbers}. Leave it out for no rotation.")
    return w, x, y, z
