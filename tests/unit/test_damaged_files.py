"""Damaged files of every kind that is read are taken, or refused with an error of rigida, and never anything else."""

import warnings

import pytest
from trial_files import damaged, make_subjects

import rigida as rg


@pytest.fixture(scope="module")
def subjects(tmp_path_factory):
    return make_subjects(tmp_path_factory.mktemp("damaged"))


@pytest.mark.parametrize("kind", ["mesh", "aircraft", "sweep", "scene"])
def test_damaged_files_are_refused_in_words(kind, subjects):
    refused = 0
    mine = [subject for subject in subjects if subject.kind == kind]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(120):
            subject = mine[seed % len(mine)]
            subject.place.write_bytes(damaged(subject.ending, subject.data, seed))
            try:
                subject.read(subject.place)
            except rg.RigidaError:
                refused += 1
            subject.place.write_bytes(subject.data)
    assert refused > 20
