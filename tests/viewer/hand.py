"""A hand at a page: real mouse or touch events where a control is seen, never a call of its handler."""

import json
from typing import Any

from .browser import Browser

#: Width, height, whether it is touched, color scheme.
DEVICES = {
    "desktop": (1280, 720, False, "light"),
    "tablet": (820, 1180, True, "dark"),
    "phone": (390, 844, True, "light"),
}


#: What a control is called, for `Hand.used`: its id or, in families that a scene makes, what it changes.
CONTROL = """(e => {
    const family = e.dataset.tune ? e.dataset.tune + " " + e.type : e.dataset.setting ? "setting " + e.type : "";
    const start = e.dataset.start ? "start pose" : e.classList.contains("handle") ? "handle of " + e.dataset.tool : "";
    const item = e.classList.contains("item") ? "line of the list" : "";
    if (e.closest(".plot")) return "plots: " + e.textContent;
    const words = e.getAttribute("aria-label") || (e.closest("label") || e).textContent.trim();
    return e.id || family || start || item || (e.closest("[id]") || {}).id + ": " + words;
})"""
#: The names of all controls that the page has at the moment, folded away or not.
CONTROLS = f"""(() => {{
    const hidden = (e) => e && (e.style.display === "none" || hidden(e.parentElement));
    const all = [...document.querySelectorAll("button, input, select, [role=button]")];
    return [...new Set(all.filter((e) => !hidden(e)).map({CONTROL}))];
}})()"""


class Hand:
    """Mouse of a desktop, or finger of a tablet or phone."""

    def __init__(self, browser: Browser, device: str) -> None:
        width, height, self._touches, scheme = DEVICES[device]
        self.browser = browser
        #: Names of the controls that were touched.
        self.used = set[str]()
        browser.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=0.5,  # half as many pixels a side: software draws them one by one
            mobile=self._touches,
        )
        browser.call("Emulation.setTouchEmulationEnabled", enabled=self._touches)
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def place(self, selector: str, across: float = 0.5) -> tuple[float, float]:
        """Return a point of a control [pixels], after scrolling to it; nothing may lie over it."""
        find = f"document.querySelector({json.dumps(selector)})"
        self.used.add(self.browser.evaluate(f"(e => e ? {CONTROL}(e) : '')({find})"))
        found = self.browser.evaluate(
            f"(() => {{ const e = {find}; if (!e) return 'missing'; e.scrollIntoView({{ block: 'center' }});"
            f" const r = e.getBoundingClientRect(), x = r.left + {across} * r.width, y = r.top + 0.5 * r.height;"
            " const top = document.elementFromPoint(x, y);"
            " const free = top && (e.contains(top) || top.contains(e)) && r.width;"
            " return free ? [x, y] : `covered by ${top && top.id}` })()"
        )
        assert isinstance(found, list), f"{selector}: {found}"
        return found[0], found[1]

    def press(self, x: float, y: float) -> None:
        """Press and let go at a point of the window [pixels]."""
        self.stroke((x, y), (x, y))

    def tap(self, selector: str) -> None:
        """Press a control."""
        self.press(*self.place(selector))

    def slide(self, selector: str, to: float) -> None:
        """Drag the handle of a slider to a part of its way from 0 to 1."""
        fraction = self.browser.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " return (e.value - e.min) / (e.max - e.min) })()"
        )
        start, end = (self.place(selector, 0.04 + 0.92 * part) for part in (fraction, to))
        self.stroke(start, end)

    def type(self, selector: str, text: str) -> None:
        """Replace what a field holds and press Enter."""
        self.tap(selector)
        self.browser.evaluate(f"document.querySelector({json.dumps(selector)}).select()")
        self.browser.call("Input.insertText", text=text)
        self.browser.press("Enter", "Enter", 13)
        self.browser.evaluate("document.activeElement.blur()")

    def choose(self, selector: str, value: str) -> None:
        """Choose an option; the list of a select is drawn outside the page, where no event reaches it."""
        self.place(selector)
        find = f"document.querySelector({json.dumps(selector)})"
        self.browser.evaluate(f"{find}.value = {json.dumps(value)}; {find}.dispatchEvent(new Event('change'))")

    def stroke(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press at one point, move to another and let go."""
        if self._touches:
            self._touch("touchStart", [start])
            for part in (0.5, 1.0) if start != end else ():
                self._drawn()
                self._touch("touchMove", [tuple(a + part * (b - a) for a, b in zip(start, end, strict=True))])
            self._touch("touchEnd", [])
            return
        self._mouse("mousePressed", start, 1)
        if start != end:
            self._mouse("mouseMoved", end, 1)
        self._mouse("mouseReleased", end, 0)

    def _drawn(self) -> None:
        """Wait until the page has drawn a picture: a finger is slower than that."""
        self.browser.evaluate("page.touched = page.frames")
        self.browser.wait("page.frames > page.touched")

    def _touch(self, kind: str, points: list[tuple[float, float]]) -> Any:
        touched = [{"x": x, "y": y} for x, y in points]
        return self.browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=touched)

    def _mouse(self, kind: str, place: tuple[float, float], buttons: int) -> Any:
        x, y = place
        return self.browser.call(
            "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=buttons, clickCount=1
        )
