// Plots of any quantity of a body or joint over time, each with its numbers as CSV and its picture as PNG.

import { Chart, csv, download, vectorSeries } from "./chart.js";

const norm = (v) => [Math.hypot(...v)];
// Of bodies: name, unit, and its value(s) in a frame { place, velocity, spin, contact }, of a body with a mass.
const OF_BODY = {
  position: ["m", (f) => f.place],
  speed: ["m/s", (f) => f.velocity && norm(f.velocity)],
  velocity: ["m/s", (f) => f.velocity],
  acceleration: ["m/s²", (f, body, before) => f.velocity && before && before.velocity && f.time > before.time && f.velocity.map((v, k) => (v - before.velocity[k]) / (f.time - before.time))],
  "angular velocity": ["rad/s", (f) => f.spin],
  "kinetic energy of translation": ["J", (f, body) => f.velocity && [0.5 * body.mass * f.velocity.reduce((sum, v) => sum + v * v, 0)]],
  momentum: ["kg m/s", (f, body) => f.velocity && f.velocity.map((v) => body.mass * v)],
  "contact force": ["N", (f) => f.contact],
};
// Of joints: unit and name of the reading.
const OF_JOINT = {
  coordinate: [(joint) => joint.unit, "joint_position"],
  rate: [(joint) => joint.unit + "/s", "joint_velocity"],
  "motor effort": [(joint) => (joint.unit === "m" ? "N" : "N m"), "motor_effort"],
  "reaction force": [() => "N", "joint_force"],
  "reaction torque": [() => "N m", "joint_torque"],
};

export function quantities(kind, thing, live) {
  if (kind === "joint") return Object.keys(OF_JOINT).filter((name) => name !== "motor effort" || thing.motor !== "none");
  if (!thing.moving) return ["position"];
  return Object.keys(OF_BODY).filter((name) => name !== "contact force" || live);
}

export class Plots {
  constructor(box, make) {
    this.box = box;
    this.make = make;
    this.plots = [];
  }

  get wanted() { return new Set(this.plots.map(({ quantity }) => quantity)); }

  clear() { for (const plot of [...this.plots]) this.remove(plot); }

  add(kind, name, quantity) {
    if (this.plots.some((plot) => plot.kind === kind && plot.name === name && plot.quantity === quantity)) return;
    const { make } = this, card = make("div", "", this.box, "plot"), head = make("div", "", card, "row");
    const title = `${name}: ${quantity}`, plot = { kind, name, quantity, card };
    make("strong", title, head).style.flex = "1";
    const canvas = make("canvas", "", card, "chart");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `plot of ${title}`);
    plot.chart = new Chart(canvas);
    const button = (text, label, act) => { const made = make("button", text, head); made.title = label; made.setAttribute("aria-label", `${label} of ${title}`); made.onclick = act; };
    button("CSV", "save the numbers", () => plot.chart.series && download(`${title}.csv`, new Blob([csv(plot.chart.series, title)], { type: "text/csv" })));
    button("PNG", "save the picture", () => canvas.toBlob((blob) => download(`${title}.png`, blob)));
    button("×", "remove the plot", () => this.remove(plot));
    this.plots.push(plot);
  }

  remove(plot) {
    plot.card.remove();
    this.plots = this.plots.filter((other) => other !== plot);
  }

  draw(player, facts) {
    for (const plot of this.plots) {
      const series = this.series(plot, player, facts);
      if (series) plot.chart.draw(series, player.time);
    }
  }

  series({ kind, name, quantity }, player, facts) {
    const row = facts[kind === "joint" ? "joints" : "bodies"].findIndex((thing) => thing.name === name);
    if (row < 0) return null;
    const thing = facts[kind === "joint" ? "joints" : "bodies"][row], times = [], rows = [];
    let unit, before = null;
    player.eachFrame(row, kind, (frame) => {
      const [text, read] = kind === "joint" ? OF_JOINT[quantity] : OF_BODY[quantity];
      unit = kind === "joint" ? text(thing) : text;
      const value = kind === "joint" ? frame.read(read) : read(frame, thing, before);
      before = frame;
      if (!value || !value.length || (rows.length && value.length !== rows[0].length)) return;
      times.push(frame.time);
      rows.push([...value]);
    });
    return times.length ? vectorSeries(times, rows, unit) : null;
  }
}
