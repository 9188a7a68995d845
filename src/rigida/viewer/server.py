"""The web server of the viewer: viser, on this machine only unless told otherwise, with nothing loaded from outside."""

import contextlib
import io
import socket
from collections.abc import Iterator
from typing import Any

from rigida.errors import UsageError

LOOPBACK = "127.0.0.1"


def open_server(host: str = LOOPBACK, port: int = 0) -> Any:
    """Return a running viser server; port 0 takes a free one."""
    try:
        import viser
    except ImportError:
        raise UsageError("The viewer needs viser. Install it with `pip install viser`.") from None
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise UsageError(f"Cannot serve on {host}:{port}: {error}. Give another --port.") from None
        port = probe.getsockname()[1]
    with _silent():
        server = viser.ViserServer(host=host, port=port, label="rigida", verbose=False)
    server.gui.configure_theme(show_logo=False, show_share_button=False, control_width="large")
    server.scene.configure_environment_map(None)  # the maps that viser offers come from the network
    server.scene.configure_default_lights(False)
    server.scene.add_light_hemisphere(
        "/lights/sky", sky_color=(255, 255, 255), ground_color=(150, 145, 140), intensity=1.4
    )
    server.scene.world_axes.visible = False
    return server


def close_server(server: Any) -> None:
    """Stop serving."""
    with _silent():
        server.stop()


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Keep viser's own messages off stdout, which belongs to the caller's result."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield
