"""The kernels of an aircraft on small arrays, against formulas."""

import numpy as np
import pytest

from rigida.flight.arrays import (
    ON_GROUND,
    Air,
    Anchor,
    Blunt,
    Controls,
    Craft,
    Deck,
    Engine,
    Load,
    Memory,
    MovingBodies,
    Sensor,
    Setting,
    Spot,
    Strip,
    Total,
    Wheel,
    one,
    several,
)
from rigida.flight.forces.wrench import flight_wrench
from rigida.flight.settle import settle_flight
from rigida.jit.bind import bind
from rigida.math.quaternion import conjugate_array, rotate_array

TILT = 0.1
HALF = 0.5
NORMAL = np.array([np.sin(TILT), 0.0, np.cos(TILT)])


def bodies() -> MovingBodies:
    """Return a deck at the origin, tilted about y, and an aircraft whose wheel has sunk into it by a centimeter."""
    return MovingBodies(
        center=np.array([[0.0, 0.0, 0.0], (HALF + 1.19) * NORMAL]),
        attitude=np.array([[np.cos(TILT / 2), 0.0, np.sin(TILT / 2), 0.0]] * 2),
        velocity=np.zeros((2, 3)),
        spin=np.zeros((2, 3)),
        wrench=np.zeros((2, 6)),
    )


def craft(anchor: np.ndarray, memory: np.ndarray) -> Craft:
    """Return an aircraft of one wheel of 0.2 m, a meter below its center of mass, over a box of half a meter."""
    setting, wheel, deck = one(Setting), several(1, Wheel), several(1, Deck)
    setting["forward"], setting["left"], setting["up"] = np.eye(3)
    setting["highest"] = setting["lowest"] = setting["rate"] = (1.0,) * 6
    setting["flying_speed"] = setting["gust_length"] = 1.0
    wheel["hub"], wheel["radius"], wheel["stiffness"] = (0.0, 0.0, -1.0), 0.2, 1e4
    wheel["travel"], wheel["friction"] = 0.1, 1.0
    deck["turn"], deck["half"], deck["bounding_radius"], deck["friction"] = (
        (1.0, 0.0, 0.0, 0.0),
        (5.0, 5.0, HALF),
        8.0,
        1.0,
    )
    return Craft(
        row=1,
        setting=setting,
        strip=several(0, Strip),
        polar=np.zeros((1, 365, 4)),
        blunt=several(0, Blunt),
        engine=several(0, Engine),
        wheel=wheel,
        deck=deck,
        gust=np.zeros((1, 3)),
        memory=memory,
        power=np.zeros(0),
        anchor=anchor,
        sensor=one(Sensor),
        aim=np.full(6, np.nan),
        stick=one(Controls),
        script=one(Controls),
        command=one(Controls),
        air=one(Air),
        spot=one(Spot),
        load=several(1, Load),
        total=one(Total),
        shown=one(Sensor),
    )


def test_strut_presses_along_the_normal_of_a_deck_that_takes_the_reaction() -> None:
    anchor, memory, moving = several(1, Anchor), one(Memory), bodies()
    anchor["support"] = ON_GROUND  # it has not stood on the deck yet
    bind(flight_wrench, moving, craft(anchor, memory))(0.0)
    below, above = np.asarray(moving.wrench)
    np.testing.assert_allclose(above, [*(1e4 * 0.01 * NORMAL), 0.0, 0.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(below, -above, atol=1e-9)


def test_tire_remembers_the_deck_and_the_place_on_it_and_holds_it_there() -> None:
    anchor, memory, moving = several(1, Anchor), one(Memory), bodies()
    table = craft(anchor, memory)
    bind(settle_flight, moving, table)(0.01)
    assert anchor["support"][0] == 0.0
    np.testing.assert_allclose(anchor["place"][0], [0.0, 0.0, HALF], atol=1e-12)
    assert memory["time"] == pytest.approx(0.01)
    # The deck has moved on, the wheel has not: its bristles pull it after, across its rolling direction.
    np.asarray(moving.center)[0, 1] += 0.001
    bind(flight_wrench, moving, table)(0.01)
    wrench, attitude = np.asarray(moving.wrench)[1], np.asarray(moving.attitude)[1]
    force = rotate_array(conjugate_array(attitude), wrench[:3])
    np.testing.assert_allclose(force, [0.0, 2.0 * 1e4 * 0.001, 1e4 * 0.01], atol=1e-9)
