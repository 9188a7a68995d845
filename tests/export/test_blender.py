"""glTF and USD as Blender opens them: names, materials, frame range, speed and places."""

from pathlib import Path

import numpy as np
import pytest
from blender_process import needs_blender, run_in_blender

import rigida as rg
from rigida.drawing import Drawing
from rigida.drawing.finish import FINISHES
from rigida.drawing.material import Material
from rigida.drawing.palette import light

pytestmark = needs_blender
FRAMES = (0, 10, 24)


def blender(path: Path) -> dict:
    return run_in_blender("blender_facts.py", path, *FRAMES)


@pytest.fixture(scope="module")
def run() -> rg.Recording:
    scene = rg.Scene(title="Blender")
    scene.add_ground()
    for k, finish in enumerate(FINISHES):
        place = {"position": (k, 0.2, 2.0), "velocity": (0.3, 0, 2.0), "angular_velocity": (1, 2 + k, 3)}
        scene.add_body(rg.Box((0.4, 0.3, 0.2)), **place, name=f"{finish}_box", finish=finish)
    return rg.Simulation(scene).run(1.0, fps=60)


@pytest.mark.parametrize("ending", [".glb", ".usdc"])
def test_blender_shows_names_materials_and_places_at_the_right_frames(run, tmp_path, ending):
    if ending == ".usdc":
        pytest.importorskip("pxr", reason="usd-core is not installed: pip install 'rigida[usd]'")
    path = tmp_path / f"run{ending}"
    seen = blender(run.to_usd(path) if ending == ".usdc" else run.to_gltf(path, fps=24))
    assert sorted(seen["objects"]) == sorted(run.names)
    if ending == ".usdc":  # Blender's importer of glTF leaves the range of the scene as it is
        assert seen["range"] == [0, 24]
    drawing = Drawing.of_recording(run)
    for row, name in enumerate(run.names):
        thing = seen["objects"][name]
        material, expected = thing["materials"][0], Material(drawing.colors[row], drawing.finishes[row])
        if name in ("ground", "wood_box"):  # the image's brightest pixels are those that the pattern leaves as they are
            np.testing.assert_allclose(material["image"], light(drawing.colors[row]), atol=0.01)
        else:
            np.testing.assert_allclose(material["color"], expected.base_color, atol=1e-5)
        found = [material[key] for key in ("Metallic", "Roughness", "Alpha")]
        np.testing.assert_allclose(found, [expected.metalness, expected.roughness, expected.opacity], atol=1e-5)
        for frame, place in zip(FRAMES, thing["position"], strict=True):
            np.testing.assert_allclose(place, run.position[round(frame * 2.5), row], atol=1e-5)
