// @ts-check
// The document as text. A plain textarea is there at once and always works;
// CodeMirror takes its place when it has loaded.
//
//   const e = gridbox.editor.attach(host, {text, label, readOnly})   one per host
//   e.setText(text)        replaces what changed and keeps the cursor where it can;
//                          reports nothing; what was reported last changes nothing
//   e.text()               what stands there now
//   e.setFaults([{start, end, why, path}])   bytes of UTF-8, as documents report
//   e.goTo(start, end)     in bytes; scrolls there and gives the focus
//   e.focus()   e.detach()
//   e.ready                Promise of true (CodeMirror) or false (plain)
//
// Reports are CustomEvents "gbtext" on the host, detail {text}, a moment after
// the last key, and at once when the focus leaves.
import { fromBytes } from "./editor/offsets.js";

/** @typedef {{start?: number, end?: number, why: string, path?: string}} Fault */
/** @typedef {{text?: string, label?: string, readOnly?: boolean}} Options */
/**
 * What a kind of editor must do; positions are UTF-16 units.
 * @typedef {{text(): string, setText(t: string): void, setFaults(f: {from: number, to: number, why: string}[]): void,
 *   select(from: number, to: number): void, focus(): void, hasFocus(): boolean, selection(): [number, number], remove(): void}} Pane
 */

const patience = 250; // ms after the last key
const settling = 500; // ms until a report has surely arrived

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
    this.told = options.text || "";
    this.before = { text: "", until: 0 };
    /** @type {Fault[]} */
    this.faults = [];
    this.gone = false;
    /** @type {Pane} */
    this.pane = plain(host, options, this.told, () => this.changed(), () => this.tell());
    this.ready = this.upgrade();
  }

  /** CodeMirror takes over text, cursor and focus; failing that, nothing changes. */
  async upgrade() {
    try {
      const { pane } = await import("./editor/codemirror.js");
      if (this.gone) return false;
      const old = this.pane;
      const focused = old.hasFocus();
      const [from, to] = old.selection();
      this.pane = pane(this.host, this.options, old.text(), () => this.changed(), () => this.tell());
      old.remove();
      this.setFaults(this.faults);
      if (focused) this.pane.select(from, to);
      return true;
    } catch {
      return false; // offline before it was ever loaded: the textarea stays
    }
  }

  changed() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.tell(), patience);
  }

  tell() {
    clearTimeout(this.timer);
    const text = this.pane.text();
    if (text === this.told) return;
    this.before = { text: this.told, until: performance.now() + settling };
    this.told = text;
    this.host.dispatchEvent(new CustomEvent("gbtext", { bubbles: true, detail: { text } }));
  }

  text() {
    return this.pane.text();
  }

  /**
   * What the page heard last is not news to the editor: somebody may have typed
   * on since then, and nothing typed is lost. Neither is what it heard before
   * that, for the moment that the last report needs to arrive.
   * @param {string} text
   */
  setText(text) {
    if (text === this.told) return;
    if (text === this.before.text && performance.now() < this.before.until) return;
    clearTimeout(this.timer);
    this.told = text;
    if (text !== this.pane.text()) this.pane.setText(text);
  }

  /** @param {Fault[] | null} faults */
  setFaults(faults) {
    this.faults = Array.from(faults || []);
    const at = fromBytes(this.pane.text());
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

  focus() {
    this.pane.focus();
  }

  detach() {
    this.tell();
    this.gone = true;
    this.pane.remove();
    attached.delete(this.host);
  }
}

/**
 * The pane that needs nothing: a textarea and the faults as a list below it.
 * @param {HTMLElement} host
 * @param {Options} options
 * @param {string} text
 * @param {() => void} changed
 * @param {() => void} left
 * @returns {Pane}
 */
function plain(host, options, text, changed, left) {
  const area = document.createElement("textarea");
  area.className = "gb-text";
  area.spellcheck = false;
  area.autocapitalize = "off";
  area.wrap = "off";
  area.setAttribute("aria-label", options.label || "Document");
  area.readOnly = !!options.readOnly;
  area.value = text;
  const list = document.createElement("ul");
  list.className = "gb-faults";
  list.hidden = true;
  host.append(area, list);
  area.addEventListener("input", changed);
  area.addEventListener("blur", left);
  return {
    text: () => area.value,
    setText(t) {
      const [from, to] = [area.selectionStart, area.selectionEnd];
      area.value = t;
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
