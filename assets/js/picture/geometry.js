// @ts-check
// Positions: pixels of the host, units of the picture, the unit square of the document. All functions are pure
// functions of the svg and the zoom.

/** @typedef {{x: number, y: number}} Place */
/** @typedef {{k: number, x: number, y: number}} Zoom */

/** Pixels that a pointer moves before a press becomes a drag. */
export const slack = 4;

/**
 * Returns the position of the viewBox in the host: user units times scale plus offset are pixels.
 * @param {SVGSVGElement} svg
 * @param {HTMLElement} host
 */
export function fitOf(svg, host) {
  const box = svg.viewBox.baseVal;
  const w = host.clientWidth || box.width;
  const h = host.clientHeight || box.height;
  const scale = Math.min(w / box.width, h / box.height) || 1;
  return { scale, x: (w - scale * box.width) / 2, y: (h - scale * box.height) / 2 };
}

/**
 * Returns the transform of the world group that shows a zoom given in host pixels.
 * @param {{scale: number, x: number, y: number}} fit
 * @param {Zoom} z
 */
export function worldTransform(fit, z) {
  const x = (z.k * fit.x + z.x - fit.x) / fit.scale;
  const y = (z.k * fit.y + z.y - fit.y) / fit.scale;
  return `translate(${round(x)},${round(y)}) scale(${round(z.k)})`;
}

/**
 * Converts pixels of the host to units of the picture.
 * @param {Place} px
 * @param {{scale: number, x: number, y: number}} fit
 * @param {Zoom} z
 * @returns {Place}
 */
export function toUser(px, fit, z) {
  return { x: ((px.x - z.x) / z.k - fit.x) / fit.scale, y: ((px.y - z.y) / z.k - fit.y) / fit.scale };
}

/**
 * Converts units of the picture to the unit square, and limits them to it.
 * @param {SVGSVGElement} svg
 * @param {Place} user
 * @returns {Place}
 */
export function toUnit(svg, user) {
  const f = frameOf(svg);
  const clamp = (/** @type {number} */ v) => Math.round(Math.min(1, Math.max(0, v)) * 1e4) / 1e4;
  return { x: clamp((user.x - f.left) / f.width), y: clamp((user.y - f.top) / f.height) };
}

/**
 * Converts positions of the unit square to units of the picture.
 * @param {SVGSVGElement} svg
 * @param {Place} unit
 * @returns {Place}
 */
export function fromUnit(svg, unit) {
  const f = frameOf(svg);
  return { x: f.left + unit.x * f.width, y: f.top + unit.y * f.height };
}

/** @param {SVGSVGElement} svg */
function frameOf(svg) {
  const n = (/** @type {string} */ name) => Number(svg.dataset[name]) || 0;
  return { left: n("left"), top: n("top"), width: n("width") || 1, height: n("height") || 1 };
}

/**
 * Returns the centre that a mark's transform states, or else the centre of its drawing.
 * @param {Element} mark
 * @returns {Place}
 */
export function centre(mark) {
  const m = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(mark.getAttribute("transform") || "");
  if (m) return { x: Number(m[1]), y: Number(m[2]) };
  if (!(mark instanceof SVGGraphicsElement)) return { x: 0, y: 0 };
  const box = mark.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Returns the distance of a point from a segment.
 * @param {Place} p
 * @param {Place} a
 * @param {Place} b
 */
export function distance(p, a, b) {
  const dx = b.x - a.x, dy = b.y - a.y;
  const len = dx * dx + dy * dy;
  const t = len ? Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / len)) : 0;
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** @param {number} v */
export function round(v) {
  return Math.round(v * 1000) / 1000;
}

/**
 * Returns a position near another one with space around it, searched along a sunflower's spiral.
 * @param {Place} near
 * @param {Place[]} taken
 * @param {(p: Place) => Place} inside
 */
export function freeSpot(near, taken, inside) {
  let best = near, most = -Infinity;
  for (let i = 0; i < 120; i++) {
    const turn = i * 2.399963, reach = 14 * Math.sqrt(i); // the golden angle
    const q = inside({ x: near.x + reach * Math.cos(turn), y: near.y + reach * Math.sin(turn) });
    const room = Math.min(90, ...taken.map((t) => Math.hypot(t.x - q.x, t.y - q.y))) - reach / 8;
    if (room > most) [best, most] = [q, room];
  }
  return best;
}
