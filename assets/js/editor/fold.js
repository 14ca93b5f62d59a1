// @ts-check
// The outline of a document: its lists folded, for a text of any size. One pass over the text finds them. A syntax
// tree of megabytes takes seconds, may not be ready on a busy machine, and is not needed.
import { foldEffect } from "@codemirror/language";

const quote = 34, backslash = 92, feed = 10;
const opens = new Set([..."{["].map((sign) => sign.charCodeAt(0)));
const closes = new Set([..."}]"].map((sign) => sign.charCodeAt(0)));
const deep = 3; // the document, the problem, its lists

/**
 * Returns the parts of a JSON text that are two brackets deep and longer than a line.
 * The text may have faults: a string ends with its line, and unclosed brackets are
 * not folded.
 * @param {string} text
 * @returns {{from: number, to: number}[]} the parts between the brackets
 */
export function lists(text) {
  const found = [];
  let depth = 0, from = 0, lines = false, quoted = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === feed) {
      lines = true;
      quoted = false;
    } else if (quoted) {
      if (sign === backslash && text.charCodeAt(i + 1) !== feed) i++;
      else if (sign === quote) quoted = false;
    } else if (sign === quote) {
      quoted = true;
    } else if (opens.has(sign)) {
      if (++depth === deep) [from, lines] = [i + 1, false];
    } else if (closes.has(sign)) {
      if (depth-- === deep && lines) found.push({ from, to: i });
      depth = Math.max(0, depth);
    }
  }
  return found;
}

/**
 * Folds the lists of the problem, so that its outline remains.
 * @param {import("@codemirror/view").EditorView} view
 */
export function foldLists(view) {
  view.dispatch({ effects: lists(view.state.doc.toString()).map((list) => foldEffect.of(list)) });
  return true;
}
