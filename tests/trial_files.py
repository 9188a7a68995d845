"""Damaged files of every kind that is read: real ones, cut, overwritten and spliced.

Some keep their form: checksums and lengths are made right again, and numbers, words and lines of texts are exchanged.
"""

import json
import random
import re
import shutil
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import rigida as rg
from rigida import scenes
from rigida.geometry import mesh_file
from rigida.runs.store import load_table

PIECES = [b"", b"\0", b"\xff" * 8, b"\x00" * 16, b"1e308", b"nan", b"{", b"]", b"-1", b"99999999999", b'"', b"\xff\xfe"]


#: Values that a number in a text is exchanged for.
ODD = [b"0", b"-1", b"1e308", b"-1e-320", b"nan", b"inf", b"9" * 25, b"1e9", b"0x1f", b"true", b'"a"', b"[]", b""]
#: Texts, whose numbers, words and lines are exchanged.
TEXTS = {".toml", ".json", ".jsonl", ".urdf", ".xml", ".sdf", ".mod", ".obj", ".off", ".dae", ".stl_text"}
_NUMBER, _WORD = re.compile(rb"-?\d+\.?\d*(?:[eE][-+]?\d+)?"), re.compile(rb"[A-Za-z_][\w-]*")
MESHES = (".stl", ".stl_text", ".obj", ".ply", ".off", ".glb", ".dae", ".msh")
SCENES = ("four_bar", "robots/arm", "robots/gripper", "robots/quadruped", "robots/four_bar", "clic/example_3")


@dataclass(frozen=True)
class Subject:
    """A file that can be damaged: of which kind it is, its content, where it must lie and how it is read."""

    kind: str
    ending: str
    data: bytes
    place: Path
    read: Callable[[Path], Any]


def make_subjects(folder: Path) -> list[Subject]:
    """Write one file of every kind into folders below `folder`."""
    made = [_subject("recording", file, rg.Recording.load) for file in make_files(folder)]
    made += [Subject("mesh", ending, _mesh(ending), folder / f"mesh{ending[:4]}", _read_mesh) for ending in MESHES]
    plane = Path(scenes.__file__).parent / "aircraft" / "trainer.toml"
    made.append(Subject("aircraft", ".toml", plane.read_bytes(), folder / "plane.toml", rg.Airplane.load))
    sweep = folder / "sweep"
    varied = {"ground.restitution": [0.3, 0.5]}
    rg.sweep(_falling_ball(), varied, ["max_height"], duration=0.05, workers=0, output=sweep)
    for name in ("sweep.json", "runs.jsonl"):
        made.append(_subject("sweep", sweep / name, lambda file: load_table(file.parent)))
    for name in SCENES:
        source = scenes.path(name)
        own = folder / name
        shutil.copytree(source.parent, own, dirs_exist_ok=True)
        made.append(_subject("scene", own / source.name, rg.load))
    return made


def _subject(kind: str, file: Path, read: Callable[[Path], Any]) -> Subject:
    return Subject(kind, file.suffix, file.read_bytes(), file, read)


def _read_mesh(file: Path) -> Any:
    mesh_file._read.cache_clear()  # files are changed quicker than clocks of file systems tick
    return rg.Mesh.from_file(str(file))


def _mesh(ending: str) -> bytes:
    """Return a box as a mesh file."""
    import trimesh

    box = trimesh.creation.box((1, 2, 3))
    if ending == ".msh":
        counts = struct.pack("<4i", len(box.vertices), 0, 0, len(box.faces))
        return counts + box.vertices.astype("<f4").tobytes() + box.faces.astype("<i4").tobytes()
    written = box.export(file_type={".stl_text": "stl_ascii"}.get(ending, ending[1:]))
    return written.encode() if isinstance(written, str) else bytes(written)


def make_files(folder: Path) -> list[Path]:
    """Write one recording in every form and return the files."""
    journal = folder / "run.frames"
    run = rg.Simulation(_falling_ball()).run(0.1, contacts=True, journal=journal)
    run.save(folder / "run.npz")
    run.save(folder / "run.h5")
    return [folder / "run.npz", folder / "run.h5", journal]


def _falling_ball() -> rg.Scene:
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(rg.Sphere(0.1), name="ball", position=(0, 0, 0.2))
    return scene


def damaged(ending: str, data: bytes, seed: int) -> bytes:
    """Return the bytes of a file with damage number `seed`."""
    rng = random.Random(f"{seed} {ending}")
    if ending == ".npz" and rng.random() < 0.5:
        return _member_damaged(data, rng)
    if ending == ".frames" and rng.random() < 0.5:
        return _record_damaged(data, rng)
    if ending == ".glb" and rng.random() < 0.5:
        return _chunk_damaged(data, rng)
    if ending in TEXTS and rng.random() < 0.7:
        return _exchanged(data, rng)
    return _mutated(data, rng)


def _exchanged(data: bytes, rng: random.Random) -> bytes:
    """Exchange numbers, words or lines of a text, so that most of it still reads well."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        change = rng.randrange(5)
        if change < 2:
            found, other = list(_NUMBER.finditer(data)), rng.choice(ODD)
        elif change == 2:
            found = list(_WORD.finditer(data))
            other = rng.choice(found).group() if found else b""
        else:
            lines = data.splitlines(keepends=True)
            if lines:
                at = rng.randrange(len(lines))
                lines[at : at + 1] = [[], [lines[at]] * 2, [rng.choice(lines)]][rng.randrange(3)]
            data = b"".join(lines)
            continue
        if found:
            chosen = rng.choice(found)
            data = data[: chosen.start()] + other + data[chosen.end() :]
    return data


def _chunk_damaged(data: bytes, rng: random.Random) -> bytes:
    """Damage the JSON chunk of a GLB file and make the lengths right."""
    (length,) = struct.unpack_from("<I", data, 12)
    text = _exchanged(json.dumps(json.loads(data[20 : 20 + length]), indent=0).encode(), rng)
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    return data[:8] + struct.pack("<II", 20 + len(text) + len(rest), len(text)) + data[16:20] + text + rest


def _mutated(data: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.3:
        data = data[: rng.randrange(len(data) + 1)]
    for _ in range(rng.choice([1, 1, 2, 4])):
        at = rng.randrange(len(data) + 1)
        data = data[:at] + rng.choice(PIECES) + data[at + rng.randrange(12) :]
    return data


def _member_damaged(data: bytes, rng: random.Random) -> bytes:
    """Damage one member of a zip archive and write the archive anew, so that its checksums are right."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice(list(members))
    if rng.random() < 0.2:
        del members[name]
    else:
        members[name] = _mutated(members[name], rng)
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def _record_damaged(data: bytes, rng: random.Random) -> bytes:
    """Damage one record of a journal and make its checksum right."""
    form = struct.Struct(_record_form())
    records, at = [], 0
    while at + form.size <= len(data):
        kind, _, length = form.unpack_from(data, at)
        records.append((kind, data[at + form.size : at + form.size + length]))
        at += form.size + length
    chosen = rng.randrange(len(records))
    kind, content = records[chosen]
    records[chosen] = (kind, _mutated(content, rng))
    return b"".join(form.pack(k, zlib.crc32(c, zlib.crc32(k)), len(c)) + c for k, c in records)


def _record_form() -> str:
    from rigida.recording import journal

    return journal._RECORD.format
