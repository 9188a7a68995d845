"""Every public call refuses odd arguments in words, with rigida's own errors, and a refused call changes nothing."""

import warnings

import numpy as np
import pytest
from long_form import cases
from trial_calls import World, odd_calls, public_calls, untried

import rigida as rg
from rigida.fields import LARGEST, SMALLEST


def tried(world: World, name, function, arguments) -> None:
    """Call a function; only rigida's errors, and Python's own about the number of arguments, may come out."""
    before = world.state()
    try:
        function(*arguments[0], **arguments[1])
    except rg.RigidaError as error:
        assert str(error).strip(), name
        assert world.state() == before, f"{name} changed something before it refused"
    except TypeError as error:
        assert error.__traceback__ is not None
        assert error.__traceback__.tb_next is None, name  # raised inside the called function


def test_every_public_name_is_tried():
    assert untried() == set()


@pytest.mark.parametrize(("engine", "seeds"), [("realtime", cases(4, 12)), ("precise", cases(4, 12))])
def test_odd_arguments_are_refused_in_words_and_change_nothing(engine, seeds):
    world, names = World(engine), list(public_calls(WORLDS[engine]))
    start = world.state()
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for seed in seeds:
            for name in names:
                if world.state() != start:  # the last call was a good one
                    world = World(engine)
                for _, function, arguments in odd_calls(world, seed, only=name):
                    tried(world, name, function, arguments)


WORLDS = {engine: World(engine) for engine in ("realtime", "precise")}


@pytest.mark.parametrize(
    "call",
    [
        lambda: rg.Box((1e308, 1, 1)),
        lambda: rg.Pyramid((1e-100, 1e-100), 1e-100),
        lambda: rg.Scene().add_body(rg.Sphere(1.0), mass=1e308),
        lambda: rg.ConstantForce(WORLDS["realtime"].box, (1, 0, 0), anchor=(1e308, 0, 0)),
        lambda: rg.Spring(WORLDS["realtime"].box, anchor_b=(1e308, 0, 0)),
        lambda: rg.Spherical(WORLDS["realtime"].box, name=np.zeros(3)),
        lambda: rg.Mesh([(1e308, 0, 0)], []),
    ],
)
def test_numbers_beyond_the_arithmetic_are_refused_where_they_are_given(call):
    with pytest.raises(rg.ModelError):
        call()


def test_the_limits_themselves_are_taken():
    assert rg.Sphere(SMALLEST).mass_properties(1.0).mass > 0.0
    assert np.isfinite(rg.Sphere(LARGEST).mass_properties(1.0).inertia).all()


def test_ports_and_times_that_are_no_numbers_are_refused(falling):
    with pytest.raises(rg.ModelError, match="port must be a whole number, got 'x'"):
        falling.view(port="x")
    with pytest.raises(rg.ModelError, match="at most 65535, got 70000"):
        falling.view(port=70_000)
    with pytest.raises(rg.ModelError, match="time must be a number"):
        falling.run(0.02).picture("x")


def test_a_handle_in_place_of_a_body_is_named(falling):
    with pytest.raises(rg.ModelError, match="a must be a Body, got <handle of Body 'ball'>"):
        rg.Spring(falling.body("ball"), stiffness=1.0)


@pytest.fixture
def falling():
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), name="ball")
    return rg.Simulation(scene)
