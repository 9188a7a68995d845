"""The sub-stepped solver's parts: colors, wide rows against single constraints, and one wide sweep against numpy."""

import numpy as np
from plain_kernels import bind
from realtime_tables import body_table, contact_table, island_table

from rigida.jit.tables import dtype_of
from rigida.math.lanes import LANES
from rigida.realtime.direct.constraint import Constraint, build_constraint
from rigida.realtime.direct.work import Work
from rigida.realtime.substeps.bodies import take_bodies
from rigida.realtime.substeps.color import BUCKETS, color_contacts
from rigida.realtime.substeps.sweep import run_substeps
from rigida.realtime.substeps.wide_contact import CLAIMED, COUNTER_STRIDE, FIRST_ROW, Chunk, WideContact, WideRows
from rigida.realtime.substeps.wide_rows import fill_rows, store_impulses


def wide_table(n, contacts):
    rows, ints = contacts + BUCKETS, {}
    for name, size in (("lane_of", contacts), ("contact", 8 * rows), ("body", 16 * rows), ("bucket", BUCKETS)):
        ints[name] = np.zeros(size, dtype=np.int32)
    ints |= {name: np.zeros(rows, dtype=np.int32) for name in ("offset", "points", "rolls")}
    ints["missing"] = np.zeros(rows, dtype=np.int64)
    singles = {name: np.zeros((n + 1, 8), dtype=np.float32) for name in ("inverse", "before", "twist", "displacement")}
    return WideRows(
        mask=np.zeros(n + 1, dtype=np.uint64),
        touched=np.zeros(n + 1, dtype=np.int32),
        recovery=1e3,
        field=np.zeros((FIRST_ROW + 90 * rows, 8), dtype=np.float32),
        chunk=np.zeros(rows, dtype=dtype_of(Chunk)),
        counter=np.zeros(CLAIMED + COUNTER_STRIDE * rows, dtype=np.int64),
        **ints,
        **singles,
    )


def colored(bodies, contacts):
    """Return the wide rows of all contacts as those of one island."""
    count, n = len(contacts.pair), len(bodies.mass)
    islands, wide = island_table(n, count), wide_table(n, count)
    islands.contact[:count], islands.contact_start[1] = np.arange(count), count
    rows, _, fields = bind(color_contacts, bodies, contacts, islands, wide)(1)
    return rows, fields, islands, wide


def test_no_two_lanes_of_a_row_share_a_moving_body():
    pairs = [(a, b) for a in range(6) for b in range(a + 1, 6)] + [(0, 6), (1, 6), (2, 6)]
    bodies, contacts = body_table(7, fixed=[6]), contact_table(pairs)
    rows, _, _, wide = colored(bodies, contacts)
    assert sorted(m for m in wide.contact[: 8 * rows] if m >= 0) == list(range(len(pairs)))
    for r in range(rows):
        body = wide.body[16 * r : 16 * r + 16]
        moving = body[body < 6]
        assert len(set(moving)) == len(moving)
    np.testing.assert_array_equal(wide.contact[wide.lane_of], np.arange(len(pairs)))


def build(bodies, contacts, work):
    for q in range(len(contacts.pair)):
        build_constraint(work.constraint[q], q, contacts, bodies)


def test_a_lane_holds_what_a_single_constraint_holds():
    bodies, contacts = body_table(3), contact_table([(0, 1), (1, 2)], separation=0.01, points=4)
    contacts.cache.impulse[:] = np.random.default_rng(4).random(contacts.cache.impulse.shape)
    _, _, islands, wide = colored(bodies, contacts)
    bind(take_bodies, bodies, wide)(0, len(wide.twist), 1.0)
    bind(fill_rows, bodies, contacts, islands, wide)(0, 2, 1.0)
    work = Work(constraint=np.zeros(2, dtype=dtype_of(Constraint)))
    bind(build, bodies, contacts, work)()
    dtype = dtype_of(WideContact)
    for q, single in enumerate(work.constraint):
        row, lane = divmod(int(wide.lane_of[q]), LANES)
        raw = wide.field[wide.offset[row] :].reshape(-1)[: dtype.itemsize // 4]
        contact = raw.view(dtype)[0]
        for name in ("normal", "tangent_1", "tangent_2", "arm_a", "arm_b", "friction", "spin_radius", "gain", "roll"):
            got = contact["spin_radius" if name == "spin_radius" else name].reshape(-1, LANES)[:, lane]
            np.testing.assert_allclose(got, np.atleast_1d(single[name]), rtol=1e-6, atol=1e-6, err_msg=name)
        k = contact["inverse_k_friction"].reshape(3, LANES)[:, lane]
        np.testing.assert_allclose(k, single["inverse_k_friction"], rtol=1e-5, atol=1e-6)
        for name in ("slide_1", "slide_2", "roll_1", "roll_2"):
            np.testing.assert_allclose(contact[name][lane], single["impulse"][name], rtol=1e-5, atol=1e-6)
        for p in range(4):
            point = contact["point"][p]
            np.testing.assert_allclose(point["inverse_k"][lane], single["inverse_k"]["normal"][p], rtol=1e-5)
            np.testing.assert_allclose(point["impulse"][lane], single["impulse"]["normal"][p], rtol=1e-6)


def test_one_sub_step_stops_two_bodies_as_an_inelastic_impact_does():
    bodies, contacts = body_table(2), contact_table([(0, 1)])
    bodies.before[1, 0] = bodies.twist[1, 0] = -1.0
    rows, _, islands, wide = colored(bodies, contacts)
    assert rows == 1
    bind(take_bodies, bodies, wide)(0, len(wide.twist), 1.0)
    bind(fill_rows, bodies, contacts, islands, wide)(0, 1, 1.0)
    bind(run_substeps, wide)(1, 1.0 / 60.0, 1, 0, 1)
    bind(store_impulses, contacts, islands, wide)(1, 1)
    # Equal masses of 2 kg that meet head-on at 1 m/s go on together at half of it: 1 N s.
    np.testing.assert_allclose(wide.twist[:2, 0], [-0.5, -0.5], atol=1e-6)
    np.testing.assert_allclose(contacts.cache.impulse[0, [0, 4]].sum(), 1.0, rtol=1e-6)
    np.testing.assert_array_equal(wide.touched, [1, 1, 0])
