"""Bodies and joints come and go while a simulation runs, in both engines."""

import gc
import pickle
import weakref

import numpy as np
import pytest

import rigida as rg

ENGINES = ["realtime", "precise"]
BALL = rg.Sphere(0.1)


def ground_and_ball() -> rg.Scene:
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(BALL, name="first", position=(0, 0, 0.5))
    return scene


def steps(sim: rg.Simulation, count: int) -> None:
    for _ in range(count):
        sim.step()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_body_that_is_added_falls_as_one_that_was_there(engine):
    late = rg.Simulation(ground_and_ball(), engine, dt=0.01)
    added = late.add_body(BALL, name="second", position=(1, 0, 0.5))
    scene = ground_and_ball()
    scene.add_body(BALL, name="second", position=(1, 0, 0.5))
    early = rg.Simulation(scene, engine, dt=0.01)
    for sim in (late, early):
        steps(sim, 60)
    assert added.name == "second"
    assert late.body("second").position == pytest.approx(early.body("second").position, abs=1e-12)
    assert late.body("first").position == pytest.approx(early.body("first").position, abs=1e-12)
    assert late.body("second").position[2] == pytest.approx(0.1, abs=0.01)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_rested_on_a_body_that_is_removed_falls(engine):
    scene = ground_and_ball()
    scene.add_body(rg.Box((0.2, 0.2, 0.2)), name="below", position=(1, 0, 0.1))
    scene.add_body(rg.Box((0.2, 0.2, 0.2)), name="above", position=(1, 0, 0.3))
    sim = rg.Simulation(scene, engine, dt=0.01)
    steps(sim, 150 if engine == "realtime" else 20)
    assert sim.body("above").position[2] == pytest.approx(0.3, abs=1e-3)
    sim.remove("below")
    steps(sim, 60)
    assert sim.body("above").position[2] == pytest.approx(0.1, abs=2e-3)
    assert [body.name for body in sim.scene.bodies] == ["ground", "first", "above"]
    assert len(scene.bodies) == 4
    with pytest.raises(rg.UsageError, match="no body 'below'"):
        sim.body("below")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_vacant_row_is_taken_again_and_nothing_remains_of_who_was_there(engine):
    sim = rg.Simulation(ground_and_ball(), engine, dt=0.01)
    sim.add_body(BALL, name="second", position=(1, 0, 0.1))
    steps(sim, 5)
    rows = sim.model.body_count
    for number in range(4):
        sim.remove("second")
        sim.add_body(BALL, name="second", position=(1, 0, 1.0 + number), friction=0.1 * number)
        assert sim.body("second").position == pytest.approx((1, 0, 1.0 + number))
        assert sim.body("second").velocity == pytest.approx((0, 0, 0))
        steps(sim, 3)
    assert sim.model.body_count == rows
    assert not [event for event in sim.events if "" in event.bodies[0]]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_snapshot_brings_back_who_was_there_and_the_same_bits(engine):
    def go_on(sim: rg.Simulation) -> str:
        sim.remove("second")
        sim.add_body(rg.Box((0.2, 0.1, 0.3)), name="third", position=(0.05, 0, 0.8))
        sim.add_body(BALL, name="fourth", position=(0.4, 0, 0.6))
        steps(sim, 12)
        sim.remove("fourth")
        sim.add_body(BALL, name="fifth", position=(0.4, 0.4, 0.6))
        steps(sim, 12)
        return sim.state_hash() + " ".join(sim.model.names)

    sim = rg.Simulation(ground_and_ball(), engine, dt=0.01)
    sim.add_body(BALL, name="second", position=(0.05, 0, 0.9))
    steps(sim, 10)
    kept = sim.snapshot()
    first = go_on(sim)
    sim.restore(kept)
    assert [body.name for body in sim.scene.bodies] == ["ground", "first", "second"]
    assert go_on(sim) == first
    sim.restore(kept)
    steps(sim, 5)
    assert sim.body("second").position[2] < 0.9


@pytest.mark.parametrize("engine", ENGINES)
def test_a_joint_that_is_added_holds_from_where_the_bodies_are_now(engine):
    sim = rg.Simulation(ground_and_ball(), engine, dt=0.01)
    ball = sim.add_body(BALL, name="bob", position=(3, 0, 2), velocity=(1, 0, 0))
    steps(sim, 10)
    anchor = sim.body("bob").position + np.array([0, 0, 0.5])
    hinge = sim.add_joint(rg.Spherical(ball, anchor=tuple(anchor)))
    for _ in range(50):
        sim.step()
        assert np.linalg.norm(sim.body("bob").position - anchor) == pytest.approx(0.5, abs=1e-4)
    height = sim.body("bob").position[2]
    sim.remove(hinge)
    steps(sim, 30)
    assert sim.body("bob").position[2] < height - 0.2
    assert not sim.scene.joints


@pytest.mark.parametrize("engine", ENGINES)
def test_joints_that_stay_keep_their_motors(engine):
    scene = ground_and_ball()
    arm = scene.add_body(rg.Box((0.4, 0.1, 0.1)), name="arm", position=(3.2, 0, 2))
    joint = scene.add_joint(
        rg.Revolute(arm, anchor=(3, 0, 2), axis=(0, 0, 1), motor="speed", motor_target=1.0, motor_max=50.0)
    )
    sim = rg.Simulation(scene, engine, dt=0.01)
    sim.joint(joint.name).motor_target = 3.0
    steps(sim, 5)
    sim.add_body(BALL, name="other", position=(6, 0, 2))
    sim.add_joint(rg.Spherical(sim.scene.body("other"), anchor=(6, 0, 3)))
    steps(sim, 5)
    assert sim.body("arm").angular_velocity[2] == pytest.approx(3.0, abs=1e-2)


@pytest.mark.parametrize("engine", ENGINES)
def test_recordings_know_bodies_by_name_over_time(engine, tmp_path):
    def control(sim: rg.Simulation) -> None:
        if sim.time > 0.095 and "late" not in sim.model.names and "early" in sim.model.names:
            sim.add_body(rg.Box((0.1, 0.1, 0.1)), name="late", position=(2, 0, 1))
            sim.remove("early")

    scene = ground_and_ball()
    scene.add_body(BALL, name="early", position=(1, 0, 2))
    run = rg.Simulation(scene, engine, dt=0.01).run(0.2, fps=50, control=control, contacts=True)
    assert run.names == ["ground", "first", "early", "late"]
    early, late = run.position[:, 2, 2], run.position[:, 3, 2]
    assert np.isnan(late[:6]).all()
    assert np.isfinite(late[6:]).all()
    assert np.isfinite(early[:6]).all()
    assert np.isnan(early[6:]).all()
    run.save(tmp_path / "run.npz")
    again = rg.Recording.load(tmp_path / "run.npz")
    assert again.names == run.names
    assert np.array_equal(again.position, run.position, equal_nan=True)
    assert list(run.scene["body"]) == ["first", "early", "late"]


@pytest.mark.parametrize("engine", ENGINES)
def test_refused_changes_leave_everything_as_it_was(engine):
    scene = ground_and_ball()
    pulled = scene.add_body(BALL, name="pulled", position=(1, 0, 1))
    scene.add_force(rg.Spring(pulled, anchor_b=(1, 0, 2), stiffness=10.0))
    sim = rg.Simulation(scene, engine, dt=0.01)
    before = sim.state_hash(), sim.model.names
    for call in (
        lambda: sim.remove("pulled"),
        lambda: sim.remove("nobody"),
        lambda: sim.remove(3),
        lambda: sim.remove("ground", "first", "pulled"),
        lambda: sim.add_body(BALL, name="first"),
        lambda: sim.add_body("ball"),
        lambda: sim.add_joint("hinge"),
    ):
        with pytest.raises(rg.RigidaError):
            call()
        assert (sim.state_hash(), sim.model.names) == before
        assert [body.name for body in sim.scene.bodies] == ["ground", "first", "pulled"]


@pytest.mark.parametrize("engine", ENGINES)
def test_handles_of_who_is_gone_say_so_and_others_go_on(engine):
    scene = ground_and_ball()
    for k in range(2):
        bob = scene.add_body(BALL, name=f"bob{k}", position=(3 + k, 0, 2))
        scene.add_joint(rg.Revolute(bob, anchor=(3 + k, 0, 3), axis=(0, 1, 0), name=f"hinge{k}"))
    sim = rg.Simulation(scene, engine, dt=0.01)
    gone, stays, hinges = sim.body("bob0"), sim.body("bob1"), [sim.joint("hinge0"), sim.joint("hinge1")]
    sim.remove("bob0")
    sim.add_body(BALL, name="new", position=(9, 0, 9))
    sim.step()
    with pytest.raises(rg.UsageError, match="'bob0' has been removed"):
        gone.velocity = (1, 0, 0)
    with pytest.raises(rg.UsageError, match="'hinge0' has been removed"):
        _ = hinges[0].force
    assert stays.name == "bob1"
    assert hinges[1].number == 0
    assert hinges[1].force[2] > 0.0


def stir(sim: rg.Simulation) -> str:
    """Let bodies come and go, in place and with a new shape; return where that leads."""
    sim.remove("first")
    sim.add_body(BALL, name="again", position=(0.35, 0, 0.9))
    steps(sim, 8)
    sim.add_body(rg.Box((0.2, 0.1, 0.3)), name="box", position=(0.8, 0, 0.8))
    steps(sim, 8)
    return sim.state_hash() + " ".join(sim.model.names)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_snapshot_goes_to_another_simulation_of_the_same_scene(engine):
    one, other = (rg.Simulation(ground_and_ball(), engine, dt=0.01) for _ in range(2))
    untouched = other.snapshot()
    one.add_body(BALL, name="second", position=(0.05, 0, 0.9))
    one.add_joint(rg.Spherical(one.scene.body("second"), anchor=(0.05, 0, 1.4)))
    steps(one, 10)
    kept = one.snapshot()
    first = stir(one)
    other.restore(kept)
    assert stir(other) == first
    other.restore(kept)
    assert [body.name for body in other.scene.bodies] == ["ground", "first", "second"]
    assert len(other.scene.joints) == 1
    for sim in (one, other):
        sim.restore(untouched)
        assert sim.model.names == ("ground", "first")
        assert not sim.scene.joints
    assert stir(one) == stir(other)
    with pytest.raises(rg.UsageError, match="another scene"):
        rg.Simulation(other.scene, engine, dt=0.01).restore(kept)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_journal_keeps_who_came_and_went(engine, tmp_path):
    def control(sim: rg.Simulation) -> None:
        count = len(sim.scene.bodies)
        if count < 6:
            sim.add_body(BALL, name=f"ball {round(100 * sim.time)}", position=(2 + 100 * sim.time, 0, 1))
        elif sim.model.names[1] == "first":
            sim.remove("first")
            sim.add_joint(rg.Revolute(sim.scene.bodies[-1], anchor=(7, 0, 1), axis=(0, 1, 0)))

    def run(**to) -> rg.Recording:
        scene = ground_and_ball()
        return rg.Simulation(scene, engine, dt=0.01).run(0.1, fps=100, control=control, contacts=True, **to)

    plain, kept = run(), run(journal=tmp_path / "run.frames")
    loaded = rg.Recording.load(tmp_path / "run.frames")
    for each in (kept, loaded):
        assert each.names == plain.names
        assert each.joint_names == plain.joint_names
        assert each.scene["body"] == plain.scene["body"]
        assert each.scene["joint"] == plain.scene["joint"]
        for name in ("position", "orientation", "velocity", "joint_force", "joint_position"):
            assert np.array_equal(getattr(each, name), getattr(plain, name), equal_nan=True)
    assert np.isnan(plain.position).any()


@pytest.mark.parametrize("engine", ENGINES)
def test_who_takes_the_row_of_somebody_alike_has_nothing_of_what_was_changed_there(engine):
    sim = rg.Simulation(ground_and_ball(), engine, dt=0.01)
    described = sim.body("first").mass, sim.body("first").friction
    sim.body("first").mass, sim.body("first").friction = 7.0, 0.01
    sim.remove("first")
    sim.add_body(BALL, name="again", position=(0, 0, 0.5), velocity=(1, 0, 0))
    assert (sim.body("again").mass, sim.body("again").friction) == described
    sim.remove("again")
    sim.add_body(BALL, name="third", position=(0, 0, 0.7))
    assert sim.body("third").velocity.tolist() == [0, 0, 0]
    assert sim.body("third").mass == described[0]


def shapes_of_all_kinds(number: int) -> rg.Shape:
    """Return a shape that no other body has."""
    size = 0.1 + 0.003 * number
    if number % 3 == 0:
        return rg.Compound([(rg.Box((size, 0.1, 0.1)), (0, 0, 0), (1, 0, 0, 0)), (BALL, (0, 0, size), (1, 0, 0, 0))])
    return rg.Box((size, 0.1, 0.2)) if number % 3 == 1 else rg.Sphere(size)


def test_shapes_that_nobody_had_come_and_go_without_more_and_more_rows():
    def go_on(sim: rg.Simulation) -> str:
        for number in range(24):
            shape = shapes_of_all_kinds(number)
            sim.add_body(shape, name=f"guest{number}", position=(0.6 * (number % 7), 2, 1))
            if number >= 6:
                sim.remove(f"guest{number - 6}")
            steps(sim, 2)
        return sim.state_hash() + " ".join(sim.model.names)

    sim, other = (rg.Simulation(ground_and_ball(), dt=0.01) for _ in range(2))
    kept = sim.snapshot()
    first = go_on(sim)
    assert sim.model.body_count < 2 + 3 * 8 + 6
    late = sim.snapshot()
    sim.restore(kept)
    assert go_on(sim) == first
    other.add_body(rg.Sphere(0.33), name="stranger", position=(3, 3, 1))
    for again in (sim, other):
        again.restore(late)
        steps(again, 20)
    assert sim.state_hash() == other.state_hash()
    # The last ones lie on the ground as deep as their shapes reach.
    steps(sim, 200)
    assert sim.body("guest23").position[2] == pytest.approx(0.169, abs=2e-3)
    assert sim.body("guest22").position[2] == pytest.approx(0.1, abs=2e-3)


def test_bodies_come_and_go_among_concave_ones_without_more_and_more_rows():
    scene = ground_and_ball()
    ring = rg.revolved_mesh([(0.3, 0.0), (0.5, 0.0), (0.5, 0.2), (0.3, 0.2)], segments=12)
    scene.add_body(ring, name="ring", position=(2, 0, 0), fixed=True)
    sim = rg.Simulation(scene, dt=0.01)
    for number in range(3):
        sim.add_body(BALL, name=f"guest{number}", position=(2.3, 0.6 * number, 0.35))
        steps(sim, 2)
        sim.remove(f"guest{number}")
    sim.add_body(BALL, name="last", position=(2, 0, 0.5))
    assert sim.model.body_count == 4
    steps(sim, 40)
    assert sim.body("last").position[2] == pytest.approx(0.1, abs=0.02)


@pytest.mark.filterwarnings("ignore:.*anchor")  # far from both small bodies
def test_joined_bodies_stay_unpaired_after_a_restore():
    scene = ground_and_ball()
    box = scene.add_body(rg.Box((0.2, 0.2, 0.2)), name="box", position=(3, 0, 2))
    scene.add_joint(rg.Revolute(scene.body("first"), box, anchor=(1.5, 0, 1), axis=(0, 1, 0)))
    for k in range(24):  # more than are compared pair by pair
        scene.add_body(BALL, name=f"ball{k}", position=(k, 5, 2))
    sim = rg.Simulation(scene, dt=0.01)
    kept = sim.snapshot()
    before = sim.engine.world.contacts.broad.rules.copy()
    sim.remove("ball3")
    sim.add_body(BALL, name="other", position=(0, 5, 3), collision_group=2)
    sim.step()
    sim.restore(kept)
    assert np.array_equal(sim.engine.world.contacts.broad.rules, before)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_snapshot_may_be_pickled(engine):
    sim, other = (rg.Simulation(ground_and_ball(), engine, dt=0.01) for _ in range(2))
    sim.add_body(BALL, name="second", position=(0.05, 0, 0.9))
    steps(sim, 5)
    other.restore(pickle.loads(pickle.dumps(sim.snapshot())))
    assert stir(other) == stir(sim)


def test_nothing_keeps_bodies_that_are_gone():
    sim = rg.Simulation(ground_and_ball(), dt=0.01)
    gone = []
    for k in range(20):
        gone.append(weakref.ref(sim.add_body(BALL, name=f"ball{k}", position=(1, 0, 0.5))))
        sim.step()
        sim.remove(f"ball{k}")
        sim.step()
    gc.collect()
    assert sum(body() is not None for body in gone) <= 1
    assert [body.name for body in sim.scene.bodies] == ["ground", "first"]
