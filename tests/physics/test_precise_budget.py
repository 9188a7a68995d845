"""Every step of the precise engine ends: exactly, by time stepping with a warning, or with an error naming bodies."""

import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from trial_scenes import random_scene

import rigida as rg
from rigida.dynamics.report import StepReport
from rigida.precise import budget as precise_budget
from rigida.precise.budget import Budget, SpentError
from rigida.precise.contact.impact import apply_impacts
from rigida.precise.contact.rigid_rows import solve_one_sided
from rigida.precise.tuning import EVENT, FREEDOMS, OVERDRAFT, ROWS, SHARE, SOLUTION, STAGES


def spinning_bar(**settings):
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((1.0, 0.02, 0.01)), name="bar", angular_velocity=(0.0, 100.0, 1.0))
    return rg.Simulation(scene, rg.Precise(dt=1.0, **settings))


def test_a_step_beyond_its_budget_ends_with_an_error_that_names_the_fastest_body():
    with pytest.raises(rg.BudgetError, match=r"'bar' turns fastest.*`budget` = 100") as caught:
        spinning_bar(budget=100).step()
    assert isinstance(caught.value, rg.DivergedError)
    assert spinning_bar().step().time == 1.0


def test_a_step_within_its_budget_is_the_same_to_the_bit_whatever_the_budget():
    states = []
    for budget in (10_000, 1_000_000):
        sim = spinning_bar(budget=budget)
        sim.step()
        states.append(sim.state_hash())
    assert states[0] == states[1]


def test_bounces_beyond_the_budget_go_on_by_time_stepping_with_a_warning():
    scene = rg.Scene()
    scene.add_ground(restitution=0.97)
    scene.add_body(rg.Sphere(0.1), name="ball", position=(0, 0, 0.101))
    sim = rg.Simulation(scene, rg.Precise(dt=1.0, budget=500))
    with pytest.warns(rg.RigidaWarning, match=r"Contact chattering.*'ground' and 'ball'"):
        report = sim.step()
    assert report.time == 1.0
    # The series of bounces ends after 0.94 s.
    assert sim.body("ball").position[2] == pytest.approx(0.1, abs=1e-4)
    assert sim.energy().kinetic < 1e-3


@pytest.mark.parametrize("number", [14])
def test_contacts_that_jam_or_chatter_do_not_hold_a_step_up(number):
    scene, dt, _ = random_scene(number)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rg.RigidaWarning)
        sim = rg.Simulation(scene, rg.Precise(start_tolerance=1e6), dt=dt)
        while sim.time < 0.06:
            report = sim.step()
            assert report.steps + report.rejected < sim.settings.budget
    assert np.isfinite(sim.state.center).all()


def test_forces_that_jump_from_one_point_of_a_rim_to_the_next_cost_no_more_than_the_budget():
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(
        rg.Cone(0.4, 0.9),
        name="cone",
        position=(0, 0, 0.4722),
        orientation=(-0.978814, 0.015932, 0.021131, -0.203034),
        velocity=(-0.336596, 0.477525, -1.293811),
        angular_velocity=(-2.119483, 4.419014, 0.295782),
        friction=0.5,
    )
    sim = rg.Simulation(scene, rg.Precise(budget=300))
    with pytest.warns(rg.RigidaWarning, match=r"Contact chattering.*'ground' and 'cone'"):
        report = sim.step()
    # A share of the budget before time stepping acts, as much again for the internal step that was under way; the steps
    # of dop853 before the contact are charged by the stage.
    assert report.evaluations < 2 * SHARE * 300 + 2 * STAGES
    assert sim.body("cone").position[2] > 0.45


def test_evaluations_cost_more_where_contacts_are_held_and_with_many_of_them():
    work = {}
    for rows in (0, 1, ROWS):
        budget = Budget(1000, 0.0, 1.0, 1.0)
        report = StepReport(0.0, evaluations=120)
        budget.note(0.5, False, report, rows)
        budget.note(0.6, True, report, rows)
        work[rows] = budget.work
    assert work[0] == pytest.approx(120 / STAGES + EVENT)
    assert work[1] == pytest.approx((1.0 + 1.0 / ROWS**2) * (120 + EVENT))
    assert work[ROWS] == pytest.approx(2.0 * (120 + EVENT))


def test_solutions_of_time_stepping_cost_more_with_the_cube_of_many_freedoms():
    for freedoms, price in ((6, SOLUTION), (FREEDOMS, SOLUTION), (2 * FREEDOMS, 8 * SOLUTION)):
        budget = Budget(1000, 0.0, 1.0, 1.0)
        budget.take_solutions(5, freedoms)
        assert budget.work == pytest.approx(5 * price)


def test_an_implicit_step_whose_equations_are_beyond_the_budget_is_not_begun():
    scene = rg.Scene()
    for k in range(20):
        scene.add_body(rg.Sphere(0.1), mass=1.0, position=(k, 0, 0), velocity=(0, 0, 1.0), name=f"ball{k}")
    engine = rg.Simulation(scene, rg.Precise(integrator="radau")).engine
    engine.system.most_evaluations = engine.system.evaluations + 100
    before = engine.system.evaluations
    with pytest.raises(SpentError):
        engine.integrator.advance(engine.state, 0.1, StepReport(0.0))
    assert engine.system.evaluations <= before + 1


def test_an_internal_step_is_given_up_where_the_overdraft_of_the_budget_ends():
    budget = Budget(100, 0.0, 1.0, 1.0)
    budget.take(StepReport(0.0, evaluations=120))
    assert budget.left(0) == pytest.approx((1.0 + OVERDRAFT) * 100 * STAGES - 120)
    budget = Budget(100, 0.0, 1.0, 1.0)
    budget.take(StepReport(0.0, evaluations=10), rows=ROWS)
    # Two shares of the budget; each evaluation of so many rows is two units.
    assert budget.left(ROWS) == pytest.approx(2 * SHARE * 100 / 2 - 10)
    sim = spinning_bar()
    sim.engine.system.most_evaluations = sim.engine.system.evaluations + 5
    with pytest.raises(SpentError):
        sim.engine.integrator.advance(sim.state, 1.0, StepReport(0.0))


def small_wall(speed=0.0):
    """Return nine bricks on the ground, the last of which slides."""
    scene = rg.Scene()
    scene.add_ground()
    for row in range(3):
        for k in range(3):
            place = (0.4 * k + 0.2 * (row % 2), 0.0, 0.1 + 0.2 * row)
            motion = {"velocity": (speed, 0, 0)} if (row, k) == (2, 2) else {}
            scene.add_body(rg.Box((0.4, 0.2, 0.2)), position=place, name=f"brick{row}{k}", **motion)
    return scene


@pytest.mark.parametrize("budget", [400, 100])
def test_a_wall_whose_first_internal_step_is_beyond_the_budget_goes_on_by_time_stepping(budget, monkeypatch):
    monkeypatch.setattr(precise_budget, "ROWS", 12)  # each counts as ten do in a larger wall
    sim = rg.Simulation(small_wall(0.5), rg.Precise(budget=budget))
    start = sim.state.center.copy()
    with pytest.warns(rg.RigidaWarning, match=r"Contact chattering.*'brick00' and 'brick10'"):
        report = sim.step()
    assert report.time == sim.settings.dt
    assert sim.engine.chattering.stepping.accuracy < 1.01e-6
    # What the sliding brick rubs against holds: it drifts by less than the accuracy in each step.
    assert np.abs(sim.state.center - start)[:-1].max() < 1e-6
    assert sim.state.center[-1, 0] > start[-1, 0] + 1e-3


def test_contacts_of_a_wall_at_rest_are_solved_once():
    with warnings.catch_warnings():
        warnings.simplefilter("error", rg.RigidaWarning)
        sim = rg.Simulation(small_wall(), rg.Precise())
        start = sim.state.center.copy()
        evaluations = [sim.step().evaluations for _ in range(5)]
    assert sum(evaluations) <= 3
    assert np.abs(sim.state.center - start).max() < 1e-15


@pytest.mark.parametrize(("rows", "sweeps"), [(100, 20_000), (1_000, 500)])
def test_hundreds_of_rows_are_swept_less_often(rows, sweeps, monkeypatch):
    given = []

    def sweep(*arguments):
        given.append(arguments[-2])
        return 1.0

    monkeypatch.setattr("rigida.precise.contact.rigid_rows.solve_cones", sweep)
    monkeypatch.setattr("rigida.precise.contact.rigid_rows.polish", lambda *arguments: False)
    one = SimpleNamespace(
        rows=rows,
        unilateral=rows - 2,
        block_row=np.array([rows - 2]),
        block_size=np.array([2]),
        block_normal=np.array([0]),
        coefficients=lambda slips: np.ones(1),
        bound=np.zeros(1),
    )
    every, one_block, none = np.ones(rows - 2, dtype=bool), np.ones(1, dtype=bool), np.zeros(1, dtype=bool)
    solve_one_sided(one, np.eye(rows), np.zeros(rows), every, one_block, none, np.zeros((1, 2)))
    assert sum(given) == sweeps


def test_a_quarter_of_the_budget_spent_within_dt_is_chattering():
    for dt, chatters in ((1e-2, True), (1e-4, False)):
        budget = Budget(1000, 0.0, 1.0, dt)
        for turn in range(30):
            budget.note(1e-4 * turn, False, StepReport(0.0, evaluations=20 * (turn + 1)), 3)
        assert budget.stalled() == chatters
        budget.watch_again(0.1)
        assert not budget.stalled()


def test_progress_is_told_within_a_long_step():
    told = []
    sim = spinning_bar(budget=10**9)
    sim.engine._reported = -1.0
    sim.run(1.0, fps=1.0, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)
    assert len(told) > 1
    assert sim.engine.watch is None


def test_what_cannot_give_way_is_struck_once_not_without_end(monkeypatch):
    rounds = []

    def counted(*given):
        impact, total = apply_impacts(*given)
        rounds.append(impact.rounds)
        return impact, total

    monkeypatch.setattr("rigida.precise.contact.contacts.apply_impacts", counted)
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_joint(rg.Fixed(scene.add_body(rg.Sphere(0.5), name="held", restitution=0.5)))
    scene.add_body(rg.Box((1, 1, 0.2)), name="press", path=rg.Path([0, 0.1, 0.2], [(0, 0, 1), (0, 0, 0.5), (0, 0, 1)]))
    sim = rg.Simulation(scene, rg.Precise(budget=100), dt=0.1)
    with pytest.warns(rg.RigidaWarning, match="'press' and 'held'"):
        sim.step()
    assert rounds[0] == max(rounds) == 1
    np.testing.assert_allclose(sim.body("held").position, 0.0, atol=1e-9)
