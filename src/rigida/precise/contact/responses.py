"""Responses of the jointed bodies to impulses in one-sided rows."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import Model
from rigida.math.dense import product
from rigida.precise.contact.yielding import ROUNDING


def respond(joints: JointSet, matrix: FloatArray) -> FloatArray:
    """Return what unit impulses in rows (k, n, 6) do to the bodies (k, n, 6); zero for rows that joints hold still.

    What joints leave of such a row is rounding, of no meaning beside that of others.
    """
    response = joints.respond(matrix)
    if joints.rows:
        own = np.einsum("kij,kij->k", matrix, response)
        response[own <= ROUNDING * free_compliance(joints.model, matrix, response)] = 0.0
    return response


def free_compliance(model: Model, matrix: FloatArray, response: FloatArray) -> FloatArray:
    """Return how a unit impulse in each row (k,) would change it without joints, at most."""
    if not model.joints:
        return np.asarray(np.einsum("kij,kij->k", matrix, response))
    free = np.einsum("kij,kij,i->k", matrix[:, :, :3], matrix[:, :, :3], model.inv_mass)
    free += np.einsum("kij,kij,i->k", matrix[:, :, 3:], matrix[:, :, 3:], model.inv_inertia.max(axis=1))
    return np.asarray(free)


def products(rows: FloatArray, responses: FloatArray) -> FloatArray:
    """Return how each of the responses (l, n, 6) changes each row (k, n, 6), as (k, l)."""
    width = rows.shape[1] * rows.shape[2]
    return np.asarray(product(rows.reshape(-1, width), responses.reshape(-1, width).T))
