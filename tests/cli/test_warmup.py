"""`rigida warmup`: compiles everything and says where it is kept."""

from pathlib import Path

from rigida.jit.cache import cache_folder, library_count

from .conftest import Command


def test_warmup_reports_each_feature_and_where_its_kernels_are(rigida: Command) -> None:
    result = rigida("warmup", "--json").json()
    assert result["features"]
    assert all(seconds >= 0.0 for seconds in result["features"].values())
    assert result["total"] >= 0.0
    assert Path(result["cache"]) == cache_folder()
    assert result["kernels"] == library_count()
    assert result["kernels"] + result["installed"] > 0
