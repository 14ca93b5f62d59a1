// @ts-check
// CodeMirror, loaded on demand. It is in a shadow root, because only there it adds its styles as constructed sheets,
// which a strict policy allows; in the document it would add style elements. Its colours are the page's tokens, which
// apply inside too, so dark needs no second theme.
//
// help.js requests completions and explanations (see ../editor.js). Another language is one more entry in `grammars`.
import { EditorState, Prec, Transaction } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting, HighlightStyle, unfoldAll } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { openSearchPanel, search, searchKeymap, highlightSelectionMatches } from "@codemirror/search";
import { closeBrackets, closeBracketsKeymap, startCompletion } from "@codemirror/autocomplete";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { tags } from "@lezer/highlight";
import { foldLists } from "./fold.js";
import { formula } from "./formula.js";
import { completing, explaining, showHint } from "./help.js";
import { revealing, revealed } from "./reveal.js";

/** The grammar of a language by its name, for colours and folds. @type {Record<string, () =>
 * import("@codemirror/state").Extension>} */
const grammars = { json, javascript: () => javascript(), formula };

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "12.5px", color: "var(--ink)", backgroundColor: "var(--panel)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--accent)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--sel) 40%, transparent)" },
  ".cm-revealed": { boxShadow: "inset 3px 0 0 var(--accent)", backgroundColor: "color-mix(in srgb, var(--sel) 60%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--sel)" },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-tooltip": { border: "1px solid var(--edge)", borderRadius: "6px", maxWidth: "min(440px, 90vw)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--sel)", color: "var(--ink)" },
  ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal" },
  ".cm-completionInfo, .gb-hint": { padding: "6px 10px", fontFamily: "var(--sans, inherit)", fontSize: "13px" },
  ".gb-hint p": { margin: "0 0 4px" },
  ".gb-hint code": { fontFamily: "var(--mono)", color: "var(--soft)", overflowWrap: "anywhere" },
  ".cm-textfield": { backgroundColor: "var(--paper)", border: "1px solid var(--edge)", color: "var(--ink)", borderRadius: "4px" },
  ".cm-button": { backgroundColor: "var(--paper)", backgroundImage: "none", border: "1px solid var(--line)", color: "var(--ink)", borderRadius: "4px" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--c5) 35%, transparent)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--warn)" },
  ".cm-snippetField": { backgroundColor: "color-mix(in srgb, var(--sel) 60%, transparent)" },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--ink)", fontWeight: "550" },
  { tag: tags.string, color: "var(--accent)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--c1)" },
  { tag: tags.invalid, color: "var(--warn)" },
]);

/**
 * Tab indents. After Escape the next Tab leaves the editor, at any time, unless something is typed before.
 * CodeMirror's tab focus mode does that. Escape may also close something; it is always handled, so that it does not
 * stop the page's computations.
 */
const leave = [{ key: "Escape", run: (/** @type {EditorView} */ v) => { v.setTabFocusMode(true); return false; } }];
const taken = [{ key: "Escape", run: () => true }];

/**
 * @param {HTMLElement} host
 * @param {import("../editor.js").Options} options
 * @param {string} text
 * @param {import("../editor.js").Callbacks} callbacks
 * @returns {import("../editor.js").Pane}
 */
export function pane(host, options, text, callbacks) {
  let quiet = false;
  const box = document.createElement("div");
  box.className = "gb-code";
  host.prepend(box);
  const root = box.attachShadow({ mode: "open" });
  const format = () => { layOut(view, callbacks); return true; };
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of(leave)), // before completion, which handles Escape itself
        lineNumbers(), foldGutter(), lintGutter(), highlightSpecialChars(), history(), drawSelection(), indentOnInput(), bracketMatching(),
        highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), search({ top: true }), indentUnit.of("  "),
        grammars[options.language?.name ?? ""]?.() ?? [], syntaxHighlighting(colours), look, EditorState.readOnly.of(!!options.readOnly),
        options.language?.ask ? [closeBrackets(), completing(callbacks.ask), explaining(callbacks.ask)] : [], revealing,
        options.language?.name === "json" ? keymap.of([{ key: "Ctrl-Alt-[", run: foldLists }]) : [],
        keymap.of([{ key: "Shift-Alt-f", run: format }, ...closeBracketsKeymap, indentWithTab, ...searchKeymap, ...historyKeymap, ...foldKeymap,
          ...lintKeymap, ...defaultKeymap, ...taken]),
        EditorView.contentAttributes.of({ tabindex: "0", "aria-label": (options.label || "Document") + ". Escape, then Tab leaves." }),
        EditorView.updateListener.of((u) => {
          if (u.docChanged && !quiet) callbacks.changed();
          if (u.docChanged || u.focusChanged) u.view.setTabFocusMode(false);
          if ((u.docChanged || u.selectionSet) && u.view.hasFocus) callbacks.moved();
        }),
        EditorView.domEventHandlers({
          beforeinput: overwrite,
          blur: (e) => { if (!(e.relatedTarget instanceof Node && root.contains(e.relatedTarget))) callbacks.left(); },
          focus: () => { callbacks.moved(); },
        }),
      ],
    }),
  });
  /** @type {Record<string, () => unknown>} */
  const commands = {
    format,
    find: () => openSearchPanel(view),
    fold: () => foldLists(view),
    unfold: () => unfoldAll(view),
    complete: () => { view.focus(); startCompletion(view); },
    explain: () => showHint(view, callbacks.ask),
  };
  return {
    text: () => view.state.doc.toString(),
    setText(t) {
      quiet = true;
      // Undo in the text must not revert changes made elsewhere.
      view.dispatch({ changes: difference(view.state.doc.toString(), t), annotations: Transaction.addToHistory.of(false) });
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
    reveal(from, to, taking) {
      const end = view.state.doc.length;
      const [a, b] = [Math.min(from, end), Math.min(to, end)];
      const effects = [revealed.of(from < 0 ? null : { from: a, to: b })];
      if (from >= 0) effects.push(/** @type {any} */ (EditorView.scrollIntoView(a, { y: "center" })));
      view.dispatch({ effects, ...(taking ? { selection: { anchor: a } } : {}) });
      if (taking) view.focus();
    },
    write(word) {
      view.dispatch(view.state.replaceSelection(word));
      view.focus();
    },
    command: (name) => { commands[name]?.(); },
    focus: () => view.focus(),
    hasFocus: () => view.hasFocus,
    selection: () => [view.state.selection.main.from, view.state.selection.main.to],
    remove: () => { view.destroy(); box.remove(); },
  };
}

/**
 * Replaces a selection by the typed text, instead of the browser: Chromium keeps the weight of the replaced text in
 * a style attribute, which the page's policy refuses and reports.
 * @param {InputEvent} event
 * @param {EditorView} view
 */
function overwrite(event, view) {
  const { main, ranges } = view.state.selection, text = event.data;
  if (event.inputType !== "insertText" || !text || !event.cancelable || event.isComposing || view.composing || view.state.readOnly || main.empty || ranges.length > 1) return false;
  const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
  if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, main.from, main.to, text, insert))) view.dispatch(insert());
  return true;
}

/**
 * Formats the text, as one change that undo reverts.
 * @param {EditorView} view
 * @param {import("../editor.js").Callbacks} callbacks
 */
async function layOut(view, callbacks) {
  const laid = await callbacks.ask("format", view.state.selection.main.head);
  if (laid?.why) view.dispatch({ effects: EditorView.announce.of(laid.why) });
  if (!laid?.text) return;
  const change = difference(view.state.doc.toString(), laid.text);
  view.dispatch({ changes: change, selection: { anchor: laid.at }, scrollIntoView: true, userEvent: "input.format" });
}

/**
 * Returns the one change between two texts, so that cursor, folds and marks outside of it stay.
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
