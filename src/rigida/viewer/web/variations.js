// A page with the runs of a sweep: a slider for each value that was varied picks the run that is played.

const $ = (id) => document.getElementById(id);
const shownValue = (value) => (typeof value === "number" ? String(parseFloat(value.toPrecision(5))) : String(value));

export class Variations {
  // given: { names, columns }, a column of values (one per run) for each name; pick(run) shows a run.
  constructor(given, pick, make) {
    this.given = given;
    this.pick = pick;
    $("variations").style.display = given ? "" : "none";
    if (!given) return;
    this.choices = given.columns.map((column) => [...new Set(column)].sort((a, b) => (typeof a === "number" ? a - b : String(a) < String(b) ? -1 : 1)));
    this.ranks = given.columns.map((column, i) => column.map((value) => this.choices[i].indexOf(value)));
    this.inputs = given.names.map((name, i) => {
      const line = make("div", "", $("variationknobs"), "slider");
      make("span", name, line).title = name;
      const input = make("input", "", line), output = make("output", "", line);
      Object.assign(input, { type: "range", min: 0, max: this.choices[i].length - 1, step: 1, value: this.ranks[i][0] });
      input.setAttribute("aria-label", name);
      input.dataset.variation = name;
      input.oninput = () => this.choose(i);
      return { input, output };
    });
    this.tell();
  }

  // The run whose values lie nearest to the sliders, first of all to the one that was moved.
  choose(moved) {
    const wanted = this.inputs.map(({ input }) => Number(input.value));
    const apart = (run) => wanted.reduce((sum, rank, i) => sum + (i === moved ? 1e6 : 1) * Math.abs(rank - this.ranks[i][run]), 0);
    let best = 0;
    for (let run = 1; run < this.ranks[0].length; run++) if (apart(run) < apart(best)) best = run;
    this.inputs.forEach(({ input }, i) => { input.value = this.ranks[i][best]; });
    this.tell();
    this.pick(best);
  }

  tell() {
    this.inputs.forEach(({ input, output }, i) => {
      const text = shownValue(this.choices[i][input.value]);
      output.textContent = text;
      input.setAttribute("aria-valuetext", text);
    });
  }
}
