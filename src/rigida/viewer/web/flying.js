// Controls of the aircraft that is flown by hand: keys while they are held, and a gamepad.

const DEADZONE = 0.08, INTERVAL = 33; // of a stick's travel; ms between two reports of the pad
// Axes and buttons of the "standard" mapping (W3C Gamepad): left stick, right stick, triggers, A, B, Y.
const AXES = [["roll", 0, 1], ["pitch", 1, 1], ["yaw", 2, 1]];
const BUTTONS = { 7: "=", 6: "-", 0: "B", 1: "F", 3: "C" };

export class Flying {
  constructor(page) {
    this.page = page;
    this.held = new Set();
    this.values = {};
    this.buttons = {};
    this.next = 0;
    window.addEventListener("keyup", (event) => this.up(name(event)));
    // A window that loses the keyboard never hears that a key comes up.
    window.addEventListener("blur", () => this.letGo());
  }

  craft() { return this.page.facts && this.page.player && this.page.player.live ? this.page.facts.aircraft : null; }

  // Whether the key flies. A key that moves a control is held while the run plays; with Shift, or in a pause, it is a notch.
  down(event) {
    const craft = this.craft(), key = name(event);
    if (!craft || !craft.keys.includes(key)) return false;
    if (event.repeat && this.held.has(key)) return true;
    this.push(key, event.shiftKey);
    return true;
  }

  push(key, notch = false) {
    const hold = key in this.craft().moves && this.page.player.playing && !notch;
    if (!hold) return this.page.send({ do: "key", key });
    this.held.add(key);
    this.move(key);
  }

  up(key) { if (this.held.delete(key) && this.craft()) this.move(key); }

  // Of two keys that move a control in opposite directions neither does.
  move(key) {
    const { moves } = this.craft(), [control] = moves[key];
    const directions = [...this.held].map((one) => moves[one]).filter(([moved]) => moved === control).map(([, direction]) => direction);
    this.page.send({ do: "stick", control, value: Math.max(...directions, 0) + Math.min(...directions, 0) });
  }

  letGo() { for (const key of [...this.held]) this.up(key); }

  // The pad takes the controls with the first stick or button that is moved.
  poll(now) {
    if (!this.craft() || now < this.next || !navigator.getGamepads) return;
    this.next = now + INTERVAL;
    const pad = [...navigator.getGamepads()].find((one) => one && one.connected);
    if (!pad) return;
    for (const [control, axis, sign] of AXES) {
      const raw = pad.axes[axis] || 0, past = Math.max(Math.abs(raw) - DEADZONE, 0) / (1 - DEADZONE);
      const value = sign * Math.sign(raw) * past;
      if (Math.abs(value - (this.values[control] || 0)) < 0.01) continue;
      this.values[control] = value;
      this.page.send({ do: "stick", control, value });
    }
    for (const [button, key] of Object.entries(BUTTONS)) {
      const pressed = !!(pad.buttons[button] && pad.buttons[button].pressed);
      if (pressed === !!this.buttons[button]) continue;
      this.buttons[button] = pressed;
      if (pressed) this.push(key);
      else this.up(key);
    }
  }
}

function name(event) { return event.key.length === 1 ? event.key.toUpperCase() : event.key.toLowerCase(); }
