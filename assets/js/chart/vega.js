// @ts-check
// Loads Vega on demand. Expressions are interpreted, not compiled, so no page needs unsafe-eval. Nothing is loaded,
// even if a specification names an address.
import * as vega from "vega";
import { compile } from "vega-lite";
import { expressionInterpreter } from "vega-interpreter";

/** @typedef {{reveal(): void, remove(): void, resize(width: number): void}} Drawn */

const closed = {
  load: () => Promise.reject(new Error("a chart loads nothing")),
  sanitize: () => Promise.reject(new Error("a chart links nowhere")),
  http: () => Promise.reject(new Error("a chart loads nothing")),
  file: () => Promise.reject(new Error("a chart loads nothing")),
  options: {},
};

/**
 * @param {Record<string, any>} spec
 * @param {number} width
 * @param {"svg" | "none"} renderer
 */
function viewOf(spec, width, renderer) {
  const wide = { ...spec, width: Math.max(120, Math.floor(width) || 400) };
  const runtime = vega.parse(compile(/** @type {any} */ (wide)).spec, undefined, { ast: true });
  return new vega.View(runtime, /** @type {any} */ ({
    expr: expressionInterpreter, renderer, loader: closed, hover: renderer === "svg", logLevel: vega.Error,
  }));
}

/**
 * Draws into a separate box that is hidden until reveal is called.
 * @param {HTMLElement} host
 * @param {Record<string, any>} spec
 * @returns {Promise<Drawn>}
 */
export async function show(host, spec) {
  const box = document.createElement("div");
  box.className = "gb-vega gb-unseen";
  host.append(box);
  const view = viewOf(spec, host.clientWidth, "svg");
  const tip = new Tip(box);
  view.tooltip((_, event, __, value) => tip.show(/** @type {MouseEvent} */ (event), value));
  try {
    await view.initialize(box).runAsync();
  } catch (e) {
    view.finalize();
    box.remove();
    throw e;
  }
  return {
    reveal: () => box.classList.remove("gb-unseen"),
    remove: () => { view.finalize(); box.remove(); },
    resize: (width) => { if (width >= 120) view.width(Math.floor(width)).runAsync(); },
  };
}

/** Shows the numbers of the point under the pointer in words. */
class Tip {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.tip = document.createElement("div");
    this.tip.className = "gb-tip";
    this.tip.hidden = true;
  }

  /**
   * @param {MouseEvent} event
   * @param {any} value null, text, or the entries of the specification's tooltip
   */
  show(event, value) {
    if (!this.tip.isConnected) this.box.append(this.tip);
    this.tip.hidden = value === null || value === undefined || value === "";
    if (this.tip.hidden) return;
    this.tip.textContent = typeof value === "object" ? Object.entries(value).map(([k, v]) => `${k}: ${v}`).join(" · ") : String(value);
    const r = this.box.getBoundingClientRect();
    const x = Math.max(0, Math.min(event.clientX - r.left + 10, r.width - this.tip.offsetWidth));
    const y = event.clientY - r.top - this.tip.offsetHeight - 8;
    this.tip.style.setProperty("transform", `translate(${Math.round(x)}px,${Math.round(Math.max(0, y))}px)`);
  }
}

let exported = 0;

/**
 * @param {Record<string, any>} spec
 * @param {number} width
 */
export async function toSVG(spec, width) {
  const view = viewOf(spec, width, "none");
  try {
    return withOwnIds(await view.toSVG(), `gb${++exported}-`);
  } finally {
    view.finalize();
  }
}

/**
 * Vega counts the ids of clips and gradients from the start of the page; two
 * exported charts put into one document must not share them.
 * @param {string} svg
 * @param {string} prefix
 */
export function withOwnIds(svg, prefix) {
  return svg.replace(/\bid="([^"]+)"/g, `id="${prefix}$1"`).replace(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`).replace(/href="#([^"]+)"/g, `href="#${prefix}$1"`);
}

/**
 * @param {Record<string, any>} spec
 * @param {number} width
 * @param {number} scale
 * @returns {Promise<Blob>}
 */
export async function toPNG(spec, width, scale) {
  const view = viewOf({ ...spec, background: "white" }, width, "none");
  try {
    const canvas = /** @type {HTMLCanvasElement} */ (/** @type {unknown} */ (await view.toCanvas(scale)));
    return await new Promise((yes, no) => canvas.toBlob((b) => (b ? yes(b) : no(new Error("the image could not be made"))), "image/png"));
  } finally {
    view.finalize();
  }
}
