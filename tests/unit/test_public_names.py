"""Every public name of rigida is what it says: functions can be called and classes made, through `rigida` alone."""

import inspect
from types import ModuleType

import numpy as np
import pytest

import rigida as rg

HERE = ((0, 0, 0), (1, 0, 0, 0))
THERE = ((0, 0, 3), (1, 0, 0, 0))
POSES = [(0, 0, 0)], [(1, 0, 0, 0)]
OUTLINE = [(0, 0), (1, 0), (1, 1), (0, 1)]
BOX = rg.Box((1, 1, 1))
H = np.sqrt(0.5)


def scene():
    made = rg.Scene()
    made.add_body(BOX, position=(0, 0, 0.5), name="a")
    made.add_body(BOX, position=(0, 0, 2.5), name="b")
    return made


def joint(kind, *given):
    made = scene()
    return made.add_joint(kind(made.body("a"), made.body("b"), *given))


def force(kind, *given):
    made = scene()
    return made.add_force(kind(made.body("a"), *given))


def model():
    return rg.Airplane.load("model")


def path():
    return rg.Path([0.0, 1.0], [(0, 0, 0), (0, 0, 1)])


def recording():
    alone = rg.Scene()
    alone.add_body(BOX, name="box")
    return rg.Simulation(alone, "precise").run(0.05)


def surface():
    return model().surfaces[0]


#: How to get one of each class, and what class a function returns.
CLASSES = {
    "Actuator": lambda: rg.Actuator(["hip"], gear=[2.0], name="motor"),
    "Coupling": lambda: rg.Coupling(["hip"], ["knee"], (0, 2), name="gears"),
    "Air": lambda: rg.atmosphere(0.0),
    "Aircraft": lambda: rg.Scene().add_aircraft(model(), position=(0, 0, 100), velocity=(20, 0, 0), name="plane"),
    "Airfoil": rg.Airfoil,
    "Airplane": model,
    "Attraction": lambda: rg.Attraction(constant=1.0),
    "Batch": lambda: rg.Batch(scene(), 2),
    "Body": lambda: scene().body("a"),
    "Box": lambda: BOX,
    "Camera": lambda: rg.Camera((5, 5, 5), (0, 0, 0)),
    "CameraPath": lambda: rg.orbit((0, 0, 0), 5.0, 2.0),
    "CameraPlan": rg.CameraPlan,
    "Capsule": lambda: rg.Capsule(1, 2),
    "Combined": lambda: joint(rg.Combined),
    "Compound": lambda: rg.Compound([(BOX, (0, 0, 1))]),
    "Cone": lambda: rg.Cone(1, 2),
    "ConstantForce": lambda: force(rg.ConstantForce, (1, 2, 3)),
    "ContactKind": lambda: rg.ContactKind.REST,
    "Controls": rg.Controls,
    "ConvexHull": lambda: rg.ConvexHull(BOX.surface()[0]),
    "JointTrajectory": lambda: rg.JointTrajectory([0.0, 1.0], [0.0, 0.5]),
    "Cylinder": lambda: rg.Cylinder(1, 2),
    "Constraint": lambda: rg.Constraint(scene().body("a"), function=lambda t, a: 0.0),
    "Cylindrical": lambda: joint(rg.Cylindrical),
    "Distance": lambda: joint(rg.Distance),
    "Drag": lambda: force(rg.Drag),
    "Fluid": lambda: force(rg.Fluid, (1, 1, 1)),
    "Ellipsoid": lambda: rg.Ellipsoid((1, 2, 3)),
    "Drawing": lambda: rg.Drawing.of_scene(scene()),
    "Feature": lambda: rg.Feature.VERTEX,
    "Fixed": lambda: joint(rg.Fixed),
    "Flight": lambda: force(rg.Flight, model()),
    "Fuselage": lambda: rg.Fuselage((0, 0, 0), 5.0, 1.0, 1.0),
    "Gears": lambda: rg.Gears("pinion", "wheel", 0.5),
    "Gravity": lambda: force(rg.Gravity, (0, 0, 1)),
    "GridField": lambda: rg.GridField(BOX, 4),
    "HalfSpace": rg.HalfSpace,
    "Hinge": lambda: rg.Hinge("flap", 0.3),
    "Hold": rg.Hold,
    "Impulse": lambda: force(rg.Impulse, (1, 0, 0)),
    "InterpolatedForce": lambda: force(rg.InterpolatedForce, [0, 1], [(0, 0, 0), (1, 0, 0)]),
    "Jet": lambda: rg.Jet((0, 0, 0), 1000.0),
    "Leg": rg.Leg,
    "MassProperties": lambda: rg.mass_properties(BOX, 1000.0),
    "Material": rg.Material,
    "Mesh": lambda: rg.extruded_mesh(OUTLINE, 1.0),
    "Motion": rg.Motion,
    "Normal": lambda: rg.Normal(0.0, 1.0),
    "OrientationOnPath": lambda: rg.OrientationOnPath(scene().body("a"), path=path()),
    "Path": path,
    "PathFunction": lambda: rg.PathFunction(lambda t: (0, 0, t)),
    "Payload": lambda: rg.Payload("bag", 5.0, (0, 0, 0)),
    "Planar": lambda: joint(rg.Planar),
    "PointOnPath": lambda: rg.PointOnPath(scene().body("a"), path=path()),
    "Pose": lambda: rg.Pose(joints={"hip": 0.3}),
    "Precise": rg.Precise,
    "Prismatic": lambda: joint(rg.Prismatic),
    "Problem": lambda: rg.Problem("body.a", "wrong"),
    "Propeller": lambda: model().propellers[0],
    "Pulley": lambda: rg.Pulley("left", "right"),
    "Pyramid": lambda: rg.Pyramid(1, 2),
    "RackAndPinion": lambda: rg.RackAndPinion("pinion", "rack", 0.1),
    "RayHit": lambda: rg.raycast(BOX, HERE, (0, 0, 5), (0, 0, -1)),
    "Reach": lambda: rg.Reach("a", (0, 0, 1)),
    "Realtime": rg.Realtime,
    "Recording": recording,
    "Renderer": lambda: rg.Renderer(rg.Drawing.of_scene(scene()), rg.Camera((5, 5, 5), (0, 0, 0)), rg.Style()),
    "Revolute": lambda: joint(rg.Revolute),
    "RunPlan": rg.RunPlan,
    "RunTable": lambda: rg.RunTable({"x": np.zeros(2)}),
    "Scene": rg.Scene,
    "Sensor": lambda: rg.Sensor("jointpos", {"joint": "hip"}),
    "Separation": lambda: rg.distance(BOX, HERE, BOX, THERE),
    "Serial": lambda: joint(rg.Serial, None, None, (rg.SerialAxis("hinge"),)),
    "SerialAxis": lambda: rg.SerialAxis("slide", axis=(0, 1, 0)),
    "ShapeHit": lambda: rg.shapecast(BOX, THERE, (0, 0, -1), BOX, HERE),
    "Simulation": lambda: rg.Simulation(scene()),
    "BodyCamera": lambda: rg.BodyCamera(scene().body("a"), (0, 0, 0.5), fov=60),
    "Site": lambda: rg.Site(scene().body("a"), (0, 0, 0.5)),
    "Measured": lambda: rg.Measured([0.0, 1.0], [1.0, 2.0]),
    "Span": lambda: rg.Span(0.0, 1.0),
    "Sphere": lambda: rg.Sphere(1),
    "Spherical": lambda: joint(rg.Spherical),
    "Spring": lambda: force(rg.Spring),
    "Strokes": rg.Strokes,
    "Style": rg.Style,
    "Surface": surface,
    "SurfaceFeatures": lambda: rg.surface_features(BOX),
    "Tank": lambda: rg.Tank((0, 0, 0), 10.0),
    "TimeOfContact": lambda: rg.time_of_contact(BOX, rg.Motion(), BOX, rg.Motion((0, 0, 3), velocity=(0, 0, -1)), 5.0),
    "Thrust": lambda: force(rg.Thrust, (0, 0, 1)),
    "Torque": lambda: force(rg.Torque, (0, 0, 1)),
    "Trim": lambda: rg.trim(model(), 15.0),
    "Universal": lambda: joint(rg.Universal),
    "WrappedDistance": lambda: joint(rg.WrappedDistance),
    "UserForce": lambda: rg.UserForce((scene().body("a"),), lambda t, m: ((0, 0, 0), (0, 0, 0))),
    "Visual": lambda: rg.Visual(shape=BOX),
    "Wheel": lambda: rg.Wheel("main", (0, 0, -1), 0.2, 1e4, 1e3),
    "Wind": rg.Wind,
}
#: Functions, with what shows that they do what they are called for.
FUNCTIONS = {
    "airfoil": lambda: isinstance(rg.airfoil("naca2412"), rg.Airfoil),
    "axis_angle": lambda: rg.axis_angle((0, 0, 2), np.pi) == pytest.approx((0, 0, 0, 1)),
    "axis_angle_deg": lambda: rg.axis_angle_deg((0, 0, 1), 90.0) == pytest.approx((H, 0, 0, H)),
    "euler_xyz": lambda: rg.euler_xyz(np.pi / 2, 0.0, 0.0) == pytest.approx((H, H, 0, 0)),
    "quat_xyzw": lambda: rg.quat_xyzw((0, 0, 1, 0)) == pytest.approx((0, 0, 0, 1)),
    "rotation_matrix": lambda: rg.rotation_matrix(np.eye(3)) == pytest.approx((1, 0, 0, 0)),
    "rpy": lambda: rg.rpy(0.0, 0.0, np.pi / 2) == pytest.approx((H, 0, 0, H)),
    "rpy_deg": lambda: rg.rpy_deg(90.0, 0.0, 0.0) == pytest.approx((H, H, 0, 0)),
    "airplane_names": lambda: "model" in rg.airplane_names(),
    "atmosphere": lambda: rg.atmosphere(0.0).density == pytest.approx(1.225, rel=1e-3),
    "closest_points": lambda: len(rg.closest_points(BOX, HERE, BOX, THERE)) == 2,
    "contains": lambda: bool(rg.contains(BOX, HERE, (0, 0, 0))),
    "distance": lambda: rg.distance(BOX, HERE, BOX, THERE).separation == pytest.approx(2.0),
    "distance_many": lambda: rg.distance_many(BOX, *POSES, BOX, *POSES) is not None,
    "extruded_mesh": lambda: rg.extruded_mesh(OUTLINE, 2.0).mass_properties(1.0).mass == pytest.approx(2.0),
    "first_contact": lambda: rg.first_contact(lambda t: 1 - t, 0.0, 3.0, 1.0) == pytest.approx(1.0),
    "mass_properties": lambda: rg.mass_properties(BOX, 1000.0).mass == pytest.approx(1000.0),
    "modes": lambda: rg.modes(model(), rg.trim(model(), 15.0)) is not None,
    "orbit": lambda: isinstance(rg.orbit((0, 0, 0), 5.0, 2.0), rg.CameraPath),
    "overlap": lambda: not rg.overlap(BOX, HERE, BOX, THERE),
    "polars": lambda: rg.polars(model(), np.array([0.0])) is not None,
    "polygon_properties": lambda: rg.polygon_properties(OUTLINE).area == pytest.approx(1.0),
    "raycast": lambda: rg.raycast(BOX, HERE, (0, 0, 5), (0, 0, -1)).distance == pytest.approx(4.5),
    "revolved_mesh": lambda: isinstance(rg.revolved_mesh([(1, 0), (2, 0), (1, 1)]), rg.Mesh),
    "shapecast": lambda: rg.shapecast(BOX, THERE, (0, 0, -1), BOX, HERE).distance == pytest.approx(2.0),
    "surface_features": lambda: len(rg.surface_features(BOX).edges) == 12,
    "time_of_contact": lambda: CLASSES["TimeOfContact"]().time == pytest.approx(2.0),
    "trim": lambda: rg.trim(model(), 15.0).converged,
}
#: Their results need files, many runs or several bodies; other tests call them.
CALLED_ELSEWHERE = {
    "fit",
    "load",
    "load_table",
    "optimize",
    "optimize_trajectory",
    "plot_polygon",
    "raycast_many",
    "save_variations",
    "shapecast_scene",
    "state_derivative",
    "sweep",
    "validate_scene",
}
MADE_ELSEWHERE = {"Fit", "Optimum", "Shape", "Trajectory", "CameraImage", "CameraSensor"}
ERRORS = {name for name in rg.__all__ if name.endswith(("Error", "Warning"))}


def test_every_public_name_is_tried():
    tried = {*CLASSES, *FUNCTIONS, *CALLED_ELSEWHERE, *MADE_ELSEWHERE, *ERRORS, "WORLD", "__version__"}
    assert tried == set(rg.__all__)


@pytest.mark.parametrize("name", rg.__all__)
def test_name_is_a_documented_class_or_function(name):
    found = getattr(rg, name)
    assert not isinstance(found, ModuleType)
    if name not in ("WORLD", "__version__"):
        assert inspect.isclass(found) if name[0].isupper() else inspect.isfunction(found)
        assert found.__doc__
        assert found.__name__ == name


@pytest.mark.parametrize("name", CLASSES)
def test_class_can_be_made(name):
    assert isinstance(CLASSES[name](), getattr(rg, name))


@pytest.mark.parametrize("name", sorted({*CLASSES} - {"ContactKind", "Feature"}))
def test_an_object_refuses_unknown_attributes_and_shows_what_it_is(name):
    made = CLASSES[name]()
    with pytest.raises((rg.RigidaError, AttributeError, TypeError)):
        made.no_such_attribute = 1
    assert " object at 0x" not in repr(made)
    assert len(repr(made)) < 1200
    if name not in ("Recording", "Simulation"):  # shown as a player and a picture
        table = made._repr_html_()
        assert table.startswith(("<table>", "<code>"))
        assert len(table) < 6000


def test_dir_lists_public_names_only():
    assert dir(rg) == sorted(rg.__all__)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_can_be_called(name):
    assert FUNCTIONS[name]()


def test_errors_are_errors_of_rigida():
    for name in ERRORS - {"RigidaWarning"}:
        assert issubclass(getattr(rg, name), rg.RigidaError)
    assert issubclass(rg.RigidaWarning, UserWarning)
