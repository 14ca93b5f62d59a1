// Groups in the laboratory: opening, moving nodes by pointer and by keyboard, sliders, the steps of a search, links,
// and the findings of axe-core.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { violations } from './harness/axe.mjs';
import { Lab, native, opened } from './lab.mjs';

const node = (id) => Lab.mark('node', id);
const group = (id) => Lab.mark('group', id);

/** Opens the laboratory on three sites as a user would. */
async function sites(page, front) {
  const lab = await new Lab(page, front).open();
  await lab.kind('Groups');
  await lab.count('group', 3);
  await lab.count('node', 16);
  return lab.solved();
}

/** Waits until a node is in a group. */
const stands = (page, id, where) => page.wait(`${id} to stand in ${where || 'no group'}`,
  (selector, name) => document.querySelector(selector)?.getAttribute('data-group') === name, node(id), where);

/** Returns the names of the nodes that the picture rings. */
const taken = (page) => page.eval(() => [...document.querySelectorAll('.canvas .gb-member.gb-taken')].map((mark) => mark.getAttribute('data-id')).sort().join(' '));

inEachBrowser('groups', (test) => {
  test.once('a preset opens solved and verified, with the window of the focused answer', async ({ page, front }) => {
    const lab = await sites(page, front);
    const rows = await lab.rows();
    assert.match(rows[0], /Frontier.*0\.891.*34.*optimal/);
    assert.match(rows.find((row) => /Knapsack Single/.test(row)) ?? '', /0\.803/);
    assert.equal(await taken(page), 'n5 n6 n7 n8 n9 s3');
    await page.click({ role: 'button', name: 'Knapsack Single', within: '.runs-table' });
    await page.wait('another window', () => document.querySelectorAll('.canvas .gb-member.gb-taken[data-group="Turin"]').length < 5);
    await page.wait('the curves', () => document.querySelectorAll('.chart .gb-curve').length >= 3);
  });

  test.any('a node is dragged to another group and back by undo', async ({ page, front }) => {
    const lab = await sites(page, front);
    const from = await page.box(node('n10')), to = await page.box(group('Turin'));
    await page.drag(node('n10'), { dx: to.x + to.width / 2 - from.x - from.width / 2, dy: to.y + to.height - 12 - from.y - from.height / 2 });
    await stands(page, 'n10', 'Turin');
    await lab.solved();
    const before = await taken(page);
    assert.match(before, /n10/, 'the cheap node joins the window of its new site');
    await lab.undo();
    await stands(page, 'n10', 'Cork');
    await lab.solved();
    const field = await page.box(group('Turin')), n5 = await page.box(node('n5'));
    await page.drag(node('n5'), { dx: 0, dy: field.y - 8 - n5.y - n5.height / 2 }); // above the groups is ground
    await stands(page, 'n5', '');
    await lab.undo();
    await stands(page, 'n5', 'Turin');
  });

  test.any('nodes are moved, renamed, added and deleted by keyboard', async ({ page, front }) => {
    const lab = await sites(page, front);
    await page.focus(node('n1'));
    await page.press('Shift+ArrowDown'); // here the groups are below each other
    await stands(page, 'n1', 'Turin');
    assert.equal(await page.eval(() => document.activeElement?.getAttribute('data-id')), 'n1', 'the focus stays on the node');
    await page.press('F2');
    await page.wait('the field of the name', () => document.activeElement?.matches?.('[data-field="group.nodes[0].id"]'));
    await page.press('Control+a');
    await page.type('pioneer');
    await page.press('Enter');
    await page.see(node('pioneer'));
    await page.focus(node('pioneer'));
    await page.press('Delete');
    await lab.count('node', 15);
    await page.focus(group('Cork'));
    await page.press('Enter');
    await page.press('F2');
    await page.click({ role: 'button', name: 'Add a node', within: '#form' });
    await lab.count('node', 16);
    await page.focus(group('Oslo'));
    await page.press('Delete');
    await lab.count('group', 2);
    for (let k = 0; k < 5; k++) await lab.undo();
    await stands(page, 'n1', 'Oslo');
    await lab.count('node', 16);
    await lab.solved();
  });

  test.once('the sliders solve again as they move, and a link keeps where they stand', async ({ page, front }) => {
    const lab = await sites(page, front);
    await page.eval(() => {
      const slider = document.querySelector('[data-slide="group.request.budget"]');
      slider.value = '26';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.wait('a window within the new budget', () => /of 26$/.test(document.querySelector('.gb-budget text')?.textContent ?? '')
      && Number(document.querySelector('.runs-table tbody td:nth-of-type(2)')?.firstChild?.textContent) <= 26);
    await lab.solved();
    const document1 = JSON.parse(opened(await lab.link()));
    assert.equal(document1.group.request.budget, 26);
    const shown = await taken(page);
    const link = native('link', document1);
    await new Lab(page, front).open(link.slice(link.indexOf('#')));
    await lab.solved();
    await page.wait(`${shown} to be taken`, (wanted) => [...document.querySelectorAll('.canvas .gb-member.gb-taken')].map((mark) => mark.getAttribute('data-id')).sort().join(' ') === wanted, shown);
  });

  test.once('the steps of a search can be gone through, on the fields and beside them', async ({ page, front }) => {
    const lab = await sites(page, front);
    await page.click({ role: 'button', name: 'Tree Greedy', within: '.runs-table' });
    await page.see('.why .gb-tree');
    assert.match(await page.eval(() => document.querySelector('.say')?.textContent), /search ends after \d+ nodes/);
    await page.click(lab.starting('To the start'));
    await page.wait('the start', () => /No step has run yet/.test(document.querySelector('.say')?.textContent ?? ''));
    await page.click(lab.starting('Next step'));
    await page.wait('the root', () => /every group undecided/.test(document.querySelector('.say')?.textContent ?? ''));
    await page.see('.canvas .gb-field.gb-next');
    await page.click({ role: 'button', name: 'GKA', within: '.runs-table' });
    await page.see('.why .gb-cells .gb-tint');
  });

  test.once('events and lots are edited in forms', async ({ page, front }) => {
    const preset = (name) => {
      const link = native('link', { format: 'gridbox', version: 1, kind: 'group', group: { generate: { preset: name } } });
      return link.slice(link.indexOf('#'));
    };
    const lab = await new Lab(page, front).open(preset('discounts'));
    await lab.count('group', 3);
    await lab.solved();
    await page.focus(group('Alder'));
    await page.press('Enter');
    await page.press('F2');
    await page.see('[data-field="group.groups[0].variants[3].cost"]');
    await page.eval((fragment) => { location.hash = fragment; }, preset('maintenance'));
    await page.see(group('rack 3'));
    await lab.solved();
    await page.click({ role: 'button', name: 'rack 3', within: '[data-list="event"]' });
    await page.see('[data-field="group.events[2].chance"]');
    await page.eval(() => {
      const field = document.querySelector('[data-field="group.events[2].chance"]');
      field.value = '1';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await lab.solved();
    await page.wait('rack 3 to be certain trouble', () => /Group rack 3.*available with 0\.[0-4]/.test(document.querySelector('.canvas [data-id="rack 3"]')?.getAttribute('aria-label') ?? ''));
  });

  test.once('axe-core finds nothing, also on a phone', async ({ page, front }) => {
    const lab = await sites(page, front);
    await page.focus(node('n7'));
    await page.press('Enter');
    await lab.solved();
    assert.deepEqual(await violations(page), []);
    await lab.onPhone();
    assert.deepEqual(await violations(page), []);
  });
});
