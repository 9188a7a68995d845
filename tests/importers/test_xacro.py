"""URDF files with macros and arguments: packages are found in search folders, without a ROS installation."""

import numpy as np
import pytest
import trimesh

import rigida as rg

LINK = '<link name="a"><inertial><mass value="2"/></inertial><collision><geometry>{}</geometry></collision></link>'


def package(tmp_path, name):
    """Make a package that holds a mesh of 1 × 2 × 3 m and a macro; return the folder around it."""
    folder = tmp_path / "ros" / name
    folder.mkdir(parents=True)
    trimesh.creation.box((1.0, 2.0, 3.0)).export(folder / "box.stl")
    (folder / "macros.xacro").write_text(
        '<robot xmlns:xacro="http://ros.org/wiki/xacro"><xacro:macro name="part" params="name mass">'
        '<link name="${name}"><inertial><mass value="${2 * mass}"/></inertial><collision><geometry>'
        '<mesh filename="$(find arm_description)/box.stl"/></geometry></collision></link></xacro:macro></robot>'
    )
    return folder.parent


@pytest.mark.filterwarnings("ignore::rigida.RigidaWarning")
@pytest.mark.parametrize("ending", ["xacro", "urdf"])
def test_a_macro_of_a_package_in_a_search_folder_is_expanded(ending, tmp_path):
    pytest.importorskip("xacro")
    ros = package(tmp_path, "arm_description")
    path = tmp_path / f"robot.{ending}"
    path.write_text(
        '<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:include filename="$(find arm_description)/'
        'macros.xacro"/><xacro:part name="a" mass="1.5"/></robot>'
    )
    assert rg.load(path, search=[ros]).body("a").mass == 3.0
    with pytest.raises(rg.SceneError, match="no package 'arm_description'"):
        rg.load(path)


@pytest.mark.filterwarnings("ignore::rigida.RigidaWarning")
@pytest.mark.parametrize("place", ["$(find arm_description)", "package://$(optenv ARM_DESCRIPTION arm_description)"])
def test_arguments_of_a_file_without_macros_are_put_in(place, tmp_path, monkeypatch):
    ros = package(tmp_path, "arm_description")
    path = tmp_path / "robot.urdf"
    path.write_text(f'<robot name="r">{LINK.format(f"""<mesh filename="{place}/box.stl" scale="2 1 1 1"/>""")}</robot>')
    low, high = np.array(rg.load(path, search=[ros]).body("a").shape.surface()[0]).min(axis=0), (1.0, 1.0, 1.5)
    np.testing.assert_allclose(-low, high, rtol=1e-6)
    monkeypatch.setenv("ARM_DESCRIPTION", "elsewhere")
    if "optenv" in place:
        assert rg.validate_scene(path, search=[ros])


def test_an_environment_variable_that_is_not_set_is_named(tmp_path, monkeypatch):
    monkeypatch.delenv("ARM_MASS", raising=False)
    path = tmp_path / "robot.urdf"
    path.write_text('<robot name="r"><link name="$(env ARM_MASS)"/></robot>')
    (found,) = rg.validate_scene(path)
    assert "'ARM_MASS'" in found.message


@pytest.mark.parametrize(
    "body",
    [
        '<xacro:include filename="{}"/>',
        '<xacro:property name="read" value="${{xacro.load_yaml(\'{}\')}}"/><link name="${{read[\'name\']}}"/>',
    ],
)
def test_macros_read_no_files_outside_of_allowed_folders(body, tmp_path):
    pytest.importorskip("xacro")
    pytest.importorskip("yaml")
    (tmp_path / "robot").mkdir()
    secret = tmp_path / "secret.yaml"
    secret.write_text("name: hidden\n")
    path = tmp_path / "robot" / "robot.xacro"
    for name in (str(secret), "../secret.yaml"):
        path.write_text(f'<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">{body.format(name)}</robot>')
        with pytest.raises(rg.SceneError, match="leads out of the file's folder"):
            rg.load(path)
