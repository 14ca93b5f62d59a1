// @ts-check
// A picture that is drawn anew is mended where it stands: what of its markup is as
// it was stays in the page, and only the rest is read, styled and laid out again.
// A step of a replay changes a few marks of thousands. Of a long list, of which only
// a part is drawn, the rows stay that are still seen while it is scrolled.
//
// Both texts are those of core/draw: every attribute has a value in double quotes,
// and no text or value holds a bare < or >.

/**
 * An element of the markup, or a text, which has no opening tag (open 0).
 * @typedef {{from: number, open: number, end: number, to: number, parts: Part[], name?: string}} Part
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

/** How much farther than where it would stand a part is looked for, and where many went, how far at most. */
const NEAR = 4, FAR = 40;

const attribute = / ([\w:-]+)="([^"]*)"/g;

/** @type {Record<string, string>} */
const signs = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** @param {string} value */
const plain = (value) => value.replace(/&(?:#(\d+)|(\w+));/g, (whole, number, name) => (number ? String.fromCodePoint(Number(number)) : signs[name] ?? whole));

/** @param {Markup} of @param {Part} part */
const source = (of, part) => of.text.substring(part.from, part.to);

/** @param {Markup} was @param {Part} a @param {Markup} now @param {Part} b */
const alike = (was, a, now, b) => a.to - a.from === b.to - b.from && source(was, a) === source(now, b);

/** Where markup becomes marks, or rows of a list; a new svg each time would have a clock of its own. */
const rooms = { drawn: document.createElementNS("http://www.w3.org/2000/svg", "g"), listed: document.createElement("div") };

/** @param {string} markup @param {Element} [room] @returns {ChildNode[]} */
function made(markup, room = rooms.drawn) {
  room.innerHTML = markup;
  const fresh = [...room.childNodes];
  room.replaceChildren();
  return fresh;
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
 * What an opening tag stands for: another one is another mark, which must not get the focus of the one before
 * it. What has no name is known by its class, so that the nodes of a picture do not become its flows.
 * @param {string} tag
 */
const called = (tag) => [/^<[\w-]+/.exec(tag)?.[0], ...tag.match(/ data-(?:kind|id|act|arg)="[^"]*"/g) ?? tag.match(/ class="[^"]*"/) ?? []].join();

/** @param {Markup} of @param {Part} part */
const nameOf = (of, part) => (part.name ??= part.open ? called(of.text.substring(part.from, part.open)) : "");

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
  if (!(node instanceof Element) || !a.open || !b.open || nameOf(was, a) !== nameOf(now, b) || node.childNodes.length !== a.parts.length) {
    node.replaceWith(...made(source(now, b)));
    return;
  }
  if (before !== after) rename(node, before, after);
  mendParts(node, was, a.parts, now, b.parts);
}

/**
 * Parts that are as they were stay, wherever others came or went before them: without, one link more would
 * rename all that are drawn behind it. What stands between two that stay is mended by its names.
 * @param {Element} node
 * @param {Markup} was
 * @param {Part[]} a
 * @param {Markup} now
 * @param {Part[]} b
 */
function mendParts(node, was, a, now, b) {
  const old = [...node.childNodes];
  const far = Math.min(Math.max(a.length - b.length, 0) + NEAR, FAR);
  let from = 0, pending = 0; // the first parts of which nothing is decided
  /** Puts what is pending in place, up to the new part j, before the old part i. @param {number} i @param {number} j */
  const settle = (i, j) => {
    let fresh = pending; // the first of those that come
    const insert = (/** @type {number} */ end) => {
      const before = old[from] ?? null;
      if (fresh < end) for (const one of made(now.text.substring(b[fresh].from, b[end - 1].to))) node.insertBefore(one, before);
    };
    for (; pending < j; pending++) {
      const end = Math.min(i, from + FAR);
      let at = from;
      while (at < end && nameOf(was, a[at]) !== nameOf(now, b[pending])) at++;
      if (at >= end) continue;
      insert(pending);
      while (from < at) old[from++].remove();
      mend(old[from], was, a[from], now, b[pending]);
      from++;
      fresh = pending + 1;
    }
    insert(j);
    while (from < i) old[from++].remove();
  };
  for (let j = 0; j < b.length; j++) {
    const end = Math.min(a.length, from + j - pending + far);
    let i = from;
    while (i < end && !alike(was, a[i], now, b[j])) i++;
    if (i === end) continue;
    settle(i, j);
    from = i + 1;
    pending = j + 1;
  }
  settle(a.length, b.length);
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
    if (at < next) list.insertBefore(made(text, rooms.listed)[0], rows[next] ?? null);
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
