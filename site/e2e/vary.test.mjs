// Studies of the current problem: varying the number in a field, drawing jobs on the grid, testing the robustness of
// a result; by mouse and by keyboard.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { Studies } from './studies.mjs';

/** Two clusters, three jobs: one instance. */
const two = {
  format: 'gridbox', version: 1, kind: 'placement', title: 'Two clusters', seed: 1,
  placement: {
    clusters: [{ id: 'Lyon', mips: 500, x: 0.3, y: 0.5 }, { id: 'Nancy', mips: 800, x: 0.7, y: 0.5 }], links: [{ a: 'Lyon', b: 'Nancy', bandwidth: 10 }],
    datasets: [{ id: 'd1', size: 120, at: ['Lyon'] }], jobs: [{ id: 'j1', mi: 30000, datasets: ['d1'] }, { id: 'j2', mi: 20000 }, { id: 'j3', mi: 9000 }],
  },
};

inEachBrowser('varying', (test) => {
  test.any('a number in a field is varied by key: all metrics over it, its range moved, undone', async ({ page, front, note }) => {
    const lab = await new Studies(page, front).on(two, front);
    await page.click({ role: 'button', name: 'Explore' });
    const field = '[data-field$=".mi"]';
    await page.focus(field);
    await page.wait('what can be done with the number', () => document.querySelector('#field-acts:not([hidden]) button')?.textContent === 'Vary this');
    const place = await page.eval((selector) => {
      const [acts, input, panel] = ['#field-acts', selector, '#side'].map((s) => document.querySelector(s)?.getBoundingClientRect());
      return acts && input && panel ? { lower: (acts.top + acts.bottom - input.top - input.bottom) / 2, apart: acts.left - panel.right, right: innerWidth - acts.right } : null;
    }, field);
    assert.ok(place && Math.abs(place.lower) < 8 && place.apart >= 0 && place.apart < 12 && place.right >= 0, `they are beside the panel, at the field's height: ${JSON.stringify(place)}`);
    await page.press('Control+.');
    await lab.complete();
    assert.match(await lab.status(), /11 of 11 replications at 11 points/);
    await page.click('#study-tab-metrics');
    const small = await page.wait('all metrics', () => document.querySelectorAll('.multiples svg').length);
    assert.ok(small >= 2, `${small} charts`);
    const before = await page.eval(() => document.querySelector('.found [data-study] svg')?.textContent ?? '');
    await lab.set('#q-vary-0-count', '5');
    await page.wait('it to be measured again', () => /5 of 5 replications/.test(document.querySelector('#study-status')?.textContent ?? ''));
    await page.wait('another chart', (text) => (document.querySelector('.found [data-study] svg')?.textContent ?? '') !== text, before);
    note(await lab.status());
  });

  test.once('from an answer to a study in one click: how firm is this, and drawn jobs', async ({ page, front, note }) => {
    const lab = await new Studies(page, front).on(two, front);
    await page.click({ role: 'button', name: 'Explore' });
    await page.wait('answers', () => Boolean(document.querySelector('.one button')));
    await page.click({ role: 'button', name: 'Test robustness', within: '.one' });
    await lab.complete();
    const verdict = await page.wait('the verdict', () => document.querySelector('#study-evidence')?.textContent);
    assert.match(verdict, /first (alone )?in [0-9]+ of 200 replications/);
    note(verdict);
    await page.click({ role: 'button', name: 'Explore' });
    await page.press('Control+z');
    await page.wait('answers', () => Boolean(document.querySelector('.one button')));
    await page.click({ role: 'button', name: 'Draw the jobs', within: '.one' });
    await lab.complete();
    assert.match(await lab.status(), /200 of 200 replications/);
  });
});
