// @ts-check
/**
 * The editor of algorithms of one's own. What may be written comes from a file
 * that is made with the site, own.json: for each kind the words of formulas and
 * of programs with what they mean.
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

/** The text that was asked about last; it is given with the first question about it. */
let text = '';

/** The stretch of a word around a place. @param {number} at @returns {[number, number]} */
function around(at) {
  let [from, to] = [at, at];
  while (from > 0 && /\w/.test(text[from - 1])) from--;
  while (to < text.length && /\w/.test(text[to])) to++;
  return [from, to];
}

/** What an editor of algorithms of a kind asks. @param {string} kind @param {string} language */
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

/** Which policy the editor holds, and in which element. */
let held = '';
/** @type {HTMLElement | undefined} */
let at;

/** Brings the editor in line with the policy that is looked at. @param {import('./page.js').News} news */
export function syncOwn(news) {
  const host = document.querySelector('#lab [data-policy]');
  if (!(host instanceof HTMLElement)) {
    at = undefined;
    return;
  }
  void import('./standing.js').then((it) => it.sync(news), () => {}); // offline, before it ever came
  if (news.policy === undefined) return;
  const language = host.dataset.editor ?? '', key = `${news.kind} ${language} ${news.policy}`;
  if (at === host && held !== key) attach(host, {}).detach(); // another policy is another text to undo in
  [at, held] = [host, key];
  const editor = attach(host, { text: news.text, of: news.policy, label: `Source of ${news.policy}`, language: { name: language, ask: asking(news.kind ?? '', language) } });
  editor.setText(news.text ?? '');
  editor.setFaults(JSON.parse(news.faults ?? '[]'));
}
