// The user's algorithms: a formula written here, a program that starts from a predefined one, one that came by link,
// one that does not end, and the panel on a phone and in the dark theme.

import assert from 'node:assert/strict';
import { violations } from './harness/axe.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab, native } from './lab.mjs';

const farm = (more = {}) => ({
  format: 'gridbox', version: 1, kind: 'farm', title: 'Queue of mine', seed: 7, farm: { generate: { preset: 'markov-2004' } },
  runs: [{ algorithm: 'easy' }, { algorithm: 'fcfs' }], ...more,
});
const endless = 'let n = 0;\nfunction decide() {\n  for (;;) n++;\n}\n';
const easy = 'function decide({ queue }) {\n  return { order: queue.map((job) => job.id), reserve: 1 };\n}\n';
const program = (source) => ({
  policies: [{ id: 'mine', language: 'javascript', source }],
  runs: [{ algorithm: 'easy' }, { algorithm: 'own', label: 'mine', options: { policy: 'mine' } }],
});

async function open(page, front, document) {
  const link = native('link', document);
  return new Lab(page, front).open(link.slice(link.indexOf('#')));
}

/** Returns the row of a run in the comparison. */
const row = (page, name) => page.eval((called) => [...document.querySelectorAll('.runs-table tbody tr')].find((r) => r.querySelector('bdi')?.textContent === called)?.textContent ?? '', name);
/** Waits until a run has a checked answer. */
const answered = (page, name) => page.wait(`an answer of ${name}`, (called) => {
  const found = [...document.querySelectorAll('.runs-table tbody tr')].find((r) => r.querySelector('bdi')?.textContent === called);
  return !!found?.querySelector('td.ok') && !found.querySelector('.stale');
}, name);
/** Types a source into the editor. */
const write = async (page, text) => {
  await page.wait('the editor', () => document.querySelector('[data-policy]')?.firstElementChild);
  await page.eval((source) => {
    const editor = window.gridbox.editor.attach(document.querySelector('[data-policy]'), {});
    return editor.ready.then(() => { editor.pane.setText(source); editor.changed(); });
  }, text);
};
/** Waits until the panel has a text. */
const shows = (page, words) => page.wait(`the panel to say ${words}`, (what) => document.querySelector('.own')?.textContent?.includes(what), words);
const digest = (results, algorithm) => results.runs.find((run) => run.algorithm === algorithm)?.digest;

inEachBrowser('own', (test) => {
  test.any('a formula is written, its answer changes, and is that of the command line', async ({ page, front }) => {
    const lab = await open(page, front, farm());
    await lab.solved();
    await lab.own();
    await page.click({ role: 'button', name: 'Start from SJF' });
    await answered(page, 'my-sjf');
    const first = await row(page, 'my-sjf');
    await write(page, '# long jobs first\n-r');
    await page.wait('another answer', (was) => [...document.querySelectorAll('.runs-table tbody tr')].some((r) => r.querySelector('bdi')?.textContent === 'my-sjf' && r.querySelector('td.ok') && !r.querySelector('.stale') && r.textContent !== was), first);
    const results = await lab.results();
    const wanted = JSON.parse(native('solve', farm({
      policies: [{ id: 'my-sjf', language: 'formula', source: '# long jobs first\n-r' }],
      runs: [{ algorithm: 'own', label: 'my-sjf', options: { policy: 'my-sjf' } }],
    })));
    assert.equal(digest(results, 'own'), digest(wanted, 'own'));

    await write(page, 'r +\n  nothing');
    await shows(page, 'nothing');
    await page.wait('the place of the fault', () => document.querySelector('.gb-code')?.shadowRoot?.querySelector('.cm-lint-marker-error'));
    assert.match(await row(page, 'EASY'), /valid|optimal|bounded|\d/, 'others stand');
    await write(page, 'r * ');
    // The names are below the fault and move up when it is shorter.
    await page.wait('the fault of the shorter text', () => !document.querySelector('.own')?.textContent?.includes('nothing'));
    await page.eval(() => window.gridbox.editor.attach(document.querySelector('[data-policy]'), {}).pane.select(4, 4));
    await page.click('#standing [data-insert="n"]');
    await answered(page, 'my-sjf');
    assert.equal(await page.eval(() => window.gridbox.editor.attach(document.querySelector('[data-policy]'), {}).text()), 'r * n');

    // The panel next to it follows the steps.
    await page.click('.canvas svg [data-kind="job"]');
    // Found and chosen in one step, because the list is drawn again when a later answer arrives.
    await page.wait('the steps of the job', () => {
      const list = /** @type {HTMLSelectElement | null} */ (document.querySelector('.why:not([aria-busy]) [data-show="decision"]'));
      if (!list) return false;
      list.selectedIndex = 0;
      list.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    });
    await page.wait('the start of the run', () => /After step 0 of \d+/.test(document.querySelector('#lab')?.textContent ?? ''));
    await page.click(lab.starting('Next step'));
    await page.wait('the queue by scores', () => /The queue at .* ranked/.test(document.querySelector('#standing')?.textContent ?? ''));
  });

  test.any('a program from EASY gives the answer of EASY and the digest of the command line', async ({ page, front }) => {
    const lab = await open(page, front, farm());
    await lab.solved();
    await lab.own();
    await page.click({ role: 'button', name: 'Start from EASY as a program' });
    await answered(page, 'my-easy');
    const plain = (text) => text.replace(/^.*?(?=\d)/, '');
    assert.equal(plain(await row(page, 'my-easy')), plain(await row(page, 'EASY')));
    await shows(page, 'steps, the same on every machine');
    const results = await lab.results();
    const source = await page.eval(() => window.gridbox.editor.attach(document.querySelector('[data-policy]'), {}).text());
    const wanted = JSON.parse(native('solve', farm({
      policies: [{ id: 'my-easy', language: 'javascript', source }],
      runs: [{ algorithm: 'own', label: 'my-easy', options: { policy: 'my-easy' } }],
    })));
    assert.equal(digest(results, 'own'), digest(wanted, 'own'));

    await page.click({ role: 'button', name: 'Compare', within: '.bar' });
    await page.wait('both answers over the whole width', () => document.querySelector('#differences .versus-table') && document.querySelector('.differences').getBoundingClientRect().right >= innerWidth - 1);
    await page.press('Escape');
    await page.click({ role: 'button', name: 'Find where it loses' });
    await page.wait('the search', () => document.querySelector('#lab')?.getAttribute('data-view') === 'study');
  });

  test.any('a program that came by link runs after a click on a notice that shows it, and not before', async ({ page, front }) => {
    const lab = await open(page, front, farm(program(easy)));
    await answered(page, 'EASY');
    assert.match(await row(page, 'mine'), /waits for your permission/);
    await page.click({ role: 'button', name: 'waits for your permission' });
    const notice = await page.wait('the notice', () => document.querySelector('dialog[open] .ask-run')?.textContent);
    assert.ok(notice.includes(easy), 'it shows the program');
    assert.match(notice, /link/);
    assert.match(notice, /cannot reach the network/);
    assert.deepEqual(await violations(page), []);
    await page.press('Escape');
    assert.match(await row(page, 'mine'), /waits for your permission/);
    await lab.own();
    await write(page, `${easy}// one more line\n`);
    await shows(page, 'It waits for your permission.');
    await page.click({ role: 'button', name: 'Review' });
    const edited = await page.wait('the program with its new line', () => /one more line/.exec(document.querySelector('dialog[open] .ask-run')?.textContent ?? '')?.input);
    assert.match(edited, /link.* and was changed here/);
    await page.click({ role: 'button', name: 'Run it' });
    await answered(page, 'mine');

    await page.wait('the draft to be saved', () => /^saved/.test(document.querySelector('.saved')?.textContent?.trim() ?? ''));
    await page.reload();
    await lab.live();
    await answered(page, 'mine');
  });

  test('an endless loop is stopped with its line while others go on, and a long run is cancelled', async ({ page, front }) => {
    const lab = await open(page, front, farm());
    await lab.solved();
    await lab.own();
    await page.click({ role: 'button', name: 'Start from EASY as a program' });
    await answered(page, 'my-easy');
    await write(page, endless);
    await shows(page, 'line 3: takes more steps');
    await answered(page, 'EASY');
    await write(page, 'function decide({ queue }) {\n  for (let i = 0; i < 3e6; i++) ;\n  return { order: [queue[queue.length - 1].id], reserve: 0 };\n}\n');
    await page.wait('the run to be under way', () => [...document.querySelectorAll('.control button')].some((b) => b.textContent === 'Cancel'));
    await page.click({ role: 'button', name: 'Cancel' });
    await page.wait('the run to be cancelled', () => ![...document.querySelectorAll('.control button')].some((b) => b.textContent === 'Cancel'));
    await write(page, easy);
    await answered(page, 'my-easy');
  });

  test.once('a phone, the dark, and what axe-core finds', async ({ page, front }) => {
    await page.resize(360, 740);
    const lab = await open(page, front, farm(program(easy)));
    await answered(page, 'EASY');
    await page.click({ role: 'button', name: 'Answers', within: '.phone' });
    await lab.own();
    await shows(page, 'It has not run.');
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the screen');
  });
});
