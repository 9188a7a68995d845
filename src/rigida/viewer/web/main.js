// The page: a stage or two, a panel, a bar. A recording plays by itself; a live run is steered through the server.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Chart, csv, download, energySeries, short } from "./chart.js";
import { Editor } from "./editor.js";
import { Flying } from "./flying.js";
import { stepFactor } from "./framing.js";
import { Instruments } from "./instruments.js";
import { Knobs } from "./knobs.js";
import { Measure } from "./measure.js";
import { Names } from "./names.js";
import { Plots, quantities } from "./plots.js";
import { Live, Recorded, rowsByName, unpack, unzip } from "./player.js";
import { Stage } from "./stage.js";
import { Variations } from "./variations.js";
import { Vectors } from "./vectors.js";

const $ = (id) => document.getElementById(id);
const make = (tag, text, parent, className) => {
  const made = document.createElement(tag);
  if (text) made.textContent = text; // never as HTML: names come from files
  if (className) made.className = className;
  if (parent) parent.append(made);
  return made;
};
const OVERLAYS = ["shadows", "contacts", "velocities", "momenta", "contact force", "forces", "frames", "bounding_boxes", "trails", "names", "wireframe"];
const ATTACHED = ["distance_fields", "sample_points"];
const FLAT_FOV = 2; // degrees: sizes at both ends of a body differ by less than a pixel
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
const HELP = [
  ["Space", "play or pause"], [", and .", "one step back, one step on"], ["R", "restart"], ["L", "loop"],
  ["[ and ]", "slower, faster"], ["F or 0", "frame everything"], ["Home", "home view"], ["1 2 3", "front, side, top view"], ["D", "2D: look straight at a plane, without orbiting"],
  ["Ctrl + Z", "take back a changed value (live)"], ["B", "bookmark this view"], ["N", "next bookmark"], ["Esc", "select nothing"], ["?", "this help"],
  ["left mouse", "orbit; click selects"], ["right mouse", "pan"], ["wheel", "zoom"], ["Shift + left", "pull a body (live)"],
  ["arrow keys", "orbit; with Shift pan"], ["Page up, down", "zoom"], ["Alt + left", "move where a body starts (live)"],
];

class Page {
  constructor() {
    this.boot = JSON.parse($("boot").textContent);
    this.renderer = new THREE.WebGLRenderer({ canvas: $("view"), antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.autoClear = false;
    this.camera = new THREE.PerspectiveCamera(35, 1, 0.01, 1000);
    this.chart = new Chart($("chart"));
    this.plots = new Plots($("plots"), make);
    this.knobs = new Knobs(this, make);
    this.vectors = new Vectors($("legend"), make);
    this.names = new Names($("labels"), make);
    this.flat = false;
    this.eyeNormal = new THREE.Vector3();
    this.instruments = new Instruments($("hud"), make);
    this.hands = new Flying(this);
    this.editor = new Editor(this, make);
    this.shown = new Set(["shadows", ...(this.boot.shown || [])]);
    this.hidden = new Set();
    this.sides = [];
    this.marks = [];
    this.mark = -1;
    this.selected = -1;
    this.selectedJoint = -1;
    this.scriptTimes = [];
    this.frames = 0;
    this.pulling = null;
    this.lastLabels = 0;
    this.measures = ["ruler", "protractor"].map((name) => new Measure(this, name, $("measures"), make));
    this.buildBar();
    this.buildPanel();
    this.buildKeys();
    this.buildPointer();
    window.addEventListener("resize", () => {
      this.resize();
      if (this.untouched && this.facts) this.chosen(); // the room for the scene has changed
    });
    this.last = performance.now();
    window.page = this;
  }

  async start() {
    if (this.boot.data) {
      const shown = this.boot.variations ? this.boot.data.slice(0, 1) : this.boot.data;
      this.showRecordings(await Promise.all(shown.map(packedIn)));
      this.variations = new Variations(this.boot.variations, (run) => this.pickRun(run), make);
    } else {
      this.listen();
    }
    requestAnimationFrame((now) => this.tick(now));
  }

  // --- the server -------------------------------------------------------------------------------------------------

  send(command) {
    if (this.boot.data) return Promise.resolve();
    // One after another: two requests at once may arrive in either order.
    this.sent = (this.sent || Promise.resolve())
      .then(() => fetch("command", { method: "POST", headers: this.headers(), body: JSON.stringify(command) }))
      .then((answer) => (answer.ok ? null : answer.text().then((text) => this.complain(text))))
      .catch(() => { this.comeBack(); });
    return this.sent;
  }

  // The viewer has ended: wait until one answers here again, then take its page, which has a token of its own.
  async comeBack() {
    if (this.waiting || this.boot.data) return;
    this.waiting = true;
    this.complain("The viewer has ended. Start it again: this page then goes on by itself.");
    for (;;) {
      await new Promise((after) => setTimeout(after, 1000));
      const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
      if (answer && answer.ok) return location.reload();
    }
  }

  headers() { return { "Content-Type": "application/json", "X-Rigida-Token": this.boot.token }; }

  async listen() {
    try {
      const answer = await fetch("stream", { headers: this.headers(), cache: "no-store" });
      if (!answer.ok) return this.complain(await answer.text());
      const reader = answer.body.getReader();
      let kept = new Uint8Array(0);
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        kept = join(kept, value);
        for (;;) {
          if (kept.length < 4) break;
          const size = new DataView(kept.buffer, kept.byteOffset).getUint32(0, true);
          if (kept.length < 4 + size) break;
          await this.take(kept.slice(4, 4 + size));
          kept = kept.subarray(4 + size);
        }
      }
    } catch (error) { /* as if it had ended */ }
    this.comeBack();
  }

  async take(message) {
    const { header, arrays } = await unpack(message);
    if (header.kind === "scene" && this.player && this.player.live && this.facts.run === header.run) this.coming = { facts: header, arrays };
    else if (header.kind === "scene") this.showLive(header, arrays);
    else if (header.kind === "recordings") {
      const answer = await fetch("recordings", { headers: this.headers() });
      const blobs = [];
      const all = new Uint8Array(await answer.arrayBuffer());
      for (let at = 0; at < all.length; ) {
        const size = new DataView(all.buffer, at).getUint32(0, true);
        blobs.push(await unpack(await unzip(all.subarray(at + 4, at + 4 + size))));
        at += 4 + size;
      }
      this.showRecordings(blobs);
    } else if (header.kind === "frame" && this.player && this.player.live) {
      if (this.coming && this.coming.facts.roll === header.roll) this.renewLive(this.coming);
      this.player.take(header, arrays);
      this.tellAircraft(header.aircraft);
    } else if (header.kind === "error") this.complain(header.text);
    else if (header.kind === "attached") {
      const parts = header.parts.map((part) => ({ ...part, places: arrays[part.places] }));
      this.attachedParts = { ...(this.attachedParts || {}), [header.name]: { roll: header.roll, parts } };
    }
  }

  complain(text) {
    $("error").textContent = text;
    $("error").style.display = text ? "block" : "none";
  }

  // --- what is shown ----------------------------------------------------------------------------------------------

  reset(sides) {
    for (const side of this.sides) side.stage.dispose();
    const { title, bodies, joints } = this.facts || {}, body = this.selected >= 0 && bodies[this.selected].name;
    const joint = this.selectedJoint >= 0 && joints[this.selectedJoint].name, again = title === sides[0].stage.facts.title;
    this.sides = sides;
    this.player = sides[0].player;
    const facts = this.facts = sides[0].stage.facts;
    $("heading").textContent = facts.title || "rigida";
    document.title = facts.title ? facts.title + " – rigida" : "rigida";
    $("titles").replaceChildren();
    if (sides.length > 1) {
      for (const { stage } of sides) make("div", [stage.facts.title, stage.facts.label].filter(Boolean).join(" – "), $("titles"));
      $("panel").classList.add("closed");
    }
    this.select(-1);
    this.selectedJoint = -1;
    for (const side of this.sides) side.stage.wireframe(this.shown.has("wireframe"));
    for (const side of this.sides) side.stage.shadows(this.shown.has("shadows"));
    for (const side of this.sides) side.stage.hidePieces(this.hidden);
    if (facts.camera.follow !== null && !again) this.shown.add("trails"); // the path of what is followed, as pictures have it
    this.buildList();
    this.knobs.build();
    this.editor.build();
    this.vectors.clear();
    // The same scene from its start: what was selected and plotted stays so.
    if (!again) this.plots.clear();
    else if (body !== false) this.select(facts.bodies.findIndex(({ name }) => name === body));
    else if (joint !== false && facts.joints.some(({ name }) => name === joint)) this.selectJoint(facts.joints.findIndex(({ name }) => name === joint));
    this.buildSwitches();
    this.buildSettings();
    this.buildAircraft();
    this.knobs.motors();
    this.makeControls();
    this.framed = false;
    this.home();
    this.resize();
  }

  // Another run of a sweep, at the same time and from the same place; of several that are asked for, the last.
  async pickRun(run) {
    this.wantedRun = run;
    const blob = await packedIn(this.boot.data[run]);
    if (this.wantedRun !== run) return;
    const { untouched } = this, { time, playing, speed, loop } = this.player, view = { eye: this.camera.position.clone(), target: this.controls.target.clone() };
    const between = view.target.clone().set(...this.facts.origin);
    this.showRecordings([blob]);
    this.run = run;
    Object.assign(this.player, { playing, speed, loop });
    this.player.seek(time);
    between.sub(view.target.clone().set(...this.facts.origin)); // places are given from another origin
    view.eye.add(between);
    view.target.add(between);
    this.goTo(view);
    Object.assign(this, { untouched, framed: true });
  }

  showRecordings(blobs) {
    this.reset(blobs.map(({ header, arrays }) => ({ stage: new Stage(header, arrays), player: new Recorded(header, decoded(arrays)) })));
    if (this.boot.data) this.player.playing = this.player.loop = true;
    if (this.boot.playing === false) this.player.playing = false;
  }

  // Bodies or joints of a live run have come or gone: all that names a row is found again by name, or dropped.
  renewLive({ facts, arrays }) {
    const { bodies, joints } = this.facts, { stage } = this.sides[0];
    const bodyRows = rowsByName(facts.bodies), jointRows = rowsByName(facts.joints);
    const moved = (rows, things, row) => (row < 0 ? -1 : rows.get(things[row].name) ?? -1);
    const selected = moved(bodyRows, bodies, this.selected), joint = moved(jointRows, joints, this.selectedJoint);
    if (this.pulling) this.pulling.row = moved(bodyRows, bodies, this.pulling.row);
    if (this.pulling && this.pulling.row < 0) this.letGo();
    if (this.follow !== null && this.follow >= 0) this.follow = facts.camera.follow;
    this.coming = null;
    this.facts = facts;
    this.player.renew(facts);
    stage.renew(facts, arrays);
    stage.hidePieces(this.hidden);
    if (joint >= 0) this.selectJoint(joint);
    else this.select(selected);
    this.buildList();
    this.buildSwitches();
    this.knobs.motors();
  }

  showLive(facts, arrays) {
    this.coming = null;
    const player = new Live(facts, (command) => this.send(command));
    this.attachedParts = {};
    this.reset([{ stage: new Stage(facts, arrays), player }]);
    this.complain("");
  }

  makeControls() {
    if (this.controls) this.controls.dispose();
    this.camera.up.set(...this.facts.up);
    this.controls = new OrbitControls(this.camera, $("view"));
    this.controls.enableDamping = false;
    this.controls.screenSpacePanning = true;
    this.untouched = true;
    this.controls.addEventListener("start", () => (this.untouched = false));
    this.follow = this.facts.camera.follow;
    this.steerFlat();
  }

  // 2D: straight at a plane from so far that lines in depth are parallel; dragging pans.
  setFlat(on) {
    this.flat = on;
    $("flat").classList.toggle("on", on);
    $("flat").setAttribute("aria-pressed", on);
    this.steerFlat();
    this.home();
  }

  steerFlat() {
    this.controls.enableRotate = !this.flat;
    this.controls.mouseButtons.LEFT = this.flat ? THREE.MOUSE.PAN : THREE.MOUSE.ROTATE;
    this.controls.touches.ONE = this.flat ? THREE.TOUCH.PAN : THREE.TOUCH.ROTATE;
  }

  home() {
    const { eye, target, fov } = this.facts.camera;
    this.chosen = () => this.home();
    this.untouched = true;
    if (this.flat) {
      this.camera.fov = FLAT_FOV;
      if (this.sides[0].stage.poses) return this.viewFrom("front");
    }
    this.camera.fov = this.flat ? FLAT_FOV : fov;
    this.controls.target.set(...target);
    // The place was chosen for pictures of 16 : 9; a narrower view stands further back, until all fits into its width.
    const wide = this.aspect() * this.room(), away = Math.hypot(...eye.map((value, k) => value - target[k]));
    const enough = this.distanceFor(this.facts.extent.radius) / away;
    const narrow = Math.max(Math.min(16 / 9 / wide, Math.max(enough, 1)), 1);
    this.camera.position.set(...eye).sub(this.controls.target).multiplyScalar(narrow).add(this.controls.target);
    const { stage } = this.sides[0];
    if (this.follow >= 0 && this.follow !== null && stage.poses && stage.there(this.follow)) {
      this.followed = stage.place(this.follow, new THREE.Vector3());
      const moved = this.followed.clone().sub(this.followed.clone().set(...this.facts.camera.followed));
      this.camera.position.add(moved);
      this.controls.target.add(moved);
    }
    this.startFrom();
  }

  // The view from which a live run steps back.
  startFrom() {
    this.base = { target: this.controls.target.clone(), arm: this.camera.position.clone().sub(this.controls.target), steps: 0 };
    this.afterMove();
    this.keepInSight(true);
  }

  afterMove() {
    const radius = this.facts.extent.radius, away = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(0.002 * Math.min(radius, away), 1e-5);
    this.camera.far = 200 * Math.max(radius, away, this.facts.cell);
    if (this.flat) Object.assign(this.camera, { near: 0.002 * away, far: 20 * away }); // all bodies are about as far away
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  // Room that the panel leaves, as part of the width; in a narrow window it lies below.
  room() { return this.panelBelow() || $("panel").classList.contains("closed") ? 1 : Math.max(1 - 345 / window.innerWidth, 0.35); }

  // Room above the panel, as part of the height.
  roomAbove() { return this.panelBelow() && !$("panel").classList.contains("closed") ? 0.46 : 1; }

  panelBelow() { return window.innerWidth <= 760; }

  frameAll() {
    if (!this.sides[0].stage.poses) return;
    this.chosen = () => this.frameAll();
    const { center, radius } = this.sides[0].stage.extent();
    this.lookFrom(this.camera.position.clone().sub(this.controls.target), center, radius);
  }

  lookFrom(direction, center, radius) {
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(direction.normalize(), this.distanceFor(radius));
    this.startFrom();
  }

  // From how far a ball fits into the room that the panel leaves.
  distanceFor(radius) {
    const tangent = Math.tan((0.5 * this.camera.fov * Math.PI) / 180);
    return (1.15 * radius) / Math.sin(Math.atan(tangent * Math.min(this.roomAbove(), this.aspect() * this.room())));
  }

  // A live run may leave the picture that its first moment asked for: until somebody moves the camera it steps back.
  keepInSight(again) {
    const { reach } = this.player, followed = this.follow !== null && this.follow >= 0;
    if (!reach || followed || !(again || reach.grown)) return;
    reach.grown = false;
    const { bodies, extent } = this.facts, { target, arm } = this.base;
    this.sides[0].stage.lightAll(stepFactor(reach.stepsBeyond(bodies, extent.center, extent.radius)));
    if (!this.untouched) return;
    const [right, up] = [[1, 0, 0], [0, 1, 0]].map((axis) => new THREE.Vector3(...axis).applyQuaternion(this.camera.quaternion));
    const tangent = Math.tan((this.camera.fov * Math.PI) / 360);
    // The panel covers the right end or the lower part of the picture.
    const wide = tangent * this.aspect() * this.room(), high = tangent * Math.min(this.roomAbove(), 0.94);
    const steps = reach.stepsBack(bodies, { target, arm, right, up, wide, high });
    if (steps === this.base.steps) return;
    this.base.steps = steps;
    this.camera.position.copy(target).addScaledVector(arm, stepFactor(steps));
    this.afterMove();
  }

  // The eye stays above a floor: below it there is nothing to see.
  stayAbove() {
    const least = 0.01 * (this.flat ? this.facts.extent.radius : this.camera.position.distanceTo(this.controls.target)), { stage } = this.sides[0];
    const away = stage.clearance(this.camera.position, this.eyeNormal);
    if (away < least) {
      this.camera.position.addScaledVector(this.eyeNormal, least - away);
      this.camera.lookAt(this.controls.target);
    }
  }

  viewFrom(name) {
    this.chosen = () => this.viewFrom(name);
    const up = new THREE.Vector3(...this.facts.up), x = new THREE.Vector3(1, 0, 0);
    const side = Math.abs(up.x) > 0.9 ? new THREE.Vector3(0, 1, 0) : x;
    const across = side.addScaledVector(up, -side.dot(up)).normalize(), depth = up.clone().cross(across);
    const from = { front: depth.clone().negate(), side: across, top: up.clone().addScaledVector(depth, -1e-3) }[name];
    const { center, radius } = this.sides[0].stage.poses ? this.sides[0].stage.extent() : { center: new THREE.Vector3(), radius: 1 };
    this.lookFrom(from, center, radius);
  }

  aspect() { return window.innerWidth / this.sides.length / window.innerHeight; }

  resize() {
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2)); // another one on another screen
    this.renderer.setSize(window.innerWidth, window.innerHeight, false);
    this.camera.aspect = this.aspect();
    const shift = 0.5 * (1 - this.room()), rise = 0.5 * (1 - this.roomAbove());
    const wide = window.innerWidth / this.sides.length, high = window.innerHeight;
    if (this.sides.length === 1 && shift + rise > 0) this.camera.setViewOffset(wide, high, shift * wide, Math.max(rise, 0.03) * high, wide, high);
    else this.camera.clearViewOffset();
    this.camera.updateProjectionMatrix();
  }

  // --- every picture ----------------------------------------------------------------------------------------------

  tick(now) {
    const began = performance.now();
    requestAnimationFrame((next) => this.tick(next));
    const seconds = Math.min((now - this.last) / 1000, 0.1);
    this.last = now;
    if (this.player && this.sides.length) {
      const [first, ...others] = this.sides;
      this.hands.poll(now);
      this.player.advance(seconds);
      for (const side of others) side.player.seek(this.player.time);
      for (const side of this.sides) {
        const poses = side.player.sample();
        if (poses) side.stage.show(poses);
      }
      if (first.stage.poses) {
        if (!this.framed) { // whoever is followed may have moved before the first picture
          this.framed = true;
          if (this.untouched) this.chosen();
        }
        this.followBody();
        this.keepInSight();
        this.stayAbove();
        this.drawOverlays();
        this.tell();
      }
      this.scriptTimes.push(performance.now() - began);
      if (this.scriptTimes.length > 240) this.scriptTimes.shift();
      this.draw();
    }
    this.frames++;
  }

  draw() {
    const count = this.sides.length, wide = window.innerWidth / count, high = window.innerHeight;
    const away = this.camera.position.distanceTo(this.controls.target);
    for (const side of this.sides) side.stage.placeGrounds(this.camera, away);
    this.renderer.setScissorTest(count > 1);
    this.sides.forEach((side, i) => {
      this.renderer.setViewport(i * wide, 0, wide, high);
      this.renderer.setScissor(i * wide, 0, wide, high);
      this.renderer.clear();
      this.renderer.render(side.stage.scene, this.camera);
    });
  }

  followBody() {
    const stage = this.sides[0].stage, row = this.follow;
    if (row === null || row === undefined || row < 0 || !stage.there(row)) { this.followed = null; return; }
    const place = stage.place(row, new THREE.Vector3());
    if (this.followed) {
      const moved = place.clone().sub(this.followed);
      this.camera.position.add(moved);
      this.controls.target.add(moved);
    }
    this.followed = place;
    stage.lightAround(place, Math.max(12 * this.facts.bodies[row].radius, 1));
  }

  drawOverlays() {
    const { stage, player } = this.sides[0], on = (name) => this.shown.has(name);
    const size = this.camera.position.distanceTo(this.controls.target) * Math.tan((this.camera.fov * Math.PI) / 360);
    const wanted = ["velocities", "momenta", "contact force", "trails"].some(on), rows = [];
    if (wanted) this.facts.bodies.forEach((body, row) => body.moving && body.geometry >= 0 && stage.there(row) && rows.push(row));
    this.vectors.draw(this.shown, this.facts, player, stage, rows, (2 * size) / window.innerHeight);
    for (const measure of this.measures) measure.draw(stage);
    if (on("frames")) stage.frames();
    else if (stage.extras.has("frames0")) [0, 1, 2].forEach((k) => stage.overlay("frames" + k));
    if (on("bounding_boxes")) stage.boxes();
    else stage.overlay("bounding_boxes");
    if (on("trails")) {
      const lines = [];
      rows.slice(0, 200).forEach((row) => player.trail(row, 300, lines));
      stage.overlay("trails", lines, null, "#3d7fc4");
    } else stage.overlay("trails");
    for (const name of ATTACHED) {
      const known = this.attachedParts && this.attachedParts[name];
      stage.attached(name, on(name) && known && known.roll === this.facts.roll && known.parts);
    }
    this.names.draw(on("names"), this.facts, stage, this.camera, window.innerWidth / this.sides.length, window.innerHeight);
    if (this.pulling) {
      const from = new THREE.Vector3().copy(this.pulling.local).applyMatrix4(stage.bodyMatrix(this.pulling.row)), to = this.pulling.pointer;
      stage.overlay("pull", [from.x, from.y, from.z, to.x, to.y, to.z], [from.x, from.y, from.z, to.x, to.y, to.z], "#ff6b00");
    } else stage.overlay("pull");
  }

  tell() {
    const { player } = this;
    if ($("play").dataset.on !== String(player.playing)) {
      $("play").dataset.on = String(player.playing);
      $("play").textContent = player.playing ? "Pause" : "Play";
    }
    const now = performance.now();
    if (now < (this.nextTell || 0)) return;
    this.nextTell = now + 80;
    $("clock").textContent = player.time.toFixed(2) + " s";
    if (document.activeElement !== $("time") || player.playing) {
      $("time").min = player.start;
      $("time").max = Math.max(player.end, player.start + 1e-3);
      $("time").value = player.time;
    }
    if (!$("speed").matches(":active")) $("speed").value = Math.log10(player.speed);
    $("pace").textContent = `${player.speed}×`;
    $("speed").setAttribute("aria-valuetext", `${player.speed} times real time`);
    $("loop").classList.toggle("on", player.loop);
    if ($("energy").open) this.chart.draw(energySeries(player.energies()), player.time);
    $("plotbox").style.display = this.plots.plots.length ? "" : "none";
    if ($("plotbox").open) this.plots.draw(player, this.facts);
    this.knobs.tell();
    this.instruments.tell(this.facts, player, this.sides[0].stage, this.follow);
    if ($("things").open) this.tellList();
    this.tellInspector();
  }

  // --- bar and panel ----------------------------------------------------------------------------------------------

  buildBar() {
    $("play").onclick = () => this.player && this.player.toggle();
    $("back").onclick = () => this.player && this.player.step(-1);
    $("step").onclick = () => this.player && this.player.step(1);
    $("restart").onclick = () => this.restart();
    $("loop").onclick = () => this.player && this.setLoop(!this.player.loop);
    $("time").oninput = () => { this.player.playing = false; this.player.seek(parseFloat($("time").value)); };
    // Powers of ten: one drags from a hundredth of real time to four times as fast; round speeds hold the slider a little.
    $("speed").oninput = () => {
      const speed = 10 ** parseFloat($("speed").value), round = SPEEDS.find((one) => Math.abs(Math.log10(speed / one)) < 0.04);
      if (this.player) this.setSpeed(round || parseFloat(speed.toPrecision(2)));
    };
    $("speed").ondblclick = () => this.player && this.setSpeed(1);
  }

  setLoop(loop) { this.player.loop = loop; if (this.player.live) this.send({ do: "loop", value: loop }); }

  setSpeed(speed) {
    if (this.player.live) this.player.setSpeed(speed);
    else this.player.speed = speed;
  }

  restart() {
    if (!this.player) return;
    if (this.player.live) this.send({ do: "restart", settings: this.settings() });
    else this.player.restart();
  }

  buildPanel() {
    $("open").onclick = () => {
      $("panel").classList.toggle("closed");
      this.resize();
      if (this.untouched && this.facts) this.chosen();
    };
    $("frame").onclick = () => this.frameAll();
    $("home").onclick = () => this.home();
    for (const name of ["front", "side", "top"]) $(name).onclick = () => this.viewFrom(name);
    $("flat").onclick = () => this.player && this.setFlat(!this.flat);
    for (const measure of this.measures) {
      const button = $(measure.name);
      button.onclick = () => {
        if (!this.player) return;
        measure.toggle(!measure.on);
        button.classList.toggle("on", measure.on);
        button.setAttribute("aria-pressed", measure.on);
      };
    }
    $("bookmark").onclick = () => this.bookmark();
    $("filter").oninput = () => this.buildList();
    $("plot").onclick = () => this.plot($("quantity").value);
    $("undo").onclick = () => this.knobs.undo();
    $("reset").onclick = () => this.knobs.reset();
    $("energycsv").onclick = () => this.chart.series && download("energy.csv", new Blob([csv(this.chart.series, "energy")], { type: "text/csv" }));
    $("energypng").onclick = () => $("chart").toBlob((blob) => download("energy.png", blob));
    $("helpbutton").onclick = () => this.toggleHelp();
    $("help").onclick = () => this.toggleHelp();
    const table = make("table", "", $("helptable"));
    for (const [key, what] of HELP) {
      const line = make("tr", "", table);
      make("kbd", key, make("td", "", line));
      make("td", what, line);
    }
    const names = this.boot.scenes || [];
    $("scenes").style.display = names.length ? "" : "none";
    make("option", "choose a scene…", $("scenes")).value = "";
    for (const name of names) make("option", name, $("scenes")).value = name;
    $("scenes").onchange = () => $("scenes").value && this.send({ do: "open", scene: $("scenes").value });
    for (const [id, file, name] of [["film", "film", "run.mp4"], ["savepage", "page", "run.html"], ["savescene", "scene", "scene.toml"]]) {
      $(id).style.display = this.boot.data ? "none" : "";
      $(id).onclick = () => this.save($(id), file, name);
    }
    if (window.innerWidth <= 760) $("panel").classList.add("closed");
  }

  async save(button, file, name) {
    const text = button.textContent;
    button.textContent = "saving…";
    const answer = await fetch(file, { headers: this.headers() });
    button.textContent = text;
    if (!answer.ok) return this.complain(await answer.text());
    download(name, await answer.blob());
  }

  toggleHelp() { $("help").classList.toggle("open"); }

  bookmark() {
    const kept = { eye: this.camera.position.clone(), target: this.controls.target.clone() };
    this.marks.push(kept);
    const button = make("button", String(this.marks.length), $("marks"));
    button.title = "go to this view";
    button.onclick = () => this.goTo(kept);
  }

  goTo(kept) {
    this.untouched = false;
    this.camera.position.copy(kept.eye);
    this.controls.target.copy(kept.target);
    this.afterMove();
  }

  buildSwitches() {
    const box = $("switches"), groups = [...new Set(this.facts.pieces.map((piece) => piece.group))];
    const possible = OVERLAYS.filter((name) => (name !== "contacts" || this.player.live || this.player.contacts()) && ((name !== "forces" && name !== "contact force") || this.player.live));
    if (!this.boot.data && this.facts.concave) possible.push(...ATTACHED);
    const key = JSON.stringify([possible, groups]);
    if (key === this.switchKey) return;
    this.switchKey = key;
    box.replaceChildren();
    for (const name of possible) {
      this.check(box, name.replace("_", " "), this.shown.has(name), (on) => {
        on ? this.shown.add(name) : this.shown.delete(name);
        if (name === "wireframe" || name === "shadows") for (const side of this.sides) side.stage[name](on);
        this.send({ do: "show", name, on });
      });
    }
    for (const group of groups)
      this.check(box, group, !this.hidden.has(group), (on) => {
        on ? this.hidden.delete(group) : this.hidden.add(group);
        for (const side of this.sides) side.stage.hidePieces(this.hidden);
      });
  }

  check(parent, text, on, change) {
    const label = make("label", "", parent), input = make("input", "", label);
    input.type = "checkbox";
    input.checked = on;
    input.onchange = () => change(input.checked);
    label.append(" " + text);
    label.style.display = "block";
    return input;
  }

  buildList() {
    if (!this.facts) return;
    const wanted = $("filter").value.toLowerCase(), box = $("list");
    // Lines of those who stay are kept, so that clicks on them are not lost while others come and go.
    const before = new Map((this.items || []).map((line) => [line.key, line]));
    this.items = [];
    const add = (name, color, body, joint) => {
      if (this.items.length >= 400 || !name.toLowerCase().includes(wanted)) return;
      const key = (joint >= 0 ? "joint " : "body ") + name, line = before.get(key) || this.newLine(key, name);
      line.dot.style.background = color;
      this.items.push(Object.assign(line, { body, joint }));
    };
    this.facts.bodies.forEach((body, row) => add(body.name, body.color, row, -1));
    this.facts.joints.forEach((joint, row) => add(joint.name, "#8d98a5", -1, row));
    const kept = new Set(this.items.map(({ item }) => item));
    for (const item of [...box.children]) if (!kept.has(item)) item.remove();
    this.items.forEach(({ item }, i) => box.children[i] !== item && box.insertBefore(item, box.children[i] || null));
  }

  newLine(key, name) {
    const item = make("div", "", null, "item"), text = make("span", "", item), dot = make("span", "", text, "dot");
    text.append(name);
    const line = { key, item, dot, value: make("span", "", item, "value") };
    Object.assign(item, { tabIndex: 0, role: "button" });
    item.onkeydown = (event) => { if (event.key === "Enter") { item.click(); event.preventDefault(); } };
    item.onclick = () => (line.joint >= 0 ? this.selectJoint(line.joint) : this.select(line.body));
    return line;
  }

  tellList() {
    const { stage } = this.sides[0], box = $("list"), now = performance.now();
    if (now < (this.nextList || 0)) return; // it is read, not watched
    this.nextList = now + 250;
    const rows = this.facts.joints.length ? rowsByName(this.facts.bodies) : new Map();
    const there = (name) => !rows.has(name) || stage.there(rows.get(name));
    // Numbers only where they can be seen: the list is long, and only a few of its lines are in its window.
    const high = this.items.length ? Math.max(this.items[0].item.offsetHeight, 1) : 1;
    const first = box.scrollTop / high - 1, last = (box.scrollTop + box.clientHeight) / high + 1;
    let shown = 0;
    for (const line of this.items) {
      const { item, value, body, joint } = line, held = joint >= 0 ? this.facts.joints[joint] : null;
      const present = held ? there(held.a) && there(held.b) : stage.there(body);
      if (line.present !== present) item.style.display = (line.present = present) ? "" : "none";
      const chosen = body >= 0 ? body === this.selected : joint === this.selectedJoint;
      if (line.chosen !== chosen) item.classList.toggle("on", (line.chosen = chosen));
      if (!present || ++shown < first || shown > last + 1) continue;
      let text = "";
      if (body >= 0) {
        const v = this.facts.bodies[body].moving && this.player.vectors("velocity", body);
        if (v) text = short(Math.hypot(...v)) + " m/s";
      } else {
        const q = this.player.joint(joint, "joint_position");
        if (q.length) text = q.map(short).join(", ") + " " + this.facts.joints[joint].unit;
      }
      if (line.text !== text) value.textContent = line.text = text;
    }
  }

  select(row) {
    this.selected = row;
    this.selectedJoint = -1;
    for (const side of this.sides) if (row < side.stage.facts.bodies.length) side.stage.select(row);
    $("inspector").style.display = row < 0 ? "none" : "";
    if (row < 0) $("startbox").style.display = "none";
    if (row >= 0) $("inspected").replaceChildren();
    if (row >= 0) this.offer("body", this.facts.bodies[row]);
  }

  // What can be changed and plotted of the body or joint that is selected.
  offer(kind, thing) {
    this.knobs.of(kind, thing);
    this.editor.of(kind, thing);
    $("quantity").replaceChildren();
    for (const name of quantities(kind, thing, this.player.live)) make("option", name, $("quantity")).value = name;
  }

  plot(quantity) {
    const joint = this.selectedJoint >= 0, thing = joint ? this.facts.joints[this.selectedJoint] : this.facts.bodies[this.selected];
    if (!thing || !quantity) return;
    this.plots.add(joint ? "joint" : "body", thing.name, quantity);
    $("plotbox").style.display = "";
    $("plotbox").scrollIntoView({ block: "nearest" });
    if (quantity === "contact force") this.send({ do: "show", name: quantity, on: true }); // it is sent when asked for
  }

  selectJoint(row) {
    this.select(-1);
    this.selectedJoint = row;
    $("inspector").style.display = "";
    $("inspected").replaceChildren();
    this.offer("joint", this.facts.joints[row]);
  }

  tellInspector() {
    if ($("inspector").style.display === "none") return;
    // What is zero but for rounding is shown as zero.
    const exact = (v) => v.map((k) => (Math.abs(k) < Math.max(1e-9 * Math.max(...v.map(Math.abs)), 1e-12) ? 0 : k));
    const triple = (v) => (v ? exact(v).map((k) => short(k)).join("  ") : "–"), rows = [];
    if (this.selected >= 0) {
      const body = this.facts.bodies[this.selected], poses = this.sides[0].stage.poses, at = 7 * this.selected;
      const place = [0, 1, 2].map((k) => poses[at + k] + this.facts.origin[k]);
      rows.push(["name", body.name], ["shape", body.shape], ["mass [kg]", body.mass ? short(this.knobs.value("body", body, "mass")) : "–"]);
      if (this.sides[0].stage.there(this.selected))
        rows.push(["position [m]", triple(place)], ["orientation w x y z", [3, 4, 5, 6].map((k) => (Math.round(1e3 * poses[at + k]) / 1e3 + 0).toFixed(3)).join("  ")]);
      else rows.push(["position [m]", "not there at this time"]);
      const v = this.player.vectors("velocity", this.selected), w = this.player.vectors("spin", this.selected);
      if (v) rows.push(["velocity [m/s]", triple(v)], ["speed [m/s]", short(Math.hypot(...v))]);
      if (w) rows.push(["angular velocity [rad/s]", triple(w)]);
    } else if (this.selectedJoint >= 0) {
      const joint = this.facts.joints[this.selectedJoint], read = (name) => this.player.joint(this.selectedJoint, name);
      rows.push(["name", joint.name], ["kind", joint.kind], ["between", joint.a + ", " + joint.b]);
      if (read("joint_position").length) rows.push([`coordinate [${joint.unit}]`, triple(read("joint_position"))], [`rate [${joint.unit}/s]`, triple(read("joint_velocity"))]);
      if (joint.motor !== "none") rows.push([`motor [${joint.unit === "m" ? "N" : "N m"}]`, triple(read("motor_effort").slice(0, 1))]);
    }
    const table = $("inspected");
    while (table.rows.length > rows.length) table.deleteRow(-1);
    rows.forEach(([name, text], i) => {
      const line = table.rows[i] || table.insertRow();
      while (line.cells.length < 2) line.insertCell();
      if (line.cells[0].textContent !== name) line.cells[0].textContent = name;
      if (line.cells[1].textContent !== text) line.cells[1].textContent = text;
    });
  }

  slider(parent, text, low, high, value, change) {
    const line = make("div", "", parent, "slider");
    make("span", text, line).title = text;
    const input = make("input", "", line), shown = make("output", short(value), line);
    Object.assign(input, { type: "range", min: low, max: high, step: "any", value });
    input.setAttribute("aria-label", text);
    input.oninput = () => { shown.textContent = short(parseFloat(input.value)); change(parseFloat(input.value)); };
    return { input, shown };
  }

  buildSettings() {
    const outer = $("settings"), given = this.facts.settings;
    outer.replaceChildren();
    $("engine").style.display = given ? "" : "none";
    this.fields = [];
    if (!given) return;
    const folded = make("details", "");
    make("summary", "Expert settings", folded);
    for (const { name, label, kind, value, choices, hint } of given) {
      const box = name === "kind" || name === "dt" ? outer : folded;
      const line = make("div", "", box, "row"), text = make("label", label, line);
      text.title = hint || "";
      let input;
      if (choices) {
        input = make("select", "", line);
        for (const choice of choices) make("option", choice, input).value = choice;
        input.value = value;
        if (name === "kind") input.onchange = () => this.send({ do: "engine", kind: input.value });
      } else {
        input = make("input", "", line);
        input.type = kind === "bool" ? "checkbox" : kind === "str" ? "text" : "number";
        if (kind === "bool") input.checked = value;
        else { input.value = value; input.style.width = "110px"; input.step = kind === "int" ? 1 : "any"; }
      }
      input.dataset.setting = name;
      input.setAttribute("aria-label", label);
      this.fields.push({ name, kind, input });
    }
    outer.append(folded);
    const again = make("button", "Restart with these", outer);
    again.onclick = () => this.restart();
  }

  settings() {
    const given = {};
    for (const { name, kind, input } of this.fields || [])
      given[name] = kind === "bool" ? input.checked : kind === "float" ? parseFloat(input.value) : kind === "int" ? parseInt(input.value, 10) : input.value;
    return given;
  }

  buildAircraft() {
    const box = $("aircraft"), craft = this.facts.aircraft;
    box.replaceChildren();
    $("cockpit").style.display = craft ? "" : "none";
    this.flying = {};
    if (!craft) return;
    if (craft.names.length > 1) {
      const choice = make("select", "", box);
      for (const name of craft.names) make("option", name, choice).value = name;
      choice.onchange = () => this.send({ do: "board", name: choice.value });
    }
    for (const [name, low] of Object.entries(craft.lowest))
      this.flying[name] = this.slider(box, name, low, 1, 0, (value) => this.send({ do: "fly", control: name, value }));
    this.check(box, "follow", this.follow !== null, (on) => (this.follow = on ? this.facts.camera.follow : -1));
    make("p", craft.help, box);
  }

  tellAircraft(values) {
    for (const [name, value] of Object.entries(values || {})) {
      const slider = this.flying[name];
      if (slider && document.activeElement !== slider.input) { slider.input.value = value; slider.shown.textContent = short(value); }
    }
  }

  // --- keys and pointer -------------------------------------------------------------------------------------------

  buildKeys() {
    window.addEventListener("keydown", (event) => {
      const tag = event.target.tagName;
      if (tag === "INPUT" && event.target.type !== "range" && event.target.type !== "checkbox") return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && this.player && this.player.live) {
        this.knobs.undo();
        event.preventDefault();
      }
      if (tag === "SELECT" || event.ctrlKey || event.metaKey || event.altKey || !this.player) return;
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key.toLowerCase();
      if (this.hands.down(event)) { event.preventDefault(); return; }
      if (event.target === document.body || event.target === $("view")) this.steerCamera(event);
      const slower = [...SPEEDS].reverse().find((one) => one < this.player.speed), faster = SPEEDS.find((one) => one > this.player.speed);
      const actions = {
        " ": () => this.player.toggle(),
        ",": () => this.player.step(-1),
        ".": () => this.player.step(1),
        R: () => this.restart(),
        L: () => this.setLoop(!this.player.loop),
        "[": () => slower && this.setSpeed(slower),
        "]": () => faster && this.setSpeed(faster),
        F: () => this.frameAll(),
        0: () => this.frameAll(),
        home: () => this.home(),
        1: () => this.viewFrom("front"),
        2: () => this.viewFrom("side"),
        3: () => this.viewFrom("top"),
        D: () => this.setFlat(!this.flat),
        B: () => this.bookmark(),
        N: () => this.marks.length && this.goTo(this.marks[(this.mark = (this.mark + 1) % this.marks.length)]),
        "?": () => this.toggleHelp(),
        escape: () => ($("help").classList.contains("open") ? this.toggleHelp() : this.select(-1)),
      };
      if (actions[key]) { actions[key](); event.preventDefault(); }
    });
  }

  // Cursor keys move the camera: about what it looks at, with Shift or in 2D beside it; page up and down zoom.
  steerCamera(event) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const zoom = { PageUp: 1 / 1.1, PageDown: 1.1 }[event.key], { target } = this.controls;
    if (!by && !zoom) return;
    event.preventDefault();
    this.untouched = false;
    const arm = this.camera.position.clone().sub(target);
    if (zoom) arm.multiplyScalar(zoom);
    else if (event.shiftKey || this.flat) {
      const step = 0.05 * arm.length(), right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, 0), up = new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, 1);
      target.add(right.multiplyScalar(by[0] * step)).add(up.multiplyScalar(by[1] * step));
    } else {
      const turn = new THREE.Quaternion().setFromUnitVectors(this.camera.up, new THREE.Vector3(0, 1, 0));
      const round = new THREE.Spherical().setFromVector3(arm.applyQuaternion(turn));
      round.theta += 0.1 * by[0];
      round.phi = Math.min(Math.max(round.phi - 0.1 * by[1], 0.01), Math.PI - 0.01);
      arm.setFromSpherical(round).applyQuaternion(turn.invert());
    }
    this.camera.position.copy(target).add(arm);
    this.afterMove();
  }

  ray(event) {
    const wide = window.innerWidth / this.sides.length, x = event.clientX % wide;
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2((2 * x) / wide - 1, 1 - (2 * event.clientY) / window.innerHeight), this.camera);
    return ray;
  }

  buildPointer() {
    const view = $("view");
    let down = null;
    view.addEventListener("pointerdown", (event) => {
      down = { x: event.clientX, y: event.clientY };
      const moving = event.altKey;
      if (!(event.shiftKey || this.pullByTouch || moving) || event.button !== 0 || !this.player || !this.player.live) return;
      const hit = this.sides[0].stage.pick(this.ray(event));
      if (!hit || (moving && !this.editor.movable(hit.row))) return;
      event.stopImmediatePropagation();
      this.controls.enabled = false;
      view.setPointerCapture(event.pointerId);
      const local = hit.point.clone().applyMatrix4(this.sides[0].stage.bodyMatrix(hit.row).clone().invert());
      const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(this.camera.getWorldDirection(new THREE.Vector3()), hit.point);
      this.pulling = { row: hit.row, local, pointer: hit.point.clone(), plane, from: moving && hit.point.clone() };
      this.select(hit.row);
      this.pull();
    }, true);
    view.addEventListener("pointermove", (event) => {
      if (!this.pulling) return;
      this.ray(event).ray.intersectPlane(this.pulling.plane, this.pulling.pointer);
      this.pull();
    });
    const release = (event) => {
      if (this.pulling) this.letGo();
      else if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) < 5 && this.sides.length && this.sides[0].stage.poses) {
        this.selectHit(this.sides[0].stage.pick(this.ray(event), true));
      }
      down = null;
    };
    view.addEventListener("pointerup", release);
    view.addEventListener("pointercancel", release);
    $("pull").onclick = () => { this.pullByTouch = !this.pullByTouch; $("pull").classList.toggle("on", this.pullByTouch); };
  }

  // A body, or the joint that a piece stands for: pieces are named "joint.part".
  selectHit(hit) {
    const name = hit && hit.piece !== undefined ? this.facts.pieces[hit.piece].name.replace(/\.[^.]*$/, "") : null;
    const joint = name === null ? -1 : this.facts.joints.findIndex((one) => one.name === name);
    if (joint >= 0) this.selectJoint(joint);
    else this.select(hit && hit.row !== undefined ? hit.row : -1);
  }

  letGo() {
    const { row, from, pointer } = this.pulling;
    this.pulling = null;
    this.controls.enabled = true;
    if (from) this.editor.moved(row, pointer.clone().sub(from).toArray());
    else this.send({ do: "release" });
  }

  pull() {
    if (this.pullSent || this.pulling.from) return; // one at a time: the newest place goes when the last has arrived
    this.pullSent = true;
    const { row, local, pointer } = this.pulling;
    const to = pointer.toArray().map((value, k) => value + this.facts.origin[k]);
    this.send({ do: "pull", body: this.facts.bodies[row].name, at: local.toArray(), to }).finally(() => (this.pullSent = false));
  }
}

// A recording that the page holds, by the id of the element that it is in.
async function packedIn(id) { return unpack(await unzip(base64($(id).textContent))); }

function base64(text) { return Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0)); }

function join(a, b) {
  if (!a.length) return b;
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

// Turns of recordings are sent as whole numbers of 1/32767.
function decoded(arrays) {
  const turn = new Float32Array(arrays.turn.length);
  for (let i = 0; i < turn.length; i++) turn[i] = arrays.turn[i] / 32767;
  return { ...arrays, turn };
}

new Page().start();
