// @ts-check
/**
 * The editor of the user's algorithms. The names that they may use come from own.json, which is made with the site:
 * for each kind the names in formulas and in programs, with their meanings.
 */
import { readConfig } from './boot.js';
import { attach } from './editor.js';

/** @typedef {{label: string, detail: string, about: string}} Word */

/** @type {Promise<Record<string, Record<string, Word[]>>> | undefined} */
let words;

/** @param {string} kind @param {string} language @returns {Promise<Word[]>} */
async function wordsOf(kind, language) {
  words ??= fetch(readConfig().tools['own.json'] ?? '').then((answer) => answer.json());
  try {
    return (await words)[kind]?.[language] ?? [];
  } catch {
    words = undefined; // offline: the next question tries again
    return [];
  }
}

/** The text of the last question; it is passed with the first question about it. */
let text = '';

/** Returns the range of the word around a position. @param {number} at @returns {[number, number]} */
function around(at) {
  let [from, to] = [at, at];
  while (from > 0 && /\w/.test(text[from - 1])) from--;
  while (to < text.length && /\w/.test(text[to])) to++;
  return [from, to];
}

/** Returns the function that answers the questions of an editor for algorithms of a kind. @param {string} kind @param
 * {string} language */
export const asking = (kind, language) => async (/** @type {import('./editor.js').Question} */ q) => {
  text = q.text ?? text;
  if (q.what === 'format') return { why: '' };
  const known = await wordsOf(kind, language);
  const [start, end] = around(q.at);
  if (q.what === 'complete') {
    const begun = text.slice(start, q.at).toLowerCase();
    const items = known.filter((w) => w.label.toLowerCase().startsWith(begun)).map((w) => ({ ...w, sort: w.label, insert: w.label }));
    return { start, end, word: start, comma: -1, items };
  }
  const word = known.find((w) => w.label === text.slice(start, end));
  return word ? { start, end, path: word.label, name: word.label, type: word.detail, about: [word.about] } : q.what === 'cursor' ? { start, end, path: '' } : null;
};

/** The policy in the editor, and the element of the editor. */
let held = '';
/** @type {HTMLElement | undefined} */
let at;

/** Updates the editor to the current policy. @param {import('./page.js').News} news */
export function syncOwn(news) {
  const host = document.querySelector('#lab [data-policy]');
  if (!(host instanceof HTMLElement)) {
    at = undefined;
    return;
  }
  void import('./policypanel.js').then((it) => it.sync(news), () => {}); // offline before it was ever loaded
  if (news.policy === undefined) return;
  const language = host.dataset.editor ?? '', key = `${news.kind} ${language} ${news.policy}`;
  if (at === host && held !== key) attach(host, {}).detach(); // another policy has another history of undo
  [at, held] = [host, key];
  const editor = attach(host, { text: news.text, of: news.policy, label: `Source of ${news.policy}`, language: { name: language, ask: asking(news.kind ?? '', language) } });
  editor.setText(news.text ?? '');
  editor.setFaults(JSON.parse(news.faults ?? '[]'));
}
