// @ts-check
// Lifting: while clusters are dragged, they and all parts that are attached to them are in a second svg exactly over
// the first, so that a frame repaints a few marks instead of 3,000 lines.
import { centres, find, all } from "./marks.js";
import { round } from "./geometry.js";

/** @typedef {import("./geometry.js").Place} Place */

export class Lift {
  /**
   * @param {HTMLElement} host
   * @param {SVGSVGElement} svg
   * @param {string[]} ids clusters to lift
   */
  constructor(host, svg, ids) {
    this.host = host;
    this.svg = svg;
    this.ids = new Set(ids);
    this.at = centres(svg);
    /** @type {{el: Element, parent: Node, next: Node | null}[]} */
    this.places = [];
    this.moving = this.parts();
    this.overlay = this.raise();
  }

  /** Returns all parts that move when one of the clusters does. */
  parts() {
    /** @type {SVGElement[]} */
    const out = [];
    for (const el of this.svg.querySelectorAll("[data-a]")) {
      const d = /** @type {SVGElement} */ (el).dataset;
      if (this.ids.has(d.a || "") || this.ids.has(d.b || "")) out.push(/** @type {SVGElement} */ (el));
    }
    for (const m of all(this.svg, "cluster")) if (this.ids.has(m.dataset.id || "")) out.push(m);
    for (const el of this.svg.querySelectorAll("[data-of]")) {
      if (this.ids.has(/** @type {SVGElement} */ (el).dataset.of || "")) out.push(/** @type {SVGElement} */ (el));
    }
    return out;
  }

  /** Moves the parts into an overlay that repeats the layers of the picture. */
  raise() {
    const overlay = /** @type {SVGSVGElement} */ (this.svg.cloneNode(false));
    overlay.classList.add("gb-lift");
    for (const name of ["role", "aria-label", "aria-roledescription"]) overlay.removeAttribute(name);
    const world = this.svg.querySelector(".gb-world");
    if (!world) return overlay;
    const top = /** @type {Element} */ (world.cloneNode(false));
    /** @type {Map<Element, Element>} */
    const layers = new Map();
    for (const layer of world.children) {
      const copy = /** @type {Element} */ (layer.cloneNode(false));
      layers.set(layer, copy);
      top.append(copy);
    }
    overlay.append(top);
    this.host.append(overlay);
    keepingFocus(() => {
      for (const el of this.moving) {
        const layer = el.closest(".gb-world > g");
        const copy = layer && layers.get(layer);
        if (!copy || !el.parentNode) continue;
        this.places.push({ el, parent: el.parentNode, next: el.nextSibling });
        copy.append(el);
      }
    });
    this.cover(layers);
    return overlay;
  }

  /**
   * Covers the ends of lifted lines. They are drawn over the clusters at their other ends, which stay below, so
   * copies of those clusters cover the lines again.
   * @param {Map<Element, Element>} layers
   */
  cover(layers) {
    const ends = new Set(this.moving.flatMap((el) => [el.dataset.a, el.dataset.b]));
    for (const m of all(this.svg, "cluster")) {
      const layer = m.parentElement && layers.get(m.parentElement);
      if (!layer || !ends.has(m.dataset.id)) continue;
      const copy = /** @type {SVGElement} */ (m.cloneNode(true));
      for (const name of ["tabindex", "role", "aria-label", "data-kind", "data-id"]) copy.removeAttribute(name);
      layer.prepend(copy);
    }
    for (const el of this.svg.querySelectorAll(".gb-facts")) {
      const of = /** @type {SVGElement} */ (el).dataset.of;
      if (ends.has(of)) el.parentElement && layers.get(el.parentElement)?.append(el.cloneNode(true));
    }
  }

  /**
   * Sets new centres of the lifted clusters.
   * @param {Map<string, Place>} to in user units
   */
  move(to) {
    for (const [id, p] of to) this.at.set(id, p);
    for (const el of this.moving) {
      const d = el.dataset;
      if (d.a !== undefined) this.stretch(el, this.at.get(d.a), this.at.get(d.b || ""));
      else this.put(el, this.at.get(d.of || d.id || ""));
    }
  }

  /**
   * @param {SVGElement} el
   * @param {Place | undefined} p
   */
  put(el, p) {
    if (p) el.setAttribute("transform", `translate(${round(p.x)},${round(p.y)})`);
  }

  /**
   * Places a line, a label or an arrow between two centres.
   * @param {SVGElement} el
   * @param {Place | undefined} a
   * @param {Place | undefined} b
   */
  stretch(el, a, b) {
    if (!a || !b) return;
    const share = Number(el.dataset.share);
    if (el.dataset.share === undefined) {
      for (const line of el instanceof SVGLineElement ? [el] : el.querySelectorAll("line")) {
        line.setAttribute("x1", String(round(a.x)));
        line.setAttribute("y1", String(round(a.y)));
        line.setAttribute("x2", String(round(b.x)));
        line.setAttribute("y2", String(round(b.y)));
      }
      return;
    }
    const p = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
    if (el instanceof SVGTextElement) {
      el.setAttribute("x", String(round(p.x)));
      el.setAttribute("y", String(round(p.y + 4)));
      return;
    }
    this.put(el, p);
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    el.querySelector(".gb-arrow")?.setAttribute("transform", `rotate(${round(turn)})`);
  }

  /** Moves all parts back to their places in the picture's order. */
  lower() {
    keepingFocus(() => {
      for (const { el, parent, next } of this.places.reverse()) parent.insertBefore(el, next);
    });
    this.overlay.remove();
  }

  /**
   * Returns the lifted mark of a cluster.
   * @param {string} id
   */
  mark(id) {
    return find(this.overlay, "cluster", id);
  }
}

/**
 * Restores the focus after work. An element that is moved in the document loses it.
 * @param {() => void} work
 */
function keepingFocus(work) {
  const had = document.activeElement;
  work();
  if (had instanceof SVGElement && had !== document.activeElement && had.isConnected) had.focus({ preventScroll: true });
}
