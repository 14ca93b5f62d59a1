// One page of one browser, as the tests see it.
//
// Everything that needs only running a function in the page and moving pointer and keys is written here once, so that
// the three browsers differ only in the few methods marked abstract.

import { until } from './processes.mjs';

/**
 * Identifies an element of the page: a CSS selector, or a role with an accessible name (whole, without regard to
 * case, or a pattern as a string between slashes), or a point.
 * @typedef {string | {role: string, name?: string, within?: string} | {x: number, y: number}} Place
 */

/**
 * An error on a page that the test has not caused.
 * @typedef {object} Fault
 * @property {string} kind console, uncaught, policy, request, foreign
 * @property {string} text
 */

export class Page {
  constructor() {
    /** @type {Fault[]} */
    this.faults = [];
    /** @type {string[]} every console line */
    this.console = [];
  }

  // ——— what each browser does its own way ———

  /** @abstract @param {string} url @param {{wait?: 'load'|'none', timeout?: number}} [options] @returns {Promise<void>} */
  goto(url, options) { throw new Error(`goto ${url} ${options}`); }
  /** @abstract @returns {Promise<void>} */
  reload() { throw new Error('reload'); }
  /** @abstract @returns {Promise<void>} */
  back() { throw new Error('back'); }
  /** Runs the source of a function with plain data. @abstract @param {string} source @param {unknown[]} args @returns {Promise<any>} */
  run(source, args) { throw new Error(`run ${source} ${args}`); }
  /** @abstract @param {number} x @param {number} y @param {{steps?: number, pause?: number}} [options] @returns {Promise<void>} */
  move(x, y, options) { throw new Error(`move ${x} ${y} ${options}`); }
  /** @abstract @returns {Promise<void>} */
  down() { throw new Error('down'); }
  /** @abstract @returns {Promise<void>} */
  up() { throw new Error('up'); }
  /** @abstract @param {string} text @returns {Promise<void>} */
  type(text) { throw new Error(`type ${text}`); }
  /** Presses a key or a chord, such as Control+Shift+z. @abstract @param {string} chord @returns {Promise<void>} */
  press(chord) { throw new Error(`press ${chord}`); }
  /** @abstract @param {number} width @param {number} height @returns {Promise<void>} */
  resize(width, height) { throw new Error(`resize ${width} ${height}`); }
  /** Returns the page on paper as PDF, if the browser's driver can make one. @abstract @returns {Promise<Buffer |
   * undefined>} */
  async printed() { return undefined; }
  /** Returns a screenshot as PNG. @abstract @returns {Promise<Buffer>} */
  picture() { throw new Error('picture'); }
  /** Sets the preferred scheme, if the browser's driver can change it for a page. @abstract @param {'light'|'dark'}
   * scheme @returns {Promise<void>} */
  prefer(scheme) { throw new Error(`prefer ${scheme}`); }
  /** Runs later commands in the frame that the selector names; without one, in the page again. @abstract @param
   * {string} [selector] @returns {Promise<void>} */
  enter(selector) { throw new Error(`enter ${selector}`); }
  /** @abstract @returns {Promise<void>} */
  close() { throw new Error('close'); }

  // ——— the rest follows ———

  /**
   * Runs a function in the page and returns its value, waiting for promises.
   * @template {unknown[]} A
   * @template R
   * @param {(...args: A) => R} work must not use anything from outside itself
   * @param {A} args plain data
   * @returns {Promise<Awaited<R>>}
   */
  eval(work, ...args) { return this.run(String(work), args); }

  /**
   * Waits until a function in the page returns something true, and returns it. An element is returned as true,
   * because the protocols represent elements differently.
   * @template {unknown[]} A
   * @template R
   * @param {string} what is waited for, in words
   * @param {(...args: A) => R} work
   * @param {A} args
   * @returns {Promise<NonNullable<Awaited<R>>>}
   */
  wait(what, work, ...args) {
    const looked = `async (...given) => { const found = await (${work})(...given); return found instanceof Node ? true : found; }`;
    return until(() => this.run(looked, args), {
      what, timeout: 120_000, // waiting longer costs nothing where the thing comes, and a busy machine is slow
      detail: async () => `the page at ${await this.eval(() => location.href)} says: ${this.console.slice(-3).join(' | ').slice(0, 400) || 'nothing'}`,
    });
  }

  /** Waits until an element is on the page and visible. @param {Place} place */
  see(place) { return this.box(place); }

  /** Reports whether an element is on the page and visible now. @param {Place} place */
  async has(place) { return Boolean(await this.run(String(findBox), [place, false])); }

  /** Returns the rectangle of an element, after waiting for it and scrolling it into view. @param {Place} place */
  box(place) {
    return until(() => this.run(String(findBox), [place, true]), {
      what: `${describe(place)} to be visible`, timeout: 40_000,
      detail: () => this.run(String(listNames), [place]),
    });
  }

  /** Returns the text of an element, with spaces folded. @param {Place} place */
  async text(place) {
    await this.box(place);
    return this.run(String(readText), [place]);
  }

  /** @param {Place} place @param {{x?: number, y?: number}} [at] share of its width and height */
  async click(place, at = {}) {
    const point = await this.pointIn(place, at);
    await this.move(point.x, point.y);
    await this.down();
    await this.up();
  }

  /** Drags an element by the pointer, in steps. @param {Place} place @param {{dx: number, dy: number, steps?: number,
   * pause?: number}} by */
  async drag(place, { dx, dy, steps = 8, pause = 20 }) {
    const point = await this.pointIn(place);
    await this.move(point.x, point.y);
    await this.down();
    await this.move(point.x + dx, point.y + dy, { steps, pause });
    await this.up();
  }

  async pointIn(place, { x = 0.5, y = 0.5 } = {}) {
    if (typeof place === 'object' && 'x' in place) return place;
    const since = Date.now(); // an element that stays covered for longer is covered intentionally
    const box = await until(() => this.run(String(findStill), [place, Date.now() - since < 3000]), {
      what: `${describe(place)} to stand still`, timeout: 40_000,
      detail: () => this.run(String(listNames), [place]),
    });
    return { x: Math.round(box.x + box.width * x), y: Math.round(box.y + box.height * y) };
  }

  /** Focuses an element, as a label or a script would. @param {Place} place */
  async focus(place) {
    await this.box(place);
    await this.run(String(putFocus), [place]);
  }

  /** Returns the focused element: its role or tag, and its accessible name. @returns {Promise<{tag: string, name:
   * string, id: string}>} */
  focused() {
    return this.eval(() => {
      const active = document.activeElement ?? document.body;
      const name = active.getAttribute('aria-label') ?? active.textContent ?? '';
      return { tag: active.tagName.toLowerCase(), name: name.replace(/\s+/g, ' ').trim().slice(0, 80), id: active.id };
    });
  }

  url() { return this.eval(() => location.href); }
}

export function describe(place) {
  if (typeof place === 'string') return place;
  if ('x' in place) return `${place.x},${place.y}`;
  return `${place.role} “${place.name ?? ''}”${place.within ? ` in ${place.within}` : ''}`;
}

// The functions below run inside the page. Each has its own copy of the finder, because only their text is sent;
// compose() inserts it.

const finder = `
  const implied = { button: 'button,summary,input[type=button],input[type=submit]', link: 'a[href],area[href]', textbox: 'input:not([type]),input[type=text],input[type=search],input[type=url],textarea,[contenteditable=true]',
    spinbutton: 'input[type=number]', slider: 'input[type=range]', checkbox: 'input[type=checkbox]', radio: 'input[type=radio]', combobox: 'select:not([multiple]):not([size]),input[list]', heading: 'h1,h2,h3,h4,h5,h6',
    table: 'table', row: 'tr', cell: 'td', dialog: 'dialog[open]', main: 'main', navigation: 'nav', img: 'img', tab: '', option: 'option', status: 'output', region: 'section', listitem: 'li', searchbox: 'input[type=search]' };
  const nameOf = (element) => {
    const labelled = element.getAttribute('aria-labelledby');
    const text = labelled ? labelled.split(/\\s+/).map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
      : element.getAttribute('aria-label')
        ?? (element.labels?.length ? [...element.labels].map((label) => label.textContent).join(' ') : undefined)
        ?? (element.tagName === 'IMG' ? element.getAttribute('alt') : undefined)
        ?? (element.querySelector?.(':scope > title')?.textContent)
        ?? (/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ? element.getAttribute('title') ?? element.getAttribute('placeholder') : element.textContent) ?? '';
    return (text.trim() ? text : element.getAttribute('title') ?? '').replace(/\\s+/g, ' ').trim();
  };
  const visible = (element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== 'hidden' && style.display !== 'none';
  };
  const all = (place) => {
    if (typeof place === 'string') return [...document.querySelectorAll(place)];
    const root = place.within ? document.querySelector(place.within) : document;
    if (!root) return [];
    const plain = implied[place.role];
    const selector = '[role="' + place.role + '"]' + (plain ? ',' + plain : '');
    const pattern = /^\\/(.*)\\/$/.exec(place.name ?? '');
    const fits = (name) => place.name === undefined || (pattern ? new RegExp(pattern[1], 'i').test(name) : name.toLowerCase() === place.name.toLowerCase());
    return [...root.querySelectorAll(selector)].filter((element) => (element.getAttribute('role') ?? place.role) === place.role && fits(nameOf(element)));
  };
  const find = (place) => all(place).find(visible);
`;

const compose = (body) => ({ toString: () => `(place, flag) => {${finder}${body}}` });

const findBox = compose(`
  const element = find(place);
  if (!element) return null;
  if (flag) {
    const box = element.getBoundingClientRect();
    const outside = box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
    const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (outside || !middle || !(element.contains(middle) || middle.contains(element))) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
`);

/**
 * Returns the rectangle of an element that has the same position twice: a moving element would be missed by the
 * click, and a dialog that is about to close would take it.
 */
const findStill = compose(`
  const look = () => {
    const element = find(place);
    if (!element) return null;
    const box = element.getBoundingClientRect();
    const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const outside = box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
    if (outside || !middle || !(element.contains(middle) || middle.contains(element))) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const covered = flag && (!middle || !(element.contains(middle) || middle.contains(element)));
    const { x, y, width, height } = element.getBoundingClientRect();
    return { element, covered, x, y, width, height };
  };
  const before = look();
  if (!before) return null;
  return new Promise((resolve) => {
    setTimeout(() => {
      const now = look();
      const same = now && now.element === before.element && !now.covered && ['x', 'y', 'width', 'height'].every((side) => Math.abs(now[side] - before[side]) < 1);
      resolve(same ? { x: now.x, y: now.y, width: now.width, height: now.height } : null);
    }, 60); // what the click before has changed is drawn by then
  });
`);

const readText = compose(`
  const element = find(place);
  return (element.value ?? element.textContent).replace(/\\s+/g, ' ').trim();
`);

const putFocus = compose('find(place).focus();');

/** Lists the elements that are there instead, for the message of a failure. */
const listNames = compose(`
  if (typeof place === 'string') return 'elements that match but are hidden: ' + all(place).length;
  return 'there are: ' + all({ role: place.role, within: place.within }).filter(visible).map(nameOf).map((name) => '“' + name.slice(0, 40) + '”').slice(0, 30).join(', ');
`);
