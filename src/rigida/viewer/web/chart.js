// Values over time, with axes, units, a legend, and a line at the present; downloaded as CSV or PNG.

const COLORS = ["#e2803c", "#3a9a5c", "#4a86cf"];
const own = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function energySeries({ times, kinetic, potential }) {
  const total = Array.from(times, (_, i) => kinetic[i] + potential[i]);
  return { times, unit: "J", lines: [["kinetic", kinetic, COLORS[0]], ["potential", potential, COLORS[1]], ["total", total, null]] };
}

// A series of one number, or of x, y and z, at each time.
export function vectorSeries(times, rows, unit) {
  const width = rows.length ? rows[0].length : 1, names = width === 1 ? [""] : ["x", "y", "z"].slice(0, width);
  return { times, unit, lines: names.map((name, k) => [name, rows.map((row) => row[k]), COLORS[(2 * (width === 1) + k) % 3]]) };
}

export function csv(series, title) {
  const heads = series.lines.map(([name]) => [title, name].filter(Boolean).join(" ") + ` [${series.unit}]`);
  const rows = Array.from(series.times, (t, i) => [t, ...series.lines.map(([, values]) => values[i])].join(","));
  return [["time [s]", ...heads].map((head) => `"${head.replaceAll('"', '""')}"`).join(","), ...rows].join("\n") + "\n";
}

export function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name.replace(/[^\w.-]+/g, "_");
  link.click();
}

export class Chart {
  constructor(canvas) {
    this.canvas = canvas;
    this.drawn = 0;
    this.series = null;
  }

  draw(series, time, always = false) {
    const now = performance.now();
    if (!always && now - this.drawn < 120) return; // it is read, not watched
    this.drawn = now;
    this.series = series;
    const ratio = window.devicePixelRatio || 1, wide = this.canvas.clientWidth, high = this.canvas.clientHeight, { times } = series;
    if (!wide || !times.length) return;
    this.canvas.width = wide * ratio;
    this.canvas.height = high * ratio;
    const c = this.canvas.getContext("2d"), ink = own("--ink"), faint = own("--faint"), edge = own("--edge");
    c.scale(ratio, ratio);
    c.fillStyle = own("--paper");
    c.fillRect(0, 0, wide, high);
    c.font = "11px system-ui, sans-serif";
    const n = times.length, stride = Math.max(1, Math.floor(n / 500)), rows = [];
    for (let i = 0; i < n; i += stride) rows.push(i);
    if (rows[rows.length - 1] !== n - 1) rows.push(n - 1);
    let low = Infinity, top_ = -Infinity;
    for (const i of rows) for (const [, values] of series.lines) { const v = values[i]; if (v < low) low = v; if (v > top_) top_ = v; }
    if (!Number.isFinite(low)) { low = 0; top_ = 1; }
    if (!(top_ - low > 1e-9 * Math.max(Math.abs(low), Math.abs(top_)))) { const pad = Math.abs(low) || 1; low -= 0.5 * pad; top_ += 0.5 * pad; }
    const t0 = times[0], t1 = n > 1 ? Math.max(times[n - 1], t0 + 1e-6) : t0 + 1;
    const ticks = steps(low, top_, 4), seconds = steps(t0, t1, 4);
    const left = 12 + Math.max(...ticks.map((v) => c.measureText(short(v)).width)), right = wide - 10, top = 24, bottom = high - 30;
    const x = (t) => left + ((t - t0) / (t1 - t0)) * (right - left);
    const y = (v) => bottom - ((v - low) / (top_ - low)) * (bottom - top);
    c.strokeStyle = edge;
    c.fillStyle = faint;
    c.lineWidth = 1;
    c.textAlign = "right";
    for (const v of ticks) { line(c, left, y(v), right, y(v)); c.fillText(short(v), left - 5, y(v) + 4); }
    c.textAlign = "center";
    for (const t of seconds) { line(c, x(t), top, x(t), bottom); c.fillText(short(t), x(t), bottom + 14); }
    c.fillText("time [s]", 0.5 * (left + right), high - 3);
    c.textAlign = "left";
    let at = left;
    for (const [name, values, color] of series.lines) {
      c.strokeStyle = c.fillStyle = color || ink;
      c.lineWidth = 2;
      if (name) {
        line(c, at, 10, at + 14, 10);
        c.fillText(name, at + 18, 14);
        at += 30 + c.measureText(name).width;
      }
      c.beginPath();
      let down = false;
      for (const i of rows) { if (!Number.isFinite(values[i])) { down = false; continue; } down ? c.lineTo(x(times[i]), y(values[i])) : c.moveTo(x(times[i]), y(values[i])); down = true; }
      c.setLineDash(color ? [] : [5, 3]);
      c.stroke();
      c.setLineDash([]);
    }
    c.fillStyle = faint;
    c.textAlign = "right";
    c.fillText(`[${series.unit}]`, right, 14);
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
