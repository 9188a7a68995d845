"""A recording: the motion of every body at the frame times, with energies, momenta, events and the scene itself.

It is what a run returns and what plots, tables, videos and exporters read. Positions are of the body frame's origin,
velocities of the center of mass, both in the world frame; quaternions are (w, x, y, z) from body to world.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.fields import shown
from rigida.recording.contacts import ContactHistory
from rigida.recording.energy_account import TINY_ENERGY, EnergyAccount, energy_account
from rigida.registry import nearest
from rigida.shown import counted, html_table

if TYPE_CHECKING:
    from rigida.render.cameras.camera import AnyCamera
    from rigida.render.shade import Pixels

#: Shape of one frame of each array; "bodies" and "joints" stand for their numbers.
FRAME_SHAPES: dict[str, tuple[int | str, ...]] = {
    "times": (),
    "position": ("bodies", 3),
    "orientation": ("bodies", 4),
    "velocity": ("bodies", 3),
    "angular_velocity": ("bodies", 3),
    "kinetic": (),
    "potential": (),
    "linear_momentum": (3,),
    "angular_momentum": (3,),
}
#: Arrays of scenes with joints.
JOINT_SHAPES: dict[str, tuple[int | str, ...]] = {"joint_force": ("joints", 3), "joint_torque": ("joints", 3)}
#: Readings along the coordinates of joints, which older recordings have not: three places for each, NaN where unused.
COORDINATE_SHAPES: dict[str, tuple[int | str, ...]] = {
    "joint_position": ("joints", 3),
    "joint_velocity": ("joints", 3),
    "motor_effort": ("joints", 3),
}
ALL_SHAPES = FRAME_SHAPES | JOINT_SHAPES | COORDINATE_SHAPES


def frame_shape(shape: tuple[int | str, ...], names: Sequence[str], joint_names: Sequence[str]) -> tuple[int, ...]:
    """Return the shape of one frame for these bodies and joints."""
    counts = {"bodies": len(names), "joints": len(joint_names)}
    return tuple(counts[size] if isinstance(size, str) else size for size in shape)


def _span(times: FloatArray) -> str:
    """Return the number of frames and their duration as text."""
    return f"{counted(len(times), 'frame')} over {float(times[-1] - times[0]) if len(times) else 0.0:g} s"


def _ends(values: FloatArray) -> list[float]:
    """Return the first, least, greatest and last value; empty for an empty array."""
    return [float(v) for v in (values[0], values.min(), values.max(), values[-1])] if len(values) else []


def _vectors(caption: str, columns: dict[str, FloatArray]) -> str:
    """Return a table for a notebook with the range of each component of some histories (f, 3)."""
    rows = [(f"{name} {axis}", *_ends(array[:, k])) for name, array in columns.items() for k, axis in enumerate("xyz")]
    return html_table(["", "first", "least", "most", "last"], rows, caption.strip("<>"))


@dataclass(frozen=True, eq=False)
class EnergyHistory:
    """Energies over the frames, each (f,) [J]."""

    kinetic: FloatArray
    potential: FloatArray

    def __repr__(self) -> str:
        return f"<EnergyHistory: {counted(len(self.kinetic), 'frame')}>"

    def _repr_html_(self) -> str:
        rows = [(name, *_ends(getattr(self, name))) for name in ("kinetic", "potential", "total")]
        return html_table(["energy [J]", "first", "least", "most", "last"], rows)

    @property
    def total(self) -> FloatArray:
        """Return kinetic plus potential energy (f,) [J]."""
        return np.asarray(self.kinetic + self.potential)


@dataclass(frozen=True, eq=False)
class BodyHistory:
    """Motion of one body: times (f,) [s], position (f, 3) [m], orientation (f, 4), velocities (f, 3)."""

    name: str
    times: FloatArray
    position: FloatArray
    orientation: FloatArray
    velocity: FloatArray
    angular_velocity: FloatArray

    def __repr__(self) -> str:
        return f"<BodyHistory {self.name!r}: {_span(self.times)}>"

    def _repr_html_(self) -> str:
        columns = {
            "position [m]": self.position,
            "velocity [m/s]": self.velocity,
            "angular velocity [rad/s]": self.angular_velocity,
        }
        return _vectors(repr(self), columns)


@dataclass(frozen=True, eq=False)
class JointHistory:
    """History of one joint: times (f,) [s], its reaction on body a, and values along its k coordinates.

    Force (f, 3) [N], torque about the anchor (f, 3) [N m]; position (f,) or (f, k) [m or rad], velocity and the effort
    of the motor [N or N m] likewise, empty (f, 0) for a joint without coordinates and in recordings without readings.
    """

    name: str
    times: FloatArray
    force: FloatArray
    torque: FloatArray
    position: FloatArray
    velocity: FloatArray
    motor_effort: FloatArray

    def __repr__(self) -> str:
        return f"<JointHistory {self.name!r}: {_span(self.times)}>"

    def _repr_html_(self) -> str:
        return _vectors(repr(self), {"force [N]": self.force, "torque [N m]": self.torque})


@dataclass(frozen=True, eq=False)
class Recording:
    """Frames of a run, in SI units.

    Args:
        times: Of the frames (f,) [s].
        position: Of the body origins (f, n, 3) [m].
        orientation: Quaternions wxyz (f, n, 4).
        velocity: Of the centers of mass (f, n, 3) [m/s].
        angular_velocity: (f, n, 3) [rad/s].
        kinetic: Energy of motion (f,) [J].
        potential: Energy of gravity and force elements (f,) [J].
        linear_momentum: Of all bodies (f, 3) [kg m/s].
        angular_momentum: Of all bodies about the origin (f, 3) [kg m²/s].
        names: Of the bodies, in the order of the arrays.
        joint_names: Of the joints, in the order of their arrays.
        joint_force: Reaction of each joint on its body a (f, j, 3), world [N].
        joint_torque: Reaction torque on a about the joint's anchor (f, j, 3), world [N m].
        joint_position: Coordinates of the joints (f, j, 3) [m or rad], NaN if a joint has fewer than three.
        joint_velocity: Their rates (f, j, 3) [m/s or rad/s].
        motor_effort: Efforts of the motors along them (f, j, 3) [N or N m].
        scene: The scene document; empty when the scene has no file form.
        engine: Kind and settings of the engine.
        events: What happened between frames; each has at least "time" [s], "kind" and the pairs of "bodies". Kinds
            are "impact" and "rest" of the precise engine, and "begin" of a first touch without impact, "begin" and
            "end" of touching, at the end of their step, of the realtime engine.
        steps: How many steps the engine took.
        wall: Computing time [s].
        interrupted: The run was stopped before its end.
        channels: What force elements recorded beside the motion, by name: (f,) or (f, k).
        channel_units: Units of the channels.
        contacts: Contacts at the frames, where the engine records them.
    """

    times: FloatArray
    position: FloatArray
    orientation: FloatArray
    velocity: FloatArray
    angular_velocity: FloatArray
    kinetic: FloatArray
    potential: FloatArray
    linear_momentum: FloatArray
    angular_momentum: FloatArray
    names: list[str]
    joint_names: list[str] = field(default_factory=list)
    joint_force: FloatArray = field(default_factory=lambda: np.zeros(0))
    joint_torque: FloatArray = field(default_factory=lambda: np.zeros(0))
    joint_position: FloatArray = field(default_factory=lambda: np.zeros(0))
    joint_velocity: FloatArray = field(default_factory=lambda: np.zeros(0))
    motor_effort: FloatArray = field(default_factory=lambda: np.zeros(0))
    scene: dict[str, Any] = field(default_factory=dict)
    engine: dict[str, Any] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)
    steps: int = 0
    wall: float = 0.0
    interrupted: bool = False
    channels: dict[str, FloatArray] = field(default_factory=dict)
    channel_units: dict[str, str] = field(default_factory=dict)
    contacts: ContactHistory = field(default_factory=ContactHistory)

    def __repr__(self) -> str:
        parts = [counted(len(self.names), "body", "bodies")]
        parts += [counted(len(self.joint_names), "joint")] if self.joint_names else []
        parts += [f"{counted(self.frame_count, 'frame')} over {self.duration:g} s"]
        parts += [f"{self.engine['kind']} engine"] if "kind" in self.engine else []
        parts += ["interrupted"] if self.interrupted else []
        return f"<Recording{f' {self.title!r}' if self.title else ''}: {', '.join(parts)}>"

    def __post_init__(self) -> None:
        frames = len(np.atleast_1d(self.times))
        for name, shape in ALL_SHAPES.items():
            array = np.ascontiguousarray(getattr(self, name), dtype=np.float64)
            expected = (frames, *frame_shape(shape, self.names, self.joint_names))
            if array.size == 0:
                missing = np.full(expected, np.nan) if name in COORDINATE_SHAPES else array
                array = array.reshape(expected) if 0 in expected else missing
            if array.shape != expected:
                raise UsageError(f"Recording: {name} must have the shape {expected}, got {array.shape}.")
            object.__setattr__(self, name, array)
        for name, values in self.channels.items():
            if len(values) != frames:
                raise UsageError(f"Recording: channel '{name}' must have {frames} rows, got {len(values)}.")

    def __len__(self) -> int:
        return self.frame_count

    def __getitem__(self, frames: slice) -> "Recording":
        """Return a recording of some frames, such as `run[10:20]` or every tenth, `run[::10]`."""
        if not isinstance(frames, slice):
            raise UsageError(f"A recording is sliced by frames, such as run[10:20], got run[{shown(frames)}].")
        chosen = np.arange(self.frame_count)[frames]
        cut: dict[str, Any] = {name: getattr(self, name)[chosen] for name in ALL_SHAPES if getattr(self, name).size}
        span = (self.times[chosen[0]], self.times[chosen[-1]]) if len(chosen) else (math.inf, -math.inf)
        contacts = self.contacts
        if contacts.kept:
            contacts = ContactHistory.of_frames([contacts.at(int(frame)) for frame in chosen])
        return replace(
            self,
            **cut,
            channels={name: values[chosen] for name, values in self.channels.items()},
            events=[event for event in self.events if span[0] <= event["time"] <= span[1]],
            contacts=contacts,
        )

    @property
    def frame_count(self) -> int:
        """Return the number of frames."""
        return len(self.times)

    @property
    def duration(self) -> float:
        """Return the simulated time from the first to the last frame [s]."""
        return float(self.times[-1] - self.times[0]) if self.frame_count else 0.0

    @property
    def title(self) -> str:
        """Return the scene's title, or an empty string."""
        return str(self.scene.get("title", ""))

    @property
    def energy(self) -> EnergyHistory:
        """Return the energies; `.kinetic`, `.potential` and `.total` are (f,) [J]."""
        return EnergyHistory(self.kinetic, self.potential)

    @property
    def energy_account(self) -> EnergyAccount:
        """Return the work of forces and motors, the dissipated energy and the numerical drift [J]."""
        return energy_account(self)

    @property
    def energy_drift(self) -> float:
        """Return the numerical drift of the total energy, relative to the energies at play.

        It is the largest change that nothing in the scene explains: any change where nothing dissipates or does work,
        gains only where bodies touch or dampers act, NaN if motors and forces without a potential work.
        """
        drift = self.energy_account.relative_drift
        return math.nan if drift is None else drift

    @property
    def energy_change(self) -> float:
        """Return the largest relative deviation of the total energy from its initial value."""
        if not self.frame_count:
            return 0.0
        total = self.energy.total
        scale = max(abs(float(total[0])), float(self.kinetic.max()), TINY_ENERGY)
        return float(np.abs(total - total[0]).max()) / scale

    def body(self, name: str) -> BodyHistory:
        """Return the motion of the body called `name`."""
        if name not in self.names:
            raise UsageError(f"The recording has no body '{name}'.{nearest(name, self.names)}")
        i = self.names.index(name)
        return BodyHistory(
            name,
            self.times,
            self.position[:, i],
            self.orientation[:, i],
            self.velocity[:, i],
            self.angular_velocity[:, i],
        )

    def joint(self, name: str) -> "JointHistory":
        """Return reactions, coordinates, rates and motor efforts of the joint called `name`."""
        if name not in self.joint_names:
            raise UsageError(f"The recording has no joint '{name}'.{nearest(name, self.joint_names)}")
        i = self.joint_names.index(name)
        used = ~np.isnan(self.joint_position[:, i]).all(axis=0)  # a joint that broke has none from then on
        readings = (self.joint_position, self.joint_velocity, self.motor_effort)
        along = (table[:, i, used][:, 0] if used.sum() == 1 else table[:, i, used] for table in readings)
        return JointHistory(name, self.times, self.joint_force[:, i], self.joint_torque[:, i], *along)

    def channel(self, name: str) -> FloatArray:
        """Return the values (f,) or (f, k) of the channel called `name`."""
        if name not in self.channels:
            raise UsageError(f"The recording has no channel '{name}'.{nearest(name, self.channels)}")
        return self.channels[name]

    def save(self, path: str | Path) -> Path:
        """Write everything to a file (.npz, added when missing, or .h5, which needs h5py) and return its path.

        Args:
            path: File to write.
        """
        from rigida.recording.files import save_recording

        return save_recording(self, path)

    @staticmethod
    def load(path: str | Path) -> "Recording":
        """Read a recording that `save` wrote, or the frames that a killed run left behind (.frames).

        Args:
            path: .npz, .h5 or .frames file.
        """
        from rigida.recording.files import load_recording

        return load_recording(path)

    def to_csv(self, path: str | Path, table: str = "bodies") -> Path:
        """Write a table with one row per frame and body, joint, contact or channel, and return its path.

        Args:
            path: File to write; its ending is added when missing.
            table: "bodies" (pose and velocities), "joints" (coordinates, rates, motor efforts and reactions),
                "contacts" (points, normals, impulses), "channels" or "energy" (energies and momenta).
        """
        from rigida.recording.tables import to_csv

        return to_csv(self, path, table)

    def energy_to_csv(self, path: str | Path) -> Path:
        """Write a table of energies and momenta with one row per frame, and return its path.

        Args:
            path: File to write; .csv is added when missing.
        """
        from rigida.recording.tables import energy_to_csv

        return energy_to_csv(self, path)

    def channels_to_csv(self, path: str | Path) -> Path:
        """Write a table of all channels with one row per frame, and return its path.

        Args:
            path: File to write; .csv is added when missing.
        """
        from rigida.recording.tables import channels_to_csv

        return channels_to_csv(self, path)

    def plot_channels(self, path: str | Path | None = None, names: list[str] | None = None) -> Any:
        """Draw channels (all single-valued ones when left out) over time; see `plot_energy` for `path`.

        Args:
            names: Channels to draw; default all single-valued ones.
        """
        from rigida.recording.plots import draw_channels, written_or_shown

        return written_or_shown(draw_channels(self, names), path)

    def plot_energy(self, path: str | Path | None = None) -> Any:
        """Draw energies over time.

        Args:
            path: A picture to write (format by its ending, png when missing), whose path is returned; without one the
                matplotlib figure is returned.
        """
        from rigida.recording.plots import draw_energy, written_or_shown

        return written_or_shown(draw_energy(self), path)

    def plot_momentum(self, path: str | Path | None = None) -> Any:
        """Draw linear and angular momentum over time; see `plot_energy` for `path`."""
        from rigida.recording.motion_plots import draw_momentum, written_or_shown

        return written_or_shown(draw_momentum(self), path)

    def plot_motion(self, body: str, path: str | Path | None = None) -> Any:
        """Draw position and velocities of the body called `body` over time; see `plot_energy` for `path`."""
        from rigida.recording.motion_plots import draw_motion, written_or_shown

        return written_or_shown(draw_motion(self, body), path)

    def plot_joint(self, joint: str, path: str | Path | None = None) -> Any:
        """Draw coordinates, rates and motor effort of the joint called `joint`; see `plot_energy` for `path`."""
        from rigida.recording.motion_plots import draw_joint, written_or_shown

        return written_or_shown(draw_joint(self, joint), path)

    def plot_contacts(self, path: str | Path | None = None) -> Any:
        """Draw number and impulses of contacts over time; see `plot_energy` for `path`."""
        from rigida.recording.motion_plots import draw_contacts, written_or_shown

        return written_or_shown(draw_contacts(self), path)

    def to_dataframe(self, table: str = "bodies") -> Any:
        """Return a table as a pandas DataFrame; needs pandas.

        Args:
            table: "bodies" (pose and velocities), "joints" (coordinates, rates, motor efforts and reactions),
                "contacts" (points, normals, impulses), "channels" or "energy" (energies and momenta).
        """
        from rigida.recording.tables import to_dataframe

        return to_dataframe(self, table)

    def to_parquet(self, path: str | Path, table: str = "bodies") -> Path:
        """Write a table as Parquet and return its path; needs pyarrow.

        Args:
            path: File to write; its ending is added when missing.
            table: "bodies" (pose and velocities), "joints" (coordinates, rates, motor efforts and reactions),
                "contacts" (points, normals, impulses), "channels" or "energy" (energies and momenta).
        """
        from rigida.recording.tables import to_parquet

        return to_parquet(self, path, table)

    def picture(self, time: float = 0.0, camera: "AnyCamera | None" = None, **options: Any) -> "Pixels":
        """Return the picture (height, width, 3) in sRGB at `time` [s]; options are those of `rg.Style`.

        Args:
            camera: Viewpoint; default shows the whole motion.
            options: Fields of `rg.Style`.
        """
        from rigida.render.film import Film, style_of

        return Film(self, camera, style_of(options)).picture(time)

    def to_picture(
        self, path: str | Path, time: float = 0.0, camera: "AnyCamera | None" = None, **options: Any
    ) -> Path:
        """Write the picture at `time` [s] as PNG or JPEG and return its path; options are those of `rg.Style`.

        Args:
            path: File to write, .png or .jpg.
            camera: Viewpoint; default shows the whole motion.
            options: Fields of `rg.Style`.
        """
        from rigida.render.video import write_picture

        return write_picture(self, path, time, camera, **options)

    def to_video(
        self,
        path: str | Path,
        fps: float = 30.0,
        speed: float = 1.0,
        camera: "AnyCamera | None" = None,
        progress: Callable[[int, int], None] | None = None,
        **options: Any,
    ) -> Path:
        """Write a film (.mp4, .gif, or "folder/" for PNGs) and return its path.

        Args:
            fps: Pictures a second, whatever the recording's own rate.
            speed: Simulated seconds per second of the film; 0.1 is slow motion.
            camera: Where to look from, such as `rg.Camera(eye, target)`; by default the whole motion is shown.
            progress: Called with the number of pictures done and their total.
            options: Fields of `rg.Style`, such as width=640, trails=True or contacts=True.
            path: File to write, or a folder for PNGs.
        """
        from rigida.render.video import write_video

        return write_video(self, path, fps, speed, camera, progress, **options)

    def to_gltf(
        self,
        path: str | Path,
        tolerance: float | None = None,
        fps: float | None = None,
        marks: bool = True,
        camera: bool = True,
    ) -> Path:
        """Write an animation for other tools (.glb or .gltf) and return its path.

        With `tolerance`, key frames are left out where the motion stays within that many meters (and radians) anyway.
        With `fps`, they lie at whole frames of that rate; without, at the recorded frames.

        Args:
            path: .glb or .gltf file.
            marks: Whether grounds are checkered, wood has its grain and bodies whose turning would not be seen have
                pale octants.
            camera: Whether the camera of pictures is in the file, with sun and sky in the scene's extras.
        """
        from rigida.export.gltf import write_gltf

        return write_gltf(self, path, tolerance, fps, marks, camera)

    def to_usd(
        self,
        path: str | Path,
        fps: float = 24.0,
        marks: bool = True,
        camera: bool = True,
        instances: bool = False,
    ) -> Path:
        """Write an animation as USD (.usdc, .usda, .usdz) and return its path; needs the package usd-core.

        `fps` is the number of time codes in a second: give the frame rate of the scene that imports the file. Textures
        are in the folder `NAME_textures` beside the file; .usdz contains them.

        Args:
            path: .usdc, .usda or .usdz file.
            marks: Whether grounds are checkered, wood has its grain and bodies whose turning would not be seen have
                pale octants.
            camera: Whether the camera of pictures is in the file.
            instances: Whether equal bodies are instances of one prototype, which importers need not copy, instead of
                a mesh each. Blender makes collection instances of them.
        """
        from rigida.export.usd import write_usd

        return write_usd(self, path, fps, marks, camera, instances)

    def to_rerun(self, path: str | Path) -> Path:
        """Write bodies and channels over time for Rerun (.rrd) and return the path; needs the package rerun-sdk.

        Args:
            path: .rrd file.
        """
        from rigida.export.rerun_file import write_rerun

        return write_rerun(self, path)

    def to_mcap(self, path: str | Path) -> Path:
        """Write bodies and channels over time as an MCAP log, such as Foxglove shows; needs the package mcap.

        Poses are foxglove.FrameTransforms, surfaces a foxglove.SceneUpdate, channels plain JSON.

        Args:
            path: .mcap file.
        """
        from rigida.export.mcap_file import write_mcap

        return write_mcap(self, path)

    def to_meshes(self, folder: str | Path, kind: str = "obj") -> Path:
        """Write one OBJ or PLY file per frame into `folder` and return it.

        Args:
            kind: "obj" or "ply".
        """
        from rigida.export.meshes import write_meshes

        return write_meshes(self, folder, kind)

    def to_html(self, path: str | Path, beside: "Recording | None" = None) -> Path:
        """Write one self-contained page that plays the motion in any browser, and return its path.

        With `beside` it shows two recordings side by side, at the same time and from the same place.

        Args:
            path: File to write.
        """
        from rigida.viewer.page import write_page

        return write_page(self, path, beside)

    def view(self, port: int = 8080, host: str = "127.0.0.1", beside: "Recording | None" = None) -> None:
        """Replay the recording, or two side by side, in the browser; returns when stopped with Ctrl-C.

        Args:
            port: Port of the local server.
            host: Address to listen on.
            beside: Second recording to show beside this one.
        """
        from rigida.viewer.viewer import view

        view(self, port, host, beside)

    def _repr_html_(self) -> str:
        """Show the recording in a notebook: the page of `to_html` in a frame."""
        from rigida.viewer.page import notebook_frame

        return notebook_frame(self)
