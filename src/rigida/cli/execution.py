"""Running a scene for `run` and `demo`: simulation with progress, recording, output files, summary.

However the run ends — done, stopped by Ctrl-C, diverged — the frames recorded so far reach the disk.
"""

import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from rigida.cli.output import print_error, print_json, print_note
from rigida.cli.progress import RunProgress, StepProgress
from rigida.errors import DivergedError, UsageError
from rigida.recording.energy_account import EnergyAccount

if TYPE_CHECKING:
    from rigida.recording import Recording
    from rigida.scene.engine import EngineSettings
    from rigida.scene.scene import Scene


#: The contacts of more bodies than this would be most of the recording.
_FEW_BODIES = 100


@dataclass(frozen=True)
class Outcome:
    """Result of a run: the recording (partial when interrupted or diverged), and the error that ended it, if any."""

    recording: "Recording"
    error: DivergedError | None = None


def make_folder(folder: Path) -> Path:
    """Create the output folder before any work is done, or raise."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"Cannot create the folder '{folder}': {reason}. Give another one with -o.") from None
    if not os.access(folder, os.W_OK):
        raise UsageError(f"The folder '{folder}' may not be written to. Give another one with -o.")
    return folder


def recording_file(output: Path) -> Path:
    """Return the path of the recording: `output` if its suffix is that of a recording, else run.npz in that folder."""
    from rigida.recording.files import CONTAINERS, SAVED_ENDINGS

    ending = output.suffix.lower()
    if ending not in SAVED_ENDINGS or output.is_dir():
        return output / "run.npz"
    CONTAINERS[ending].ready()
    return output


def simulate(
    scene: "Scene",
    duration: float,
    fps: float,
    engine: "str | EngineSettings | None" = None,
    quiet: bool = False,
    journal: Path | None = None,
    contacts: bool | None = None,
) -> Outcome:
    """Run `scene` and return the recording, even of an interrupted run; with a journal it survives a killed process.

    Contacts are kept by default where they are few.
    """
    from rigida.simulation import Simulation

    try:
        with RunProgress(duration, quiet) as progress:
            simulation = Simulation(scene, engine=engine)
            kept = len(scene.bodies) <= _FEW_BODIES if contacts is None else contacts
            return Outcome(
                simulation.run(
                    duration, fps=fps, contacts=kept, progress=progress, keep_on_interrupt=True, journal=journal
                )
            )
    except DivergedError as error:
        recording = getattr(error, "recording", None)
        if recording is None:
            raise
        return Outcome(recording, error)
    except KeyboardInterrupt:
        if journal is not None and journal.is_file():
            print_note(f"interrupted: the frames so far are in {journal}, which `rigida view` and `rigida info` read")
        else:
            print_note("interrupted before the first frame; nothing was written")
        raise


@dataclass(frozen=True)
class Outputs:
    """Files to write in addition to the recording."""

    plots: bool = False
    tables: bool = False
    video: bool = False
    gltf: bool = False
    html: bool = False
    quiet: bool = False
    #: Options of the video; none: full size.
    look: dict[str, Any] = field(default_factory=dict)


def write_files(recording: "Recording", file: Path, outputs: Outputs) -> list[Path]:
    """Write the recording to `file` and the other requested files to the same folder; return their paths."""
    from rigida.recording.files import journal_of

    folder = file.parent
    before = set(folder.iterdir()) if folder.is_dir() else set[Path]()
    files = [recording.save(file)]
    journal_of(file).unlink(missing_ok=True)
    if outputs.tables:
        files.append(recording.to_csv(folder / "run.csv"))
        files.append(recording.energy_to_csv(folder / "energy.csv"))
    if outputs.plots:
        files.append(recording.plot_energy(folder / "energy.png"))
    if recording.channels and outputs.tables:
        files.append(recording.channels_to_csv(folder / "channels.csv"))
    if recording.channels and outputs.plots:
        files.append(recording.plot_channels(folder / "channels.png"))
    if outputs.gltf:
        files.append(recording.to_gltf(folder / "run.glb"))
    if outputs.html:
        files.append(recording.to_html(folder / "run.html"))
    if outputs.video:
        with StepProgress("drawing", outputs.quiet) as progress:
            files.append(recording.to_video(folder / "run.mp4", progress=progress, **outputs.look))
    if not outputs.quiet and (again := [path.name for path in files if path in before]):
        print_note(f"replaced earlier results in {folder}: {', '.join(again)}")
    return files


def summary(outcome: Outcome, files: list[Path]) -> dict[str, Any]:
    """Return the JSON object that sums up a run."""
    recording = outcome.recording
    result: dict[str, Any] = {
        "title": recording.title,
        "bodies": len(recording.names),
        "steps": recording.steps,
        "frames": recording.frame_count,
        "simulated": recording.duration,
        "wall": recording.wall,
        "energy_drift": recording.energy_drift,
        "energy": asdict(recording.energy_account),
        "events": len(recording.events),
        "interrupted": recording.interrupted,
        "files": [str(path) for path in files],
    }
    if outcome.error is not None:
        result["error"] = str(outcome.error)
    return result


def report(outcome: Outcome, files: list[Path], json: bool, quiet: bool = False) -> None:
    """Print the outcome of the run, and exit with an error code unless it succeeded."""
    result = summary(outcome, files)
    if json:
        print_json(result)
    elif not quiet:
        typer.echo(summary_text(result))
    kept = f"{result['frames']} frames ({result['simulated']:g} s) are kept in {files[0]}"
    if outcome.error is not None:
        print_error(outcome.error)
        print_note(f"The {kept}.")
        raise typer.Exit(2)
    if outcome.recording.interrupted:
        print_note(f"interrupted: {kept}")
        raise typer.Exit(130)


def summary_text(result: dict[str, Any]) -> str:
    """Return a run's summary as text."""
    energy = EnergyAccount(**result["energy"])
    factor = f" ({result['simulated'] / result['wall']:.3g} x real time)" if result["wall"] > 0.0 else ""
    lines = [
        f"simulated     {result['simulated']:g} s in {result['wall']:.3g} s{factor}, {result['steps']} steps",
        f"frames        {result['frames']} (bodies: {result['bodies']}, events: {result['events']})",
        f"energy        {energy.text()}",
        *(f"{'wrote' if i == 0 else '':14}{path}" for i, path in enumerate(result["files"])),
    ]
    return "\n".join(lines)
