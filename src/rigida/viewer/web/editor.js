// The start of a body, edited: fields for place and angles, Alt and the mouse, take back, save as a scene file.

const $ = (id) => document.getElementById(id);
const LABELS = ["x [m]", "y [m]", "z [m]", "about x [°]", "about y [°]", "about z [°]"];

export class Editor {
  constructor(page, make) {
    this.page = page;
    this.make = make;
    $("takeback").onclick = () => page.send({ do: "take back" });
  }

  get live() { return this.page.player && this.page.player.live && this.page.facts.settings; }

  movable(row) { return this.live && !!this.page.facts.bodies[row].start; }

  build() { for (const id of ["takeback", "savescene"]) $(id).style.display = this.live ? "" : "none"; }

  // Fields of the body that is selected; none for a joint, a path or a plane.
  of(kind, body) {
    const { make } = this, box = $("startpose");
    box.replaceChildren();
    const startable = kind === "body" && this.live && body.start;
    $("startbox").style.display = startable ? "" : "none";
    if (!startable) return;
    make("div", "Edits restart the scene.", box);
    const fields = LABELS.map((text, k) => {
      const line = make("div", "", box, "row"), input = make("input", "", line);
      line.prepend(make("label", text));
      Object.assign(input, { type: "number", step: "any", value: parseFloat(body.start[k].toPrecision(9)) });
      input.style.width = "110px";
      input.setAttribute("aria-label", `${body.name} start ${text}`);
      input.dataset.start = k;
      input.onchange = () => { const given = fields.map((field) => parseFloat(field.value)); if (given.every(Number.isFinite)) this.place(body, given); };
      return input;
    });
  }

  place(body, start) { this.page.send({ do: "place", body: body.name, position: start.slice(0, 3), angles: start.slice(3) }); }

  moved(row, by) {
    const body = this.page.facts.bodies[row];
    if (by.some((value) => value !== 0)) this.place(body, body.start.map((value, k) => value + (by[k] || 0)));
  }
}
