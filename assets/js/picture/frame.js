// @ts-check
// A frame around marks selects them: drawn with Shift, or with the tool that
// selects several, and by a finger after a long press. A long press on a mark
// adds it to the selection, or removes it.
import { slack } from "./geometry.js";
import { all, joined, markAt, refOf } from "./marks.js";
import { isRows } from "./rows.js";

/** @typedef {import("../picture.js").Picture} Picture */

const hold = 450; // milliseconds that a finger rests for a long press

/**
 * Reports whether a press draws a frame. A press on a cluster of a topology moves the cluster, also with this tool.
 * @param {Picture} p
 * @param {PointerEvent} e
 */
export function frames(p, e) {
  if (e.button !== 0 || !e.isPrimary || !p.svg || !(e.target instanceof Element) || !p.svg.contains(e.target)) return false;
  if (!e.shiftKey && p.options.tool !== "several") return false;
  if (isRows(p.svg)) return true;
  const mark = markAt(e.target, p.svg, null, 0);
  return !mark || !["cluster", "replica"].includes(mark.dataset.kind || "") && !(p.isPools() && mark.dataset.kind === "node");
}

/** A frame, from the press on. */
export class Frame {
  /**
   * @param {Picture} p
   * @param {PointerEvent} e
   */
  constructor(p, e) {
    this.p = p;
    this.id = e.pointerId;
    this.from = { x: e.clientX, y: e.clientY };
    this.now = this.from;
    this.more = e.ctrlKey || e.metaKey;
    this.live = false;
    /** @type {HTMLElement | null} */
    this.shape = null;
  }

  /** @param {PointerEvent} e */
  move(e) {
    this.now = { x: e.clientX, y: e.clientY };
    if (!this.live && Math.hypot(this.now.x - this.from.x, this.now.y - this.from.y) < slack) return;
    this.begin();
    this.draw();
  }

  begin() {
    if (this.live) return;
    this.live = true;
    this.p.hideTip();
    try {
      this.p.host.setPointerCapture(this.id);
    } catch {
      // the pointer has left already; pointerup or pointercancel follows
    }
    this.p.host.classList.add("gb-dragging");
    this.shape = document.createElement("div");
    this.shape.className = "gb-frame-box";
    this.p.host.append(this.shape);
    this.draw();
  }

  /** Returns the frame in pixels of the screen. */
  area() {
    const a = this.from, b = this.now;
    return { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), right: Math.max(a.x, b.x), bottom: Math.max(a.y, b.y) };
  }

  draw() {
    const a = this.area(), box = this.p.host.getBoundingClientRect();
    const set = (/** @type {string} */ name, /** @type {number} */ v) => this.shape?.style.setProperty(name, `${v}px`);
    set("left", a.left - box.left - this.p.host.clientLeft);
    set("top", a.top - box.top - this.p.host.clientTop);
    set("width", a.right - a.left);
    set("height", a.bottom - a.top);
  }

  /** Does nothing: the frame is next to the svg and outlasts its redrawing. */
  again() {}

  /** @param {boolean} keep */
  end(keep) {
    this.shape?.remove();
    this.p.host.classList.remove("gb-dragging");
    if (keep && this.live) this.p.report({ act: "select", items: within(this.p, this.area()), more: this.more });
  }
}

/** Returns the selector of the marks that a frame selects on a picture. @param {Picture} p */
function framed(p) {
  if (isRows(p.svg)) return "busy";
  return p.isPools() ? "node" : joined(p.svg);
}

/**
 * Returns the marks whose middle lies in the frame, and the bars that it touches. If
 * there are none, it returns the other things of the picture in the frame.
 * @param {Picture} p
 * @param {{left: number, top: number, right: number, bottom: number}} area
 */
function within(p, area) {
  const bars = isRows(p.svg) || !p.isTopology() && !p.isPools() && !!p.svg.querySelector(".gb-bar");
  const inside = (/** @type {SVGElement} */ m) => {
    const r = (m.querySelector(".gb-disc") || m).getBoundingClientRect();
    if (bars) return r.left <= area.right && r.right >= area.left && r.top <= area.bottom && r.bottom >= area.top;
    const x = r.left + r.width / 2, y = r.top + r.height / 2;
    return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
  };
  const chosen = all(p.svg, framed(p)).filter(inside);
  const marks = chosen.length || !isRows(p.svg) ? chosen : all(p.svg, "node").filter(inside);
  /** @type {Map<string, Record<string, any>>} */
  const things = new Map();
  for (const m of marks) things.set(m.dataset.id || "", refOf(m));
  return [...things.values()];
}

/** Detects a finger that rests. */
export class LongPress {
  /** @param {Picture} p */
  constructor(p) {
    this.p = p;
    /** @type {PointerEvent | null} */
    this.at = null;
    this.timer = 0;
    const on = (/** @type {string} */ type, /** @type {(e: Event) => void} */ f) =>
      p.host.addEventListener(type, f, { capture: true, passive: false, signal: p.stop.signal });
    // While a frame is drawn, or several things are selected, the finger's moves do not pan.
    on("touchmove", (e) => {
      if (!(this.p.press instanceof Frame)) return;
      e.stopImmediatePropagation();
      if (e.cancelable) e.preventDefault();
    });
    // Some browsers send a contextmenu event after a long press, which held() has handled.
    on("contextmenu", (e) => {
      if (!(this.p.press instanceof Frame || this.p.quiet)) return;
      e.preventDefault();
      e.stopImmediatePropagation();
    });
  }

  /** @param {PointerEvent} e */
  began(e) {
    this.ended();
    if (e.pointerType !== "touch" || !e.isPrimary || !["select", "several"].includes(this.p.options.tool || "")) return;
    this.at = e;
    this.timer = window.setTimeout(() => this.held(), hold);
  }

  /** @param {PointerEvent} e */
  moved(e) {
    if (this.at && Math.hypot(e.clientX - this.at.clientX, e.clientY - this.at.clientY) >= slack * 2) this.ended();
  }

  ended() {
    clearTimeout(this.timer);
    this.at = null;
  }

  held() {
    const e = this.at, { p } = this;
    this.ended();
    if (!e || !p.svg || !(e.target instanceof Element) || p.press?.live) return;
    const mark = p.svg.contains(e.target) ? markAt(e.target, p.svg, null, 0) : null;
    p.press?.end(false);
    p.press = null;
    const ground = !mark || isRows(p.svg) && mark.dataset.kind === "node" || p.isPools() && mark.dataset.kind === "group";
    if (mark && !ground) { // a long press is a right click
      mark.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: e.clientX, clientY: e.clientY }));
      p.quiet = true;
      return;
    }
    p.quiet = true;
    const frame = new Frame(p, e);
    p.press = frame;
    frame.begin();
  }
}
