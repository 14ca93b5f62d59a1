// @ts-check
// Marks: the elements with data-kind that core/draw/svg writes, which are found again by their kind and id after
// every redrawing.
import { centre, distance } from "./geometry.js";

/** @typedef {import("./geometry.js").Place} Place */

/**
 * Returns the thing of a mark, as events report it.
 * @param {Element} el
 */
export function refOf(el) {
  const d = /** @type {SVGElement} */ (el).dataset;
  /** @type {Record<string, any>} */
  const ref = { kind: d.kind || "", id: d.id || "" };
  for (const name of ["a", "b", "dataset", "cluster", "group"]) {
    if (d[name] !== undefined) ref[name] = d[name];
  }
  if (d.kind === "bundle") Object.assign(ref, { from: Number(d.from), to: Number(d.to) });
  return ref;
}

/**
 * Returns the kind of marks that can be joined: clusters, or the kind that the picture names.
 * @param {SVGSVGElement} svg
 */
export const joined = (svg) => svg.dataset.joins || "cluster";

/**
 * @param {Element} root
 * @param {string} kind
 * @param {string} id
 * @returns {SVGElement | null}
 */
export function find(root, kind, id) {
  return root.querySelector(`[data-kind="${CSS.escape(kind)}"][data-id="${CSS.escape(id)}"]`);
}

/**
 * Returns all marks of a kind, in document order.
 * @param {Element} root
 * @param {string} [kind]
 * @returns {SVGElement[]}
 */
export function all(root, kind) {
  return [...root.querySelectorAll(kind ? `[data-kind="${kind}"]` : "[data-kind]")].map((e) => /** @type {SVGElement} */ (e));
}

/**
 * Returns the mark at an event's target, or the link nearest to a point of the picture if the target is no mark:
 * thin lines need a wider target than they show.
 * @param {EventTarget | null} target
 * @param {SVGSVGElement} svg
 * @param {Place | null} user
 * @param {number} reach in user units
 * @returns {SVGElement | null}
 */
export function markAt(target, svg, user, reach) {
  const hit = target instanceof Element ? target.closest("[data-kind]") : null;
  if (hit || !user) return /** @type {SVGElement | null} */ (hit);
  let best = null, least = reach;
  for (const line of svg.querySelectorAll("line.gb-link")) {
    const l = /** @type {SVGLineElement} */ (line);
    const d = distance(user, { x: l.x1.baseVal.value, y: l.y1.baseVal.value }, { x: l.x2.baseVal.value, y: l.y2.baseVal.value });
    if (d < least) [best, least] = [l, d];
  }
  return best;
}

/**
 * Returns the position of a mark on the screen.
 * @param {Element} el
 * @returns {Place}
 */
export function middle(el) {
  const r = (el.querySelector(".gb-disc") || el).getBoundingClientRect();
  return { x: r.left + r.width / 2, y: r.top + r.height / 2 };
}

/**
 * Returns the mark of the same kind that fits best in a direction: near, and not far off the axis.
 * @param {SVGElement} from
 * @param {SVGElement[]} marks
 * @param {number} dx
 * @param {number} dy
 * @returns {SVGElement | null}
 */
export function towards(from, marks, dx, dy) {
  const at = middle(from);
  let best = null, least = Infinity;
  for (const m of marks) {
    if (m === from) continue;
    const p = middle(m);
    const along = (p.x - at.x) * dx + (p.y - at.y) * dy;
    const off = Math.abs((p.x - at.x) * dy - (p.y - at.y) * dx);
    if (along <= 0.5 || off > 3 * along) continue;
    const cost = along + 2 * off;
    if (cost < least) [best, least] = [m, cost];
  }
  return best;
}

/**
 * Returns the links or replicas of a cluster.
 * @param {SVGSVGElement} svg
 * @param {string} cluster
 * @param {"link" | "replica"} kind
 */
export function belonging(svg, cluster, kind) {
  return all(svg, kind).filter((m) =>
    kind === "link" ? m.dataset.a === cluster || m.dataset.b === cluster : m.dataset.cluster === cluster);
}

/**
 * Returns the centres of all clusters by id, in user units.
 * @param {SVGSVGElement} svg
 * @returns {Map<string, Place>}
 */
export function centres(svg) {
  return new Map(all(svg, "cluster").map((m) => [m.dataset.id || "", centre(m)]));
}
