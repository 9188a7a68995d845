// How far back the camera stands in a live run: so far that all places where bodies have been are in sight.
//
// It follows from these places and the chosen view alone, not from when they are looked at: a page that is slow, or that
// comes late, shows the same. The distance grows by whole steps.

const STEP = 1.2;
const MOST = 11; // what falls for ever is let go

// Boxes around the places of bodies so far: six numbers each, the lowest and the highest coordinates.
export class Reach {
  constructor(count) { this.boxes = new Float32Array(6 * count).fill(NaN); this.grown = false; }

  // Takes places (x, y, z of a body every `stride` numbers); NaN where it is not there.
  take(places, stride) {
    const { boxes } = this;
    for (let i = 0, from = 0; i < boxes.length; i += 6, from += stride)
      for (let k = 0; k < 3; k++) {
        const at = places[from + k];
        if (at >= boxes[i + k] && at <= boxes[i + k + 3] || Number.isNaN(at)) continue;
        if (!(at >= boxes[i + k])) boxes[i + k] = at;
        if (!(at <= boxes[i + k + 3])) boxes[i + k + 3] = at;
        this.grown = true;
      }
  }

  // Boxes of other bodies: those who stay keep theirs. `rows` are the old rows of the new ones, −1 for who is new.
  renewed(rows) {
    const other = new Reach(rows.length);
    rows.forEach((row, i) => row >= 0 && other.boxes.set(this.boxes.subarray(6 * row, 6 * row + 6), 6 * i));
    other.grown = true;
    return other;
  }

  // Calls `take` with middle and half widths of the box of every moving body, and its radius.
  each(bodies, take) {
    const { boxes } = this, middle = [0, 0, 0], half = [0, 0, 0];
    for (let row = 0; row < bodies.length; row++) {
      const at = 6 * row;
      if (!bodies[row].moving || bodies[row].geometry < 0 || Number.isNaN(boxes[at])) continue;
      for (let k = 0; k < 3; k++) {
        middle[k] = 0.5 * (boxes[at + k] + boxes[at + k + 3]);
        half[k] = 0.5 * (boxes[at + k + 3] - boxes[at + k]);
      }
      take(middle, half, bodies[row].radius);
    }
  }

  // Steps by which an eye at target + arm has to stand further back; wide and high are tangents of half the view.
  stepsBack(bodies, { target, arm, right, up, wide, high }) {
    const away = arm.length(), forward = arm.clone().divideScalar(-away), sides = [];
    // A ball lies inside a side of the view where q·m + r √(1 + t²) ≤ t s away, with q from the target and s times the arm.
    for (const [axis, t] of [[right, wide], [up, high]])
      for (const sign of [1, -1]) sides.push({ m: axis.clone().multiplyScalar(sign).addScaledVector(forward, -t).toArray(), t, slant: Math.hypot(1, t) });
    const from = target.toArray();
    let most = 1;
    this.each(bodies, (middle, half, radius) => {
      for (const { m, t, slant } of sides) {
        let reach = radius * slant;
        for (let k = 0; k < 3; k++) reach += (middle[k] - from[k]) * m[k] + half[k] * Math.abs(m[k]);
        most = Math.max(most, reach / (t * away));
      }
    });
    return steps(most);
  }

  // Steps by which light that falls on a ball of a radius has to fall further, and the factor of a number of steps.
  stepsBeyond(bodies, center, radius) {
    let most = 1;
    this.each(bodies, (middle, half, own) => {
      let far = 0;
      for (let k = 0; k < 3; k++) far += (Math.abs(middle[k] - center[k]) + half[k]) ** 2;
      most = Math.max(most, (Math.sqrt(far) + own) / radius);
    });
    return steps(most);
  }
}

function steps(factor) { return Math.min(Math.max(Math.ceil(Math.log(factor) / Math.log(STEP) - 1e-6), 0), MOST); }

export function stepFactor(count) { return STEP ** count; }
