// @ts-check
// Applies the laboratory's changes to a picture or the rows of a list (core/draw/patch).
// Unchanged elements are not touched: they keep the focus, and the browser neither parses,
// styles nor lays them out again.

/** Pictures that the user has changed by a gesture, each with the drawing of the laboratory. @type {WeakMap<Element,
 * Element>} */
const touched = new WeakMap();

/** Classes that scripts add to marks. */
const lent = ["gb-hover", "gb-aim", "gb-lit"];

/** Records that a gesture begins on a picture, which the next drawing replaces as a whole. @param {Element | null} svg
 */
export function touch(svg) {
  if (!svg || touched.has(svg)) return;
  const drawn = /** @type {Element} */ (svg.cloneNode(true));
  for (const mark of drawn.querySelectorAll(lent.map((name) => "." + name).join())) mark.classList.remove(...lent);
  touched.set(svg, drawn);
}

/** Elements in which markup is parsed to marks, or to rows of a list; a new svg each time would have its own clock. */
const rooms = { drawn: document.createElementNS("http://www.w3.org/2000/svg", "g"), listed: document.createElement("div") };

/** @param {Element} root @param {string} markup */
function made(root, markup) {
  const room = root instanceof SVGElement ? rooms.drawn : rooms.listed;
  room.innerHTML = markup;
  const fresh = [...room.childNodes];
  room.replaceChildren();
  return fresh;
}

/** @param {Element} root @param {Element} parent @param {Node | null} before @param {string} markup */
function insert(root, parent, before, markup) {
  for (const one of made(root, markup)) parent.insertBefore(one, before);
}

/**
 * Changes a picture. Returns the markup if the picture must be drawn as a whole, otherwise "".
 * @param {Element} shown
 * @param {string} changes
 */
export function patch(shown, changes) {
  const root = touched.get(shown) ?? shown;
  for (const [act, path, what, more] of JSON.parse(changes)) {
    let node = /** @type {any} */ (root);
    for (const place of path) node = node.childNodes[place];
    if (act === "set") node.setAttribute(what, more);
    else if (act === "unset") node.removeAttribute(what);
    else if (act === "text") node.data = what;
    else if (act === "insert") insert(root, node, node.childNodes[what] ?? null, more);
    else if (act === "remove") for (let n = 0; n < more; n++) node.childNodes[what].remove();
  }
  if (root !== shown) return root.outerHTML;
  shown.dispatchEvent(new Event("gbmended", { bubbles: true }));
  return "";
}
