"""`rigida render`, `export`, `gallery`, `view`, and the files of `run` and `demo`."""

import contextlib
import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trimesh
from PIL import Image

from .conftest import HEEDS_INTERRUPTS, Command


@pytest.fixture
def run_folder(rigida: Command, spinning: Path) -> Path:
    assert rigida("run", spinning, "-o", "out", "--duration", 0.2, "--fps", 20).code == 0
    return Path("out")


def test_render_writes_a_video_of_the_run(rigida: Command, run_folder: Path) -> None:
    answer = rigida("render", run_folder, "-o", "v.gif", "--size", "96x54", "--fps", 10, "--show", "trails")
    assert answer.code == 0
    with Image.open("v.gif") as gif:
        assert (gif.size, gif.n_frames) == ((96, 54), 3)


def test_render_writes_one_picture_from_a_given_place(rigida: Command, run_folder: Path) -> None:
    answer = rigida("render", run_folder / "run.npz", "-o", "p.png", "--size", "64x36", "--eye", "1,-2,1", "--json")
    assert answer.json()["files"] == ["p.png"]
    with Image.open("p.png") as picture:
        assert picture.size == (64, 36)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "big"], "--size must be width x height"),
        (["--eye", "1,2"], "--eye must be three numbers"),
        (["--show", "trials"], "Did you mean 'trails'?"),
        (["-o", "x.avi"], "unknown ending"),
    ],
)
def test_bad_options_are_the_users_error(rigida: Command, run_folder: Path, arguments: list[str], message: str) -> None:
    answer = rigida("render", run_folder, *arguments)
    assert answer.code == 2
    assert message in answer.err
    assert "Traceback" not in answer.err


def test_scene_given_for_a_run_says_what_to_do(rigida: Command, spinning: Path) -> None:
    answer = rigida("render", spinning)
    assert answer.code == 2
    assert "rigida run" in answer.err


@pytest.fixture
def dropped(tmp_path: Path) -> Path:
    """A scene in which a ball lies on the ground."""
    import rigida as rg

    scene = rg.Scene(title="Lying")
    scene.add_ground()
    scene.add_body(rg.Sphere(0.5), position=(0, 0, 0.5), name="ball")
    path = tmp_path / "dropped.toml"
    scene.save(path)
    return path


def test_contacts_and_names_are_drawn_when_asked_for(rigida: Command, dropped: Path) -> None:
    assert rigida("run", dropped, "-o", "out", "--duration", 0.2, "--fps", 20).code == 0
    pictures = {}
    for show in ("", "contacts", "names"):
        wish = ["--show", show] if show else []
        assert rigida("render", "out", "-o", "p.png", "--size", "96x54", "--time", 0.2, *wish).code == 0
        pictures[show] = Path("p.png").read_bytes()
    assert len(set(pictures.values())) == 3


def test_contacts_that_were_not_kept_are_said_to_be_missing(rigida: Command, dropped: Path) -> None:
    assert rigida("run", dropped, "-o", "out", "--duration", 0.1, "--no-contacts").code == 0
    answer = rigida("render", "out", "--show", "contacts")
    assert answer.code == 2
    assert "rigida run SCENE --contacts" in answer.err


@pytest.mark.parametrize("folder", ["meshes.obj", "meshes/", "meshes.ply"])
def test_meshes_go_into_a_folder_of_the_given_name(rigida: Command, run_folder: Path, folder: str) -> None:
    assert rigida("export", run_folder, "-o", folder, "--json").json()["files"] == ["meshes"]
    ending = "ply" if folder.endswith("ply") else "obj"
    assert sorted(path.name for path in Path("meshes").iterdir())[0] == f"frame_00000.{ending}"


def test_info_takes_the_folder_of_a_run(rigida: Command, run_folder: Path) -> None:
    facts = rigida("info", run_folder, "--json").json()
    assert (facts["kind"], facts["bodies"]) == ("recording", ["box"])


@pytest.mark.parametrize("name", ["x.glb", "x.usda", "x.html", "x.csv", "x.obj"])
def test_export_goes_by_the_ending(rigida: Command, run_folder: Path, name: str) -> None:
    answer = rigida("export", run_folder, "-o", name, "--json")
    assert answer.code == 0
    [written] = answer.json()["files"]
    assert Path(written).exists()


def test_exported_glb_reads_elsewhere(rigida: Command, run_folder: Path) -> None:
    rigida("export", run_folder, "-o", "x.glb", "--tolerance", "1e-3")
    assert "box" in trimesh.load("x.glb").graph.nodes


def test_export_at_a_rate_is_for_animation_files(rigida: Command, run_folder: Path) -> None:
    assert rigida("export", run_folder, "-o", "x.usda", "--fps", "30").code == 0
    assert "timeCodesPerSecond = 30" in Path("x.usda").read_text()
    assert rigida("export", run_folder, "-o", "x.csv", "--fps", "30").code == 2


def test_unknown_ending_lists_the_known_ones(rigida: Command, run_folder: Path) -> None:
    answer = rigida("export", run_folder, "-o", "x.fbx")
    assert answer.code == 2
    assert ".glb" in answer.err
    assert rigida("export", run_folder, "-o", "x.csv", "--tolerance", "1").code == 2


def test_run_writes_video_animation_and_page_when_asked(rigida: Command, spinning: Path) -> None:
    result = rigida("run", spinning, "-o", "all", "--duration", 0.1, "--video", "--gltf", "--html", "--json").json()
    assert {Path(name).name for name in result["files"]} == {"run.npz", "run.mp4", "run.glb", "run.html"}
    assert all(Path(name).stat().st_size > 0 for name in result["files"])


def test_gallery_draws_the_scenes_into_a_page(rigida: Command) -> None:
    answer = rigida("gallery", "g", "--only", "falling_ball", "--size", 64, "--seconds", 1, "--json")
    assert answer.code == 0
    assert {path.name for path in Path("g").iterdir()} == {"falling_ball.jpg", "falling_ball.webp", "index.md"}
    assert "falling_ball.webp" in Path("g/index.md").read_text()
    assert rigida("gallery", "s", "--only", "falling_ball", "--size", 64, "--no-films").code == 0
    assert {path.name for path in Path("s").iterdir()} == {"falling_ball.jpg", "index.md"}
    assert "falling_ball.jpg" in Path("s/index.md").read_text()
    assert rigida("gallery", "g", "--only", "faling_ball").code == 2


@contextlib.contextmanager
def viewing(scene: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """Run `rigida view` as a process of its own, as long as the block lasts, and give what it says of itself."""
    code = f"{HEEDS_INTERRUPTS}import sys; from rigida.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "view", str(scene), "--port", "0", "--json"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            text = ""
            for line in process.stdout:
                text += line
                if line.rstrip() == "}":
                    break
            yield process, json.loads(text)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(timeout=60)
            finally:
                process.kill()


def test_view_serves_until_interrupted(spinning: Path) -> None:
    with viewing(spinning) as (process, facts):
        assert facts["error"] is None
        assert facts["url"].startswith("http://127.0.0.1:")
        with urllib.request.urlopen(facts["url"], timeout=20) as answer:
            assert b"<html" in answer.read(2000).lower()
    assert process.returncode == 0


def test_view_of_a_broken_scene_starts_with_the_error(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("[body.a]\nmass = -1\n")
    with viewing(broken) as (_, facts):
        assert "broken.toml has" in facts["error"]
