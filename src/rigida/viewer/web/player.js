// What the page plays: a recording that it holds itself, or a live run that the server steps and streams.

import { Reach } from "./framing.js";

// A live run keeps frames for plots and trails up to this much.
const KEPT_BYTES = 48e6;

export async function unpack(bytes) {
  // [length of the header, 4 bytes][header, JSON][numbers]; the header names the arrays and where they lie.
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const start = bytes.byteOffset + 4 + length;
  const kinds = { f4: Float32Array, i2: Int16Array, u4: Uint32Array, u1: Uint8Array };
  const arrays = {};
  for (const [name, { kind, count, at }] of Object.entries(header.arrays || {})) {
    const Kind = kinds[kind], from = start + at;
    arrays[name] = from % Kind.BYTES_PER_ELEMENT
      ? new Kind(bytes.buffer.slice(from, from + count * Kind.BYTES_PER_ELEMENT))
      : new Kind(bytes.buffer, from, count);
  }
  return { header, arrays };
}

export async function unzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// A recording: all frames are here, so that playing, scrubbing and stepping need nobody.
export class Recorded {
  constructor(facts, arrays) {
    this.facts = facts;
    this.arrays = arrays;
    this.live = false;
    this.times = arrays.times;
    this.count = facts.bodies.length;
    this.pieceCount = facts.pieces.length;
    this.poses = new Float32Array(7 * this.count + 10 * this.pieceCount);
    this.time = this.times[0];
    this.playing = false;
    this.loop = false;
    this.speed = 1;
  }

  get start() { return this.times[0]; }
  get end() { return this.times[this.times.length - 1]; }

  advance(seconds) {
    if (!this.playing) return;
    let time = this.time + seconds * this.speed;
    if (time > this.end) {
      if (this.loop) time = this.start + (this.end > this.start ? (time - this.start) % (this.end - this.start) : 0);
      else { time = this.end; this.playing = false; }
    }
    this.seek(time);
  }

  seek(time) { this.time = Math.min(Math.max(time, this.start), this.end); }

  frame() {
    const t = this.times;
    let low = 0, high = t.length - 1;
    while (high - low > 1) { const mid = (low + high) >> 1; if (t[mid] <= this.time) low = mid; else high = mid; }
    return t.length > 1 && this.time >= t[high] ? high : low;
  }

  step(by) {
    this.playing = false;
    const at = Math.min(Math.max(this.frame() + by, 0), this.times.length - 1);
    this.time = this.times[at];
  }

  toggle() {
    if (!this.playing && this.time >= this.end) this.time = this.start;
    this.playing = !this.playing;
  }

  restart() { this.time = this.start; }

  sample() {
    const { place, turn, piece } = this.arrays, n = this.count, out = this.poses;
    const a = this.frame(), b = Math.min(a + 1, this.times.length - 1);
    const span = this.times[b] - this.times[a];
    const f = span > 0 ? Math.min(Math.max((this.time - this.times[a]) / span, 0), 1) : 0;
    for (let i = 0, pa = 3 * a * n, pb = 3 * b * n, qa = 4 * a * n, qb = 4 * b * n, o = 0; i < n; i++, pa += 3, pb += 3, qa += 4, qb += 4, o += 7) {
      out[o] = place[pa] + f * (place[pb] - place[pa]);
      out[o + 1] = place[pa + 1] + f * (place[pb + 1] - place[pa + 1]);
      out[o + 2] = place[pa + 2] + f * (place[pb + 2] - place[pa + 2]);
      const w = turn[qa], x = turn[qa + 1], y = turn[qa + 2], z = turn[qa + 3];
      const g = w * turn[qb] + x * turn[qb + 1] + y * turn[qb + 2] + z * turn[qb + 3] < 0 ? -f : f, e = 1 - f;
      const qw = e * w + g * turn[qb], qx = e * x + g * turn[qb + 1], qy = e * y + g * turn[qb + 2], qz = e * z + g * turn[qb + 3];
      const size = 1 / Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz || 1);
      out[o + 3] = qw * size;
      out[o + 4] = qx * size;
      out[o + 5] = qy * size;
      out[o + 6] = qz * size;
    }
    if (this.pieceCount) {
      const w = 10 * this.pieceCount, base = 7 * n, near = f < 0.5 ? a : b;
      for (let k = 0; k < w; k++) out[base + k] = piece[a * w + k] + f * (piece[b * w + k] - piece[a * w + k]);
      for (let p = 0; p < this.pieceCount; p++) { // turns that lie far apart are not mixed
        const o = base + 10 * p + 3;
        let size = 0;
        for (let k = 0; k < 4; k++) size += out[o + k] * out[o + k];
        if (size < 0.8) for (let k = 0; k < 4; k++) out[o + k] = piece[near * w + 10 * p + 3 + k];
        else { size = 1 / Math.sqrt(size); for (let k = 0; k < 4; k++) out[o + k] *= size; }
      }
    }
    return out;
  }

  vectors(name, row) { // velocity or spin of a body at the present frame
    const all = this.arrays[name];
    if (!all) return null;
    const at = 3 * (this.frame() * this.count + row);
    return Number.isNaN(all[at]) ? null : [all[at], all[at + 1], all[at + 2]];
  }

  mass(row) { return this.facts.bodies[row].mass; }

  joint(row, name) {
    const all = this.arrays[name];
    if (!all) return [];
    const at = 3 * (this.frame() * this.facts.joints.length + row);
    return [all[at], all[at + 1], all[at + 2]].filter((value) => !Number.isNaN(value));
  }

  contacts() {
    const { contact, contact_offset: offset } = this.arrays;
    if (!contact) return null;
    const frame = this.frame();
    return contact.subarray(6 * offset[frame], 6 * offset[frame + 1]);
  }

  forces() { return null; }

  // Calls `take` with every frame of a body or joint: { time, place, velocity, spin } or { time, read(name) }.
  eachFrame(row, kind, take) {
    const { place, velocity, spin } = this.arrays, { origin } = this.facts, n = kind === "joint" ? this.facts.joints.length : this.count;
    const three = (all, at) => (all ? all.subarray(at, at + 3) : null);
    for (let f = 0; f < this.times.length; f++) {
      const at = 3 * (f * n + row), time = this.times[f];
      if (kind === "joint") take({ time, read: (name) => (this.arrays[name] ? [...three(this.arrays[name], at)].filter((v) => !Number.isNaN(v)) : []) });
      else if (!Number.isNaN(place[at])) take({ time, place: [0, 1, 2].map((k) => place[at + k] + origin[k]), velocity: three(velocity, at), spin: three(spin, at) });
    }
  }

  energies() { return { times: this.times, kinetic: this.arrays.kinetic, potential: this.arrays.potential }; }

  trail(row, count, out) {
    const last = this.frame(), n = this.count, center = this.arrays.center || this.arrays.place;
    for (let f = Math.max(last - count, 0); f < last; f++) {
      const a = 3 * (f * n + row), b = 3 * ((f + 1) * n + row);
      if (Number.isNaN(center[a] + center[b])) continue; // not there
      out.push(center[a], center[a + 1], center[a + 2], center[b], center[b + 1], center[b + 2]);
    }
  }
}

export function rowsByName(things) { return new Map(things.map(({ name }, row) => [name, row])); }

// A live run: the server steps it and sends what is to be seen; what is asked of it goes there as commands.
export class Live {
  constructor(facts, send) {
    this.facts = facts;
    this.send = send;
    this.live = true;
    this.playing = false;
    this.loop = false;
    this.speed = 1;
    this.time = 0;
    this.end = 0;
    this.start = 0;
    this.rows = rowsByName(facts.bodies);
    this.jointRows = rowsByName(facts.joints);
    this.poses = null;
    this.header = {};
    this.forget();
  }

  forget() {
    this.history = { times: [], kinetic: [], potential: [] };
    this.kept = [];
    this.reach = new Reach(this.facts.bodies.length);
  }

  // Other bodies and joints from the next frame on.
  renew(facts) {
    this.reach = this.reach.renewed(facts.bodies.map(({ name }) => this.rows.get(name) ?? -1));
    this.facts = facts;
    this.rows = rowsByName(facts.bodies);
    this.jointRows = rowsByName(facts.joints);
  }

  take(header, arrays) {
    if (header.history) this.takeHistory(arrays);
    if (header.roll !== this.facts.roll) return; // a picture of others than those who are known here
    this.header = header;
    this.playing = header.playing;
    this.speed = header.speed;
    this.time = header.time;
    this.start = header.start;
    this.end = header.end;
    this.poses = arrays.poses;
    this.velocity = arrays.velocity;
    this.spin = arrays.spin;
    this.contact = arrays.contact;
    this.force = arrays.force;
    this.contactForce = arrays.contact_force;
    this.centers = arrays.center;
    const past = this.history;
    const last = past.times.length ? past.times[past.times.length - 1] : -Infinity;
    if (header.time > last) {
      past.times.push(header.time);
      past.kinetic.push(header.kinetic);
      past.potential.push(header.potential);
      const jointRows = this.jointRows, { joints } = header;
      this.kept.push({ time: header.time, ...arrays, contact: null, force: null, rows: this.rows, jointRows, joints });
      if (this.kept.length > Math.max(KEPT_BYTES / (64 * this.facts.bodies.length + 1), 300)) this.kept.shift();
    } else if (header.end < last - 1e-9) this.forget();
    if (header.history) for (const name of ["past_low", "past_high"]) this.reach.take(arrays[name], 3);
    this.reach.take(this.poses, 7);
  }

  takeHistory({ past_times, past_kinetic, past_potential }) {
    this.history = { times: [...past_times], kinetic: [...past_kinetic], potential: [...past_potential] };
  }

  advance() {}
  toggle() { this.send({ do: "toggle" }); }
  seek(time) { this.time = time; this.send({ do: "seek", time }); }
  step(by) { this.send({ do: by < 0 ? "back" : "step" }); }
  restart() { this.send({ do: "restart" }); }
  setSpeed(speed) { this.send({ do: "speed", value: speed }); }
  sample() { return this.poses; }
  vectors(name, row) { const all = name === "velocity" ? this.velocity : this.spin; return all ? [all[3 * row], all[3 * row + 1], all[3 * row + 2]] : null; }
  mass(row) { const { mass, name } = this.facts.bodies[row], tuned = (this.header.tuned || []).find(([what, who, which]) => what === "body" && who === name && which === "mass"); return tuned ? tuned[3] : mass; }
  joint(row, name) { const all = (this.header.joints || {})[name]; return all && all[row] ? all[row] : []; }
  contacts() { return this.contact || null; }
  forces() { return this.force || null; }
  energies() { return this.history; }

  eachFrame(row, kind, take) {
    const { origin } = this.facts, { name } = this.facts[kind === "joint" ? "joints" : "bodies"][row];
    const three = (all, i) => (all ? all.subarray(3 * i, 3 * i + 3) : null);
    for (const frame of this.kept) {
      const i = (kind === "joint" ? frame.jointRows : frame.rows).get(name);
      if (i === undefined) continue; // not there then
      if (kind === "joint") take({ time: frame.time, read: (reading) => (frame.joints[reading] || [])[i] || [] });
      else {
        const place = [0, 1, 2].map((k) => frame.poses[7 * i + k] + origin[k]);
        take({ time: frame.time, place, velocity: three(frame.velocity, i), spin: three(frame.spin, i), contact: three(frame.contact_force, i) });
      }
    }
  }

  trail(row, count, out) {
    const kept = this.kept.slice(-300), { name } = this.facts.bodies[row];
    const place = ({ rows }) => 3 * (rows === this.rows ? row : rows.get(name)); // NaN while it was not there
    for (let i = 1; i < kept.length; i++) {
      if (kept[i].time > this.time + 1e-9) break;
      const a = kept[i - 1].center, b = kept[i].center, from = place(kept[i - 1]), to = place(kept[i]);
      if (Number.isNaN(from + to)) continue;
      out.push(a[from], a[from + 1], a[from + 2], b[to], b[to + 1], b[to + 2]);
    }
  }
}
