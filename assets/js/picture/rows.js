// @ts-check
// Busy time on nodes as rows, by pointer and by keyboard: a press on free time
// draws a stretch of busy time, a press on one moves it, a press on its end
// stretches it. All of them end as one report,
//   {act: "time", by, id, node, start, end}
// with an empty id for a new stretch. Times are rounded to the picture's step.
// Zooming shows another part of the axis, {act: "span", from, to}; where there
// are more nodes than rows, {act: "rows", by} scrolls them.
import { slack } from "./geometry.js";
import { all, towards } from "./marks.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {{id: string, node: string, start: number, end: number}} Time */
/** @typedef {"draw" | "move" | "start" | "end"} What */

const reach = 6; // pixels around an end in which a press stretches

/** @param {SVGSVGElement} svg */
export const isRows = (svg) => svg.classList.contains("gb-noderows");

/**
 * Reports whether a picture zooms by showing a part of its time axis.
 * @param {SVGSVGElement} svg
 */
export const hasSpan = (svg) => svg.dataset.horizon !== undefined;

/**
 * Returns the axis and the rows from the svg's attributes.
 * @param {SVGSVGElement} svg
 */
export function frameOf(svg) {
  const n = (/** @type {string} */ name) => Number(svg.dataset[name]) || 0;
  const box = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / (box.width || 1);
  const perPixel = ((n("to") - n("from")) / (n("right") - n("left") || 1)) * scale;
  return { box, scale, perPixel, left: n("left"), right: n("right"), top: n("top"), pitch: n("pitch") || 1, from: n("from"), to: n("to"), horizon: n("horizon"), snap: n("snap") || 1 };
}

/**
 * Returns the time and the node at a point of the screen.
 * @param {SVGSVGElement} svg
 * @param {number} clientX
 * @param {number} clientY
 */
function at(svg, clientX, clientY) {
  const f = frameOf(svg);
  const x = (clientX - f.box.left) * f.scale, y = (clientY - f.box.top) * f.scale;
  const nodes = all(svg, "node");
  const row = Math.max(0, Math.min(nodes.length - 1, Math.floor((y - f.top) / f.pitch)));
  return { time: f.from + ((x - f.left) / (f.right - f.left || 1)) * (f.to - f.from), row, node: nodes[row]?.dataset.id || "", inside: x >= f.left };
}

/** @param {number} v @param {number} step */
const rounded = (v, step) => Number((Math.round(v / step) * step).toPrecision(12));

/** @param {SVGElement} mark @returns {Time} */
function timeOf(mark) {
  const d = mark.dataset;
  return { id: d.id || "", node: d.node || "", start: Number(d.start), end: Number(d.end) };
}

/**
 * Returns the end of a busy time at a point of the screen, or "move".
 * @param {Element} mark
 * @param {number} clientX
 * @returns {What}
 */
function grip(mark, clientX) {
  const r = (mark.querySelector("rect") || mark).getBoundingClientRect();
  const near = Math.min(reach, r.width / 3);
  if (clientX - r.left < near) return "start";
  return r.right - clientX < near ? "end" : "move";
}

/**
 * Reports whether the pointer is over an end of a busy time.
 * @param {Element | null} mark
 * @param {number} clientX
 */
export const onEnd = (mark, clientX) => !!mark && /** @type {SVGElement} */ (mark).dataset.kind === "busy" && grip(mark, clientX) !== "move";

/** A press on the rows, from pointerdown to pointerup. */
export class RowPress {
  /**
   * @param {Picture} p
   * @param {PointerEvent} e
   * @param {What} what
   * @param {SVGElement} mark
   */
  constructor(p, e, what, mark) {
    this.p = p;
    this.id = e.pointerId;
    this.what = what;
    this.from = { x: e.clientX, y: e.clientY };
    this.now = this.from;
    this.fine = e.altKey;
    this.live = false;
    this.origin = at(p.svg, e.clientX, e.clientY);
    /** @type {Time} */
    this.was = what === "draw" ? { id: "", node: this.origin.node, start: this.origin.time, end: this.origin.time } : timeOf(mark);
    /** @type {SVGGElement | null} */
    this.ghost = null;
  }

  /** @param {PointerEvent} e */
  move(e) {
    this.now = { x: e.clientX, y: e.clientY };
    this.fine = e.altKey;
    if (!this.live && Math.hypot(this.now.x - this.from.x, this.now.y - this.from.y) < slack) return;
    if (!this.live) this.begin();
    this.draw();
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
    this.again();
  }

  /** Returns the busy time if the press ended now. @returns {Time} */
  time() {
    const f = frameOf(this.p.svg), here = at(this.p.svg, this.now.x, this.now.y);
    const step = this.fine ? f.snap / 10 : f.snap;
    const t = { ...this.was };
    const clamp = (/** @type {number} */ v) => Math.max(0, Math.min(f.horizon, v));
    if (this.what === "move") {
      const start = Math.max(0, Math.min(f.horizon - (t.end - t.start), rounded(t.start + here.time - this.origin.time, step)));
      return { ...t, node: here.node, start, end: Number((start + (t.end - t.start)).toPrecision(12)) };
    }
    const to = clamp(rounded(here.time, step));
    if (this.what === "start") return { ...t, start: Math.min(to, t.end - step) };
    if (this.what === "end") return { ...t, end: Math.max(to, t.start + step) };
    const a = clamp(rounded(this.origin.time, step));
    return { ...t, start: Math.min(a, to), end: Math.max(a, to) };
  }

  draw() {
    const { svg } = this.p, f = frameOf(svg), t = this.time();
    if (!this.ghost) return;
    const [rect, text] = this.ghost.children;
    const x = (/** @type {number} */ v) => f.left + ((v - f.from) / (f.to - f.from || 1)) * (f.right - f.left);
    const row = all(svg, "node").findIndex((m) => m.dataset.id === t.node);
    const y = f.top + row * f.pitch;
    const set = (/** @type {Element} */ el, /** @type {Record<string, number>} */ values) => {
      for (const [name, v] of Object.entries(values)) el.setAttribute(name, String(Math.round(v * 100) / 100));
    };
    set(rect, { x: x(t.start), y, width: Math.max(0, x(t.end) - x(t.start)), height: f.pitch * 0.85 });
    const above = y > f.top + 14;
    set(text, { x: x(t.start), y: above ? y - 4 : y + f.pitch + 11 });
    text.textContent = `${t.node}: ${t.start} to ${t.end}`;
  }

  /** Draws the ghost, also in a picture that was replaced during the press. */
  again() {
    if (!this.live) return;
    this.ghost?.remove();
    const make = (/** @type {string} */ name) => document.createElementNS("http://www.w3.org/2000/svg", name);
    const ghost = /** @type {SVGGElement} */ (make("g"));
    ghost.setAttribute("class", "gb-ghost");
    ghost.append(make("rect"), make("text"));
    this.p.svg.append(ghost);
    this.ghost = ghost;
    this.draw();
  }

  /** @param {boolean} keep false if the press was cancelled */
  end(keep) {
    if (!this.live) return;
    const t = this.time();
    this.ghost?.remove();
    this.p.host.classList.remove("gb-dragging");
    const same = t.id !== "" && t.node === this.was.node && t.start === this.was.start && t.end === this.was.end;
    if (keep && t.end > t.start && !same) this.p.report({ act: "time", by: "pointer", ...t });
  }
}

/**
 * Returns the press on the rows, or null if it can only be a click.
 * @param {Picture} p
 * @param {PointerEvent} e
 * @param {SVGElement} mark
 * @returns {RowPress | null}
 */
export function pressRow(p, e, mark) {
  if (mark.dataset.kind === "busy") return new RowPress(p, e, grip(mark, e.clientX), mark);
  return at(p.svg, e.clientX, e.clientY).inside ? new RowPress(p, e, "draw", mark) : null;
}

/**
 * Moves a busy time by arrow keys: along the axis, or to the next row.
 * @param {Picture} p
 * @param {SVGElement} mark
 * @param {number} dx
 * @param {number} dy
 * @param {KeyboardEvent} e
 */
export function nudgeTime(p, mark, dx, dy, e) {
  const f = frameOf(p.svg), t = timeOf(mark);
  const by = dx * (e.altKey ? f.snap / 10 : f.snap);
  const put = (/** @type {number} */ v) => Number(v.toPrecision(12));
  if (p.mode === "stretch") {
    if (e.shiftKey) t.start = Math.max(0, Math.min(t.end - Math.abs(by), put(t.start + by)));
    else t.end = Math.min(f.horizon, Math.max(t.start + Math.abs(by), put(t.end + by)));
  } else if (dy) {
    const nodes = all(p.svg, "node");
    t.node = nodes[nodes.findIndex((n) => n.dataset.id === t.node) + dy]?.dataset.id || t.node;
  } else {
    const length = t.end - t.start;
    t.start = Math.max(0, Math.min(f.horizon - length, put(t.start + by)));
    t.end = put(t.start + length);
  }
  p.report({ act: "time", by: "key", ...t });
}

/**
 * Returns the next mark in a direction: along a row in time, or across rows of the same kind.
 * @param {Picture} p
 * @param {SVGElement} mark
 * @param {number} dx
 * @param {number} dy
 */
export function nextOnRows(p, mark, dx, dy) {
  if (mark.dataset.kind === "alternative") return towards(mark, all(p.svg, "alternative"), dx, dy);
  if (dy) return towards(mark, all(p.svg, mark.dataset.kind), dx, dy) || towards(mark, all(p.svg, "node"), dx, dy);
  const id = mark.dataset.kind === "node" ? mark.dataset.id : mark.dataset.node;
  const start = (/** @type {SVGElement} */ m) => Number(m.dataset.start ?? -1);
  const row = all(p.svg).filter((m) => (m.dataset.kind === "node" && m.dataset.id === id) || (m.dataset.kind === "busy" && m.dataset.node === id));
  row.sort((a, b) => start(a) - start(b));
  return row[row.indexOf(mark) + dx] || null;
}

/**
 * Adds busy time in the middle of the longest free range of the mark's row.
 * @param {Picture} p
 * @param {SVGElement | null} mark
 */
export function addTime(p, mark) {
  const node = mark && (mark.dataset.kind === "node" ? mark.dataset.id : mark.dataset.node);
  if (!node) return false;
  const f = frameOf(p.svg);
  let last = f.from, gap = { start: f.from, end: f.from };
  const busy = all(p.svg, "busy").map(timeOf).filter((t) => t.node === node).sort((a, b) => a.start - b.start);
  for (const t of [...busy, { start: f.to, end: f.to }]) {
    if (t.start - last > gap.end - gap.start) gap = { start: last, end: t.start };
    last = Math.max(last, t.end);
  }
  const length = Math.min(gap.end - gap.start, 10 * f.snap);
  const start = rounded((gap.start + gap.end - length) / 2, f.snap);
  if (length > 0) p.report({ act: "time", by: "key", id: "", node, start, end: Number((start + length).toPrecision(12)) });
  return true;
}

/**
 * Moves the focus to the next window on the rows.
 * @param {Picture} p
 * @param {SVGElement | null} mark
 */
export function nextWindow(p, mark) {
  const list = all(p.svg).filter((m) => m.dataset.kind === "window" || m.dataset.kind === "alternative");
  p.focusOn(list[(mark ? list.indexOf(mark) + 1 : 0) % Math.max(1, list.length)]);
  return list.length > 0;
}

/**
 * Shows another part of the axis: scaled by factor around the share about of the axis, and moved by the share by of
 * the shown part.
 * @param {Picture} p
 * @param {number} factor
 * @param {number} about
 * @param {number} by
 */
export function showSpan(p, factor, about = 0.5, by = 0) {
  const f = frameOf(p.svg), shown = f.to - f.from;
  const width = widthOf(p.svg, shown / factor);
  tellSpan(p, f.from + about * (shown - width) + by * width, width);
}

/**
 * Returns the nearest width that the axis may show.
 * @param {SVGSVGElement} svg
 * @param {number} width
 */
function widthOf(svg, width) {
  const { horizon } = frameOf(svg);
  return Math.max(horizon / (isRows(svg) ? 400 : 1e5), Math.min(horizon, width));
}

/**
 * Requests the part of the time from a start on, within the axis.
 * @param {Picture} p
 * @param {number} from
 * @param {number} wanted its width
 */
export function tellSpan(p, from, wanted) {
  const { horizon } = frameOf(p.svg), width = widthOf(p.svg, wanted);
  if (width >= horizon) return p.report({ act: "span", from: 0, to: 0 });
  const start = Math.max(0, Math.min(horizon - width, from));
  p.report({ act: "span", from: start, to: start + width });
}

/** @type {WeakMap<Picture, {factor: number, about: number, by: number}>} turns of the wheel since the last frame */
const turns = new WeakMap();

/**
 * Joins the turns within a frame, because each one draws the picture again.
 * @param {Picture} p
 * @param {number} factor
 * @param {number} about
 * @param {number} [by]
 */
function turn(p, factor, about, by = 0) {
  const waits = turns.get(p);
  if (waits) {
    Object.assign(waits, { factor: waits.factor * factor, by: waits.by + by });
    return;
  }
  turns.set(p, { factor, about, by });
  requestAnimationFrame(() => {
    const whole = turns.get(p);
    turns.delete(p);
    if (whole && p.svg.isConnected && hasSpan(p.svg)) showSpan(p, whole.factor, whole.about, whole.by);
  });
}

/**
 * Handles the wheel: it zooms around the pointer; with Shift or sideways it moves along the axis; with Alt it
 * scrolls the rows.
 * @param {Picture} p
 * @param {WheelEvent} e
 */
export function wheelOnRows(p, e) {
  if (p.options.wheel === "ctrl" || p.press) return;
  e.preventDefault();
  const f = frameOf(p.svg);
  if (e.altKey) return scrollRows(p, Math.sign(e.deltaY) * Math.max(1, Math.round(Math.abs(e.deltaY) / f.pitch)));
  const sideways = e.shiftKey ? e.deltaY || e.deltaX : e.deltaX;
  if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) turn(p, 1, 0.5, sideways / 800);
  else turn(p, Math.exp(-e.deltaY / 500), shareAt(p.svg, e.clientX));
}

/**
 * Returns the share of the axis at a point of the screen.
 * @param {SVGSVGElement} svg
 * @param {number} clientX
 */
export function shareAt(svg, clientX) {
  const f = frameOf(svg);
  return Math.max(0, Math.min(1, ((clientX - f.box.left) * f.scale - f.left) / (f.right - f.left || 1)));
}

/**
 * Scrolls the rows if some are not shown.
 * @param {Picture} p
 * @param {number} by
 */
export function scrollRows(p, by) {
  const more = !!p.svg.querySelector(".gb-scroll");
  if (more && by) p.report({ act: "rows", by });
  return more;
}

/** Returns the number of rows that the picture shows, less one. @param {Picture} p */
export const rowsPage = (p) => Math.max(1, all(p.svg, "node").length - 1);

/** The effects of the keys on rows of nodes. */
export const rowKeys = [
  { keys: "Up, Down", does: "go from node to node" },
  { keys: "Left, Right", does: "go through the busy time of the node" },
  { keys: "W", does: "go through the windows found" },
  { keys: "Shift + arrows, or M then arrows", does: "move busy time, also to another node" },
  { keys: "E then arrows", does: "move the end of busy time, with Shift its start" },
  { keys: "A", does: "make some of the node's free time busy" },
  { keys: "Page Up, Page Down, Home, End", does: "scroll the rows of many nodes" },
  { keys: "+ − 0, comma and point", does: "zoom into time, zoom out, show all; move along" },
  { keys: "Enter", does: "select" },
  { keys: "Delete", does: "delete" },
];

