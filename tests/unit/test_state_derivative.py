"""The textbook's state vector and its derivative, and the picture of a polygon."""

import numpy as np
import pytest

import rigida as rg


@pytest.mark.parametrize("engine", ["realtime", "precise"])
def test_derivative_is_the_difference_of_states(engine):
    scene = rg.Scene()
    top = scene.add_body(
        rg.Box((1, 2, 3)), mass=2.0, position=(1, 2, 30), velocity=(1, 0, 2), angular_velocity=(0.3, -0.2, 0.5)
    )
    scene.add_force(rg.ConstantForce(top, (0, 3, 0), anchor=(1, 2, 31)))
    scene.add_body(rg.Box((1, 1, 1)), fixed=True)
    sim = rg.Simulation(scene, engine, dt=1e-4)
    before, slope = rg.state_derivative(sim)
    sim.step()
    after, later = rg.state_derivative(sim)
    np.testing.assert_allclose((after - before) / 1e-4, 0.5 * (slope + later), atol=2e-6)
    np.testing.assert_allclose(slope[0, 7:], (0, 3, -2 * 9.81, -3, 0, 0), atol=1e-12)
    np.testing.assert_array_equal(slope[1], 0.0)
    np.testing.assert_array_equal(before, before.copy())


def test_state_derivative_refuses_a_scene():
    with pytest.raises(rg.UsageError, match=r"expects an rg\.Simulation"):
        rg.state_derivative(rg.Scene())


def test_polygon_is_drawn_with_its_centroid_and_axes(tmp_path):
    corners = [(0, 0), (4, 0), (4, 1), (0, 1)]
    file = rg.plot_polygon(corners, tmp_path / "polygon")
    assert file == tmp_path / "polygon.png"
    assert file.stat().st_size > 1000
    labels = [text.get_text() for text in rg.plot_polygon(corners).axes[0].get_legend().get_texts()]
    assert labels[2] == "centroid (2, 0.5) m"
    assert labels[0] == "radius of gyration 0.2887 m"  # 1/√12
    with pytest.raises(rg.ModelError, match="enclose an area"):
        rg.plot_polygon([(0, 0), (1, 1), (2, 2)])
