"""Time and memory to refuse small files that grow and files full of faults: python benchmarks/bombs.py.

Every file is read in a process of its own; processor time and memory are those of the reader, without its imports.
"""

import io
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np

import rigida as rg

#: Decompressed bytes of what grows; faults of a scene.
GROWN, FAULTS = 2 * 10**9, 420_000
READ = """
import resource, sys, time
import rigida as rg
kind, path = sys.argv[1:]
import rigida.recording.recording, rigida.geometry.mesh_file, rigida.scene.files.load, trimesh
before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
try:
    {"recording": rg.Recording.load, "mesh": lambda p: rg.Mesh(file=p), "scene": rg.load}[kind](path)
    ended = "read"
except rg.RigidaError as error:
    ended = type(error).__name__
seconds = time.process_time() - start
print(ended, seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def pack(path: Path, members: dict[str, bytes], zeros: str) -> Path:
    """Write an archive with a member of that name that is all zeros."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        with archive.open(zeros, "w", force_zip64=True) as member:
            if zeros.endswith(".npy"):
                head = io.BytesIO()
                np.lib.format.write_array_header_1_0(
                    head, {"descr": "<f8", "fortran_order": False, "shape": (GROWN // 8,)}
                )
                member.write(head.getvalue())
            for _ in range(GROWN // 10**7):
                member.write(bytes(10**7))
    return path


def files(folder: Path) -> dict[str, tuple[str, Path]]:
    """Write the files and return their kinds and paths by what they are."""
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball")
    small = rg.Simulation(scene).run(0.1, fps=20).save(folder / "small.npz")
    with zipfile.ZipFile(small) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    without = {name: {key: data for key, data in members.items() if key != name} for name in members}
    found = {
        "recording with a large array": (
            "recording", pack(folder / "array.npz", without["position.npy"], "position.npy"),
        ),
        "recording with a large header": (
            "recording", pack(folder / "header.npz", without["header.json"], "header.json"),
        ),
    }  # fmt: skip
    for ending in ("zip", "zae", "3mf"):
        found[f"mesh (.{ending})"] = "mesh", pack(folder / f"mesh.{ending}", {}, "mesh.stl")
    scenes = {
        "faults.toml": "".join(f'[body.b{k}]\nshape = {{ kind = "spere" }}\nmas = 1\n' for k in range(FAULTS // 5)),
        "faults.json": json.dumps({"body": {f"b{k}": {"shape": {"kind": "spere"}, "mas": 1} for k in range(FAULTS)}}),
        "key.toml": ".".join(["a"] * 50_000) + " = 1\n",
        "nested.toml": "a = " + "[" * 50_000 + "]" * 50_000 + "\n",
    }
    for name, text in scenes.items():
        path = folder / name
        path.write_text(text)
        found[f"scene {name}"] = "scene", path
    return found


def main() -> None:
    """Read all files and print how it went."""
    with tempfile.TemporaryDirectory() as folder:
        for name, (kind, path) in files(Path(folder)).items():
            command = [sys.executable, "-c", READ, kind, str(path)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
            line = done.stdout.split() or [done.stderr.strip().splitlines()[-1], "nan", "nan"]
            size = path.stat().st_size / 1e6
            print(f"{name}: {size:.3g} MB: {line[0]}, {float(line[1]):.2f} s, {float(line[2]):.0f} MB", flush=True)


if __name__ == "__main__":
    main()
