// @ts-check
// Colours for the language of formulas (core/formula): names, numbers, functions, the decision before a colon,
// comments after #.
import { StreamLanguage } from "@codemirror/language";

export const formula = () => StreamLanguage.define({
  name: "formula",
  languageData: { commentTokens: { line: "#" } },
  token(stream) {
    if (stream.match(/#.*/)) return "comment";
    if (stream.sol() && stream.match(/\s*[A-Za-z_]\w*(?=\s*:)/)) return "keyword";
    if (stream.match(/\d+\.?\d*([eE][+-]?\d+)?|\.\d+/)) return "number";
    if (stream.match(/"[^"]*"?/)) return "propertyName";
    if (stream.match(/[A-Za-z_]\w*(?=\s*\()/)) return "keyword";
    if (stream.match(/[A-Za-z_]\w*/)) return "propertyName";
    stream.next();
    return null;
  },
});
