// The energies over time, with axes, units, a legend and a line at the present.

const LINES = [
  ["kinetic", "#e2803c"],
  ["potential", "#55a868"],
  ["total", "#202428"],
];

export class EnergyChart {
  constructor(canvas) {
    this.canvas = canvas;
    this.drawn = 0;
  }

  draw(energies, time) {
    const now = performance.now();
    if (now - this.drawn < 120) return; // it is read, not watched
    this.drawn = now;
    const ratio = window.devicePixelRatio || 1, wide = this.canvas.clientWidth, high = this.canvas.clientHeight;
    if (!wide || !energies.times.length) return;
    this.canvas.width = wide * ratio;
    this.canvas.height = high * ratio;
    const c = this.canvas.getContext("2d");
    c.scale(ratio, ratio);
    c.font = "11px system-ui, sans-serif";
    const n = energies.times.length, stride = Math.max(1, Math.floor(n / 500));
    const rows = [];
    for (let i = 0; i < n; i += stride) rows.push(i);
    if (rows[rows.length - 1] !== n - 1) rows.push(n - 1);
    const value = (name, i) => (name === "total" ? energies.kinetic[i] + energies.potential[i] : energies[name][i]);
    let low = Infinity, high_ = -Infinity;
    for (const i of rows) for (const [name] of LINES) { const v = value(name, i); if (v < low) low = v; if (v > high_) high_ = v; }
    if (!(high_ > low)) { const pad = Math.abs(low) || 1; low -= 0.5 * pad; high_ += 0.5 * pad; }
    const t0 = energies.times[0], t1 = n > 1 ? Math.max(energies.times[n - 1], t0 + 1e-6) : t0 + 1;
    const ticks = steps(low, high_, 4), seconds = steps(t0, t1, 4);
    const left = 12 + Math.max(...ticks.map((v) => c.measureText(short(v)).width)), right = wide - 10, top = 24, bottom = high - 30;
    const x = (t) => left + ((t - t0) / (t1 - t0)) * (right - left);
    const y = (v) => bottom - ((v - low) / (high_ - low)) * (bottom - top);
    c.strokeStyle = "#dfe4e9";
    c.fillStyle = "#56616c";
    c.lineWidth = 1;
    c.textAlign = "right";
    for (const v of ticks) { line(c, left, y(v), right, y(v)); c.fillText(short(v), left - 5, y(v) + 4); }
    c.textAlign = "center";
    for (const t of seconds) { line(c, x(t), top, x(t), bottom); c.fillText(short(t), x(t), bottom + 14); }
    c.fillText("time [s]", 0.5 * (left + right), high - 3);
    c.textAlign = "left";
    let at = left;
    for (const [name, color] of LINES) {
      c.strokeStyle = c.fillStyle = color;
      c.lineWidth = 2;
      line(c, at, 10, at + 14, 10);
      c.fillText(name, at + 18, 14);
      at += 30 + c.measureText(name).width;
      c.beginPath();
      rows.forEach((i, k) => (k ? c.lineTo(x(energies.times[i]), y(value(name, i))) : c.moveTo(x(energies.times[i]), y(value(name, i)))));
      c.setLineDash(name === "total" ? [5, 3] : []);
      c.stroke();
      c.setLineDash([]);
    }
    c.fillStyle = "#56616c";
    c.textAlign = "right";
    c.fillText("[J]", right, 14);
    c.strokeStyle = "#d02020";
    c.lineWidth = 1;
    line(c, x(time), top, x(time), bottom);
  }
}

function line(c, ax, ay, bx, by) { c.beginPath(); c.moveTo(ax, ay); c.lineTo(bx, by); c.stroke(); }

function steps(low, high, count) {
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw)), rest = raw / power;
  const step = power * (rest > 5 ? 10 : rest > 2 ? 5 : rest > 1 ? 2 : 1), out = [];
  for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * step; v += step) out.push(Math.abs(v) < 1e-9 * step ? 0 : v);
  return out;
}

export function short(value) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e5 || size < 1e-3 ? value.toExponential(1) : String(parseFloat(value.toPrecision(4)));
}
