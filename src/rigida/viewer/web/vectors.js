// Vectors drawn to scale: velocity, momentum and forces. A legend has a bar for each and says what its length means.

import { short } from "./chart.js";
import { arrowLines } from "./stage.js";

// Name, unit, color, by overlay.
const KINDS = {
  velocities: ["velocity", "m/s", "#7a3db8"],
  momenta: ["momentum", "kg m/s", "#0f766e"],
  "contact force": ["contact force", "N", "#1d4ed8"],
  contacts: ["contact impulse of a step", "N s", "#d02020"],
  forces: ["force", "N", "#c2410c"],
};
const BAR = 80; // pixels that a bar of the legend is long

// The least of 1, 2, 5, 10, ... that is not below a value.
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value)), rest = value / power;
  return power * (rest > 5 ? 10 : rest > 2 ? 5 : rest > 1 ? 2 : 1);
}

export class Vectors {
  constructor(box, make) {
    this.box = box;
    this.make = make;
    this.clear();
  }

  // Scales are chosen again, as for another scene.
  clear() {
    this.units = {};
    this.text = "";
    this.box.replaceChildren();
  }

  // pixel: meters that a pixel at the center of the view stands for.
  draw(shown, facts, player, stage, rows, pixel) {
    const drawn = [];
    for (const name of Object.keys(KINDS)) {
      const arrows = shown.has(name) ? this.arrows(name, facts, player, stage, rows) : null;
      if (!shown.has(name)) delete this.units[name];
      if (!arrows || !arrows.length) { stage.overlay(name); continue; }
      const unit = this.unit(name, Math.max(...arrows.map(([, v]) => Math.hypot(...v)))), lines = [], points = [];
      for (const [from, v] of arrows) {
        arrowLines(from, v.map((k) => (k / unit) * BAR * pixel), lines);
        if (name === "contacts") points.push(...from);
      }
      stage.overlay(name, lines, points, KINDS[name][2]);
      drawn.push([name, unit]);
    }
    this.tell(drawn);
  }

  // What a bar stands for; it only grows, so that an arrow that gets shorter means a value that gets smaller.
  unit(name, largest) {
    if (largest === 0) return this.units[name] || 1; // nothing moves yet: chosen when something does
    if (!(largest <= 2 * (this.units[name] || 0))) this.units[name] = roundUp(Math.max(largest, 1e-9) / 2);
    return this.units[name];
  }

  // Start and vector of every arrow.
  arrows(name, facts, player, stage, rows) {
    const six = (all) => Array.from({ length: all ? all.length / 6 : 0 }, (_, i) => [[...all.subarray(6 * i, 6 * i + 3)], [...all.subarray(6 * i + 3, 6 * i + 6)]]);
    if (name === "contacts") return six(player.contacts());
    if (name === "forces") return six(player.forces());
    const read = (row) => {
      if (name === "contact force") return player.contactForce ? [...player.contactForce.subarray(3 * row, 3 * row + 3)] : null;
      const v = player.vectors("velocity", row);
      return v && name === "momenta" ? v.map((k) => k * player.mass(row)) : v;
    };
    return rows.map((row) => [row, read(row)]).filter(([, v]) => v).map(([row, v]) => [stage.center(row, stage.sunward.clone()).toArray(), v]);
  }

  tell(drawn) {
    const text = drawn.map(([name, unit]) => name + unit).join();
    if (text === this.text) return;
    this.text = text;
    this.box.replaceChildren();
    for (const [name, unit] of drawn) {
      const [words, of, color] = KINDS[name], line = this.make("div", "", this.box);
      Object.assign(this.make("i", "", line).style, { width: BAR + "px", background: color });
      line.append(`${words}: ${short(unit)} ${of}`);
    }
  }
}
