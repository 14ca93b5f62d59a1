// @ts-check
// Datasets dragged onto the picture from elsewhere on the page.

/** @typedef {import("../picture.js").Picture} Picture */

/** The type of the dragged data; its text is the dataset's id. */
const type = "application/x-gridbox-dataset";

/**
 * @param {Picture} p
 * @param {DragEvent} e
 */
export function carriedOver(p, e) {
  if (!p.options.editable || !e.dataTransfer?.types.includes(type)) return;
  e.preventDefault();
  p.aimAt(clusterAt(e));
}

/**
 * @param {Picture} p
 * @param {DragEvent} e
 */
export function dropped(p, e) {
  const dataset = e.dataTransfer?.getData(type);
  const mark = clusterAt(e);
  p.aimAt(null);
  if (!dataset || !mark || !p.options.editable) return;
  e.preventDefault();
  p.report({ act: "replica", dataset, cluster: mark.dataset.id });
}

/** @param {MouseEvent} e */
function clusterAt(e) {
  return /** @type {SVGElement | null} */ (e.target instanceof Element ? e.target.closest('[data-kind="cluster"]') : null);
}
