"""The scene file's tables as pydantic models, made from the registries and the declared fields.

The second stage of loading: types, ranges, known keys and kinds. A new shape, force, joint or engine needs no line
here; its unit, range and text appear in the JSON Schema. Only this module imports pydantic, and only loading imports
it, because it costs start-up time.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
    model_validator,
)
from pydantic_core import PydanticCustomError

from rigida.arrays import IntArray
from rigida.fields import Rule, rule_of
from rigida.geometry import HalfSpace
from rigida.geometry.material import Material
from rigida.geometry.shape import SHAPES
from rigida.registry import Registry
from rigida.scene.actuator import Actuator
from rigida.scene.body import Body
from rigida.scene.body_camera import BodyCamera
from rigida.scene.camera_plan import CameraPlan
from rigida.scene.coupling import Coupling
from rigida.scene.engine import ENGINES
from rigida.scene.files import forms
from rigida.scene.files.forms import MAX_WORDED, ORIENTATION_KEYS, Fault, FileField, PlacedShape, file_fields
from rigida.scene.files.problems import Expected, faults_from
from rigida.scene.files.written import written
from rigida.scene.force import FORCES
from rigida.scene.joint import JOINTS
from rigida.scene.pose import POSE_KEYS, Pose
from rigida.scene.scene import RunPlan
from rigida.scene.site import Sensor, Site

#: Entries of a list or table of any length that are checked at a time.
_PIECE = 50
_ORIENTATIONS = {
    "quat_wxyz": (4, "", "Orientation as a quaternion (w, x, y, z)."),
    "quat_xyzw": (4, "", "Orientation as a quaternion (x, y, z, w)."),
    "axis_angle_deg": (4, "deg", "Orientation as an axis (x, y, z) and an angle in degrees."),
    "rpy_deg": (3, "deg", "Orientation as roll, pitch, yaw about the fixed x, y, z axes, in that order."),
}


def _without_nulls(schema: dict[str, Any]) -> None:
    # A key that may be left out has no value to show; null itself is not a valid one.
    for described in schema.get("properties", {}).values():
        if described.get("default", ...) is None:
            del described["default"]


class Table(BaseModel):
    """Base of all tables: no unknown keys, no conversions between types."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra=_without_nulls)

    @model_validator(mode="before")
    @classmethod
    def _drop_unlisted_keys(cls, table: Any) -> Any:
        """Return the table without unknown keys beyond those listed as problems."""
        if not isinstance(table, dict) or len(table) <= MAX_WORDED:
            return table
        unknown = islice((key for key in table if key not in cls.model_fields), MAX_WORDED + 1)
        return {key: table[key] for key in (*(cls.model_fields.keys() & table.keys()), *unknown)}


def document_faults(document: dict[str, Any]) -> list[Fault]:
    """Return the faults in types, ranges, keys and kinds of a scene document."""
    with suppress(ValidationError):  # what is good needs no models of tables that it has not, nor words about them
        scene_model(frozenset(document)).model_validate(document)
        return []
    model = scene_model()
    try:
        model.model_validate(document)
    except ValidationError as error:
        return faults_from(error.errors(include_url=False), model)
    return []


def scene_schema() -> dict[str, Any]:
    """Return the JSON Schema of scene files, with units in the descriptions."""
    schema = scene_model().model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "rigida scene"}


def scene_model(keys: frozenset[str] | None = None) -> type[BaseModel]:
    """Return the model of a scene file, or of one with only these keys, for the registered kinds."""
    return _scene_model(keys, *(tuple(registry) for registry in (SHAPES, FORCES, JOINTS, ENGINES)))


@cache
def _scene_model(keys: frozenset[str] | None, *kinds: tuple[str, ...]) -> type[BaseModel]:
    tables = _Tables()
    parts: dict[str, tuple[Callable[[], Any], Any]] = {
        "title": (lambda: _text("text"), Field("", description="One line that names the scene.")),
        "description": (lambda: _text("text"), Field("", description="What the scene shows.")),
        "gravity": (lambda: _numbers(3, Rule("m/s²")), Field([0.0, 0.0, -9.81], description="Of all bodies. [m/s²]")),
        "run": (
            lambda: tables.record(RunPlan),
            Field(None, description="How long to run and how many frames to keep."),
        ),
        "camera": (lambda: tables.record(CameraPlan), Field(None, description="From where the scene is to be seen.")),
        "engine": (
            lambda: tables.union("engine", ENGINES),
            Field(None, description="Which engine, with its settings."),
        ),
        "material": (lambda: _named(tables.record(Material)), Field({}, description="Surfaces by name.")),
        "ground": (
            lambda: tables.ground(),
            Field(None, description="A fixed half-space; the first body, named 'ground'."),
        ),
        "body": (lambda: _named(tables.body()), Field({}, description="Bodies by name.")),
        "aircraft": (lambda: _named(tables.record(_aircraft_table())), Field({}, description="Aircraft by name.")),
        "force": (lambda: _named(tables.union("force", FORCES)), Field({}, description="Force elements by name.")),
        "joint": (lambda: _named(tables.union("joint", JOINTS)), Field({}, description="Joints by name.")),
        "actuator": (lambda: _named(tables.record(Actuator)), Field({}, description="Actuators by name.")),
        "coupling": (lambda: _named(tables.record(Coupling)), Field({}, description="Couplings of joints by name.")),
        "apart": (lambda: _apart(), Field([], description="Pairs of bodies that never touch each other.")),
        "pose": (lambda: _named(tables.pose()), Field({}, description="Poses by name.")),
        "start": (lambda: tables.pose(), Field(None, description="The pose in which a simulation begins.")),
        "site": (lambda: _named(tables.record(Site)), Field({}, description="Places on bodies by name.")),
        "body_camera": (lambda: _named(tables.record(BodyCamera)), Field({}, description="Cameras on bodies by name.")),
        "sensor": (lambda: _named(tables.sensor()), Field({}, description="Sensors by name.")),
    }
    expected: dict[str, Any] = {
        name: (made(), field) for name, (made, field) in parts.items() if keys is None or name in keys
    }
    return create_model("scene", __base__=Table, **expected)


def _aircraft_table() -> type:
    from rigida.flight.aircraft_table import AircraftTable  # a layer above: only files need it here

    return AircraftTable


class _Tables:
    """Builder of the models of a schema; shapes are first, because other tables contain them."""

    def __init__(self) -> None:
        self._records: dict[type, type[BaseModel]] = {}
        self._shape: Any = "ShapeTable"  # compounds contain shapes: known only when all shapes are made
        shape = self.union("shape", SHAPES)
        self._shape = shape
        self._records[PlacedShape].model_rebuild(_types_namespace={"ShapeTable": shape})
        for member in get_args(get_args(shape)[0]):
            member.model_rebuild(force=True)

    def union(self, family: str, registry: Registry[Any]) -> Any:
        """Return the tagged union over the kinds of a registry that have a form in files."""
        models = [
            self._model(f"{family}_{kind}", cls, self._fields(cls), kind=kind)
            for kind, cls in registry.items()
            if forms.formless_field(cls) is None
        ]
        if not models:
            models = [self._model(f"no_{family}", Table, {}, kind="")]
        if len(models) == 1:  # pydantic tags only real unions
            return models[0]
        return Annotated[Union[tuple(models)], Field(discriminator="kind")]  # noqa: UP007 (made at run time)

    def record(self, cls: type) -> Any:
        """Return the model of a small dataclass without kinds."""
        if cls not in self._records:
            self._records[cls] = self._model(cls.__name__.lower(), cls, self._fields(cls))
        return self._records[cls]

    def body(self) -> Any:
        """Return the model of a body's table: its fields, and its material by name or by single values."""
        found = self._fields(Body, leave_out=("inertia", "material"))
        found |= self._fields(Material)
        found["material"] = (_text("the name of a material"), Field(None, description="A name of [material]."))
        found["inertia"] = (_inertia(), Field(None, description="About the center of mass: 3 moments or 3×3 [kg m²]"))
        return self._model("body", Body, found)

    def ground(self) -> Any:
        """Return the model of [ground]: the arguments of `Scene.add_ground`."""
        place = {key: value for key, value in self._fields(Body).items() if key == "position"}
        return self._model("ground", HalfSpace, self._fields(Material) | self._fields(HalfSpace) | place)

    def pose(self) -> Any:
        """Return the model of a pose: values by name."""
        if Pose not in self._records:
            number = _number(Rule())
            several: Any = Annotated[_list(number), Expected("numbers")]
            value: Any = Annotated[_either("number", number, "list", several), Expected("a number, or several")]
            found: dict[str, Any] = {
                name: (_named(value), Field({}, description=text)) for name, text in POSE_KEYS.items()
            }
            self._records[Pose] = self._model("pose", Pose, found)
        return self._records[Pose]

    def sensor(self) -> Any:
        """Return the model of a sensor."""
        of: Any = Annotated[_named(_text("text")), Expected("texts by name")]
        found = {
            "measures": (_text("text"), Field(..., description="What is measured.")),
            "of": (of, Field({}, description="Of what: the names of a joint, site, body, ...")),
        }
        return self._model("sensor", Sensor, found)

    def _fields(self, cls: type, leave_out: tuple[str, ...] = ()) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for field in file_fields(cls):
            if field.name in leave_out or not field.writable:
                continue
            rule = rule_of(list(field.markers))
            if field.keys == (field.name,) or field.columns is not None:
                default = ... if field.required else _immutable(written(field.default))
                found[field.keys[0]] = (self._type_of(field, rule), Field(default, description=_described(rule)))
                continue
            for key, (size, unit, text) in zip(field.keys, _ORIENTATIONS.values(), strict=True):
                numbers: Any = Annotated[_numbers(size, Rule(unit)), BeforeValidator(_one_orientation)]
                found[key] = (numbers, Field(None, description=text))
        return found

    def _type_of(self, field: FileField, rule: Rule) -> Any:
        if field.columns is None:
            return self._type(field.base, rule)
        number = _whole(rule) if field.base is IntArray else _number(rule)
        if field.columns == 0:
            return Annotated[_list(number), Expected("a list of numbers", rule)]
        row = _numbers(field.columns, rule, number)
        return Annotated[_list(row), Expected(f"a list of rows of {field.columns} numbers", rule)]

    def _type(self, base: Any, rule: Rule) -> Any:
        """Return the type of the file's value for a declared field's type."""
        members = get_args(base)
        if get_origin(base) is tuple:
            inner = self._type(members[0], rule)
            if members[-1] is Ellipsis:
                return Annotated[_list(inner), Expected("a list", rule)]
            return _numbers(len(members), rule, inner)
        if get_origin(base) is Literal:
            return Annotated[base, Expected("one of " + ", ".join(repr(m) for m in members), rule)]
        if forms.is_number_or_list(base):
            return _either("number", self._type(members[0], rule), "list", self._type(members[1], rule))
        if forms.is_parts(base):
            return Annotated[_list(self.record(PlacedShape)), Expected("a list of { shape = ..., position = ... }")]
        if forms.is_body(base):
            return _text("the name of a body")
        if forms.is_shape(base):
            return self._shape
        if forms.is_record(base):
            return self.record(forms.record_class(base))
        if base is str:
            return _text("text")
        return {float: _number, int: _whole, bool: _flag}[base](rule)

    def _model(self, name: str, cls: type, found: dict[str, Any], kind: str | None = None) -> type[BaseModel]:
        if kind is not None:
            tag: Any = Annotated[Literal[kind], Expected("the kind, as text")]
            found = {"kind": (tag, Field(..., description="Which kind this table describes.")), **found}
        summary = next(iter((cls.__doc__ or "").splitlines()), "")
        return create_model(name, __base__=Table, __doc__=summary, **found)


def _one_orientation(value: Any, info: ValidationInfo) -> Any:
    """Refuse a second orientation; the four keys of one are validated in their order."""
    key = str(info.field_name)
    prefix = next(key.removesuffix(ending) for ending in ORIENTATION_KEYS if key.endswith(ending))
    given = [prefix + ending for ending in ORIENTATION_KEYS if info.data.get(prefix + ending) is not None]
    if given:
        raise PydanticCustomError("rigida", f"the orientation is already given by '{given[0]}'. Leave out one of them.")
    return value


def _number(rule: Rule) -> Any:
    limits = Field(allow_inf_nan=False, gt=rule.above, ge=rule.at_least, le=rule.at_most)
    return Annotated[float, limits, Expected("a number", rule)]


def _whole(rule: Rule) -> Any:
    return Annotated[int, Field(gt=rule.above, ge=rule.at_least, le=rule.at_most), Expected("a whole number", rule)]


def _flag(rule: Rule) -> Any:
    return Annotated[bool, Expected("true or false", rule)]


def _immutable(value: Any) -> Any:
    """Return a default value as pydantic need not copy it for every table."""
    return tuple(_immutable(entry) for entry in value) if isinstance(value, list) else value


def _list(item: Any) -> Any:
    return Annotated[list[item], WrapValidator(_check_in_pieces)]


def _named(table: Any) -> Any:
    return Annotated[dict[str, table], WrapValidator(_check_in_pieces)]


def _check_in_pieces(entries: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """Check the entries of a list or dict in pieces, until there are more problems than are listed.

    A file of 20 MB may have millions of faults: pydantic would put each in words.
    """
    if not isinstance(entries, list | dict) or len(entries) <= _PIECE:
        return check(entries)
    keys = list(entries) if isinstance(entries, dict) else None

    def part(start: int, end: int) -> Any:
        return entries[start:end] if keys is None else {key: entries[key] for key in keys[start:end]}

    fault_count = end = 0
    while end < len(entries) and fault_count <= MAX_WORDED:
        start, end = end, end + _PIECE
        try:
            check(part(start, end))
        except ValidationError as error:
            fault_count += error.error_count()
    return check(part(0, end)) if fault_count else entries  # once more, for the right places


def _text(words: str) -> Any:
    return Annotated[str, Expected(words)]


def _numbers(size: int, rule: Rule, number: Any = None) -> Any:
    inner: Any = _number(rule) if number is None else number
    return Annotated[list[inner], Field(min_length=size, max_length=size), Expected(f"{size} numbers", rule)]


def _either(plain_tag: str, plain: Any, list_tag: str, several: Any, depth: int = 0) -> Any:
    """Return a union decided by whether the value (or, at depth 1, its first element) is a list."""

    def tag(value: Any) -> str:
        if depth:
            value = value[0] if isinstance(value, list) and value else None
        return list_tag if isinstance(value, list) else plain_tag

    return Annotated[Annotated[plain, Tag(plain_tag)] | Annotated[several, Tag(list_tag)], Discriminator(tag)]


def _apart() -> Any:
    names: Any = Annotated[_list(_text("the name of a body")), Field(min_length=2, max_length=2), Expected("two names")]
    return Annotated[_list(names), Expected("a list of pairs of names")]


def _inertia() -> Any:
    expected = Expected("3 numbers or 3 rows of 3 numbers", Rule("kg m²"))
    moments = _numbers(3, expected.rule)
    matrix: Any = Annotated[_numbers(3, expected.rule, moments), expected]
    return _either("moments", Annotated[moments, expected], "matrix", matrix, depth=1)


def _described(rule: Rule) -> str | None:
    unit = f"[{rule.unit}]" if rule.unit else ""
    return " ".join(part for part in (rule.text, unit) if part) or None
