// A drawing on the screen: one instanced mesh per surface, ground, sky, light with shadows, overlays and an outline.

import * as THREE from "three";
import { bodyMaterial, groundMaterial, lightUniforms, skyMaterial } from "./light.js";

const ACCENT = "#ff9f1c";
const AXES = ["#d03030", "#2f9e44", "#2b62c4"];

const matrix = new THREE.Matrix4();
const vectorA = new THREE.Vector3();
const vectorB = new THREE.Vector3();
const turn = new THREE.Quaternion();

export class Stage {
  // facts: what the page is told of a scene once (see scene_facts in facts.py).
  constructor(facts, arrays) {
    this.facts = facts;
    this.scene = new THREE.Scene();
    this.up = new THREE.Vector3(...facts.up);
    this.sunward = new THREE.Vector3(...facts.sun).normalize();
    this.uniforms = lightUniforms(facts.appearance, this.up, this.sunward);
    this.batches = [];
    this.grounds = [];
    this.materials = new Map();
    this.wire = false;
    this.selected = -1;
    this.outline = null;
    this.extras = new Map();
    this.buildSky();
    this.buildLight();
    this.build(facts, arrays);
  }

  build(facts, arrays) {
    this.facts = facts;
    this.geometries = facts.geometries.map((g) => surface(arrays, g));
    this.buildBodies();
    this.buildPieces();
    this.buildGrounds();
  }

  // Other bodies and joints in the same light; materials stay, so that nothing is compiled again.
  renew(facts, arrays) {
    this.select(-1);
    for (const { mesh } of this.batches) {
      this.scene.remove(mesh);
      mesh.geometry.dispose();
      mesh.dispose();
    }
    for (const geometry of this.geometries) geometry.dispose();
    this.batches = [];
    this.poses = null;
    this.build(facts, arrays);
  }

  there(row) { return !Number.isNaN(this.poses[7 * row]); }

  buildSky() {
    const dome = new THREE.Mesh(new THREE.SphereGeometry(1, 32, 24), skyMaterial(this.facts.appearance, this.up));
    dome.frustumCulled = false;
    dome.renderOrder = -1;
    this.scene.add(dome);
  }

  // The sun of three.js only throws shadows; how bright it is says the appearance.
  buildLight() {
    const { radius } = this.facts.extent;
    this.sun = new THREE.DirectionalLight("#ffffff", 1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 2;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.02 * Math.min(radius, 1);
    this.scene.add(this.sun, this.sun.target);
    this.lightAll(1);
  }

  shadows(wanted) {
    this.uniforms.shadowed.value = wanted ? 1 : 0;
    this.sun.shadow.autoUpdate = wanted;
  }

  lightAround(center, radius) {
    const reach = Math.max(1.3 * radius, 1e-3);
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).addScaledVector(this.sunward, 2 * reach);
    const camera = this.sun.shadow.camera;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 0.05 * reach;
    camera.far = 4 * reach;
    camera.updateProjectionMatrix();
  }

  // Shadows reach further where bodies have come, or gone, beyond them.
  lightAll(factor) {
    const { center, radius } = this.facts.extent;
    if (factor !== this.lit) this.lightAround(new THREE.Vector3(...center), (this.lit = factor) * radius);
  }

  material(finish) {
    if (!this.materials.has(finish)) this.materials.set(finish, this.newMaterial(finish));
    return this.materials.get(finish);
  }

  newMaterial(finish) {
    return bodyMaterial(this.facts.finishes[finish] || this.facts.finishes.matte, this.uniforms, this.wire);
  }

  batch(things, stride, offset) {
    const groups = new Map();
    things.forEach((thing, row) => {
      if (thing.geometry < 0) return;
      const key = thing.geometry + " " + thing.finish;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(row);
    });
    for (const rows of groups.values()) {
      const { geometry, finish } = things[rows[0]];
      const shape = sharing(this.geometries[geometry]), looks = new Float32Array(2 * rows.length);
      rows.forEach((row, i) => looks.set([1 / Math.max(things[row].radius || 1, 1e-9), things[row].marked ? 1 : 0], 2 * i));
      shape.setAttribute("ownLook", new THREE.InstancedBufferAttribute(looks, 2));
      const mesh = new THREE.InstancedMesh(shape, this.material(finish), rows.length);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
      rows.forEach((row, i) => mesh.setColorAt(i, new THREE.Color(things[row].color)));
      this.scene.add(mesh);
      this.batches.push({ mesh, rows, stride, offset, bodies: stride === 7 });
    }
  }

  buildBodies() {
    this.batch(this.facts.bodies, 7, 0);
  }

  buildPieces() {
    if (this.facts.pieces.length) this.batch(this.facts.pieces, 10, 7 * this.facts.bodies.length);
  }

  buildGrounds() {
    const { radius } = this.facts.extent, { cell, origin } = this.facts;
    const kept = new Map(this.grounds.map((ground) => [ground.key, ground]));
    this.grounds = [];
    for (const plane of this.facts.planes) {
      const name = plane.body < 0 ? null : this.facts.bodies[plane.body].name;
      const key = JSON.stringify([name, plane.normal, plane.color]), same = kept.get(key);
      const normal = new THREE.Vector3(...plane.normal);
      const point = normal.clone().multiplyScalar(plane.height || 0).sub(vectorA.set(...origin)); // of a floor of no body
      if (same) {
        kept.delete(key);
        Object.assign(same, { body: plane.body, point });
        this.grounds.push(same);
        continue;
      }
      const own = { cell: { value: cell }, haze: { value: 1 } }, far = 400 * Math.max(radius, cell);
      const mesh = new THREE.Mesh(groundGeometry(far), groundMaterial(plane.color, this.facts.appearance, this.uniforms, own));
      mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.scene.add(mesh);
      this.grounds.push({ key, mesh, own, body: plane.body, normal, point });
    }
    for (const { mesh } of kept.values()) {
      this.scene.remove(mesh);
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }

  // Grounds follow the eye in whole fields, so that their lines stand still, and fade further away the further it is.
  placeGrounds(camera, away) {
    for (const { mesh, body, normal, point, own } of this.grounds) {
      if (!(mesh.visible = body < 0 || (this.poses && this.there(body)))) continue;
      const place = mesh.position.copy(point), up = vectorA.copy(normal);
      if (body >= 0) {
        turn.setFromRotationMatrix(this.bodyMatrix(body));
        place.setFromMatrixPosition(matrix);
        up.applyQuaternion(turn);
      }
      mesh.quaternion.copy(across(up));
      const middle = vectorB.copy(camera.position).sub(place), height = middle.dot(up);
      middle.addScaledVector(up, -height).applyQuaternion(turn.copy(mesh.quaternion).invert());
      const step = 2 * this.facts.cell;
      place.add(middle.set(Math.round(middle.x / step) * step, Math.round(middle.y / step) * step, 0).applyQuaternion(mesh.quaternion));
      const sight = camera.getWorldDirection(vectorB).dot(up), level = Math.sqrt(Math.max(1 - sight * sight, 1e-12));
      own.haze.value = (this.facts.appearance.haze * Math.max(away, Math.abs(height) / level)) ** 2;
    }
  }

  // How far a point is above the ground or slope that it is least above, and its normal; infinite without one.
  clearance(position, normalOut) {
    let least = Infinity;
    for (const { mesh, normal, body, point } of this.grounds) {
      if (!mesh.visible) continue;
      const up = vectorA.copy(normal);
      if (body >= 0) up.applyQuaternion(turn.setFromRotationMatrix(this.bodyMatrix(body)));
      if (up.dot(this.up) < 0.5) continue; // walls are looked through from behind
      const from = body >= 0 ? vectorB.setFromMatrixPosition(matrix) : vectorB.copy(point);
      const above = from.sub(position).negate().dot(up);
      if (above >= least) continue;
      least = above;
      if (normalOut) normalOut.copy(up);
    }
    return least;
  }

  // poses: 7 numbers per body (place, turn w x y z), then 10 per piece (the same and its scale).
  show(poses) {
    this.poses = poses;
    for (const { mesh, rows, stride, offset } of this.batches) {
      const out = mesh.instanceMatrix.array;
      for (let i = 0; i < rows.length; i++) compose(poses, offset + stride * rows[i], stride, out, 16 * i);
      mesh.instanceMatrix.needsUpdate = true;
    }
    if (this.outline) {
      this.outline.visible = this.there(this.selected);
      this.bodyMatrix(this.selected);
      this.outline.matrix.copy(matrix);
    }
  }

  bodyMatrix(row) {
    compose(this.poses, 7 * row, 7, matrix.elements, 0);
    return matrix;
  }

  place(row, out) { return out.fromArray(this.poses, 7 * row); }

  center(row, out) {
    return out.set(...this.facts.bodies[row].center).applyMatrix4(this.bodyMatrix(row));
  }

  select(row) {
    if (this.outline) {
      this.scene.remove(this.outline);
      this.outline.material.dispose();
    }
    this.outline = null;
    this.selected = row;
    if (row < 0 || this.facts.bodies[row].geometry < 0) return;
    const geometry = this.geometries[this.facts.bodies[row].geometry];
    const material = new THREE.MeshBasicMaterial({ color: ACCENT, side: THREE.BackSide });
    // Pushed out along the normals by a few pixels, whatever the distance.
    material.onBeforeCompile = (shader) => {
      shader.vertexShader = shader.vertexShader.replace(
        "#include <project_vertex>",
        "#include <project_vertex>\nvec3 off = normalize(normalMatrix * normal); gl_Position.xy += normalize(off.xy + 1e-6) * 0.006 * gl_Position.w;",
      );
    };
    this.outline = new THREE.Mesh(geometry, material);
    this.outline.matrixAutoUpdate = false;
    this.outline.frustumCulled = false;
    this.scene.add(this.outline);
    if (this.poses) this.show(this.poses);
  }

  // The nearest body under a ray; with `pieces`, also what stands for a joint, as { piece }.
  pick(raycaster, pieces = false) {
    let best = null;
    for (const { mesh, rows, bodies } of this.batches) {
      if (!bodies && !(pieces && mesh.visible)) continue;
      mesh.boundingSphere = null; // of an earlier moment
      for (const hit of raycaster.intersectObject(mesh)) {
        if (!best || hit.distance < best.distance)
          best = { [bodies ? "row" : "piece"]: rows[hit.instanceId], point: hit.point, distance: hit.distance };
      }
    }
    return best;
  }

  wireframe(wanted) {
    this.wire = wanted;
    for (const material of this.materials.values()) material.wireframe = wanted;
  }

  hidePieces(hidden) {
    for (const { mesh, bodies, rows } of this.batches)
      if (!bodies) mesh.visible = !rows.some((row) => hidden.has(this.facts.pieces[row].group));
  }

  // Sphere around all bounded bodies at the present poses.
  extent() {
    const box = new THREE.Box3();
    this.facts.bodies.forEach((body, row) => {
      if (body.geometry < 0 || !this.there(row)) return;
      const p = vectorA.fromArray(this.poses, 7 * row);
      box.expandByPoint(vectorB.copy(p).addScalar(body.radius));
      box.expandByPoint(vectorB.copy(p).addScalar(-body.radius));
    });
    const first = 7 * this.facts.bodies.length;
    this.facts.pieces.forEach((_, row) => {
      if (!Number.isNaN(this.poses[first + 10 * row])) box.expandByPoint(vectorA.fromArray(this.poses, first + 10 * row));
    });
    if (box.isEmpty()) return { center: new THREE.Vector3(), radius: 1 };
    const center = box.getCenter(new THREE.Vector3());
    return { center, radius: Math.max(0.5 * box.getSize(vectorA).length(), 1e-3) };
  }

  // Lines, points and arrows drawn over the bodies, made anew each time they are shown.
  overlay(name, lines, points, color) {
    const old = this.extras.get(name);
    if (!old && !lines && !points) return;
    if (old) {
      this.scene.remove(old);
      old.traverse((part) => part.geometry && part.geometry.dispose());
      this.extras.delete(name);
    }
    if (!lines && !points) return;
    const group = new THREE.Group();
    if (lines && lines.length) {
      const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(lines, 3));
      group.add(new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color, depthTest: false })));
    }
    if (points && points.length) {
      const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
      group.add(new THREE.Points(geometry, new THREE.PointsMaterial({ color, size: 6, sizeAttenuation: false, depthTest: false })));
    }
    group.renderOrder = 5;
    group.traverse((part) => ((part.frustumCulled = false), (part.renderOrder = 5)));
    this.scene.add(group);
    this.extras.set(name, group);
  }

  // Points that move with a body, such as a slice of its distance field.
  attached(name, parts) {
    for (const key of [...this.extras.keys()]) if (key.startsWith(name)) this.overlay(key);
    if (!parts) return;
    const clouds = new Map();
    for (const { body, places, color } of parts.filter(({ body }) => this.there(body))) {
      this.bodyMatrix(body);
      if (!clouds.has(color)) clouds.set(color, []);
      const points = clouds.get(color);
      for (let i = 0; i < places.length; i += 3) {
        vectorA.fromArray(places, i).applyMatrix4(matrix);
        points.push(vectorA.x, vectorA.y, vectorA.z);
      }
    }
    for (const [color, points] of clouds) this.overlay(name + color, null, points, color);
  }

  frames() {
    AXES.forEach((color, axis) => {
      const lines = [];
      this.facts.bodies.forEach((body, row) => {
        if (body.geometry < 0 || !this.there(row)) return;
        this.bodyMatrix(row);
        const o = vectorA.setFromMatrixPosition(matrix);
        const e = vectorB.set(0, 0, 0).setComponent(axis, 1.3 * body.radius).applyMatrix4(matrix);
        lines.push(o.x, o.y, o.z, e.x, e.y, e.z);
      });
      this.overlay("frames" + axis, lines, null, color);
    });
  }

  boxes() {
    const lines = [];
    this.facts.bodies.forEach((body, row) => {
      if (body.geometry < 0 || !this.there(row)) return;
      this.bodyMatrix(row);
      const place = this.geometries[body.geometry].attributes.position;
      const box = new THREE.Box3();
      for (let i = 0; i < place.count; i++) box.expandByPoint(vectorA.fromBufferAttribute(place, i).applyMatrix4(matrix));
      lines.push(...boxLines(box));
    });
    this.overlay("bounding_boxes", lines, null, "#303840");
  }

  dispose() {
    for (const material of this.materials.values()) material.dispose();
    this.scene.traverse((part) => {
      if (part.geometry) part.geometry.dispose();
      if (part.material) part.material.dispose();
      if (part.isInstancedMesh) part.dispose();
    });
  }
}

function surface(arrays, g) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(arrays[g.vertices], 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(arrays[g.normals], 3));
  geometry.setIndex(new THREE.BufferAttribute(arrays[g.triangles], 1));
  geometry.computeBoundingSphere();
  return geometry;
}

// A square whose fields grow outwards: near the eye their corners are near too, because the depths of large triangles
// are so rough that what lies on the ground would vanish below it.
function groundGeometry(far) {
  const geometry = new THREE.PlaneGeometry(2, 2, 32, 32), place = geometry.attributes.position;
  for (let i = 0; i < 3 * place.count; i++) place.array[i] *= far * Math.abs(place.array[i]) ** 3;
  return geometry;
}

// A geometry of its own with the attributes of another.
function sharing(geometry) {
  const own = new THREE.BufferGeometry();
  for (const [name, attribute] of Object.entries(geometry.attributes)) own.setAttribute(name, attribute);
  own.setIndex(geometry.index);
  own.boundingSphere = geometry.boundingSphere;
  return own;
}

// Axes of a ground's pattern as pictures have them: right = n × e and n × right along y, for the axis e least along n.
function across(n) {
  const least = ["x", "y", "z"].reduce((a, b) => (Math.abs(n[b]) < Math.abs(n[a]) ? b : a));
  const right = new THREE.Vector3().crossVectors(n, new THREE.Vector3(+(least === "x"), +(least === "y"), +(least === "z"))).normalize();
  const up = new THREE.Vector3().crossVectors(right, n);
  return new THREE.Quaternion().setFromRotationMatrix(new THREE.Matrix4().makeBasis(right, up.negate(), n));
}

function compose(poses, at, stride, out, to) {
  if (Number.isNaN(poses[at])) { // not there: of no size, where it spoils no bound
    for (let k = to; k < to + 16; k++) out[k] = 0;
    out[to + 15] = 1;
    return;
  }
  const w = poses[at + 3], x = poses[at + 4], y = poses[at + 5], z = poses[at + 6];
  const sx = stride === 10 ? poses[at + 7] : 1, sy = stride === 10 ? poses[at + 8] : 1, sz = stride === 10 ? poses[at + 9] : 1;
  out[to] = (1 - 2 * (y * y + z * z)) * sx;
  out[to + 1] = 2 * (x * y + w * z) * sx;
  out[to + 2] = 2 * (x * z - w * y) * sx;
  out[to + 3] = 0;
  out[to + 4] = 2 * (x * y - w * z) * sy;
  out[to + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[to + 6] = 2 * (y * z + w * x) * sy;
  out[to + 7] = 0;
  out[to + 8] = 2 * (x * z + w * y) * sz;
  out[to + 9] = 2 * (y * z - w * x) * sz;
  out[to + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[to + 11] = 0;
  out[to + 12] = poses[at];
  out[to + 13] = poses[at + 1];
  out[to + 14] = poses[at + 2];
  out[to + 15] = 1;
}

export function arrowLines(start, vector, lines) {
  const [x, y, z] = start, [a, b, c] = vector;
  lines.push(x, y, z, x + a, y + b, z + c);
  const size = Math.hypot(a, b, c);
  if (!size) return;
  vectorA.set(a, b, c).divideScalar(size);
  vectorB.set(Math.abs(vectorA.x) < 0.9 ? 1 : 0, Math.abs(vectorA.x) < 0.9 ? 0 : 1, 0).cross(vectorA).normalize();
  for (const side of [1, -1]) {
    const h = 0.18 * size;
    lines.push(x + a, y + b, z + c);
    lines.push(
      x + a - h * (vectorA.x - 0.5 * side * vectorB.x),
      y + b - h * (vectorA.y - 0.5 * side * vectorB.y),
      z + c - h * (vectorA.z - 0.5 * side * vectorB.z),
    );
  }
}

function boxLines(box) {
  const lines = [], { min, max } = box, c = [min, max];
  const corner = (i) => [c[i & 1].x, c[(i >> 1) & 1].y, c[(i >> 2) & 1].z];
  for (let i = 0; i < 8; i++)
    for (const bit of [1, 2, 4]) if (!(i & bit)) lines.push(...corner(i), ...corner(i | bit));
  return lines;
}
