"""PID actuators of MJCF's plugin `mujoco.pid`, as position servos with the same proportional and derivative gain.

    force = kp (control − length) + ki ∫ (control − length) dt + kd d(control − length)/dt

The control counts as constant in the derivative. Actuators have no memory: integral term and slew rate are left out, by
name (github.com/google-deepmind/mujoco, plugin/actuator).
"""

from collections.abc import Mapping
from dataclasses import replace

from rigida.importers.findings import Findings
from rigida.importers.xml_tree import Element

PID = "mujoco.pid"
Gains = Mapping[str, Element]


def pid_gains(extensions: list[Element]) -> dict[str, Gains]:
    """Return the configurations of instances of the plugin, by the names of the instances."""
    plugins = [plugin for extension in extensions for plugin in extension.all("plugin")]
    instances = [item for plugin in plugins if plugin.text("plugin", "") == PID for item in plugin.all("instance")]
    return {instance.text("name"): _configured(instance) for instance in instances}


def pid_as_servo(element: Element, known: Mapping[str, Gains], findings: Findings) -> Element:
    """Return an actuator of the plugin as <general>, any other one as it is."""
    if element.tag != "plugin" or element.text("plugin", "") != PID:
        return element
    gains = {**known.get(element.text("instance", ""), {}), **_configured(element)}
    values = {key: given.number("value", 0.0) for key, given in gains.items()}
    for key, what in (("ki", "integral term"), ("slewmax", "slew rate")):
        if values.get(key):
            findings.leave_out(f"the {what} of a PID actuator is not honoured", gains[key])
    kp, kd = values.get("kp", 0.0), values.get("kd", 0.0)
    law = {"gainprm": repr(kp), "biastype": "affine", "biasprm": f"0 {-kp!r} {-kd!r}"}
    kept = {key: value for key, value in element.attributes.items() if key not in ("plugin", "instance", "actdim")}
    return replace(element, tag="general", attributes={**kept, **law})


def _configured(element: Element) -> Gains:
    return {config.text("key"): config for config in element.all("config")}
