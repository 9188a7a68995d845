// Values that can be changed while a run goes on: a slider and a number field each, with undo and reset.

const $ = (id) => document.getElementById(id);
const UNITS = { gravity: "m/s²", mass: "kg", push_x: "N", push_y: "N", push_z: "N" };
const PLANETS = [["no gravity", 0], ["Moon", 1.62], ["Mars", 3.71], ["Earth", 9.80665], ["Jupiter", 24.79]];

// The range of a slider for a value that was `value` at the start; a number field takes more.
function range(quantity, value, thing) {
  if (quantity === "motor_target") return thing;
  if (quantity.startsWith("push")) { const most = Math.max(20 * thing.values.mass, 2 * Math.abs(value)); return { low: -most, high: most }; } // twice the weight on Earth
  if (quantity === "mass") return { low: value / 10, high: value * 10, log: true };
  if (quantity === "restitution") return { low: 0, high: 1 };
  if (quantity === "friction") return { low: 0, high: Math.max(1.5, 2 * value) };
  if (quantity === "gravity") return { low: 0, high: Math.max(25, 2 * value) };
  const span = 10 * (Math.abs(value) || 1);
  return { low: quantity === "lower" || quantity === "upper" ? -span : 0, high: span };
}

function labelOf(quantity, thing) {
  const unit = quantity === "lower" || quantity === "upper" ? thing.unit : UNITS[quantity] || "";
  return quantity.replace("_", " ") + (unit ? ` [${unit}]` : "");
}

export class Knobs {
  constructor(page, make) {
    this.page = page;
    this.make = make;
    this.all = [];
    this.done = [];
  }

  get live() { return this.page.player && this.page.player.live && this.page.facts.tunable; }

  build() {
    const { page, make } = this, box = $("worldknobs"), wanted = this.live ? page.facts.tunable.world : [];
    this.all = [];
    this.done = [];
    box.replaceChildren();
    $("knobs").replaceChildren();
    $("world").style.display = this.live ? "" : "none";
    for (const quantity of wanted) this.add(box, "world", { name: "", values: page.facts.values }, quantity);
    if (!wanted.includes("gravity")) return;
    const planets = make("select", "", box);
    planets.setAttribute("aria-label", "gravity of");
    make("option", "gravity of…", planets).value = "";
    for (const [name, value] of PLANETS) make("option", `${name}, ${value} m/s²`, planets).value = value;
    planets.onchange = () => { if (planets.value !== "") this.set("world", { name: "" }, "gravity", parseFloat(planets.value)); planets.value = ""; };
  }

  // Those of the body or joint that is selected take the place of the last one's.
  of(kind, thing) {
    $("knobs").replaceChildren();
    this.all = this.all.filter(({ box }) => box !== $("knobs"));
    if (!this.live) return;
    for (const quantity of this.page.facts.tunable[kind]) if (thing.values[quantity] !== undefined) this.add($("knobs"), kind, thing, quantity);
  }

  // Motors of all joints, in a box of their own.
  motors() {
    const box = $("motors"), driven = this.live ? this.page.facts.joints.filter(({ values }) => values.motor_target !== undefined) : [];
    const key = JSON.stringify([this.page.facts.run, driven]);
    $("motorbox").style.display = driven.length ? "" : "none";
    if (key === this.motorKey && this.all.some((knob) => knob.box === box)) return; // sliders stay while others come and go: one of them may be held
    this.motorKey = key;
    this.all = this.all.filter((knob) => knob.box !== box);
    box.replaceChildren();
    for (const joint of driven) this.add(box, "joint", joint, "motor_target", joint.name);
  }

  // The value now: what somebody has changed it to, else that of the scene.
  value(kind, thing, quantity) {
    if (quantity === "motor_target") { // programs change it too
      const target = (this.page.player.header.targets || [])[this.page.facts.joints.findIndex(({ name }) => name === thing.name)];
      if (target !== undefined) return target;
    }
    const tuned = ((this.page.player.header || {}).tuned || []).find(([what, name, which]) => what === kind && name === (thing.name || "") && which === quantity);
    return tuned ? tuned[3] : (thing.values || this.page.facts.values)[quantity];
  }

  add(box, kind, thing, quantity, label) {
    const { make } = this, first = thing.values[quantity], { low, high, log } = range(quantity, first, thing);
    const line = make("div", "", box, "slider"), text = label || labelOf(quantity, thing);
    make("span", text, line).title = text;
    const slider = make("input", "", line), field = make("input", "", line);
    const scale = log ? Math.log10 : (v) => v, back = log ? (v) => 10 ** v : (v) => v;
    Object.assign(slider, { type: "range", min: scale(low), max: scale(high), step: "any" });
    Object.assign(field, { type: "number", step: "any" });
    for (const input of [slider, field]) {
      input.setAttribute("aria-label", [thing.name, text].filter(Boolean).join(" "));
      input.dataset.tune = [kind, thing.name, quantity].join("/");
    }
    const show = (value, by) => {
      if (by !== slider) slider.value = scale(Math.max(value, log ? 1e-300 : -Infinity));
      if (by !== field) field.value = parseFloat(value.toPrecision(6));
      line.classList.toggle("changed", Math.abs(value - first) > 1e-9 * Math.max(1, Math.abs(first)));
    };
    const set = (value, by) => { if (Number.isFinite(value)) { show(value, by); this.set(kind, thing, quantity, value); } };
    slider.oninput = () => set(parseFloat(back(parseFloat(slider.value)).toPrecision(4)), slider);
    field.onchange = () => set(parseFloat(field.value), field);
    show(this.value(kind, thing, quantity));
    this.all.push({ box, kind, thing, quantity, slider, field, show });
  }

  set(kind, thing, quantity, value) {
    const key = [kind, thing.name || "", quantity].join("/"), last = this.done[this.done.length - 1], now = performance.now();
    // One movement of a slider is one thing to take back.
    if (last && last.key === key && now - last.at < 1000) last.at = now;
    else this.done.push({ key, kind, thing, quantity, before: this.value(kind, thing, quantity), at: now });
    $("undo").disabled = false;
    this.send(key, { do: "tune", what: kind, name: thing.name || "", quantity, value });
  }

  // One at a time: the newest value goes when the last has arrived.
  send(key, command) {
    this.next = this.next || new Map();
    this.next.set(key, command);
    if (this.sending) return;
    this.sending = true;
    const go = () => {
      const [first] = this.next;
      if (!first) { this.sending = false; return; }
      this.next.delete(first[0]);
      this.page.send(first[1]).finally(go);
    };
    go();
  }

  undo() {
    const last = this.done.pop();
    if (last) this.send(last.key, { do: "tune", what: last.kind, name: last.thing.name || "", quantity: last.quantity, value: last.before });
  }

  reset() {
    this.done = [];
    this.page.send({ do: "untune" });
  }

  tell() {
    if (this.sending) return;
    for (const { kind, thing, quantity, slider, field, show } of this.all)
      if (document.activeElement !== field && !slider.matches(":active")) show(this.value(kind, thing, quantity));
    $("undo").disabled = !this.done.length;
    $("reset").disabled = !((this.page.player.header || {}).tuned || []).length;
  }
}

