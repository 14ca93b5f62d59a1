// Accessibility of the laboratory in the dark theme: every kind with its answers, every tab, every dialog and the
// screen of studies; then enlarged until a screen is as narrow as a phone. The findings of axe-core do not depend on
// the browser, so it runs in one of them. The tests of each kind run it in the light theme.

import assert from 'node:assert/strict';
import { violations } from './harness/axe.mjs';
import { full, inEachBrowser, shares } from './harness/suite.mjs';
import { Lab, generated, native } from './lab.mjs';
import { Studies } from './studies.mjs';

/** An example of each kind, and what its page shows besides the comparison. */
const kinds = { 'split-network': 'placement', 'twelve-nodes': 'window', 'alp-amp-figure-5': 'batch', 'three-sites': 'group', 'markov-2004': 'farm' };

/** A screen of 1440 x 900 at 200 %, one of 1280 x 1024 at 400 %, and a phone held upright. */
const enlarged = [[720, 450], [320, 256], [390, 844]];

/** Returns the parts that cross the right edge of the page. */
const cutOff = () => [...document.querySelectorAll('body *')].filter((part) => part.getBoundingClientRect().right > innerWidth && !part.closest('svg *'))
  .map((part) => `${part.tagName.toLowerCase()}.${part.className} by ${part.getBoundingClientRect().right - innerWidth}`).slice(0, 6).join(', ');

/** Visits every tab of the open kind, wide, enlarged and on a phone, and adds the faults. */
async function walk(page, lab, faults) {
  const found = /** @type {string[]} */ ([]);
  const look = async (where) => {
    const low = await page.eval(() => (innerHeight > 600 ? document.documentElement.scrollHeight - innerHeight : 0));
    if (low > 0) found.push(`${where}: the page scrolls by ${low} pixels, beside what scrolls in it`);
    for (const line of await faults(page)) found.push(`${where}: ${line}`);
  };
  for (const name of ['Text', 'Problem']) {
    await page.click(lab.tab(name));
    await look(name);
  }
  await lab.unfold('#draw-at-random');
  await look('Draw at random');
  const tabs = await page.eval(() => [...document.querySelectorAll('.runs [role="tab"]')].map((tab) => tab.textContent ?? ''));
  assert.ok(tabs.length >= 2, 'there is more than the comparison');
  for (const name of tabs.slice(1)) {
    await page.click({ role: 'tab', name, within: '.runs' });
    await look(name);
  }
  for (const name of await page.eval(() => [...document.querySelector('#f-detail')?.options ?? []].map((option) => option.text))) {
    await lab.detail(name);
    await look(name);
  }
  for (const [width, height] of enlarged) {
    await page.resize(width, height);
    // Some browsers have not laid the page out yet when its window has its size.
    await page.wait('nothing to be cut off', () => document.documentElement.scrollWidth <= innerWidth).catch(async () => {
      found.push(`${width} x ${height}: cut off are ${await page.eval(cutOff)}`);
    });
    await look(`${width} x ${height}`);
  }
  for (const name of ['Problem', 'Answers']) {
    await page.click({ role: 'button', name, within: '.phone' });
    await page.see(name === 'Problem' ? '.prob' : '.runs');
    await look(`phone, ${name}`);
  }
  await page.click({ role: 'button', name: 'Picture', within: '.phone' }); // the state that the next test expects
  return found;
}

/** The names of the kinds in the menu Open. @type {Record<string, string>} */
const names = { window: 'Window', batch: 'Batch', group: 'Groups', farm: 'Compute farm', placement: 'Placement' };

inEachBrowser('access', (test, browser) => {
  const faults = async (page) => (browser === 'chromium' ? violations(page) : []);

  for (const [preset, kind] of Object.entries(kinds)) {
    (kind === 'placement' || kind === 'farm' ? test.once : test.long)(`${kind}: every tab is accessible, and nothing is cut off when it is enlarged`, async ({ page, front }) => {
      const lab = await new Lab(page, front).open(`?preset=${preset}`);
      await lab.run();
      assert.deepEqual(await walk(page, lab, faults), []);
    });
  }

  // Positions depend on the browser, the findings of axe-core do not. The other browsers show all kinds in one page,
  // one after another.
  if (browser !== 'chromium' && (full || shares(browser, 1))) {
    test.each('every tab of every kind: nothing is cut off when it is enlarged', async ({ page, front }) => {
      const [[first]] = Object.entries(kinds);
      const lab = await new Lab(page, front).open(`?preset=${first}`);
      for (const kind of Object.values(kinds)) {
        await page.resize(1440, 900);
        if (kind !== kinds[first]) await lab.kind(names[kind]);
        await page.wait(`the kind ${kind}`, (name) => document.querySelector('.canvas')?.getAttribute('data-picture') === name, kind);
        await lab.run();
        assert.deepEqual(await walk(page, lab, faults), [], kind);
      }
    });
  }

  test('every dialog is accessible, takes the focus and gives it back', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    assert.ok(await page.eval(() => matchMedia('(prefers-color-scheme: dark)').matches), 'it is dark');
    for (const [opener, title] of /** @type {[any, string][]} */ ([
      [{ role: 'button', name: 'Open', within: '.bar' }, 'Open'],
      [{ role: 'button', name: 'About this draft', within: '.bar' }, 'This draft'],
      [{ role: 'button', name: 'More', within: '.bar' }, 'More'],
      [{ role: 'button', name: 'More about the replay' }, 'Replay'],
      [{ role: 'button', name: 'Share', within: '.bar' }, 'Share'],
      [lab.button('Add algorithm'), 'Add algorithm'],
      [lab.button('table'), 'Data of the chart'],
    ])) {
      await page.focus(opener);
      await page.press('Enter');
      await page.see({ role: 'dialog', name: title });
      assert.ok(await page.eval(() => Boolean(document.activeElement?.closest('dialog'))), `the focus is in ${title}`);
      assert.deepEqual(await faults(page), [], title);
      const before = await page.eval(() => document.querySelector('dialog')?.dataset.dialog);
      await page.press('Escape');
      await page.wait(`${title} to close`, () => !document.querySelector('dialog[open]'));
      assert.ok(await page.eval((id) => document.activeElement?.getAttribute('data-id') === id, before), `the focus is back after ${title}`);
    }
  });

  test.once('the screen of studies is accessible, before and after', async ({ page, front }) => {
    const link = native('link', generated('split-network', {}, { study: { replications: 20 } }));
    const lab = new Studies(page, front);
    await lab.open(`${link.slice(link.indexOf('#'))}&view=study`);
    await page.see('.asks');
    assert.deepEqual(await faults(page), [], 'the form');
    await lab.press('Start');
    await page.wait('numbers', () => Boolean(document.querySelector('.cells tbody tr')));
    await page.wait('the end', () => /^(Complete|Stopped)/.test(document.querySelector('#study-status')?.textContent ?? ''));
    assert.deepEqual(await faults(page), [], 'the results');
    for (const [width, height] of enlarged) {
      await page.resize(width, height);
      assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth), `nothing is cut off at ${width}`);
      assert.deepEqual(await faults(page), [], `${width} x ${height}`);
    }
  });
}, { scheme: 'dark' });
