// The list of runs: any algorithm any number of times, named, ordered by pointer and by keys, duplicated, hidden and
// removed; and its effect on the table of answers, a link and a reload.

import assert from 'node:assert/strict';
import { violations } from './harness/axe.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

class Runs extends Lab {
  async list() {
    await this.page.click({ role: 'button', name: 'Add algorithm', within: '.runs' });
    await this.page.click({ role: 'button', name: 'Order, names and options', within: 'dialog' });
    await this.page.see('[data-runs] [data-run]');
    return this;
  }

  /** The IDs of the runs in their order; hidden ones in brackets. */
  order() {
    return this.page.eval(() => [...document.querySelectorAll('[data-runs] [data-run]')]
      .map((row) => (row.classList.contains('hidden-run') ? `(${row.getAttribute('data-run')})` : row.getAttribute('data-run'))).join(' '));
  }

  async ordered(want) {
    await this.page.wait(`the order ${want}`, (ids) => [...document.querySelectorAll('[data-runs] [data-run]')]
      .map((row) => (row.classList.contains('hidden-run') ? `(${row.getAttribute('data-run')})` : row.getAttribute('data-run'))).join(' ') === ids, want);
  }

  grip(run) { return `[data-run="${run}"] .grip`; }
  part(run, part) { return `[data-run="${run}"] [data-part="${part}"]`; }

  /** Names in the table of answers. */
  async names() {
    await this.page.click({ role: 'tab', name: 'Answers', within: '.runs' });
    await this.page.see('.runs-table');
    return this.page.eval(() => [...document.querySelectorAll('.runs-table tbody th bdi')].map((name) => name.textContent));
  }
}

inEachBrowser('runs', (test, browser) => {
  test.once('an algorithm is added again, duplicated, named and solved with other options', async ({ page, front }) => {
    const lab = new Runs(page, front);
    await lab.open();
    await lab.solved();
    await page.click(lab.button('Add algorithm'));
    await page.click({ role: 'button', name: 'Add RBHS', within: 'dialog' });
    await page.wait('two runs to be told', () => /RBHS\s*2 runs/.test(document.querySelector('dialog[open]')?.textContent ?? ''));
    await page.click({ role: 'button', name: 'Order, names and options', within: 'dialog' });
    await lab.ordered('rbhs scp-tree min-completion nearest-data rbhs~2');

    await page.click(lab.part('rbhs~2', 'options'));
    await page.wait('an option to choose', () => Boolean(document.querySelector('[data-run="rbhs~2"] select')));
    await page.eval(() => {
      const select = document.querySelector('[data-run="rbhs~2"] select');
      if (!(select instanceof HTMLSelectElement)) return;
      select.value = 'swapped';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.wait('the name to say it', () => document.querySelector('[data-run="rbhs~2"] input')?.getAttribute('placeholder') === 'RBHS · weights swapped');

    await page.click(lab.part('scp-tree', 'copy'));
    await lab.ordered('rbhs scp-tree scp-tree~2 min-completion nearest-data rbhs~2');
    await page.click(lab.part('scp-tree~2', 'label'));
    await page.type('<b>Mine & yours</b>');
    await page.press('Enter');
    assert.deepEqual(await lab.names(), ['RBHS', 'SCP Tree Search', '<b>Mine & yours</b>', 'Min completion', 'Nearest data', 'RBHS · weights swapped']);
    await lab.solved();
    const saved = await lab.results();
    assert.deepEqual(saved.runs.map((answer) => [answer.algorithm, answer.run, answer.label ?? '']), [['rbhs', 0, ''], ['scp-tree', 1, ''],
      ['scp-tree', 2, '<b>Mine & yours</b>'], ['min-completion', 3, ''], ['nearest-data', 4, ''], ['rbhs', 5, '']]);
    assert.equal(saved.runs[1].digest, saved.runs[2].digest, 'equal runs have equal answers');
    assert.notEqual(saved.runs[0].digest, saved.runs[5].digest, 'other options have another');
  });

  test('a run is dragged to another place, and back by undo', async ({ page, front }) => {
    const lab = new Runs(page, front);
    await lab.open();
    await lab.solved();
    await lab.list();
    const height = await page.eval(() => {
      const rows = [...document.querySelectorAll('[data-runs] [data-run]')].map((row) => row.getBoundingClientRect().top);
      return rows[2] - rows[0];
    });
    await page.drag(lab.grip('rbhs'), { dx: 3, dy: Math.round(height), steps: 10 });
    await lab.ordered('scp-tree min-completion rbhs nearest-data');
    assert.equal(await page.eval(() => document.activeElement?.closest('[data-run]')?.getAttribute('data-run')), 'rbhs', 'the focus went with it');
    assert.equal(await page.eval(() => [...document.querySelectorAll('[data-runs] [data-run]')].some((row) => /** @type {HTMLElement} */ (row).style.translate !== '')), false, 'nothing is left of the drag');
    await page.drag(lab.grip('nearest-data'), { dx: 0, dy: -Math.round(height * 1.5) - 20, steps: 12 });
    await lab.ordered('nearest-data scp-tree min-completion rbhs');
    await lab.undo();
    await lab.ordered('scp-tree min-completion rbhs nearest-data');
    await lab.undo();
    await lab.ordered('rbhs scp-tree min-completion nearest-data');
  });

  test.any('by keys alone: moved, duplicated, hidden, removed, all undone', async ({ page, front }) => {
    const lab = new Runs(page, front);
    await lab.open();
    await lab.solved();
    await lab.list();
    await page.focus(lab.grip('rbhs'));
    await page.press('Alt+ArrowDown');
    await lab.ordered('scp-tree rbhs min-completion nearest-data');
    await page.wait('it to be said', () => [...document.querySelectorAll('.run-list [role="status"]')].some((status) => status.textContent === 'RBHS is run 2 of 4.'));
    assert.equal((await page.focused()).name, 'Move RBHS, run 2 of 4');
    await page.press('Alt+ArrowDown');
    await page.press('Alt+ArrowDown');
    await page.press('Alt+ArrowDown'); // it is the last already
    await lab.ordered('scp-tree min-completion nearest-data rbhs');
    await page.press('Alt+ArrowUp');
    await lab.ordered('scp-tree min-completion rbhs nearest-data');
    await page.press('Control+d');
    await lab.ordered('scp-tree min-completion rbhs rbhs~2 nearest-data');
    await page.focus(lab.part('scp-tree', 'eye'));
    await page.press('Enter');
    await lab.ordered('(scp-tree) min-completion rbhs rbhs~2 nearest-data');
    await page.focus(lab.part('nearest-data', 'remove'));
    await page.press('Enter');
    await lab.ordered('(scp-tree) min-completion rbhs rbhs~2');
    if (browser === 'chromium') assert.deepEqual(await violations(page), []);
    await page.click({ role: 'button', name: '/^Undo$/', within: '.alerts' });
    await lab.ordered('(scp-tree) min-completion rbhs rbhs~2 nearest-data');
    assert.deepEqual(await lab.names(), ['Min completion', 'RBHS', 'RBHS #2', 'Nearest data']);
    const link = await lab.link();
    assert.match(link, /&hidden=0(&|$)/);
    await page.goto('about:blank');
    await page.goto(link);
    await lab.live();
    await lab.list();
    await lab.ordered('(scp-tree) min-completion rbhs rbhs~2 nearest-data');
  });

  test.once('on a phone the list fits, and a run is dragged there too', async ({ page, front }) => {
    await page.resize(360, 720);
    const lab = new Runs(page, front);
    await lab.open();
    await page.click({ role: 'button', name: 'Answers', within: '.phone' });
    await lab.list();
    assert.equal(await page.eval(() => document.documentElement.scrollWidth - innerWidth), 0, 'nothing is cut off');
    await page.drag(lab.grip('scp-tree'), { dx: 0, dy: -90, steps: 10 });
    await lab.ordered('scp-tree rbhs min-completion nearest-data');
  });
});
