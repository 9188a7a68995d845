"""Pull bodies with the mouse, in a real browser: python benchmarks/pulls.py [--engine realtime] [SCENE …].

Every packaged scene with joints, robots among them, plays in the viewer. Up to three of its bodies are grabbed in turn
(Shift and the left button), dragged about and let go. A line says how many were grabbed, how far joints were open and
whether the simulation went on.
"""

import argparse
import json
import sys
import time
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "viewer"))

from browser import Browser, available

import rigida as rg
from rigida import scenes
from rigida.viewer.viewer import Viewer

READY = "window.page && page.player && page.sides[0].stage.poses && page.frames > 2"
#: Where the pointer goes from the point that was grabbed [pixels], and how long it stays there [s, simulated].
WAY, STAY = ((150, 0), (0, -150), (-150, 100), (300, 300)), 0.15
BODIES = 3
SHIFT = {"modifiers": 8, "button": "left", "buttons": 1, "clickCount": 1}


def places(browser: Browser, count: int) -> list[tuple[float, float]]:
    """Return where the centers of bodies are in the page [pixels]."""
    script = (
        "(() => { const c = page.camera, s = page.sides[0].stage; return JSON.stringify("
        f"[...Array({count}).keys()].map(i => {{ const p = s.center(i, c.position.clone()).project(c);"
        " return [(0.5 + 0.5 * p.x) * innerWidth, (0.5 - 0.5 * p.y) * innerHeight] })) })()"
    )
    return [(x, y) for x, y in json.loads(browser.evaluate(script))]


def wait_time(viewer: Viewer, duration: float, limit: float = 30.0) -> bool:
    """Wait for so much more simulated time, or as much as passes within a limit [s]; return whether any has passed."""
    begin, deadline = viewer.source.time, time.monotonic() + limit
    end = begin + duration
    while viewer.source.time < end and time.monotonic() < deadline and not viewer.error:
        time.sleep(0.01)
    return viewer.source.time > begin and not viewer.error


def widest_joint(viewer: Viewer) -> float:
    with viewer.lock:
        sim = viewer.source.simulation
        return max(sim.joint(str(joint.name)).error for joint in sim.scene.joints)


def pull(viewer: Viewer, browser: Browser) -> str:
    """Pull bodies of the scene that plays; return what happened, beginning with "ok" if it goes on."""
    sim, grabbed, widest = viewer.source.simulation, 0, 0.0
    rows = [k for k, body in enumerate(sim.scene.bodies) if body.dynamic]
    for row in rows[:: max(1, len(rows) // BODIES)][:BODIES]:
        viewer.playing = False  # it must not move away while its place is asked for
        time.sleep(0.3)
        x, y = places(browser, len(sim.scene.bodies))[row]
        browser.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **SHIFT)
        for dx, dy in WAY:
            browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx, y=y + dy, **SHIFT)
            viewer.playing = True
            gone = wait_time(viewer, STAY)
            grabbed += viewer.source._pulled is not None and (dx, dy) == WAY[-1]
            widest = max(widest, widest_joint(viewer))
            if not gone:
                return f"stopped while '{sim.scene.bodies[row].name}' was pulled: {viewer.error or 'no time passes'}"
        browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + dx, y=y + dy, modifiers=8, button="left")
        if not wait_time(viewer, STAY):
            return f"stopped after '{sim.scene.bodies[row].name}' was let go: {viewer.error or 'no time passes'}"
    return f"ok, {grabbed} grabbed, joints open by at most {widest:.1e}" if grabbed else "nothing was grabbed"


def jointed_scenes() -> list[str]:
    """Return the names of the packaged scenes and robots that have joints."""
    robots = [name for name in scenes.documents() if name.startswith("robots/")]
    return [name for name in [*scenes.names(), *robots] if rg.load(scenes.path(name)).joints]


def main() -> int:
    """Print a line for each scene; return how many did not go on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", help="names of packaged scenes; without them, all that have joints")
    parser.add_argument("--engine", choices=("own", "realtime", "precise"), default="own", help="default: each scene's")
    given = parser.parse_args()
    if not available():
        sys.exit("no browser here: install the Debian package chromium")
    warnings.simplefilter("ignore")
    bad = 0
    for name in given.scenes or jointed_scenes():
        scene = rg.load(scenes.path(name))
        scene.plan = rg.RunPlan(duration=3600.0)
        sim = rg.Simulation(scene, None if given.engine == "own" else given.engine)
        with Viewer(sim, playing=True) as viewer, Browser(viewer.url) as browser:
            browser.wait(READY)
            time.sleep(1.0)  # the camera comes to its place
            told = pull(viewer, browser)
        bad += not told.startswith("ok")
        print(f"{name} ({sim.settings.kind}): {told}", flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(main() > 0)
