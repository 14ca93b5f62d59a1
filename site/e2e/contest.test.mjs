// The page of challenges: an attempt by a formula and one by a program, kept during a reload, shared as a link that
// its recipient and the command line run again.

import assert from 'node:assert/strict';
import { violations } from './harness/axe.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { attempted } from './lab.mjs';

async function open(page, front, rest = '') {
  await page.goto(front.url('/challenges/') + rest);
  await page.wait('the form', () => document.querySelector('#contest:not([hidden])'));
}

/** Writes into the editor of the form. */
const write = (page, text) => page.eval((source) => {
  const editor = window.gridbox.editor.attach(document.querySelector('#source'), {});
  return editor.ready.then(() => { editor.setText(source); });
}, text);
const came = (page, what) => page.wait(`the page to say ${what}`, (words) => document.querySelector('#came')?.textContent?.includes(words) && document.querySelector('#came')?.textContent, what);
const choose = (page, id, value) => page.eval((field, chosen) => {
  const select = document.getElementById(field);
  select.value = chosen ?? [...select.options].find((o) => o.value).value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}, id, value);
const run = (page) => page.click({ role: 'button', name: 'Draw instances and run' });
/** Returns the link of the last attempt. */
const linked = (page) => page.eval(() => document.querySelector('#came [data-copy]').dataset.copy);

inEachBrowser('contest', (test, browser) => {
  test('a formula competes, its attempt stays, and its link is run again', async ({ page, front, fresh }) => {
    await open(page, front);
    await page.click({ role: 'button', name: 'Try it: A short window' });
    assert.match(await page.text('#task'), /^The target is the shortest window .* 100 is the runtime of MinRuntime on 8 instances; more is better\.$/);
    await write(page, '# the shortest\nruntime');
    await run(page);
    const result = await came(page, 'in A short window');
    assert.match(result, /^100 in A short window, where 100 is the runtime of MinRuntime on 8 instances/i);
    assert.equal(await page.eval(() => document.querySelectorAll('#came tbody tr').length), 8);
    const link = await linked(page);
    attempted(link); // it fails if the link is not reproduced
    await page.reload();
    await page.wait('the attempt that was kept', () => document.querySelector('#table tbody tr th')?.textContent === 'A short window');
    assert.match(await page.text('#short-window .best'), /Your best: 100/);
    assert.deepEqual(await violations(page), []);

    const theirs = await (await fresh()).page();
    await open(theirs, front, link);
    await came(theirs, 'Reproduced.');
    assert.equal(await theirs.eval(() => document.querySelectorAll('#table tbody tr').length), 0, 'it is not theirs');
    await theirs.click({ role: 'button', name: 'Start from it' });
    await theirs.wait('its source', () => window.gridbox.editor.attach(document.querySelector('#source'), {}).text().includes('# the shortest'));
    await page.click({ role: 'button', name: '/^Remove, the attempt of 100/' });
    await page.wait('an empty table', () => !document.querySelector('#table tbody'));
  });

  test.any('a program competes, and waits for a click where it came by link', async ({ page, front, fresh }) => {
    await open(page, front);
    await choose(page, 'challenge', 'keep-deadlines');
    await choose(page, 'start', await page.eval(() => [...document.querySelectorAll('#start option')].find((o) => o.textContent === 'EASY').value));
    await run(page);
    assert.match(await came(page, 'in Keep the deadlines'), /^100 in/, 'EASY as a program is EASY');
    const link = await linked(page);
    const theirs = await (await fresh()).page();
    await open(theirs, front, link);
    await theirs.wait('the notice', () => document.querySelector('#opened pre')?.textContent?.includes('function decide'));
    assert.equal(await theirs.eval(() => document.querySelector('#came').textContent), '', 'it waits');
    assert.deepEqual(await violations(theirs), []);
    if (browser !== 'chromium') return; // the link of a formula has run again in every browser
    await theirs.click({ role: 'button', name: 'Run it again' });
    await came(theirs, 'Reproduced.');
  });

  test.once('an endless loop is answered, with what is wrong and where, and the next attempt runs', async ({ page, front }) => {
    await open(page, front);
    await choose(page, 'challenge', 'as-good-as-gka');
    await choose(page, 'start', await page.eval(() => [...document.querySelectorAll('#start option')].find((o) => o.textContent === 'GKA').value));
    await write(page, 'function decide() {\n  for (;;);\n}\n');
    await run(page);
    assert.match(await came(page, 'steps'), /^line \d/);
    await page.click({ role: 'button', name: 'Try it: A short window' });
    await write(page, 'runtime');
    await run(page);
    assert.match(await came(page, 'in A short window'), /^100 in/);
  });

  test.once('it fits a phone', async ({ page, front }) => {
    await page.resize(360, 740);
    await open(page, front, '#c1.s.e30');
    assert.match(await page.wait('what is wrong with the link', () => document.querySelector('#opened')?.textContent), /cannot be opened/);
    assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the screen');
    assert.deepEqual(await violations(page), []);
  });
});
