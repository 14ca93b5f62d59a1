// @ts-check
// The picture by keyboard. A mode (moving, connecting) lasts until Escape or until its action is done; "say" reports
// its prompt.
import { all, belonging, find, joined, refOf, towards } from "./marks.js";
import { centre, toUnit } from "./geometry.js";
import { together } from "./pointer.js";
import { addTime, hasSpan, isRows, nextOnRows, nextWindow, nudgeTime, rowsPage, scrollRows, showSpan } from "./rows.js";

/** @typedef {import("../picture.js").Picture} Picture */

/** The effects of the keys, for a sheet of shortcuts. */
export const keys = [
  { keys: "Arrow keys", does: "go to the next cluster, link or replica in that direction" },
  { keys: "L, R", does: "go through the links or the replicas of the cluster" },
  { keys: "Page Up, Page Down", does: "go through everything in order" },
  { keys: "Enter", does: "select" },
  { keys: "Shift + arrows, or M then arrows", does: "move the cluster" },
  { keys: "Shift + arrows on a node of a group", does: "move it to the next group in that direction" },
  { keys: "C, then arrows and Enter", does: "connect the cluster to another" },
  { keys: "A", does: "add a cluster in the middle of the view" },
  { keys: "F2", does: "rename" },
  { keys: "Delete", does: "delete" },
  { keys: "+ − 0 1", does: "zoom in, out, to fit, to 100 %" },
  { keys: "Escape", does: "end a mode, or select nothing" },
];

const allRows = 1e6; // more than there are

/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Picture} p
 * @param {KeyboardEvent} e
 */
export function onKey(p, e) {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || !p.svg) return;
  const mark = /** @type {SVGElement | null} */ (e.target instanceof Element ? e.target.closest("[data-kind]") : null);
  if (!mark && e.target !== p.host) return; // a field or button next to the picture
  if (p.host.closest("[data-lecture]") && e.key !== "Enter") return; // while presenting, all other keys control the steps
  const done = arrows[e.key] ? arrow(p, e, mark) : command(p, e, mark);
  if (!done) return;
  e.preventDefault();
  e.stopPropagation();
}

/**
 * @param {Picture} p
 * @param {KeyboardEvent} e
 * @param {SVGElement | null} mark
 */
function arrow(p, e, mark) {
  const [dx, dy] = arrows[e.key];
  if (!mark) {
    p.focusOn(ordered(p)[0]);
    return true;
  }
  if (mark.dataset.kind === "cluster" && p.options.editable && (e.shiftKey || p.mode === "move")) {
    nudge(p, mark, dx, dy, e.altKey ? 0.004 : 0.02);
    return true;
  }
  if (mark.dataset.kind === "busy" && p.options.editable && (e.shiftKey || p.mode === "move" || p.mode === "stretch")) {
    nudgeTime(p, mark, dx, dy, e);
    return true;
  }
  if (mark.dataset.kind === "node" && p.isPools() && p.options.editable && e.shiftKey) return regroup(p, mark, dx, dy);
  const next = isRows(p.svg) ? nextOnRows(p, mark, dx, dy) : towards(mark, all(p.svg, mark.dataset.kind), dx, dy);
  if (next) p.focusOn(next);
  else if (dy && isRows(p.svg)) scrollRows(p, dy);
  return true;
}

/**
 * Moves a node to the next group in a direction, as seen from its own group.
 * @param {Picture} p
 * @param {SVGElement} mark
 * @param {number} dx
 * @param {number} dy
 */
function regroup(p, mark, dx, dy) {
  const home = find(p.svg, "group", mark.dataset.group || "");
  const next = towards(home || mark, all(p.svg, "group"), dx, dy);
  if (next) p.report({ act: "regroup", id: mark.dataset.id, group: next.dataset.id });
  return true;
}

/**
 * @param {Picture} p
 * @param {SVGElement} mark
 * @param {number} dx
 * @param {number} dy
 * @param {number} step
 */
function nudge(p, mark, dx, dy, step) {
  const clamp = (/** @type {number} */ v) => Math.round(Math.min(1, Math.max(0, v)) * 1e4) / 1e4;
  const moves = together(p, mark.dataset.id || "").map((id) => {
    const at = toUnit(p.svg, centre(find(p.svg, "cluster", id) || mark));
    return { id, x: clamp(at.x + dx * step), y: clamp(at.y + dy * step) };
  });
  p.report({ act: "move", by: "key", moves });
}

/**
 * @param {Picture} p
 * @param {KeyboardEvent} e
 * @param {SVGElement | null} mark
 * @returns {boolean} whether the key had an effect
 */
function command(p, e, mark) {
  const cluster = mark?.dataset.kind === "cluster" ? mark.dataset.id || "" : "";
  const end = mark?.dataset.kind === joined(p.svg) ? mark.dataset.id || "" : "";
  const named = cluster || p.isPools() || (p.joins() && mark?.dataset.kind !== "bundle" ? mark?.dataset.id : "");
  const busy = mark?.dataset.kind === "busy" ? mark.dataset.id || "" : "";
  const editable = !!p.options.editable;
  switch (e.key.length === 1 ? e.key.toLowerCase() : e.key) {
    case "Enter":
    case " ":
      if (mark) p.activate(mark, e.shiftKey);
      return !!mark;
    case "Escape":
      return p.escape();
    case "Delete":
    case "Backspace":
      if (mark && editable) p.report({ act: "delete", ...refOf(mark) });
      return !!mark && editable;
    case "F2":
      if (mark && named && editable) p.report({ act: "rename", ...refOf(mark) });
      return !!mark && !!named && editable;
    case "m":
      if ((cluster || busy) && editable) p.enter(p.mode === "move" ? "" : "move", cluster || busy);
      return !!(cluster || busy) && editable;
    case "e":
      if (busy && editable) p.enter(p.mode === "stretch" ? "" : "stretch", busy);
      return !!busy && editable;
    case ",":
    case ".":
      if (hasSpan(p.svg)) showSpan(p, 1, 0.5, e.key === "." ? 0.25 : -0.25);
      return hasSpan(p.svg);
    case "w":
      return isRows(p.svg) && nextWindow(p, mark);
    case "c":
      if (end && editable) p.enter("connect", end);
      return !!end && editable;
    case "a":
      if (editable && isRows(p.svg)) return addTime(p, mark);
      if (p.joins()) p.report({ act: "add", x: 0.5, y: 0.5 });
      else if (editable && p.isTopology()) p.addInTheMiddle();
      return p.joins() || editable && p.isTopology();
    case "l":
      return through(p, mark, "link");
    case "r":
      return through(p, mark, "replica");
    case "PageDown":
    case "PageUp":
      if (isRows(p.svg) && scrollRows(p, rowsPage(p) * (e.key === "PageDown" ? 1 : -1))) return true;
      return step(p, mark, e.key === "PageDown" ? 1 : -1);
    case "Home":
      if (!isRows(p.svg) || !scrollRows(p, -allRows)) p.focusOn(ordered(p)[0]);
      return true;
    case "End":
      return isRows(p.svg) && scrollRows(p, allRows);
    case "+":
    case "=":
      p.zoomBy(1.5);
      return true;
    case "-":
      p.zoomBy(1 / 1.5);
      return true;
    case "0":
      p.fit();
      return true;
    case "1":
      p.actual();
      return true;
  }
  return false;
}

/**
 * Moves the focus to the next link or replica of the cluster from which the focus came.
 * @param {Picture} p
 * @param {SVGElement | null} mark
 * @param {"link" | "replica"} kind
 */
function through(p, mark, kind) {
  if (!mark) return false;
  if (mark.dataset.kind === "cluster") p.home = mark.dataset.id || "";
  const list = belonging(p.svg, p.home, kind);
  const at = list.indexOf(mark);
  const next = list[at + 1] || find(p.svg, "cluster", p.home);
  if (next) p.focusOn(next);
  return true;
}

/**
 * @param {Picture} p
 * @param {SVGElement | null} mark
 * @param {number} by
 */
function step(p, mark, by) {
  const list = ordered(p);
  const at = mark ? list.indexOf(mark) : -1;
  const next = list[at + by];
  if (next) p.focusOn(next);
  return true;
}

/**
 * Returns all marks, clusters first: the picture draws links below them, but that is not the reading order.
 * @param {Picture} p
 */
function ordered(p) {
  const marks = all(p.svg);
  const rank = (/** @type {SVGElement} */ m) => (m.dataset.kind === "cluster" ? 0 : 1);
  return marks.sort((a, b) => rank(a) - rank(b));
}
