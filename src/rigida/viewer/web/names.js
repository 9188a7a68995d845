// Names of bodies: a free place at the rim of each, as in render/labels.py; none for what is hidden or has no place left.

import * as THREE from "three";

const MOST = 300, PAUSE = 200; // labels; ms between two looks at what is hidden
const SIDES = [[1, 0], [-1, 0], [0, -1], [0, 1]];
const place = new THREE.Vector3(), toward = new THREE.Vector3();

export class Names {
  constructor(box, make) {
    Object.assign(this, { box, make, ray: new THREE.Raycaster(), hidden: [], next: 0 });
  }

  // width, height [pixels] of the part of the window that shows the stage.
  draw(wanted, facts, stage, camera, width, height) {
    const { box } = this;
    if (!wanted) { if (box.childElementCount) box.replaceChildren(); return; }
    const bodies = facts.bodies.slice(0, MOST), seen = [], taken = [];
    while (box.childElementCount > bodies.length) box.lastChild.remove();
    const look = performance.now() >= this.next;
    if (look) this.next = performance.now() + PAUSE;
    bodies.forEach((body, row) => {
      const label = box.children[row] || this.make("div", "", box, "label");
      if (label.textContent !== body.name) { label.textContent = body.name; label.size = null; }
      if (body.geometry < 0 || !stage.there(row)) { label.style.display = "none"; return; }
      const away = stage.center(row, place).distanceTo(camera.position);
      if (look) this.hidden[row] = this.isHidden(row, stage, camera, away);
      const radius = (0.5 * height * body.radius) / (away * Math.tan((camera.fov * Math.PI) / 360));
      place.project(camera);
      if (place.z >= 1 || this.hidden[row]) label.style.display = "none";
      else seen.push({ label, radius, away, x: (0.5 + 0.5 * place.x) * width, y: (0.5 - 0.5 * place.y) * height });
    });
    seen.sort((a, b) => a.away - b.away);
    for (const { label, radius, x, y } of seen) {
      label.style.display = "block";
      const [w, h] = (label.size = label.size || [label.offsetWidth, label.offsetHeight]);
      const free = SIDES.map(([a, b]) => [x + a * (radius + 0.5 * w + 2) - 0.5 * w, y + b * (radius + 0.5 * h + 2) - 0.5 * h]).find(
        ([left, top]) =>
          left >= 0 && top >= 0 && left + w <= width && top + h <= height &&
          !taken.some((other) => left < other[2] && left + w > other[0] && top < other[3] && top + h > other[1]),
      );
      if (!free) { label.style.display = "none"; continue; }
      taken.push([free[0], free[1], free[0] + w, free[1] + h]);
      label.style.transform = `translate(${free[0].toFixed(1)}px, ${free[1].toFixed(1)}px)`;
    }
  }

  isHidden(row, stage, camera, away) {
    this.ray.set(camera.position, toward.copy(stage.center(row, place)).sub(camera.position).normalize());
    const hit = stage.pick(this.ray);
    stage.center(row, place);
    return !!hit && hit.row !== row && hit.distance < away;
  }
}
