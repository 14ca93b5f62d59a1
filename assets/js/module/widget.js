// @ts-check
// widget.js, the widget of the site for notebooks and books, in the format of anywidget: Jupyter, marimo, MyST and
// Observable load it by its address. The site's generator publishes this file unchanged, next to gridbox.js.
//
// The model has: scenario (an object or its text), options (those of draw), study (true, to measure
// the study of the scenario), and site (the address of the site). The widget sets result, the
// result document or the study, and error.

/**
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} [set]
 * @property {() => void} [save_changes]
 * @property {(name: string, listener: () => void) => void} [on]
 * @property {(name: string, listener: () => void) => void} [off]
 */

const WATCHED = ["scenario", "options", "study", "site"].map((name) => `change:${name}`);

/**
 * Calls a function of the model. MyST has no kernel: its model throws at save_changes and off.
 * @param {() => void} call
 */
function attempt(call) {
  try {
    call();
  } catch (wrong) {
    console.debug("Gridbox:", wrong);
  }
}

/** Sets values of the model and sends them to the kernel, if there is one. @param {Model} model @param {Record<string,
 * unknown>} values */
function save(model, values) {
  for (const [name, value] of Object.entries(values)) model.set?.(name, value);
  attempt(() => model.save_changes?.());
}

/**
 * Loads gridbox.js of a site, or the one next to this module. A book has a copy of this module only, so its model
 * names the site.
 * @param {string} [site]
 * @returns {Promise<typeof import("./gridbox.js")>}
 */
async function load(site) {
  if (site) return import(`${site.replace(/\/$/, "")}/gridbox.js`);
  return import("./gridbox.js").catch((wrong) => {
    throw new Error(`gridbox.js cannot be loaded: ${wrong.message}. The model's site names the address of the site.`);
  });
}

/**
 * Solves the scenario and shows the picture, again after each change.
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
      const { draw, solve, study } = await load(model.get("site"));
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
    for (const name of WATCHED) attempt(() => model.off?.(name, update));
  };
}

export default { render };
