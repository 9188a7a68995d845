"""Damaged recordings of every form are read or refused with a UsageError, and never anything else."""

import pytest
from trial_files import damaged, make_files

import rigida as rg


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return {file.suffix: file for file in make_files(tmp_path_factory.mktemp("recordings"))}


@pytest.mark.parametrize("ending", [".npz", ".h5", ".frames"])
def test_damaged_recordings_are_refused_in_words(ending, files, tmp_path):
    original, target = files[ending].read_bytes(), tmp_path / f"run{ending}"
    refused = 0
    for seed in range(150):
        target.write_bytes(damaged(ending, original, seed))
        try:
            rg.Recording.load(target)
        except rg.UsageError as error:
            assert str(target) in str(error)
            refused += 1
    assert refused > 20
