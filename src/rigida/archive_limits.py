"""Size limits for compressed files, so that a small file cannot fill the memory when it is read.

A file may hold 20 times its own size, and any file 64 MB: recordings and meshes that programs write stay far below. The
sizes that an archive states are not trusted: members are decompressed piece by piece and counted.
"""

import zipfile
from pathlib import Path

from rigida.errors import UsageError

#: Decompressed bytes per byte of the file, and what every file may have [bytes].
MAX_EXPANSION, ALWAYS_ALLOWED = 20, 64 * 2**20
#: Members of an archive.
MAX_MEMBERS = 10_000
#: How much is decompressed at a time [bytes].
_PIECE = 2**20


def max_expanded(size: int) -> int:
    """Return the maximum decompressed size of a file of `size` bytes."""
    return max(MAX_EXPANSION * size, ALWAYS_ALLOWED)


def check_archive(who: str, path: Path, archive: zipfile.ZipFile) -> None:
    """Refuse a zip archive whose members are more, or larger, than a file of its size may hold."""
    left, members = max_expanded(path.stat().st_size), archive.infolist()
    if len(members) > MAX_MEMBERS:
        raise UsageError(f"{who}: it has {len(members)} members, and at most {MAX_MEMBERS} are read. Unpack it first.")
    for member in members:
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise UsageError(f"{who}: '{member.filename}' is packed by another method than deflate. Unpack it first.")
        stored = member.compress_type == zipfile.ZIP_STORED
        left -= max(member.file_size, member.compress_size) if stored else _measured(archive, member, left)
        if left < 0:
            raise UsageError(
                f"{who}: it grows to more than {max_expanded(path.stat().st_size) / 2**20:.0f} MB when it is unpacked, "
                f"and a file of {path.stat().st_size / 2**20:.3g} MB may hold no more. Save it uncompressed."
            )


def read_member(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a member of a checked archive, no more of it than it states."""
    size = archive.getinfo(name).file_size
    with archive.open(name) as file:
        return file.read(size)


def _measured(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> int:
    """Return how many bytes a member has decompressed, or a number above `most`."""
    if member.file_size > most:
        return member.file_size
    total = 0
    # The stated size ends reading, so it must not hide what the reader after us would unpack.
    member.file_size, stated = most + 2 * _PIECE, member.file_size
    try:
        with archive.open(member) as file:
            while total <= most and (piece := file.read(_PIECE)):
                total += len(piece)
    finally:
        member.file_size = stated
    return total
