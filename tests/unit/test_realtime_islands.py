"""Islands: which bodies are solved together, from small arrays in to small arrays out."""

import numpy as np
import pytest
from plain_kernels import bind
from realtime_tables import LENGTH_SCALE, body_table, contact_table, island_table

from rigida.jit.records import Int32, Rows
from rigida.jit.tables import Table
from rigida.realtime.arrays import BackOff
from rigida.realtime.islands.back_off import backs_off, update_back_off
from rigida.realtime.islands.island_set import find_islands
from rigida.realtime.tuning import LONGEST_WAIT, OUT_OF_RANGE, SLOW_SPEED

H = 1.0 / 60.0
REACH = OUT_OF_RANGE * LENGTH_SCALE


def islands_of(bodies, contacts, count, joined=()):
    table = island_table(len(bodies.mass), count, joined)
    found, kept, total = bind(find_islands, bodies, contacts, table)(count, H)
    body = [list(table.body[table.body_start[k] : table.body_start[k + 1]]) for k in range(found)]
    contact = [list(table.contact[table.contact_start[k] : table.contact_start[k + 1]]) for k in range(found)]
    assert kept == sum(map(len, contact))
    assert total == sum(map(len, body)) + kept  # all of these islands are small
    return body, contact, list(table.of_body)


def test_bodies_that_push_each_other_are_one_island():
    bodies, contacts = body_table(5), contact_table([(0, 1), (3, 4), (1, 2)])
    contacts.cache.impulse[:, 0] = 1.0
    assert islands_of(bodies, contacts, 3) == ([[0, 1, 2], [3, 4]], [[0, 2], [1]], [0, 0, 0, 1, 1])


def test_what_cannot_be_moved_joins_no_islands():
    bodies, contacts = body_table(3, fixed=[1]), contact_table([(0, 1), (1, 2)])
    contacts.cache.impulse[:, 0] = 1.0
    assert islands_of(bodies, contacts, 2) == ([[0], [2]], [[0], [1]], [0, -1, 1])


def test_two_bodies_that_cannot_be_moved_are_in_no_island():
    # One on a path, and one that sleeps or was stopped: their contact is found, but there is nothing to solve.
    bodies, contacts = body_table(3, fixed=[0, 1]), contact_table([(0, 1), (1, 2)])
    contacts.cache.impulse[:, 0] = 1.0
    assert islands_of(bodies, contacts, 2) == ([[2]], [[1]], [-1, -1, 0])


def test_contacts_out_of_reach_are_left_out():
    bodies, contacts = body_table(2), contact_table([(0, 1)], separation=2.0 * REACH)
    assert islands_of(bodies, contacts, 1) == ([], [], [-1, -1])
    bodies.twist[1, :3] = -2.0 * REACH / H * contacts.manifold[0, :3]
    assert islands_of(bodies, contacts, 1)[0] == [[0, 1]]


def test_loose_contacts_bind_only_what_moves():
    # Nearer than reach, farther than the fall of a step, nobody approaches.
    contacts = contact_table([(0, 1)], separation=0.99 * REACH)
    bodies = body_table(2)
    assert islands_of(bodies, contacts, 1)[0] == []
    bodies.twist[:, 3] = 2.0 * SLOW_SPEED  # about the normal: nothing closes
    assert islands_of(bodies, contacts, 1)[0] == [[0, 1]]


def test_joints_join_islands_but_not_to_the_world():
    bodies, contacts = body_table(4), contact_table([])
    assert islands_of(bodies, contacts, 0, joined=[(2, 0), (3, 4)])[0] == [[0, 2], [3]]


class Waiting(Table):
    member: Rows[Int32]
    back_off: Rows[BackOff]


def update(failed, table):
    update_back_off(failed, table.member, table.back_off)


def backing_off(table):
    return backs_off(table.member, table.back_off)


@pytest.mark.parametrize("failures", [1, 3, 10])
def test_an_island_that_fails_waits_ever_longer_and_forgets_it_once_solved(failures):
    table = Waiting(member=np.array([2, 0], dtype=np.int32), back_off=np.zeros((3, 2), dtype=np.int32))

    length = 0
    for _ in range(failures):
        bind(update, table)(True)
        length = min(4 * length + 3, LONGEST_WAIT)
        assert list(table.back_off[:, 0]) == [length, 0, length]
    for _ in range(length):
        assert bind(backing_off, table)()
    assert not bind(backing_off, table)()
    bind(update, table)(False)
    assert not table.back_off.any()
