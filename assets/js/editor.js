// @ts-check
// The editor of a text, with its faults marked. It starts as a plain textarea;
// CodeMirror replaces it once it is loaded. Laying out megabytes in a textarea takes
// seconds, so it contains a long text only if CodeMirror fails to load.
//
//   const e = gridbox.editor.attach(host, {text, label, readOnly, language})   one per host
//   e.setText(text)        replaces the changed part and keeps the cursor if possible;
//                          reports nothing; the text reported last changes nothing
//   e.text()               the current text
//   e.setFaults([{start, end, why, path}])   bytes of UTF-8, as documents report
//   e.goTo(start, end)     in bytes; scrolls there and gives the focus
//   e.reveal(start, end, taking)   in bytes; marks these lines and scrolls to them,
//                          taking the cursor along if asked; start -1 marks none
//   e.command(name)        format, find, fold, unfold, complete, explain
//   e.focus()   e.detach()
//   e.ready                Promise of true (CodeMirror) or false (plain)
//
// Reports are CustomEvents "gbtext" on the host, detail {text}, a moment after
// the last key, and immediately, with `left`, when the focus leaves; `of` is the option
// of that name, which identifies the text. The delay grows with the time that the
// page needs to read the text.
//
// A language is {name, root, ask}. root is the name of the whole text in the line below
// it. editor/codemirror.js finds the grammar for colours and folding by name.
// ask({what, version, text, at}) returns a promise of an answer about the text. version
// changes with the text; text is passed with the first question about it. Positions are
// UTF-16 units:
//   complete   {start, end, word, comma, items: [{label, detail, about, insert, more}]}
//              items replace start to end; \x01 and \x02 enclose the part to be
//              overwritten; a missing comma is inserted
//   explain    {start, end, path, name, type, about: []}
//   cursor     the same; the cursor rests there
//   format     {text, at} or {why}
// Another language needs a grammar in `grammars` there and an ask of its own. A
// language without ask can be edited too.
import { fromBytes } from "./editor/offsets.js";

/** @typedef {{start?: number, end?: number, why: string, path?: string}} Fault */
/** @typedef {{what: string, version: number, text?: string, at: number}} Question */
/** @typedef {{name: string, root?: string, ask?: (q: Question) => Promise<any>}} Language */
/** @typedef {{text?: string, label?: string, readOnly?: boolean, of?: string, language?: Language}} Options */
/** @typedef {{label: string, detail?: string, about?: string, sort: string, insert: string, more?: boolean}} Offer */
/** @typedef {{start: number, end: number, word: number, comma: number, items: Offer[]}} Offers */
/** @typedef {{start: number, end: number, path: string, name?: string, type?: string, about?: string[]}} Hint */
/**
 * The callbacks of a pane: the text has changed, the cursor has moved, the focus has left; and its questions about
 * the text.
 * @typedef {{changed(): void, moved(): void, left(): void, ask(what: string, at: number): Promise<any>}} Callbacks
 */
/**
 * The methods of an editor; positions are UTF-16 units.
 * @typedef {{text(): string, setText(t: string): void, setFaults(f: {from: number, to: number, why: string}[]): void,
 *   select(from: number, to: number): void, reveal(from: number, to: number, taking: boolean): void,
 *   write(word: string): void, command(name: string): void, focus(): void, hasFocus(): boolean, selection(): [number, number], remove(): void,
 *   fill?(): void}} Pane
 */

const patience = 250; // ms after the last key
const pace = 5000; // units of a text that the page reads in a millisecond, at least
const most = 4000; // ms that a text is held back at most, however long it takes to read
const settling = 500; // ms until a report has certainly arrived
const resting = 150; // ms after which the cursor rests
const long = 500_000; // units of a text that is shown only by CodeMirror

/** The number of versions so far; texts of all editors have different versions. */
let versions = 0;

/** @type {WeakMap<HTMLElement, Editor>} */
const attached = new WeakMap();

export class Editor {
  /**
   * @param {HTMLElement} host
   * @param {Options} options
   */
  constructor(host, options) {
    this.host = host;
    this.options = options;
    this.timer = 0;
    this.rest = 0;
    this.cost = 0; // ms that the page needed for the last report
    this.version = ++versions;
    this.asked = 0; // the version of the last question
    this.reported = options.text || "";
    this.before = { text: "", until: 0 };
    /** @type {Fault[]} */
    this.faults = [];
    this.shown = [-1, -1];
    this.gone = false;
    /** @type {Callbacks} */
    this.callbacks = { changed: () => this.changed(), moved: () => this.moved(), left: () => this.report(true), ask: (what, at) => this.ask(what, at) };
    this.where = document.createElement("p");
    this.where.className = "gb-where";
    /** @type {Pane} */
    this.pane = plain(host, options, this.reported, this.callbacks);
    if (options.language?.ask) host.append(this.where);
    this.ready = this.upgrade();
  }

  /** Replaces the textarea by CodeMirror, which takes over text, cursor and focus. If it fails to load, nothing
   * changes. */
  async upgrade() {
    try {
      const { pane } = await import("./editor/codemirror.js");
      if (this.gone) return false;
      const old = this.pane;
      const focused = old.hasFocus();
      const [from, to] = old.selection();
      this.pane = pane(this.host, this.options, old.text(), this.callbacks);
      old.remove();
      this.setFaults(this.faults);
      if (focused) this.pane.select(from, to);
      if (this.shown[0] >= 0) this.reveal(this.shown[0], this.shown[1], false);
      return true;
    } catch {
      this.pane.fill?.();
      return false; // offline before it was ever loaded: the textarea stays
    }
  }

  changed() {
    this.version = ++versions;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.report(), Math.min(most, Math.max(patience, 5 * Math.max(this.cost, this.reported.length / pace))));
  }

  /** The cursor moved. When it rests, the line below describes its place. */
  moved() {
    clearTimeout(this.rest);
    this.rest = window.setTimeout(async () => {
      if (this.gone || !this.pane.hasFocus()) return;
      const hint = await this.ask("cursor", this.pane.selection()[1]);
      if (hint) describe(this.where, hint, this.options.language?.root);
    }, Math.max(resting, this.cost));
  }

  /** @param {string} what @param {number} at */
  async ask(what, at) {
    if (!this.options.language?.ask || this.gone) return null;
    const { version } = this;
    /** @type {Question} */
    const question = { what, version, at };
    if (version !== this.asked) question.text = this.pane.text();
    this.asked = version;
    const answer = await this.options.language.ask(question);
    return this.version === version && !this.gone ? answer : null; // answers about an older text are dropped
  }

  report(left = false) {
    clearTimeout(this.timer);
    const text = this.pane.text();
    if (text === this.reported && !left) return;
    this.before = { text: this.reported, until: performance.now() + settling };
    this.reported = text;
    const began = performance.now();
    this.host.dispatchEvent(new CustomEvent("gbtext", { bubbles: true, detail: { text, left: left ? "left" : "", of: this.options.of ?? "" } }));
    setTimeout(() => { this.cost = performance.now() - began; });
  }

  text() {
    return this.pane.text();
  }

  /**
   * Sets the text. The text reported last is ignored, because the user may have typed
   * since then. So is the report before it, until the last one has arrived.
   * @param {string} text
   */
  setText(text) {
    if (text === this.reported) return;
    if (text === this.before.text && performance.now() < this.before.until) return;
    clearTimeout(this.timer);
    this.reported = text;
    this.version = ++versions;
    if (text !== this.pane.text()) this.pane.setText(text);
  }

  /** @param {Fault[] | null} faults */
  setFaults(faults) {
    this.faults = Array.from(faults || []);
    const at = fromBytes(this.faults.length ? this.pane.text() : "");
    this.pane.setFaults(this.faults.map((f) => ({ from: at(f.start || 0), to: at(f.end || f.start || 0), why: f.path ? `${f.path}: ${f.why}` : f.why })));
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  goTo(start, end) {
    const at = fromBytes(this.pane.text());
    this.pane.select(at(start), at(end));
  }

  /**
   * @param {number} start
   * @param {number} end
   * @param {boolean} taking
   */
  reveal(start, end, taking) {
    this.shown = [start, end];
    if (start < 0) {
      this.pane.reveal(-1, -1, false);
      return;
    }
    const at = fromBytes(this.pane.text());
    this.pane.reveal(at(start), at(end), taking);
  }

  /** Runs a command, once CodeMirror is loaded. @param {string} name */
  async command(name) {
    await this.ready;
    if (!this.gone) this.pane.command(name);
  }

  focus() {
    this.pane.focus();
  }

  detach() {
    this.report();
    this.gone = true;
    clearTimeout(this.rest);
    this.pane.remove();
    this.where.remove();
    attached.delete(this.host);
  }
}

/**
 * Describes a place in one line; the line is empty if the place has no name.
 * @param {HTMLElement} line
 * @param {Hint} hint
 * @param {string} [root] the name of the whole text
 */
function describe(line, hint, root) {
  if (!hint.path && !root) return line.replaceChildren();
  const path = document.createElement("code");
  path.textContent = hint.path || (root ?? "");
  line.replaceChildren(path, ` ${[hint.name, hint.type].filter(Boolean).join(": ")}${hint.about?.length ? `. ${hint.about[hint.about.length - 1]}` : ""}`);
}

/**
 * Returns a pane without dependencies: a textarea and the list of faults below it.
 * @param {HTMLElement} host
 * @param {Options} options
 * @param {string} text
 * @param {Callbacks} callbacks
 * @returns {Pane}
 */
function plain(host, options, text, callbacks) {
  const area = document.createElement("textarea");
  area.className = "gb-text";
  area.spellcheck = false;
  area.autocapitalize = "off";
  area.wrap = "off";
  area.setAttribute("aria-label", options.label || "Document");
  /** The text while it is not in the textarea. @type {string | null} */
  let held = null;
  /** @param {string} t */
  const put = (t) => {
    held = t.length > long && !filled ? t : null;
    area.readOnly = !!options.readOnly || held !== null;
    area.value = held === null ? t : "";
    area.placeholder = held === null ? "" : "The document is long; its editor is loading.";
  };
  let filled = false;
  put(text);
  const list = document.createElement("ul");
  list.className = "gb-faults";
  list.hidden = true;
  host.append(area, list);
  area.addEventListener("input", callbacks.changed);
  area.addEventListener("blur", callbacks.left);
  for (const type of ["keyup", "pointerup"]) area.addEventListener(type, callbacks.moved);
  /** Scrolls a line to the upper third. @param {number} at */
  const scroll = (at) => {
    const line = parseFloat(getComputedStyle(area).lineHeight) || 18;
    area.scrollTop = Math.max(0, (area.value.slice(0, at).split("\n").length - 1) * line - area.clientHeight / 3);
  };
  return {
    text: () => held ?? area.value,
    fill() {
      filled = true;
      put(held ?? area.value);
    },
    setText(t) {
      const [from, to] = [area.selectionStart, area.selectionEnd];
      put(t);
      if (document.activeElement === area) area.setSelectionRange(Math.min(from, t.length), Math.min(to, t.length));
    },
    setFaults(faults) {
      area.setAttribute("aria-invalid", String(faults.length > 0));
      list.hidden = faults.length === 0;
      list.replaceChildren(...faults.map((f) => Object.assign(document.createElement("li"), { textContent: f.why })));
    },
    select(from, to) {
      area.focus();
      area.setSelectionRange(from, to);
    },
    reveal(from, to, taking) {
      if (from < 0) return;
      scroll(from);
      if (!taking) return;
      area.focus();
      area.setSelectionRange(from, from);
    },
    write(word) {
      area.setRangeText(word, area.selectionStart, area.selectionEnd, "end");
      area.focus();
      callbacks.changed();
    },
    async command(name) {
      if (name !== "format") return;
      const laid = await callbacks.ask("format", area.selectionStart);
      if (!laid?.text || laid.text === area.value) return;
      area.value = laid.text;
      area.setSelectionRange(laid.at, laid.at);
      callbacks.changed();
    },
    focus: () => area.focus(),
    hasFocus: () => document.activeElement === area,
    selection: () => [area.selectionStart, area.selectionEnd],
    remove() {
      area.remove();
      list.remove();
    },
  };
}

/**
 * @param {HTMLElement} host
 * @param {Options} [options]
 */
export function attach(host, options) {
  const had = attached.get(host);
  if (had) return had;
  const editor = new Editor(host, options || {});
  attached.set(host, editor);
  return editor;
}

/** @type {any} */ (globalThis).gridbox = Object.assign(/** @type {any} */ (globalThis).gridbox || {}, { editor: { attach } });
