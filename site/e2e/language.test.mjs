// The laboratory in another language: a catalogue of texts that the address names.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

const texts = {
  Compare: 'Vergleichen', 'Find clusters': 'Cluster suchen', cluster: { one: 'Rechnerverbund', other: 'Rechnerverbünde' },
  'The least score is chosen: ': 'Der kleinste Wert gewinnt: ', 'Share of the variation of {}': 'Anteil von {}', Problem: 'Aufgabe',
  '{} runs {}': '{2} läuft bei {1}', 'Remove {}': '{} entfernen', 'Duplicate {}': '{} verdoppeln', Answers: 'Antworten',
};

/** Answers requests for the catalogue of German. */
function serveCatalogue(front, text) {
  front.rules.push({ match: /\/lang\/de\.json$/, act: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    return true;
  } });
}

const tabs = (page) => page.eval(() => document.querySelector('.views, .bar')?.textContent ?? '');
const lang = (page) => page.eval(() => document.documentElement.lang);

inEachBrowser('another language', (test) => {
  test.each('the catalogue that the address names translates texts, nouns and numbers, and no document', async ({ page, front }) => {
    serveCatalogue(front, JSON.stringify({ language: 'de', decimal: ',', group: '.', texts }));
    const lab = await new Lab(page, front).open('?lang=de');
    await page.wait('a translated tab', () => /Vergleichen/.test(document.querySelector('#lab')?.textContent ?? ''));
    await lab.solved();
    assert.equal(await lang(page), 'de');
    const shown = await page.eval(() => document.querySelector('#lab')?.textContent ?? '');
    assert.match(shown, /Aufgabe/, 'a whole text');
    assert.match(shown, /Rechnerverbünde/, 'a noun, counted');
    assert.match(shown, /\d,\d/, 'a decimal comma');
    assert.match(await lab.text(), /"clusters"/, 'the document is the same in every language');
  });

  test.any('a missing or malformed catalogue leaves the laboratory in English, with a note', async ({ page, front, expect }) => {
    expect(/404|Not Found/i);
    const noted = () => page.wait('the note', () => /The interface is in English/.test(document.querySelector('#lab')?.textContent ?? ''));
    await new Lab(page, front).open('?lang=xx');
    await noted();
    assert.equal(await lang(page), 'en');
    serveCatalogue(front, '{"language": "de", "texts": {"Compare": 1}}');
    await page.goto(front.url('/lab/?lang=de'));
    await noted();
    assert.match(await tabs(page), /Compare/);
    await page.wait('the language of the page', () => document.documentElement.lang === 'en');
  });

  test.any('a figure takes the language of its element', async ({ page, front }) => {
    serveCatalogue(front, JSON.stringify({ language: 'de', decimal: ',', group: '.', texts: { ...texts, Reset: 'Zurücksetzen', 'Open in the laboratory': 'Im Labor öffnen' } }));
    await page.goto(front.url('/figure/five-clusters/?lang=de'));
    await page.wait('a translated link', () => document.querySelector('.fig-open')?.textContent === 'Im Labor öffnen');
    await page.wait('a decimal comma', () => /\d,\d/.test(document.querySelector('#figure table')?.textContent ?? ''));
    assert.equal(await lang(page), 'de');
  });

  test.any('without a language nothing is loaded', async ({ page, front }) => {
    await new Lab(page, front).open();
    assert.ok(!front.log.some((seen) => seen.path.includes('/lang/')));
  });
});
