// @ts-check
// Completions at the cursor and explanations under the pointer, in CodeMirror's types. Both are requested by ask (see
// ../editor.js).
import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, showTooltip } from "@codemirror/view";
import { autocompletion, snippet, startCompletion } from "@codemirror/autocomplete";

/** @typedef {(what: string, at: number) => Promise<any>} Ask */
/** @typedef {import("../editor.js").Offer} Offer */
/** @typedef {import("../editor.js").Offers} Offers */
/** @typedef {import("../editor.js").Hint} Hint */

/** @param {Ask} ask */
export function completing(ask) {
  return autocompletion({ override: [(context) => offered(ask, context)], icons: false, activateOnTypingDelay: 60 });
}

/**
 * @param {Ask} ask
 * @param {import("@codemirror/autocomplete").CompletionContext} context
 * @returns {Promise<import("@codemirror/autocomplete").CompletionResult | null>}
 */
async function offered(ask, context) {
  /** @type {Offers | null} */
  const o = await ask("complete", context.pos);
  if (context.aborted) return null;
  // After null, CodeMirror waits for the next key, even if something was typed or suggestions were requested before
  // the answer arrived. After an empty list it asks again.
  const nothing = { from: context.pos, options: [] };
  if (!o) return nothing; // the answer was about an older text
  // Without a request only inside of a word, so that a new line shows nothing.
  if (!context.explicit && (!o.items?.length || o.start === o.end)) return nothing;
  if (!o.items?.length) return null;
  return {
    from: Math.min(o.word, context.pos),
    options: o.items.map((item, i) => ({
      label: item.label, detail: item.detail, info: item.about || undefined, boost: 99 - Math.min(i, 198),
      apply: (view, _, from, to) => write(view, item, from - (Math.min(o.word, context.pos) - o.start), to + Math.max(0, o.end - context.pos), o.comma),
    })),
    validFor: o.items.length < 200 ? /^[\w.-]*$/ : undefined,
  };
}

/**
 * Replaces a range of the text by an offer.
 * @param {EditorView} view
 * @param {Offer} item
 * @param {number} from
 * @param {number} to
 * @param {number} comma
 */
function write(view, item, from, to, comma) {
  const shift = comma >= 0 ? 1 : 0;
  if (shift) view.dispatch({ changes: { from: comma, insert: "," }, userEvent: "input.complete" });
  if (item.insert.includes("\x01")) {
    snippet(template(item.insert))(view, null, from + shift, to + shift);
  } else {
    view.dispatch({ changes: { from: from + shift, to: to + shift, insert: item.insert }, selection: { anchor: from + shift + item.insert.length }, userEvent: "input.complete" });
  }
  if (item.more) setTimeout(() => startCompletion(view));
}

/** Converts the text of an offer to a template of CodeMirror. @param {string} insert */
function template(insert) {
  let number = 0;
  return insert.replace(/[{}]/g, "\\$&").replace(/\x01([^\x02]*)\x02/g, (_, word) => `\${${++number}:${/[\\{}]/.test(word) ? "" : word}}`);
}

/** @param {Hint} hint */
function words(hint) {
  return [hint.name && `${hint.name}: ${hint.type}`, ...(hint.about ?? [])].filter((line) => line);
}

/** @param {Hint} hint */
function drawn(hint) {
  const dom = document.createElement("div");
  dom.className = "gb-hint";
  const path = document.createElement("code");
  path.textContent = hint.path || "document";
  dom.append(...words(hint).map((text) => Object.assign(document.createElement("p"), { textContent: text })), path);
  return { dom };
}

/** @type {import("@codemirror/state").StateEffectType<Hint | null>} */
const hinted = StateEffect.define();

/** The hint that was requested by a key; any event removes it. */
const hintField = StateField.define({
  create: () => /** @type {import("@codemirror/view").Tooltip | null} */ (null),
  update(shown, tr) {
    for (const e of tr.effects) if (e.is(hinted)) return e.value && { pos: Math.min(e.value.start, tr.state.doc.length), above: true, create: () => drawn(/** @type {Hint} */ (e.value)) };
    return tr.docChanged || tr.selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

/**
 * Shows the help for the cursor's place and announces it to screen readers.
 * @param {EditorView} view
 * @param {Ask} ask
 */
export async function showHint(view, ask) {
  view.focus();
  /** @type {Hint | null} */
  const hint = await ask("explain", view.state.selection.main.head);
  if (!hint) return;
  view.dispatch({ effects: [hinted.of(hint), EditorView.announce.of([...words(hint), hint.path].join(". "))] });
}

/** @param {Ask} ask */
export function explaining(ask) {
  return [
    hoverTooltip(async (_, pos) => {
      /** @type {Hint | null} */
      const hint = await ask("explain", pos);
      return hint && hint.name && hint.end > hint.start ? { pos: hint.start, end: hint.end, above: true, create: () => drawn(hint) } : null;
    }, { hoverTime: 350 }),
    hintField,
    keymap.of([
      { key: "Mod-i", preventDefault: true, run: (view) => { showHint(view, ask); return true; } },
      { key: "Escape", run: (view) => { const open = view.state.field(hintField); if (open) view.dispatch({ effects: hinted.of(null) }); return !!open; } },
    ]),
  ];
}
