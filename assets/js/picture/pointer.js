// @ts-check
// The picture by pointer: mouse, pen and finger. A press on a cluster drags it (or, with the connect tool, draws a
// link); a press on a replica drags a copy to another cluster. Frames are in frame.js; d3-zoom pans and zooms.
import { all, find, joined, markAt, refOf } from "./marks.js";
import { centre, round, slack, toUnit } from "./geometry.js";
import { Lift } from "./lift.js";
import { isRows, pressRow } from "./rows.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("./geometry.js").Place} Place */

/** One press, from pointerdown to pointerup. */
export class Press {
  /**
   * @param {Picture} p
   * @param {PointerEvent} e
   * @param {"move" | "connect" | "replica" | "carry"} what
   * @param {SVGElement | null} mark
   */
  constructor(p, e, what, mark) {
    this.p = p;
    this.id = e.pointerId;
    this.what = what;
    this.from = { x: e.clientX, y: e.clientY };
    this.ref = mark ? refOf(mark) : { kind: "", id: "" };
    this.now = this.from;
    this.live = false;
    this.frame = 0;
    /** @type {Lift | null} */
    this.lift = null;
    /** @type {SVGElement | null} */
    this.shape = null;
    /** @type {string[]} */
    this.ids = what === "move" ? together(p, this.ref.id) : [];
    /** @type {Map<string, Place>} */
    this.start = new Map();
  }

  /** @param {PointerEvent} e */
  move(e) {
    this.now = { x: e.clientX, y: e.clientY };
    if (!this.live && Math.hypot(this.now.x - this.from.x, this.now.y - this.from.y) < slack) return;
    if (!this.live) this.begin();
    if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.draw(); });
  }

  begin() {
    this.live = true;
    this.p.hideTip();
    try {
      this.p.host.setPointerCapture(this.id);
    } catch {
      // the pointer has left already; pointerup or pointercancel follows
    }
    this.p.host.classList.add("gb-dragging");
    this.raise();
  }

  /** Lifts the dragged marks, again if the picture was redrawn during the drag. */
  raise() {
    if (this.what === "carry") {
      this.shape = copyOf(find(this.p.svg, this.ref.kind, this.ref.id));
      if (this.shape) this.p.world?.append(this.shape);
    } else if (this.what === "move") {
      this.lift = new Lift(this.p.host, this.p.svg, this.ids);
      if (!this.start.size) for (const id of this.ids) this.start.set(id, this.lift.at.get(id) || { x: 0, y: 0 });
    } else {
      const shape = document.createElementNS("http://www.w3.org/2000/svg", "line");
      shape.setAttribute("class", "gb-rubber");
      this.p.world?.append(shape);
      this.shape = shape;
    }
    this.draw();
  }

  draw() {
    if (this.lift) this.lift.move(this.targets());
    else if (this.what === "carry") this.drawCarried();
    else this.drawRubber();
  }

  /** Returns the current positions of the dragged clusters, in user units. */
  targets() {
    const a = this.p.userAt(this.from.x, this.from.y), b = this.p.userAt(this.now.x, this.now.y);
    /** @type {Map<string, Place>} */
    const out = new Map();
    for (const [id, s] of this.start) out.set(id, this.p.inside({ x: s.x + b.x - a.x, y: s.y + b.y - a.y }));
    return out;
  }

  drawRubber() {
    const owner = this.ref.kind === "replica" ? this.ref.cluster : this.ref.id;
    const from = find(this.p.svg, this.kind(), owner);
    const aim = this.aim();
    const to = aim ? centre(aim) : this.p.userAt(this.now.x, this.now.y);
    const start = from ? centre(from) : to;
    for (const [name, v] of Object.entries({ x1: start.x, y1: start.y, x2: to.x, y2: to.y })) this.shape?.setAttribute(name, String(v));
    this.p.aimAt(aim);
  }

  drawCarried() {
    const q = this.p.userAt(this.now.x, this.now.y);
    this.shape?.setAttribute("transform", `translate(${round(q.x)},${round(q.y)})`);
    this.p.aimAt(this.aim());
  }

  /** Returns the kind of marks on which the press can end: replicas go to clusters. */
  kind() {
    return this.what === "connect" ? joined(this.p.svg) : "cluster";
  }

  /** Returns the mark, or group, under the pointer on which the press could end. */
  aim() {
    if (this.what === "carry") {
      const field = document.elementsFromPoint(this.now.x, this.now.y).map((x) => x.closest('[data-kind="group"]')).find(Boolean);
      return /** @type {SVGElement | null} */ (field && this.p.svg.contains(field) ? field : null);
    }
    const el = document.elementsFromPoint(this.now.x, this.now.y).map((x) => x.closest(`[data-kind="${this.kind()}"]`)).find(Boolean);
    const owner = this.ref.kind === "replica" ? this.ref.cluster : this.ref.id;
    const mark = /** @type {SVGElement | undefined} */ (el || undefined);
    return mark && this.p.svg.contains(mark) && mark.dataset.id !== owner ? mark : null;
  }

  /** @param {boolean} keep false if the press was cancelled */
  end(keep) {
    if (this.frame) cancelAnimationFrame(this.frame);
    if (!this.live) return;
    this.draw();
    const { p } = this;
    const targets = this.lift ? this.targets() : new Map();
    const aim = this.shape ? this.aim() : null;
    if (!keep && this.lift) this.lift.move(this.start);
    this.drop();
    if (!keep) return;
    if (this.what === "move") p.report({ act: "move", by: "pointer", moves: [...targets].map(([id, at]) => ({ id, ...toUnit(p.svg, at) })) });
    else if (this.what === "carry") {
      const group = aim?.dataset.id || "";
      if (group !== this.ref.group) p.report({ act: "regroup", id: this.ref.id, group });
    } else if (aim && this.what === "connect") p.report({ act: "connect", kind: this.kind(), a: this.ref.id, b: aim.dataset.id });
    else if (aim) p.report({ act: "replica", dataset: this.ref.dataset, from: this.ref.cluster, cluster: aim.dataset.id });
  }

  /** Removes the drawing of the press. */
  drop() {
    this.lift?.lower();
    this.lift = null;
    this.shape?.remove();
    this.shape = null;
    this.p.aimAt(null);
    this.p.host.classList.remove("gb-dragging");
  }

  /** Continues in a new picture with the same clusters. */
  again() {
    if (!this.live) return;
    this.lift?.overlay.remove();
    this.lift = null;
    this.raise();
  }
}

/**
 * Returns the press on a target, or null if it pans.
 * @param {Picture} p
 * @param {PointerEvent} e
 * @returns {Press | import("./rows.js").RowPress | null}
 */
export function press(p, e) {
  if (e.button !== 0 || !e.isPrimary || !p.svg || !(e.target instanceof Element) || !p.svg.contains(e.target)) return null;
  const mark = markAt(e.target, p.svg, null, 0);
  if (!mark) return null;
  if (!p.options.editable) return null;
  if (isRows(p.svg)) return pressRow(p, e, mark);
  if (mark.dataset.kind === "node" && p.isPools()) return new Press(p, e, "carry", mark);
  if (mark.dataset.kind === "replica") return new Press(p, e, "replica", mark);
  if (p.joins() && p.options.tool === "connect" && mark.dataset.kind === joined(p.svg)) return new Press(p, e, "connect", mark);
  if (mark.dataset.kind !== "cluster" || !p.isTopology()) return null;
  return new Press(p, e, p.options.tool === "connect" ? "connect" : "move", mark);
}

/**
 * Returns the copy of a mark that follows the pointer while it is dragged.
 * @param {SVGElement | null} mark
 */
function copyOf(mark) {
  if (!mark) return null;
  const copy = /** @type {SVGElement} */ (mark.cloneNode(true));
  for (const name of ["tabindex", "role", "aria-label", "aria-pressed", "data-kind", "data-id"]) copy.removeAttribute(name);
  copy.classList.add("gb-carried");
  return copy;
}

/**
 * Returns the clusters that are dragged together: the others of the selection move with a selected one.
 * @param {Picture} p
 * @param {string} id
 */
export function together(p, id) {
  const selected = all(p.svg, "cluster").filter((m) => m.classList.contains("gb-sel")).map((m) => m.dataset.id || "");
  return selected.includes(id) ? selected : [id];
}
