"""Pictures and films as files: MP4 (H.264), GIF, WebP, a folder of PNGs, a single PNG.

A film is written beside its target and takes the target's name when it is whole: an interrupted one leaves no file.
Encoding runs in the pictures' own thread, so that one core is enough and the file's bytes do not depend on timing.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from rigida.atomic_file import replaced
from rigida.drawing.motion import frame_times
from rigida.errors import UsageError
from rigida.recording import Recording
from rigida.render.cameras.camera import AnyCamera
from rigida.render.film import Film, film_rates, style_of
from rigida.render.shade import Pixels

Writer = Callable[[Pixels], None]
Opened = AbstractContextManager[Writer]
#: How H.264 trades size for time: nearly invisible loss at a few milliseconds a picture.
_H264 = {"preset": "superfast", "crf": "20", "threads": "1"}
#: JPEG pictures are a fifth as large as PNG, with hardly visible loss.
_JPEG = 86


def write_picture(
    recording: Recording, path: str | Path, time: float, camera: AnyCamera | None, **options: Any
) -> Path:
    """Write the picture at `time` [s] as PNG or JPEG, by the ending of `path`, and return its path."""
    path = _with_default_ending(Path(path), ".png", (".png", ".jpg"))
    picture = Film(recording, camera, style_of(options)).picture(time)
    with replaced(path) as temporary:
        (_save_jpeg if path.suffix.lower() == ".jpg" else _save_png)(picture, temporary)
    return path


def write_video(
    recording: Recording,
    path: str | Path,
    fps: float = 30.0,
    speed: float = 1.0,
    camera: AnyCamera | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Path:
    """Write a film and return its path; the format follows its ending.

    Args:
        recording: The motion.
        path: .mp4, .gif, .webp, or a path ending in "/" for a folder of PNGs; .mp4 is added when there is no ending.
        fps: Pictures a second, whatever the recording's own rate.
        speed: Simulated seconds per second of the film; 0.1 is slow motion.
        camera: Where to look from; by default one that shows the whole motion.
        progress: Called with the number of pictures done and their total.
        options: Fields of `Style`, such as width=640 or trails=True.
    """
    fps, speed = film_rates(fps, speed)
    target, opened = film_format(path)
    film = Film(recording, camera, style_of(options))
    total = len(frame_times(recording, fps, speed))
    with opened(target, film.style.width, film.style.height, fps) as write:
        for done, picture in enumerate(film.pictures(fps, speed), start=1):
            write(picture)
            if progress is not None:
                progress(done, total)
    return target


@contextmanager
def mp4_file(path: Path, width: int, height: int, fps: float) -> Iterator[Writer]:
    """Yield a function that adds pictures to an H.264 video."""
    try:
        import av
    except ImportError:
        raise UsageError("MP4 files need PyAV. Install it with `pip install av`, or write a .gif.") from None
    # H.264 halves the resolution of colors, so both sides must be even.
    wide, high = width - width % 2, height - height % 2
    with (
        replaced(path) as temporary,
        av.open(str(temporary), "w", format="mp4", options={"movflags": "+faststart"}) as container,
    ):
        stream: Any = container.add_stream("libx264", rate=Fraction(fps).limit_denominator(1001), options=_H264)
        stream.width, stream.height, stream.pix_fmt = wide, high, "yuv420p"
        stream.thread_count = 1

        def write(picture: Pixels) -> None:
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture[:high, :wide]), format="rgb24")
            container.mux(stream.encode(frame))

        yield write
        container.mux(stream.encode())


@contextmanager
def gif_file(path: Path, width: int, height: int, fps: float) -> Iterator[Writer]:
    """Yield a function that adds pictures to a looping GIF."""
    from PIL import Image

    pictures: list[Any] = []

    def write(picture: Pixels) -> None:
        pictures.append(Image.fromarray(picture).quantize(128, dither=Image.Dither.NONE))

    yield write
    with replaced(path) as temporary:
        # A GIF counts hundredths of a second, and players slow down what is shorter than two.
        duration = max(round(100.0 / fps), 2) * 10
        pictures[0].save(
            temporary,
            format="GIF",
            save_all=True,
            append_images=pictures[1:],
            duration=duration,
            loop=0,
            optimize=False,
        )


@contextmanager
def webp_file(path: Path, width: int, height: int, fps: float) -> Iterator[Writer]:
    """Yield a function that adds pictures to a looping animated WebP."""
    from PIL import Image

    pictures: list[Any] = []
    yield lambda picture: pictures.append(Image.fromarray(picture))
    with replaced(path) as temporary:
        pictures[0].save(
            temporary,
            format="WEBP",
            save_all=True,
            append_images=pictures[1:],
            duration=round(1000.0 / fps),
            loop=0,
            quality=50,
            method=3,
        )


@contextmanager
def png_folder(path: Path, width: int, height: int, fps: float) -> Iterator[Writer]:
    """Yield a function that writes pictures as 00000.png, 00001.png, … into a folder."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"Cannot create the folder '{path}': {error.strerror}. Give another one.") from None
    count = 0

    def write(picture: Pixels) -> None:
        nonlocal count
        with replaced(path / f"{count:05d}.png") as temporary:
            _save_png(picture, temporary)
        count += 1

    yield write


FORMATS: dict[str, Callable[[Path, int, int, float], Opened]] = {
    ".mp4": mp4_file,
    ".gif": gif_file,
    ".webp": webp_file,
}


def film_format(path: str | Path) -> tuple[Path, Callable[[Path, int, int, float], Opened]]:
    """Return the path of a video, its suffix, and the function that opens it for writing."""
    if str(path).endswith("/"):
        return Path(path), png_folder
    target = _with_default_ending(Path(path), ".mp4", FORMATS)
    return target, FORMATS[target.suffix.lower()]


def _with_default_ending(path: Path, ending: str, known: Iterable[str]) -> Path:
    if not path.suffix:
        return path.with_name(path.name + ending)
    if path.suffix.lower() not in known:
        raise UsageError(f"Cannot write '{path}': unknown ending. Use {' or '.join(known)}, or a folder ending in '/'.")
    return path


def _save_png(picture: Pixels, path: Path) -> None:
    from PIL import Image

    Image.fromarray(picture).save(path, format="PNG", compress_level=3)


def _save_jpeg(picture: Pixels, path: Path) -> None:
    from PIL import Image

    Image.fromarray(picture).save(path, format="JPEG", quality=_JPEG, optimize=True)
