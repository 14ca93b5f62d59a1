// The frame of the laboratory: the number of visible controls, fixed positions, its menus, the list of commands, the
// form at the mark, and the values before the last change.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

/** The first example of each kind. */
const kinds = { 'five-clusters': 'placement', 'twelve-nodes': 'window', 'alp-amp-figure-5': 'batch', 'three-sites': 'group', 'markov-2004': 'farm' };

/** Returns the visible stops of the Tab key without interaction, by the part of the page. */
const stops = () => {
  const seen = [...document.querySelectorAll('#lab :is(a[href], button, input, select, textarea, summary)')].filter((part) => {
    const one = /** @type {HTMLButtonElement} */ (part);
    if (one.tabIndex < 0 || one.disabled || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && !one.closest('.skips, .invite')
      && document.elementsFromPoint(Math.min(innerWidth - 1, left + width / 2), Math.min(innerHeight - 1, top + height / 2)).includes(one);
  });
  return seen.map((part) => `${part.closest('#lab > *')?.className.split(' ')[0]}: ${(part.getAttribute('aria-label') ?? part.textContent ?? '').trim().slice(0, 24)}`);
};

inEachBrowser('the frame', (test) => {
  test.once('at rest there are at most 45 controls in every kind, and the picture is the largest part', async ({ page, front, note }) => {
    await page.resize(1366, 768);
    for (const [preset, kind] of Object.entries(kinds)) {
      const lab = await new Lab(page, front).open(`?preset=${preset}`);
      await lab.run();
      await page.wait('the steps', () => document.querySelector('.transport input, .why .empty'));
      await page.move(683, 20);
      const list = await page.eval(stops);
      note(`${kind}: ${list.length} controls`);
      assert.ok(list.length <= 45, `${kind}: ${list.length}\n${list.join('\n')}`);
      const share = await page.eval(() => (document.querySelector('.pic')?.getBoundingClientRect().width ?? 0) / innerWidth);
      assert.ok(share >= 0.548, `${kind}: the picture has ${share} of the width`);
    }
  });

  test.each('menus open at their buttons, answer to arrows and Esc, and give the focus back', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    await page.focus({ role: 'button', name: 'Open', within: '.bar' });
    await page.press('Enter');
    await page.wait('the field', () => document.activeElement?.getAttribute('data-find') === 'open');
    assert.deepEqual(await page.eval(() => {
      const box = document.querySelector('dialog[open]').getBoundingClientRect();
      return [...document.querySelectorAll('dialog[open] *')].filter((part) => part.checkVisibility() && !part.closest('.dialog-head')).filter((part) => {
        const { left, right } = part.getBoundingClientRect();
        return left < box.left - 1 || right > box.right + 1 || getComputedStyle(part).position === 'fixed';
      }).map((part) => part.className);
    }), [], 'nothing of the menu lies beside it');
    await page.type('three sites');
    await page.wait('what was found', () => document.querySelectorAll('dialog .menu button').length === 1);
    await page.press('Enter');
    await page.wait('the example', () => document.querySelector('.canvas')?.getAttribute('data-picture') === 'group');
    await page.press('Control+k');
    await page.see({ role: 'dialog', name: 'Commands' });
    await page.type('dark theme');
    await page.wait('one command', () => document.querySelectorAll('dialog .menu button').length === 1);
    await page.press('ArrowDown');
    await page.wait('the command', () => /^Dark theme/.test(document.activeElement?.textContent ?? ''));
    await page.press('Enter');
    await page.wait('the dark theme', () => document.documentElement.dataset.theme === 'dark' && !document.querySelector('dialog[open]'));
    await page.press('Control+k');
    await page.wait('the field of the commands', () => document.activeElement?.getAttribute('data-find') === 'commands');
    await page.type('n12');
    await page.wait('a thing', () => [...document.querySelectorAll('dialog .menu button')].some((line) => line.textContent === 'Node n12'));
    await page.press('Escape');
    await page.wait('it to close', () => !document.querySelector('dialog[open]'));
    await page.click('.bar .title button');
    await page.click({ role: 'button', name: 'Rename', within: 'dialog' });
    await page.wait('the focus in the title', () => document.activeElement?.matches('.bar .title input'));
  });

  test('the form stands at the mark, and is left by Esc', async ({ page, front }) => {
    await page.resize(1366, 768);
    const lab = await new Lab(page, front).open();
    await lab.solved();
    await page.click(Lab.mark('cluster', 'Rennes'));
    await page.wait('it to be selected', () => document.querySelector('[data-list="cluster"] tr.sel .pick')?.textContent === 'Rennes');
    assert.equal(await page.has('#form .chosen'), false, 'a click selects');
    await page.click(Lab.mark('cluster', 'Rennes'));
    const form = await page.see('#form .chosen'), mark = await page.box(Lab.mark('cluster', 'Rennes'));
    assert.ok(form.x >= mark.x + mark.width - 30 || form.x + form.width <= mark.x + 30, 'it stands beside its mark');
    await page.wait('the focus in it', () => document.activeElement?.closest('#form'));
    await page.press('Escape');
    await page.wait('it to go', () => !document.querySelector('#form .chosen'));
    await page.wait('the focus to be back', () => document.activeElement?.getAttribute('data-id') === 'Rennes');
  });

  test('a change leaves the former values in sight, and a click shows why they differ', async ({ page, front }) => {
    await page.resize(1366, 768);
    const lab = await new Lab(page, front).open();
    await lab.solved();
    const rows = () => page.eval(() => [...document.querySelectorAll('.runs-table tbody tr')].map((row) => Math.round(row.getBoundingClientRect().top)));
    const before = await rows();
    await page.click('[data-list="cluster"] input[aria-label^="Power of Nancy"]');
    await page.press('Control+a');
    await page.type('500');
    await page.press('Enter');
    const was = await page.wait('the former value', () => document.querySelector('.runs-table tr.sel .was')?.textContent);
    assert.match(was, /263\.9/);
    assert.deepEqual(await rows(), before, 'no row has moved');
    assert.match(await page.text('.changed'), /RBHS: makespan \+90\.5\d? s \(263\.9 → 354\.4\)/);
    await page.click({ role: 'button', name: 'What changed?' });
    await page.wait('both drafts', () => document.querySelector('#lab')?.getAttribute('data-view') === 'beside' && /before the last change/.test(document.querySelector('.sides')?.textContent ?? ''));
    await page.press('Escape');
    await lab.undo();
    await lab.solved();
    await page.wait('no former values after undo', () => !document.querySelector('.was'));
  });

  test('a table is one stop of the Tab key, and arrows go through its cells', async ({ page, front }) => {
    await page.resize(1366, 768);
    const lab = await new Lab(page, front).open();
    await lab.solved();
    await page.focus('[data-list="cluster"] .pick');
    await page.press('ArrowDown');
    assert.equal((await page.focused()).name, 'Nancy');
    await page.press('ArrowRight');
    assert.match((await page.focused()).name, /^Power of Nancy/);
    await page.press('ArrowDown');
    assert.match((await page.focused()).name, /^Power of Rennes/);
    await page.press('Tab');
    assert.equal(await page.eval(() => Boolean(document.activeElement?.closest('[data-list="cluster"]'))), false);
    await page.press('Shift+Tab');
    assert.match((await page.focused()).name, /^Power of Rennes/);
  });

  test('a side is dragged wider, keeps its width over a reload, and is narrowed by a command', async ({ page, front }) => {
    await page.resize(1440, 900);
    const lab = await new Lab(page, front).open();
    await lab.solved();
    const width = () => page.eval(() => Math.round(document.querySelector('#lab > .runs')?.getBoundingClientRect().width ?? 0));
    const [before, box] = [await width(), await page.box('#lab > .runs')];
    await page.drag({ x: box.x - 2, y: box.y + 300 }, { dx: -80, dy: 0 });
    await page.wait('a wider side', (was) => (document.querySelector('#lab > .runs')?.getBoundingClientRect().width ?? 0) > was + 60, before);
    const wide = await width();
    await page.reload();
    await lab.live();
    assert.equal(await width(), wide, 'after a reload');
    await page.press('Control+k');
    await page.wait('the field of the commands', () => document.activeElement?.getAttribute('data-find') === 'commands');
    await page.type('reset the widths');
    await page.wait('one command', () => document.querySelectorAll('dialog .menu button').length === 1);
    await page.press('Enter');
    await page.wait('the usual width', (was) => Math.round(document.querySelector('#lab > .runs')?.getBoundingClientRect().width ?? 0) === was, before);
  });

  test.once('a right click opens the menu of a thing', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    await page.eval((at) => document.querySelector(at)?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 500, clientY: 300 })), Lab.mark('cluster', 'Nice'));
    await page.see({ role: 'dialog', name: 'Edit the selection' });
    await page.click({ role: 'button', name: 'Delete', within: 'dialog' });
    await lab.count('cluster', 4);
  });

  test('a long press opens the menu of a thing, once', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    await page.eval(async (at) => {
      const mark = document.querySelector(at), { x, y, width, height } = mark.getBoundingClientRect();
      const send = (type) => mark.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 9, isPrimary: true, button: 0, buttons: type === 'pointerup' ? 0 : 1,
        pointerType: 'touch', clientX: x + width / 2, clientY: y + height / 2 }));
      send('pointerdown');
      await new Promise((done) => { setTimeout(done, 700); });
      mark.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })); // the browser's own
      send('pointerup');
    }, Lab.mark('cluster', 'Nice'));
    await page.see({ role: 'dialog', name: 'Edit the selection' });
    await page.wait('one thing to be selected', () => document.querySelectorAll('[data-list="cluster"] tr.sel').length === 1);
    await page.press('Escape');
    await page.wait('the menu to close', () => !document.querySelector('dialog[open]'));
  });

  test('shortcuts of a single character can be turned off', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    const turn = async (how) => {
      await page.press('Control+k');
      await page.wait('the field of the commands', () => document.activeElement?.getAttribute('data-find') === 'commands');
      await page.type(`single-key shortcuts ${how}`);
      await page.wait('one command', () => document.querySelectorAll('dialog .menu button').length === 1);
      await page.press('Enter');
      await page.wait('it to be said', (word) => new RegExp(`are ${word}`).test(document.querySelector('.alerts')?.textContent ?? ''), how);
    };
    await turn('off');
    await page.press('n');
    await page.press('b');
    await page.press('Control+k');
    await page.see({ role: 'dialog', name: 'Commands' });
    await page.press('Escape');
    await page.wait('the commands to close', () => !document.querySelector('dialog[open]'));
    assert.equal(await page.eval(() => document.querySelector('#lab')?.getAttribute('data-view')), 'scenario', 'neither N nor B did anything');
    await turn('on');
    await page.press('n');
    await page.see({ role: 'dialog', name: 'Open' });
  });
});
