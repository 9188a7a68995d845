// How surfaces, grounds and the sky send light to the eye: the formulas of render/light.py, body.py and ground.py.

import * as THREE from "three";

const LIGHT = `
uniform vec3 skyUp, sunward, skyTint, sunTint, horizonColor;
uniform float sunlight, skylight, bounce, mirroredGround, shadowed;
uniform vec4 finish; // highlight, mirrored sky, how far both take the body's color, depth of grain
uniform float rings, mark;
varying vec3 place;
varying vec2 own; // 1 over the radius, whether marked
float grainTone(vec3 p) {
  p *= own.x;
  float bent = p.y + 0.35 * p.z + 0.06 * sin(0.9 * p.x);
  return 0.5 + 0.5 * sin(rings * bent + 1.3 * sin(2.0 * bent));
}
vec3 ownColor(vec3 color) {
  color *= 1.0 - finish.w * grainTone(place);
  vec3 side = clamp(place / max(fwidth(place), vec3(1e-9)), -1.0, 1.0);
  return mix(color, vec3(1.0), mark * own.y * (0.5 + 0.5 * side.x * side.y * side.z));
}
vec3 sent(vec3 color, vec3 n, vec3 ray, float sunPart) {
  vec3 up = normalize((viewMatrix * vec4(skyUp, 0.0)).xyz), sun = normalize((viewMatrix * vec4(sunward, 0.0)).xyz);
  float ambient = bounce + (skylight - bounce) * (0.5 + 0.5 * dot(n, up)), facing = max(dot(n, sun), 0.0);
  float gloss = facing > 0.0 ? pow(max(dot(n, normalize(sun + vec3(0.0, 0.0, 1.0))), 0.0), 32.0) : 0.0;
  vec3 lit = color * (ambient * skyTint + sunlight * facing * sunPart * sunTint);
  vec3 taken = mix(vec3(1.0), color, finish.z);
  if (finish.y > 0.0) {
    float straight = -dot(n, ray), low = 1.0 - max(straight, 0.0);
    float part = finish.y + (1.0 - finish.y) * low * low * low * low * low;
    float above = 0.5 + 0.5 * clamp(3.0 * dot(ray + 2.0 * straight * n, up), -1.0, 1.0);
    lit = mix(lit, mix(vec3(mirroredGround), horizonColor, above) * taken, part);
  }
  return lit + finish.x * gloss * sunPart * taken;
}`;

// A checker with fine lines, filtered exactly over each pixel, that fades into the horizon.
const CHECKER = `
uniform float cell, lineShare, lineDark, fieldDark, haze;
vec2 pulses(vec2 p, float share) { vec2 whole = floor(p); return share * whole + min(p - whole, vec2(share)); }
vec2 cover(vec2 p, vec2 half_, float share) { return (pulses(p + half_, share) - pulses(p - half_, share)) / (2.0 * half_); }
float checker(vec2 p) {
  vec2 half_ = max(0.5 * fwidth(p), vec2(1e-4));
  vec2 free = 1.0 - cover(p + 0.5 * lineShare, half_, lineShare);
  vec2 field = 2.0 * cover(0.5 * p, 0.5 * half_, 0.5) - 1.0;
  return (1.0 - lineDark * (1.0 - free.x * free.y)) * (1.0 - fieldDark * (0.5 + 0.5 * field.x * field.y));
}`;

const tint = (parts) => new THREE.Vector3(...parts);

// Uniforms that all materials of a stage share.
export function lightUniforms(look, up, sunward) {
  return {
    skyUp: { value: up }, sunward: { value: sunward }, skyTint: { value: tint(look.sky_color) }, sunTint: { value: tint(look.sun_color) },
    horizonColor: { value: new THREE.Color(look.sky_horizon) }, sunlight: { value: look.sunlight }, skylight: { value: look.skylight },
    bounce: { value: look.bounce }, mirroredGround: { value: look.mirrored_ground }, shadowed: { value: 1 },
    rings: { value: look.rings }, mark: { value: look.mark },
  };
}

function patched(material, uniforms, vertex, fragment, outgoing) {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\n" + vertex.declared)
      .replace("#include <project_vertex>", "#include <project_vertex>\n" + vertex.set);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <shadowmap_pars_fragment>", "#include <shadowmap_pars_fragment>\n#include <shadowmask_pars_fragment>\n" + fragment)
      .replace("#include <opaque_fragment>", outgoing + "\n#include <opaque_fragment>");
  };
  return material;
}

const SUN_PART = "mix(1.0, getShadowMask(), shadowed)";

export function bodyMaterial(finish, uniforms, wireframe) {
  const material = new THREE.MeshLambertMaterial({
    color: "#ffffff", wireframe, transparent: finish.opacity < 1, opacity: finish.opacity, side: finish.opacity < 1 ? THREE.FrontSide : THREE.DoubleSide, shadowSide: THREE.FrontSide,
  });
  const numbers = new THREE.Vector4(finish.shine, finish.mirror, finish.tinted, finish.grain);
  return patched(
    material, { ...uniforms, finish: { value: numbers } },
    { declared: "attribute vec2 ownLook; varying vec3 place; varying vec2 own;", set: "place = position; own = ownLook;" },
    LIGHT, `outgoingLight = sent(ownColor(diffuseColor.rgb), normal, normalize(-vViewPosition), ${SUN_PART});`,
  );
}

export function groundMaterial(color, look, uniforms, ground) {
  const material = new THREE.MeshLambertMaterial({ color, side: THREE.FrontSide });
  const numbers = {
    cell: ground.cell, haze: ground.haze, lineShare: { value: look.line_share }, lineDark: { value: look.line_dark }, fieldDark: { value: look.field_dark },
    finish: { value: new THREE.Vector4(0, 0, 0, 0) },
  };
  return patched(
    material, { ...uniforms, ...numbers },
    { declared: "varying vec3 place; varying vec2 own;", set: "place = position; own = vec2(0.0);" },
    LIGHT + CHECKER,
    `outgoingLight = sent(diffuseColor.rgb * checker(vec2(place.x, -place.y) / cell), normal, normalize(-vViewPosition), ${SUN_PART});
     outgoingLight = mix(horizonColor, outgoingLight, haze / (haze + vViewPosition.z * vViewPosition.z));`,
  );
}

export function skyMaterial(look, up) {
  return new THREE.ShaderMaterial({
    side: THREE.BackSide, depthWrite: false, depthTest: false,
    uniforms: { top: { value: new THREE.Color(look.sky_top) }, horizon: { value: new THREE.Color(look.sky_horizon) }, up: { value: up } },
    vertexShader: "varying vec3 ray; void main() { ray = position; gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww; }",
    fragmentShader:
      "varying vec3 ray; uniform vec3 top, horizon, up; void main() {" +
      " float low = 1.0 - abs(dot(normalize(ray), up));" +
      " gl_FragColor = vec4(mix(horizon, top, 1.0 - low * low * low), 1.0);\n#include <colorspace_fragment>\n }",
  });
}
