"""The schema: made from the registries and declared fields alone, with units, and loaded only when needed."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest

import rigida as rg
from rigida.arrays import FloatArray
from rigida.fields import Numbers, Quat, Rule
from rigida.geometry.shape import SHAPES
from rigida.scene.body import Body, BodyOrWorld
from rigida.scene.engine import ENGINES
from rigida.scene.files.forms import file_fields, formless_field, has_form
from rigida.scene.files.load import scene_from_document
from rigida.scene.files.save import scene_document
from rigida.scene.files.schema import scene_schema
from rigida.scene.force import FORCES, Force


@dataclass(frozen=True)
class TrialMotor:
    """A table inside an element."""

    speed: Annotated[float, Rule("rad/s", text="Wanted speed.")]
    on: bool = True


@dataclass(frozen=True, eq=False)
class TrialForce(Force):
    """A force with a field of every form."""

    kind = "trial_force"
    a: Body
    others: tuple[Body, ...] = ()
    end: BodyOrWorld | None = None
    size: Annotated[float | tuple[float, float], Rule("m", above=0.0)] = 1.0
    limits: Annotated[tuple[float, float], Rule("rad", at_least=-4.0)] | None = None
    mode: Literal["soft", "hard"] = "soft"
    count: Annotated[int, Rule(at_least=1)] = 1
    knots: Numbers | None = None
    orientation: Quat = (1.0, 0.0, 0.0, 0.0)
    motor: TrialMotor | None = None
    watcher: Callable[[float], None] | None = None

    def bodies(self) -> list[BodyOrWorld]:
        return [self.a, *self.others]


@pytest.fixture
def trial_force() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FORCES._classes, "trial_force", TrialForce)
        yield


def definition(name: str) -> dict[str, Any]:
    found: dict[str, Any] = scene_schema()["$defs"][name]["properties"]
    return found


def test_the_schema_is_json_and_names_every_kind_that_a_file_can_hold() -> None:
    schema = json.loads(json.dumps(scene_schema()))
    assert schema["title"] == "rigida scene"
    for family, registry in (("shape", SHAPES), ("force", FORCES), ("engine", ENGINES)):
        for kind, cls in registry.items():
            assert (f"{family}_{kind}" in schema["$defs"]) == (formless_field(cls) is None), kind
    assert "force_user_force" not in schema["$defs"]


def test_units_ranges_and_texts_come_from_the_rules() -> None:
    assert definition("shape_sphere")["radius"]["exclusiveMinimum"] == 0.0
    assert "[m]" in definition("shape_sphere")["radius"]["description"]
    assert definition("body")["density"]["description"] == "In place of a mass; default 1000. [kg/m³]"
    restitution = definition("body")["restitution"]
    assert (restitution["minimum"], restitution["maximum"]) == (0.0, 1.0)
    assert "no bounce" in restitution["description"]
    assert definition("shape_box")["size"]["minItems"] == definition("shape_box")["size"]["maxItems"] == 3


def test_keys_that_may_be_left_out_have_no_null_as_default() -> None:
    assert '"default": null' not in json.dumps(scene_schema())


def test_no_table_takes_unknown_keys() -> None:
    assert all(table["additionalProperties"] is False for table in scene_schema()["$defs"].values())


def test_orientations_have_four_keys_and_no_bare_one() -> None:
    keys = set(definition("body"))
    assert {"quat_wxyz", "quat_xyzw", "axis_angle_deg", "rpy_deg"} <= keys
    assert "orientation" not in keys


@pytest.mark.usefixtures("trial_force")
def test_a_new_kind_needs_nothing_but_its_class() -> None:
    found = definition("force_trial_force")
    assert found["a"]["type"] == "string"
    assert found["others"]["items"]["type"] == "string"
    assert found["mode"]["enum"] == ["soft", "hard"]
    assert "watcher" not in found
    table = {
        "kind": "trial_force",
        "a": "x",
        "others": ["y"],
        "end": "world",
        "size": [1.0, 2.0],
        "limits": [-1.0, 1.0],
        "mode": "hard",
        "count": 2,
        "knots": [0.0, 0.5],
        "quat_wxyz": [0.0, 1.0, 0.0, 0.0],
        "motor": {"speed": 3.0, "on": False},
    }
    document = {"body": {"x": {"mass": 1.0}, "y": {"mass": 1.0}}, "force": {"f": table}}
    scene = scene_from_document(document)
    force = scene.forces[0]
    assert isinstance(force, TrialForce)
    assert force.end is rg.WORLD
    assert force.motor == TrialMotor(3.0, on=False)
    assert scene_document(scene) == document


@pytest.mark.usefixtures("trial_force")
@pytest.mark.parametrize(
    ("key", "value", "path", "words"),
    [
        ("size", -1, "force.f.size", "must be above 0 [m], got -1."),
        ("size", [1, -1], "force.f.size[1]", "must be above 0 [m], got -1."),
        ("limits", [0, -5], "force.f.limits[1]", "must be at least -4 [rad], got -5."),
        ("count", 0, "force.f.count", "must be at least 1, got 0."),
        ("motor", {"sped": 1}, "force.f.motor.sped", "Did you mean 'speed'?"),
        ("motor", 1, "force.f.motor", "must be a table, got 1."),
        ("others", "x", "force.f.others", "must be a list"),
        ("others", ["z"], "force.f.others[0]", "there is no body 'z'."),
        ("others", [1], "force.f.others[0]", "must be the name of a body, got 1."),
        ("watcher", 1, "force.f.watcher", "unknown key 'watcher'."),
    ],
)
def test_every_form_of_field_is_checked(key: str, value: Any, path: str, words: str) -> None:
    table = {"kind": "trial_force", "a": "x", key: value}
    with pytest.raises(rg.SceneError) as caught:
        scene_from_document({"body": {"x": {"mass": 1}}, "force": {"f": table}})
    (problem,) = caught.value.problems
    assert problem.path == path
    assert words in problem.message


def test_functions_and_mixed_types_have_no_form() -> None:
    assert not has_form(Callable[[float], float])
    assert not has_form(tuple[float, str])
    assert not has_form(FloatArray)
    assert not has_form(Any)
    assert formless_field(rg.UserForce) == "function"


def test_every_registered_kind_says_which_fields_a_file_can_give() -> None:
    for registry in (SHAPES, FORCES, ENGINES):
        for kind, cls in registry.items():
            keys = [key for field in file_fields(cls) for key in field.keys]
            assert len(keys) == len(set(keys)), kind


def test_importing_rigida_does_not_import_pydantic() -> None:
    code = "import sys, rigida; sys.exit('pydantic' in sys.modules or 'rigida.scene.files.load' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
