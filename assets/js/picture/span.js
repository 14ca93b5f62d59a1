// @ts-check
// Pictures that show a part of their time axis are moved by a drag and zoomed by a pinch: the time under a finger
// stays under it. The picture is drawn again once per frame, by the report {act: "span", from, to}.
import { slack } from "./geometry.js";
import { frameOf, hasSpan, isRows, tellSpan } from "./rows.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {{x: number, time: number}} Finger where it is, and the time that it holds */

const apart = 8; // minimal distance of two fingers in pixels

/**
 * Returns the part of the time axis that puts the times held by fingers under them.
 * @param {Finger[]} fingers one or two, by their share of the axis
 * @param {number} width of the shown part
 */
export function spanUnder(fingers, width) {
  const [a, b] = fingers;
  const wide = b && b.x !== a.x && (b.time - a.time) / (b.x - a.x) > 0 ? (b.time - a.time) / (b.x - a.x) : width;
  return { from: a.time - a.x * wide, width: wide };
}

/** A press that moves the time axis, from the first finger down to the last one up. */
export class SpanPress {
  /**
   * @param {Picture} p
   * @param {PointerEvent} e
   */
  constructor(p, e) {
    this.p = p;
    this.id = e.pointerId;
    this.from = e.clientX;
    this.live = false;
    this.frame = 0;
    /** @type {Map<number, Finger>} */
    this.fingers = new Map([[e.pointerId, this.hold(e.clientX)]]);
  }

  /** @param {number} x @returns {Finger} */
  hold(x) {
    const f = frameOf(this.p.svg);
    return { x, time: f.from + this.share(x) * (f.to - f.from) };
  }

  /** Returns the share of the axis at a point of the screen. @param {number} x */
  share(x) {
    const f = frameOf(this.p.svg);
    return ((x - f.box.left) * f.scale - f.left) / (f.right - f.left || 1);
  }

  /** Adds a second finger, which starts a pinch. @param {PointerEvent} e */
  join(e) {
    if (this.fingers.size > 1) return;
    this.fingers.set(e.pointerId, this.hold(e.clientX));
    this.begin();
    this.capture(e.pointerId);
  }

  /** Removes one of two fingers; the other one continues. @param {number} id */
  leave(id) {
    this.fingers.delete(id);
    for (const [rest, finger] of this.fingers) {
      this.id = rest;
      this.fingers.set(rest, this.hold(finger.x));
    }
  }

  /** @param {PointerEvent} e */
  move(e) {
    const finger = this.fingers.get(e.pointerId);
    if (!finger) return;
    finger.x = e.clientX;
    if (!this.live && Math.abs(e.clientX - this.from) < slack) return;
    this.begin();
    if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.show(); });
  }

  begin() {
    if (this.live) return;
    this.live = true;
    this.p.hideTip();
    this.capture(this.id);
    this.p.host.classList.add("gb-panning");
  }

  /** @param {number} id */
  capture(id) {
    try {
      this.p.host.setPointerCapture(id);
    } catch {
      // the pointer has left already; pointerup or pointercancel follows
    }
  }

  show() {
    const f = frameOf(this.p.svg);
    const held = [...this.fingers.values()];
    if (!held.length || held.length > 1 && Math.abs(held[0].x - held[1].x) < apart) return;
    const { from, width } = spanUnder(held.map(({ x, time }) => ({ x: this.share(x), time })), f.to - f.from);
    tellSpan(this.p, from, width);
  }

  /** Does nothing: the press itself has requested the new drawing. */
  again() {}

  /** @param {boolean} keep */
  end(keep) {
    if (this.frame) cancelAnimationFrame(this.frame);
    if (this.live && keep) this.show();
    this.p.host.classList.remove("gb-panning");
  }
}

/**
 * Returns a press on a picture that shows a part of its time axis, or null for any other picture.
 * @param {Picture} p
 * @param {PointerEvent} e
 */
export function pressSpan(p, e) {
  if (e.button !== 0 || !p.svg || !hasSpan(p.svg) || isRows(p.svg)) return null;
  return e.target instanceof Element && p.svg.contains(e.target) ? new SpanPress(p, e) : null;
}
