// @ts-check
// Zoom and pan of a picture, by d3-zoom on the host. The zoom is kept in pixels
// of the host, so it survives every redrawing of the svg inside.
import { select } from "d3-selection";
import { zoom as d3zoom, zoomIdentity } from "d3-zoom";
import { fitOf, slack, worldTransform } from "./geometry.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("./geometry.js").Zoom} Zoom */

export class View {
  /** @param {Picture} p */
  constructor(p) {
    this.p = p;
    /** @type {Zoom} the zoom wanted */
    this.z = { k: 1, x: 0, y: 0 };
    /** @type {Zoom} the zoom that the world group has */
    this.shown = this.z;
    this.on = /** @type {any} */ (select(p.host));
    this.behaviour = /** @type {any} */ (d3zoom()
      .scaleExtent([0.4, 24])
      .clickDistance(slack) // a shaking hand does not pan while it clicks
      .filter((/** @type {any} */ e) => this.may(e))
      .on("start", () => p.host.classList.add("gb-panning"))
      .on("zoom", (/** @type {any} */ e) => this.changed(e.transform))
      .on("end", () => { p.host.classList.remove("gb-panning"); this.commit(); }));
    this.on.call(this.behaviour).on("dblclick.zoom", null);
  }

  /** @param {any} e an event that could start a gesture */
  may(e) {
    const { p } = this;
    if (!p.world || !(e.target instanceof Element) || !p.svg.contains(e.target)) return false;
    if (e.type === "wheel") return p.options.wheel !== "ctrl" || e.ctrlKey || e.metaKey;
    if (e.button || e.shiftKey || (e.ctrlKey && e.type === "mousedown")) return false;
    if (e.touches && e.touches.length > 1) return true;
    if (p.options.tool === "several") return false; // draws frames
    const mark = e.target.closest("[data-kind]");
    if (p.joins()) return !mark || p.options.tool !== "connect";
    const held = mark && (mark.dataset.kind === "cluster" || mark.dataset.kind === "replica" || (mark.dataset.kind === "node" && p.isPools()));
    return !(held && p.options.editable);
  }

  /**
   * Sets the zoom. A large picture is moved as one layer until the gesture ends; a small one is redrawn immediately
   * and stays sharp.
   * @param {Zoom} z
   */
  changed(z) {
    const { svg } = this.p;
    this.z = z;
    this.p.hideTip();
    if (!svg.classList.contains("gb-many")) {
      this.commit();
      return;
    }
    const s = this.shown, k = z.k / s.k;
    svg.style.transformOrigin = "0 0";
    svg.style.transform = `translate(${z.x - k * s.x}px,${z.y - k * s.y}px) scale(${k})`;
  }

  /** Applies the zoom and the level of detail to the world group. */
  commit() {
    const { svg, world, host } = this.p;
    if (!svg || !world) return;
    const { k, x, y } = this.z;
    svg.style.transform = "";
    // The size of the host would require a layout, and is not needed without a zoom.
    world.setAttribute("transform", k === 1 && x === 0 && y === 0 ? "translate(0,0) scale(1)" : worldTransform(fitOf(svg, host), this.z));
    const before = this.shown.k;
    this.shown = this.z;
    host.classList.toggle("gb-z2", k >= 2);
    host.classList.toggle("gb-z4", k >= 4);
    host.style.setProperty("--gb-k", String(Math.max(1, k)));
    if (before !== k) this.p.report({ act: "zoom", k });
  }

  /** Zooms about a mark, which moves to the middle if it is not visible, or about the middle. @param {number} factor @param {DOMRect} [mark] */
  by(factor, mark) {
    const { left, top, width, height } = this.p.host.getBoundingClientRect();
    let about;
    if (mark) {
      const x = mark.left + mark.width / 2 - left, y = mark.top + mark.height / 2 - top;
      if (x >= 0 && y >= 0 && x <= width && y <= height) about = [x, y];
      else this.behaviour.translateBy(this.on, (width / 2 - x) / this.z.k, (height / 2 - y) / this.z.k);
    }
    this.behaviour.scaleBy(this.on, factor, about);
  }

  actual() {
    this.behaviour.transform(this.on, zoomIdentity);
  }

  /** Zooms so that everything fits. */
  fit() {
    const { svg, world, host } = this.p;
    const box = world?.getBBox();
    if (!box || !box.width) return this.actual();
    const f = fitOf(svg, host), edge = 16;
    const w = host.clientWidth, h = host.clientHeight;
    const k = Math.min(4, (w - 2 * edge) / (box.width * f.scale), (h - 2 * edge) / (box.height * f.scale));
    const cx = (box.x + box.width / 2) * f.scale + f.x, cy = (box.y + box.height / 2) * f.scale + f.y;
    this.behaviour.transform(this.on, zoomIdentity.translate(w / 2 - k * cx, h / 2 - k * cy).scale(k));
  }

  stop() {
    this.on.on(".zoom", null);
  }
}
