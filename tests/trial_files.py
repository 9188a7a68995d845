"""Damaged files of recordings: real ones, cut, overwritten and spliced, some with checksums made right again."""

import random
import struct
import zipfile
import zlib
from io import BytesIO
from pathlib import Path

import rigida as rg

PIECES = [b"", b"\0", b"\xff" * 8, b"\x00" * 16, b"1e308", b"nan", b"{", b"]", b"-1", b"99999999999", b'"', b"\xff\xfe"]


def make_files(folder: Path) -> list[Path]:
    """Write one recording in every form and return the files."""
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(rg.Sphere(0.1), name="ball", position=(0, 0, 0.2))
    journal = folder / "run.frames"
    run = rg.Simulation(scene).run(0.1, contacts=True, journal=journal)
    run.save(folder / "run.npz")
    run.save(folder / "run.h5")
    return [folder / "run.npz", folder / "run.h5", journal]


def damaged(ending: str, data: bytes, seed: int) -> bytes:
    """Return the bytes of a file with damage number `seed`."""
    rng = random.Random(f"{seed} {ending}")
    if ending == ".npz" and rng.random() < 0.5:
        return _member_damaged(data, rng)
    if ending == ".frames" and rng.random() < 0.5:
        return _record_damaged(data, rng)
    return _mutated(data, rng)


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
