// @ts-check
// A picture that is drawn anew is mended where it stands: what of its markup is as
// it was stays in the page, and only the rest is read, styled and laid out again.
// A step of a replay changes a few marks of thousands. Of a long list, of which only
// a part is drawn, the rows stay that are still seen while it is scrolled.
//
// Both texts are those of app/picture: every attribute has a value in double quotes,
// and no text or value holds a bare < or >.

/**
 * An element of the markup, or a text, which has no opening tag (open 0).
 * @typedef {{from: number, open: number, end: number, to: number, parts: Part[]}} Part
 */
/** @typedef {{text: string, root: Part}} Markup */

/** What was read last of each picture. @type {WeakMap<Element, Markup>} */
const known = new WeakMap();

/** Pictures that a person has changed by a gesture. @type {WeakSet<Element>} */
const touched = new WeakSet();

/** A gesture has begun on a picture, which the next drawing replaces as a whole. @param {Element | null} svg */
export function touch(svg) {
  if (svg) touched.add(svg);
}

/** @param {string} text @returns {Part} */
function read(text) {
  /** @type {Part[]} */
  const open = [];
  /** @type {Part} */
  let top = { from: 0, open: 0, end: text.length, to: text.length, parts: [] };
  for (let at = 0; ;) {
    const begin = text.indexOf("<", at);
    if (begin < 0) return top.parts[0] ?? top;
    if (begin > at) top.parts.push({ from: at, open: 0, end: begin, to: begin, parts: [] });
    at = text.indexOf(">", begin) + 1;
    if (at === 0) return top;
    if (text[begin + 1] === "/") {
      top.end = begin;
      top.to = at;
      top = /** @type {Part} */ (open.pop());
      continue;
    }
    const part = { from: begin, open: at, end: at, to: at, parts: [] };
    top.parts.push(part);
    if (text[at - 2] === "/" || text.startsWith("input ", begin + 1)) continue;
    open.push(top);
    top = part;
  }
}

const attribute = / ([\w:-]+)="([^"]*)"/g;

/** @type {Record<string, string>} */
const signs = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** @param {string} value */
const plain = (value) => value.replace(/&(?:#(\d+)|(\w+));/g, (whole, number, name) => (number ? String.fromCodePoint(Number(number)) : signs[name] ?? whole));

/** @param {Markup} of @param {Part} part */
const source = (of, part) => of.text.substring(part.from, part.to);

/** @param {Markup} was @param {Part} a @param {Markup} now @param {Part} b */
const alike = (was, a, now, b) => a.to - a.from === b.to - b.from && source(was, a) === source(now, b);

/** @param {string} markup @param {boolean} [drawn] whether it belongs into a picture @returns {ChildNode[]} */
function made(markup, drawn = true) {
  const room = drawn ? document.createElementNS("http://www.w3.org/2000/svg", "svg") : document.createElement("div");
  room.innerHTML = markup;
  return [...room.childNodes];
}

/** @param {Element} el @param {string} before @param {string} after the opening tags */
function rename(el, before, after) {
  const gone = new Map([...before.matchAll(attribute)].map(([, name, value]) => [name, value]));
  for (const [, name, value] of after.matchAll(attribute)) {
    if (gone.get(name) !== value) el.setAttribute(name, plain(value));
    gone.delete(name);
  }
  for (const name of gone.keys()) el.removeAttribute(name);
}

/**
 * What an opening tag stands for: another one is another mark, which must not get
 * the focus of the one before it. @param {string} tag
 */
const called = (tag) => [/^<[\w-]+/.exec(tag)?.[0], ...tag.match(/ data-(?:kind|id|act|arg)="[^"]*"/g) ?? []].join();

/**
 * @param {ChildNode} node what a stands for in the page
 * @param {Markup} was
 * @param {Part} a
 * @param {Markup} now
 * @param {Part} b
 */
function mend(node, was, a, now, b) {
  if (alike(was, a, now, b)) return;
  if (node instanceof Text && !a.open && !b.open) {
    node.data = plain(source(now, b));
    return;
  }
  const before = was.text.substring(a.from, a.open), after = now.text.substring(b.from, b.open);
  // What has other parts than its markup says was changed by a script.
  if (!(node instanceof Element) || !a.open || !b.open || before !== after && called(before) !== called(after) || node.childNodes.length !== a.parts.length) {
    node.replaceWith(...made(source(now, b)));
    return;
  }
  if (before !== after) rename(node, before, after);
  const old = [...node.childNodes];
  let same = 0, last = 0;
  const least = Math.min(a.parts.length, b.parts.length);
  if (a.parts.length !== b.parts.length) {
    while (same < least && alike(was, a.parts[same], now, b.parts[same])) same++;
    while (last < least - same && alike(was, a.parts[a.parts.length - 1 - last], now, b.parts[b.parts.length - 1 - last])) last++;
  }
  for (let i = same; i < least - last; i++) mend(old[i], was, a.parts[i], now, b.parts[i]);
  for (let i = least - last; i < a.parts.length - last; i++) old[i].remove();
  const more = b.parts.slice(least - last, b.parts.length - last);
  if (more.length > 0) {
    const behind = old[a.parts.length - last] ?? null;
    for (const fresh of made(now.text.substring(more[0].from, more[more.length - 1].to))) node.insertBefore(fresh, behind);
  }
}

/**
 * Rows that are as they were stay, others go and come between them: unlike marks of a
 * picture, they have their place by what stands before them.
 * @param {Element} list
 * @param {Markup} was
 * @param {Markup} now
 */
function slide(list, was, now) {
  const rows = [...list.childNodes];
  const old = new Map(was.root.parts.map((part, i) => /** @type {const} */ ([source(was, part), i])).reverse());
  let next = 0;
  for (const part of now.root.parts) {
    const text = source(now, part), at = old.get(text) ?? -1;
    if (at < next) list.insertBefore(made(text, false)[0], rows[next] ?? null);
    else {
      while (next < at) rows[next++].remove();
      next++;
    }
  }
  while (next < rows.length) rows[next++].remove();
}

/** The opening tag of a picture without what it says of itself. @param {Markup} of */
const frame = (of) => of.text.substring(0, of.root.open).replace(/ aria-label="[^"]*"/, "");

/**
 * Makes of a picture, or of the rows of a list, that was drawn with one markup that of
 * another; gives false where it has to be drawn as a whole: it has another size, or a
 * person has dragged in it or gone through it since.
 * @param {Element} drawn
 * @param {string} before
 * @param {string} after
 */
export function patch(drawn, before, after) {
  const list = drawn.getAttribute("role") === "rowgroup";
  if (!list && !drawn.classList.contains("gb-picture") || touched.has(drawn)) return false;
  let was = known.get(drawn);
  if (was?.text !== before) was = { text: before, root: read(before) };
  const now = { text: after, root: read(after) };
  if (frame(was) !== frame(now) || list && drawn.childNodes.length !== was.root.parts.length) return false;
  known.set(drawn, now);
  if (list) {
    slide(drawn, was, now);
    return true;
  }
  mend(drawn, was, was.root, now, now.root);
  drawn.dispatchEvent(new Event("gbmended", { bubbles: true }));
  return true;
}
