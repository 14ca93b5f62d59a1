// @ts-check
// widget.js, the widget of the site for notebooks and books, as anywidget defines one: Jupyter,
// marimo, MyST and Observable load it by its address. The generator of the site publishes this file
// as it is, beside gridbox.js.
//
// The model has: scenario (an object or its text), options (those of draw), and study (true, to
// measure the study of the scenario). The widget sets result, the result document or the study, and error.

import { draw, solve, study } from "./gridbox.js";

/**
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} [set]
 * @property {() => void} [save_changes]
 * @property {(name: string, listener: () => void) => void} [on]
 * @property {(name: string, listener: () => void) => void} [off]
 */

const WATCHED = ["scenario", "options", "study"].map((name) => `change:${name}`);

/** Sets values of the model and sends them to the kernel, where there is one. @param {Model} model @param {Record<string, unknown>} values */
function save(model, values) {
  for (const [name, value] of Object.entries(values)) model.set?.(name, value);
  model.save_changes?.();
}

/**
 * Solves the scenario and shows the picture; again after each change.
 * @param {{model: Model, el: HTMLElement}} place
 */
function render({ model, el }) {
  /** @type {AbortController} */
  let under = new AbortController();

  async function show() {
    under.abort();
    const mine = under = new AbortController();
    const { signal } = mine;
    el.ariaBusy = "true";
    try {
      const scenario = model.get("scenario");
      if (scenario == null || scenario === "" || typeof scenario === "object" && !Object.keys(scenario).length) {
        throw new Error("The widget has no scenario.");
      }
      const result = await (model.get("study") ? study : solve)(scenario, { signal });
      const svg = await draw(scenario, result, { width: 160, ...model.get("options") });
      if (signal.aborted) return;
      el.innerHTML = svg;
      save(model, { result, error: "" });
    } catch (wrong) {
      if (signal.aborted) return;
      const error = wrong instanceof Error ? wrong.message : String(wrong);
      const alert = Object.assign(document.createElement("p"), { textContent: error });
      alert.setAttribute("role", "alert");
      el.replaceChildren(alert);
      save(model, { result: {}, error });
    } finally {
      if (under === mine) el.ariaBusy = null;
    }
  }

  const update = () => { void show(); };
  for (const name of WATCHED) model.on?.(name, update);
  update();
  return () => {
    under.abort();
    for (const name of WATCHED) model.off?.(name, update);
  };
}

export default { render };
