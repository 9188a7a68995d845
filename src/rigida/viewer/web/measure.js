// Ruler and protractor: handles in the plane of the view, moved by the pointer or arrow keys, with lengths and angles.

import * as THREE from "three";
import { short } from "./chart.js";

const degrees = (radians) => `${((180 / Math.PI) * radians).toFixed(1)}°`;
const along = new THREE.Vector3();

// Where handles stand at first, in the middle of the view, and what is read from their places.
const TOOLS = {
  ruler: {
    start: [[-0.25, 0], [0.25, 0]], color: "#b45309",
    lines: ([a, b]) => [a, b],
    read([a, b], up) {
      const rise = along.subVectors(b, a).dot(up), length = along.length(), run = Math.sqrt(Math.max(length * length - rise * rise, 0));
      return `${short(length)} m: run ${short(run)} m, rise ${short(rise)} m, ${degrees(Math.atan2(Math.abs(rise), run))}`;
    },
  },
  protractor: {
    start: [[0.25, 0.2], [-0.2, -0.15], [0.3, -0.15]], color: "#be185d",
    lines: ([a, vertex, b]) => [a, vertex, vertex, b],
    read: ([a, vertex, b]) => degrees(a.clone().sub(vertex).angleTo(along.subVectors(b, vertex))),
  },
};

export class Measure {
  constructor(page, name, box, make) {
    Object.assign(this, { page, name, tool: TOOLS[name], on: false });
    this.handles = this.tool.start.map((_, k) => this.handle(make("button", "", box, "handle"), k));
    this.label = make("output", "", box, "label");
    this.label.setAttribute("aria-live", "polite");
    this.toggle(false);
  }

  handle(button, k) {
    button.setAttribute("aria-label", `${this.name}, point ${k + 1}: move it with the arrow keys`);
    button.style.background = this.tool.color;
    button.dataset.tool = this.name;
    button.onpointerdown = (event) => button.setPointerCapture(event.pointerId);
    button.onpointermove = (event) => button.hasPointerCapture(event.pointerId) && this.move(k, event.clientX, event.clientY);
    button.onkeydown = (event) => {
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!steps) return;
      const [x, y] = this.pixels(this.points[k]), by = event.shiftKey ? 10 : 1;
      this.move(k, x + by * steps[0], y + by * steps[1]);
      event.preventDefault();
      event.stopPropagation();
    };
    return button;
  }

  toggle(on) {
    this.on = on;
    const { camera, controls, sides } = this.page;
    for (const part of [...this.handles, this.label]) part.style.display = on ? "block" : "none";
    if (!on) { if (sides.length) sides[0].stage.overlay(this.name); return; }
    const right = new THREE.Vector3(), up = new THREE.Vector3();
    camera.matrixWorld.extractBasis(right, up, along);
    const half = camera.position.distanceTo(controls.target) * Math.tan((camera.fov * Math.PI) / 360);
    this.points = this.tool.start.map(([x, y]) => controls.target.clone().addScaledVector(right, x * half).addScaledVector(up, y * half));
  }

  move(k, x, y) {
    const normal = this.page.camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, this.points[k]);
    this.page.ray({ clientX: x, clientY: y }).ray.intersectPlane(plane, this.points[k]);
  }

  pixels(point) {
    const p = along.copy(point).project(this.page.camera);
    return [((0.5 + 0.5 * p.x) * window.innerWidth) / this.page.sides.length, (0.5 - 0.5 * p.y) * window.innerHeight];
  }

  draw(stage) {
    if (!this.on) return;
    const places = this.points.map((point) => this.pixels(point));
    places.forEach(([x, y], k) => Object.assign(this.handles[k].style, { left: x + "px", top: y + "px" }));
    stage.overlay(this.name, this.tool.lines(this.points).flatMap((point) => point.toArray()), null, this.tool.color);
    const text = this.tool.read(this.points, stage.up), [x, y] = places[1];
    if (this.label.textContent !== text) this.label.textContent = text;
    Object.assign(this.label.style, { left: x + "px", top: y + "px" });
  }
}
