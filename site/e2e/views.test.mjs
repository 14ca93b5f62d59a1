// Views in the browser's history: Back, Forward, Esc, a reload and links; messages
// that pass; and undo after a reload.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

/** Waits until a view is shown and the address names it. */
const shows = (page, view) => page.wait(`the view ${view}`, (to) => document.querySelector('#lab')?.getAttribute('data-view') === to && location.hash === (to === 'scenario' ? '' : `#view=${to}`), view);
/** One step back, within the page or out of it. */
const back = (page) => page.eval(() => { setTimeout(() => history.back()); });
const inBar = (name) => ({ role: 'button', name, within: '.bar' });

inEachBrowser('views in the history', (test) => {
  test.each('Back and Esc lead to the picture, Forward and a reload to the view', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await page.click(inBar('Study'));
    await shows(page, 'study');
    await back(page);
    await shows(page, 'scenario');
    assert.equal(await page.eval(() => document.activeElement?.id), 'to-study', 'the focus goes to the button of the view');
    await page.eval(() => history.forward());
    await shows(page, 'study');
    await page.press('Escape');
    await shows(page, 'scenario');
    await page.click(inBar('Compare'));
    await shows(page, 'beside');
    await page.press('b');
    await shows(page, 'library');
    await back(page);
    await shows(page, 'beside');
    await back(page);
    await shows(page, 'scenario');
    await page.click(inBar('Study'));
    await shows(page, 'study');
    await page.click(inBar('Explore'));
    await shows(page, 'scenario');
    await page.press('b');
    await shows(page, 'library');
    await page.reload();
    await lab.live();
    await shows(page, 'library');
    await page.press('Escape');
    await shows(page, 'scenario');
    for (const [name, view] of [['Study', 'study'], ['Compare', 'beside']]) {
      for (const to of [view, 'scenario', view, 'scenario']) { // not waiting for the history
        await page.click(inBar(to === view ? name : 'Explore'));
        await page.wait(`the view ${to}`, (wanted) => document.querySelector('#lab')?.getAttribute('data-view') === wanted, to);
      }
    }
    await shows(page, 'scenario');
  });

  test('a link and an address that open on a view lead to the picture, and Back to where one came from', async ({ page, front, expect }) => {
    expect(/favicon\.ico/); // Firefox requests it if a page is left before its head is read
    const lab = await new Lab(page, front).open();
    await lab.kind('Window');
    await page.wait('the window', () => document.querySelector('.canvas')?.getAttribute('data-picture') === 'window');
    await lab.solved();
    const link = await lab.link();
    await page.goto(front.url('/docs/'));
    await page.goto(front.url('/lab/') + link.slice(link.indexOf('#')) + '&view=study');
    await lab.live();
    await shows(page, 'study');
    await page.click(inBar('Explore'));
    await shows(page, 'scenario');
    assert.equal(await page.eval(() => document.querySelector('.canvas')?.getAttribute('data-picture')), 'window');
    await page.goto(front.url('/docs/'));
    await page.goto(front.url('/lab/#view=library'));
    await lab.live();
    await shows(page, 'library');
    await page.press('b');
    await shows(page, 'scenario');
    await back(page);
    await shows(page, 'library');
    await back(page);
    await page.wait('the page before', () => /\/docs\/$/.test(location.pathname));
  });

  test('undo and redo are there after a reload, by their names', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    await page.focus(Lab.mark('cluster', 'Rennes'));
    await page.press('Delete');
    await lab.count('cluster', 4);
    await page.focus(Lab.mark('cluster', 'Nice'));
    await page.press('Delete');
    await lab.count('cluster', 3);
    await lab.undo();
    await lab.count('cluster', 4);
    await page.reload();
    await lab.live();
    await lab.count('cluster', 4);
    await page.wait('the names', () => document.querySelector('.bar [data-act="undo"]')?.getAttribute('title') === 'Undo: delete cluster Rennes' && document.querySelector('.bar [data-act="redo"]')?.getAttribute('title') === 'Redo: delete cluster Nice');
    await lab.redo();
    await lab.count('cluster', 3);
    await lab.undo();
    await lab.undo();
    await lab.count('cluster', 5);
  });

  test.any('a message that passes is at the top right and goes; one that asks is a bar below the title', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    await page.focus(Lab.mark('cluster', 'Rennes'));
    await page.press('Delete');
    await lab.count('cluster', 4);
    await lab.unfold('#draw-at-random');
    await page.click({ role: 'button', name: '/^Mostly data/', within: '#draw-at-random' });
    const asked = await page.wait('the message', () => document.querySelector('.decision .alert p')?.textContent);
    assert.match(asked, /Your draft "Five clusters" is unchanged\./);
    const [bar, decision, why_] = [await page.box('.bar'), await page.box('.decision'), await page.box('.why')];
    assert.ok(decision.y >= bar.y + bar.height - 1 && decision.y + decision.height < why_.y, 'it takes the place of the question');
    await page.click({ role: 'button', name: 'Back to Five clusters', within: '.decision' });
    await lab.count('cluster', 4);
    await page.wait('the message to go', () => !document.querySelector('.decision .alert'));
    await page.focus(Lab.mark('cluster', 'Nice'));
    await page.press('Control+d');
    const box = await page.see('.alerts .alert');
    const why = await page.box('.why');
    assert.ok(box.y + box.height < why.y, 'it does not cover the explanation');
    await page.wait('the message to go', () => !document.querySelector('.alert'));
  });
});
