"""Small files that grow: each reader refuses them before they fill the memory, whatever sizes they state."""

import io
import json
import resource
import subprocess
import sys
import zipfile

import numpy as np
import pytest

import rigida as rg
from rigida.archive_limits import ALWAYS_ALLOWED, MAX_EXPANSION, MAX_MEMBERS, max_expanded

#: Its bytes occur nowhere else in an archive.
ZEROS = 2 * ALWAYS_ALLOWED + 8 * 0x1A2B3C


def recording(folder):
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball")
    return rg.Simulation(scene).run(0.1, fps=20).save(folder / "run.npz")


def rewritten(path, name, data, stated=None):
    """Return the archive at `path` with one member replaced by `data`, deflated, and its size as `stated`."""
    with zipfile.ZipFile(path) as old:
        members = {member.filename: old.read(member) for member in old.infolist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for member, content in {**members, name: data}.items():
            new.writestr(member, content)
    if stated is not None:
        packed = path.read_bytes()
        path.write_bytes(packed.replace(len(data).to_bytes(4, "little"), stated.to_bytes(4, "little")))
    return path


def array(count):
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.zeros(count))
    return buffer.getvalue()


def test_limit_is_a_multiple_of_the_file_and_never_below_what_every_file_may_have():
    assert max_expanded(1000) == ALWAYS_ALLOWED
    assert max_expanded(ALWAYS_ALLOWED) == MAX_EXPANSION * ALWAYS_ALLOWED


@pytest.mark.parametrize("stated", [None, 1000])
@pytest.mark.parametrize("name", ["position.npy", "header.json"])
def test_recording_that_grows_is_refused_whatever_size_it_states(tmp_path, name, stated):
    data = array(ZEROS // 8) if name.endswith(".npy") else b" " * ZEROS
    with pytest.raises(rg.UsageError, match="grows to more than 64 MB"):
        rg.Recording.load(rewritten(recording(tmp_path), name, data, stated))


def test_compressed_recording_within_the_limit_is_read(tmp_path):
    path = recording(tmp_path)
    with np.load(path) as plain:
        position = plain["position"]
    packed = io.BytesIO()
    np.lib.format.write_array(packed, position)
    np.testing.assert_array_equal(
        rg.Recording.load(rewritten(path, "position.npy", packed.getvalue())).position, position
    )


@pytest.mark.parametrize("ending", ["zip", "zae", "3mf"])
def test_mesh_archive_that_grows_is_refused(tmp_path, ending):
    path = tmp_path / f"mesh.{ending}"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mesh.stl", b"\0" * ZEROS)
    with pytest.raises(rg.RigidaError, match="grows to more than 64 MB"):
        rg.Mesh(file=str(path))


def test_archive_in_an_archive_unknown_methods_and_too_many_members_are_refused(tmp_path):
    path = tmp_path / "mesh.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("inner.zip", b"PK")
    with pytest.raises(rg.ModelError, match="holds archives"):
        rg.Mesh(file=str(path))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("mesh.stl", b"\0" * 1000)
    with pytest.raises(rg.UsageError, match="another method than deflate"):
        rg.Mesh(file=str(path))
    with zipfile.ZipFile(path, "w") as archive:
        for k in range(MAX_MEMBERS + 1):
            archive.writestr(f"{k}.stl", b"")
    with pytest.raises(rg.UsageError, match="at most 10000 are read"):
        rg.Mesh(file=str(path))


def test_endings_that_are_no_meshes_are_refused(tmp_path):
    path = tmp_path / "mesh.tar.gz"
    path.write_bytes(b"\x1f\x8b")
    with pytest.raises(rg.ModelError, match=r"files ending in '.gz' are not read. Use STL, OBJ"):
        rg.Mesh(file=str(path))


def test_gltf_that_claims_more_than_it_holds_is_refused(tmp_path):
    path = tmp_path / "mesh.gltf"
    accessor = {"componentType": 5126, "count": 10**10, "type": "VEC3"}
    path.write_text(json.dumps({"asset": {"version": "2.0"}, "accessors": [accessor]}))
    with pytest.raises(rg.ModelError, match="claims 10000000000 elements"):
        rg.Mesh(file=str(path))


def test_material_of_a_mesh_is_not_read_from_other_folders(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "outside.mtl").write_text("newmtl red\nKd 1 0 0\n")
    corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    faces = "usemtl red\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    path = tmp_path / "inner" / "mesh.obj"
    from rigida.geometry.mesh_file import read_triangles

    for folder, red in (("..", False), (".", True)):
        if red:
            (tmp_path / "inner" / "outside.mtl").write_text("newmtl red\nKd 1 0 0\n")
        path.write_text(f"mtllib {folder}/outside.mtl\n{corners}{faces}")
        read_triangles.__globals__["_read"].cache_clear()
        colors = read_triangles("mesh", str(path)).colors
        assert (colors is not None and (colors == (255, 0, 0)).all()) == red


@pytest.mark.skipif(sys.platform == "win32", reason="limits of memory are POSIX")
def test_bomb_is_refused_within_little_memory(tmp_path):
    path = rewritten(recording(tmp_path), "position.npy", array(ZEROS // 8))

    def limited():
        resource.setrlimit(resource.RLIMIT_DATA, (2**30, 2**30))

    code = (
        "import rigida as rg, resource, sys\nbefore = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        f"try: rg.Recording.load({str(path)!r})\n"
        "except rg.UsageError: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, preexec_fn=limited)
    assert int(done.stdout) * 1024 < 100 * 2**20
