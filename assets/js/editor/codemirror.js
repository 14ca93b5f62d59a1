// @ts-check
// CodeMirror behind one door, loaded on demand. It lives in a shadow root,
// because only there it brings its styles as constructed sheets, which a strict
// policy allows; in the document itself it would write style elements. Colours
// are the page's tokens, which reach inside, so dark needs no second theme.
import { EditorState, Compartment } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting, HighlightStyle } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap, highlightSelectionMatches } from "@codemirror/search";
import { json } from "@codemirror/lang-json";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "12.5px", color: "var(--ink)", backgroundColor: "var(--panel)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--accent)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--sel) 40%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--sel)" },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-textfield": { backgroundColor: "var(--paper)", border: "1px solid var(--edge)", color: "var(--ink)", borderRadius: "4px" },
  ".cm-button": { backgroundColor: "var(--paper)", backgroundImage: "none", border: "1px solid var(--line)", color: "var(--ink)", borderRadius: "4px" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--c5) 35%, transparent)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--warn)" },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--ink)", fontWeight: "550" },
  { tag: tags.string, color: "var(--accent)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--c1)" },
  { tag: tags.invalid, color: "var(--warn)" },
]);

/**
 * Tab indents, as writers of documents expect; after Escape the next Tab
 * leaves, as everybody else does. CodeMirror's own tab focus mode does that.
 */
const tabs = [{ key: "Escape", run: (/** @type {EditorView} */ v) => { v.setTabFocusMode(2000); return false; } }, indentWithTab];

/**
 * @param {HTMLElement} host
 * @param {import("../editor.js").Options} options
 * @param {string} text
 * @param {() => void} changed
 * @param {() => void} left
 * @returns {import("../editor.js").Pane}
 */
export function pane(host, options, text, changed, left) {
  const locked = new Compartment();
  let quiet = false;
  const box = document.createElement("div");
  box.className = "gb-code";
  host.append(box);
  const root = box.attachShadow({ mode: "open" });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), foldGutter(), lintGutter(), highlightSpecialChars(), history(), drawSelection(), indentOnInput(), bracketMatching(),
        highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), search({ top: true }), indentUnit.of("  "),
        json(), syntaxHighlighting(colours), look, locked.of(EditorState.readOnly.of(!!options.readOnly)),
        keymap.of([...tabs, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ tabindex: "0", "aria-label": (options.label || "Document") + ". Escape, then Tab leaves." }),
        EditorView.updateListener.of((u) => { if (u.docChanged && !quiet) changed(); }),
        EditorView.domEventHandlers({ blur: () => { left(); } }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText(t) {
      quiet = true;
      view.dispatch({ changes: difference(view.state.doc.toString(), t) });
      quiet = false;
    },
    setFaults(faults) {
      const end = view.state.doc.length;
      const marks = faults.map((f) => ({ from: Math.min(f.from, end), to: Math.min(Math.max(f.to, f.from), end), severity: /** @type {const} */ ("error"), message: f.why }));
      view.dispatch(setDiagnostics(view.state, marks));
    },
    select(from, to) {
      const end = view.state.doc.length;
      view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    hasFocus: () => view.hasFocus,
    selection: () => [view.state.selection.main.from, view.state.selection.main.to],
    remove: () => { view.destroy(); box.remove(); },
  };
}

/**
 * The one change between two texts, so that cursor, folds and marks outside
 * it stay.
 * @param {string} a
 * @param {string} b
 */
function difference(a, b) {
  let from = 0;
  const most = Math.min(a.length, b.length);
  while (from < most && a[from] === b[from]) from++;
  let tail = 0;
  while (tail < most - from && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return { from, to: a.length - tail, insert: b.slice(from, b.length - tail) };
}
