// A small instrument panel of the aircraft that is followed: attitude, speed, altitude, climb and heading.

import * as THREE from "three";

const turn = new THREE.Quaternion();
const axis = new THREE.Vector3();
const place = new THREE.Vector3();
const degrees = (radians) => (180 / Math.PI) * radians;

export class Instruments {
  constructor(box, make) {
    this.box = box;
    this.rows = {};
    const table = box.querySelector("table");
    for (const name of ["speed", "altitude", "climb", "heading", "pitch", "bank"]) {
      const line = make("tr", "", table);
      make("td", name, line);
      this.rows[name] = make("td", "", line);
    }
  }

  tell(facts, player, stage, follow) {
    const row = this.row(facts, follow), v = row >= 0 && stage.there(row) ? player.vectors("velocity", row) : null;
    this.box.style.display = v ? "block" : "none";
    if (!v) return;
    const { poses, up } = stage, at = 7 * row;
    turn.set(poses[at + 4], poses[at + 5], poses[at + 6], poses[at + 3]);
    const rise = (x, y, z) => axis.set(x, y, z).applyQuaternion(turn).dot(up);
    const pitch = Math.asin(Math.min(Math.max(rise(1, 0, 0), -1), 1)), bank = Math.atan2(rise(0, 1, 0), rise(0, 0, 1));
    axis.set(1, 0, 0).applyQuaternion(turn);
    const heading = (degrees(Math.atan2(-axis.y, axis.x)) + 360) % 360;
    const above = stage.clearance(place.fromArray(poses, at)), speed = Math.hypot(...v);
    const climb = v[0] * up.x + v[1] * up.y + v[2] * up.z;
    this.write({
      speed: `${speed.toFixed(1)} m/s`, altitude: Number.isFinite(above) ? `${above.toFixed(1)} m` : "–", climb: `${climb.toFixed(1)} m/s`,
      heading: `${Math.round(heading) % 360}°`, pitch: `${Math.round(degrees(pitch))}°`, bank: `${Math.round(degrees(bank))}°`,
    });
    this.box.querySelector("#bank").style.transform = `rotate(${-degrees(bank)}deg) translateY(${(0.4 * degrees(pitch)).toFixed(1)}px)`;
  }

  row(facts, follow) {
    if (!facts.terrain) return -1;
    if (follow !== null && follow >= 0) return follow;
    return facts.aircraft ? facts.bodies.findIndex(({ name }) => name === facts.aircraft.names[0]) : -1;
  }

  write(texts) { for (const [name, text] of Object.entries(texts)) if (this.rows[name].textContent !== text) this.rows[name].textContent = text; }
}
