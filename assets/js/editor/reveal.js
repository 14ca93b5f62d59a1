// @ts-check
// Marks the lines of the selection in the page.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** The range to mark, null for none. @type {import("@codemirror/state").StateEffectType<{from: number, to: number} |
 * null>} */
export const revealed = StateEffect.define({
  map: (span, changes) => span && { from: changes.mapPos(span.from, 1), to: changes.mapPos(span.to, -1) },
});

const line = Decoration.line({ class: "cm-revealed" });
const most = 400; // lines; further ones are not visible anyway

/** @param {import("@codemirror/state").EditorState} state @param {{from: number, to: number} | null} span */
function marks(state, span) {
  if (!span || span.to <= span.from) return Decoration.none;
  const first = state.doc.lineAt(span.from).number;
  const last = Math.min(state.doc.lineAt(span.to).number, first + most);
  const list = [];
  for (let n = first; n <= last; n++) list.push(line.range(state.doc.line(n).from));
  return Decoration.set(list);
}

export const revealing = StateField.define({
  create: () => Decoration.none,
  update(shown, tr) {
    for (const e of tr.effects) if (e.is(revealed)) return marks(tr.state, e.value);
    return shown.map(tr.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
