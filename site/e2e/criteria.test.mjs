// Criteria of WCAG 2.2 that axe-core cannot decide: what covers the focus, what the focus changes, the alternatives
// to dragging, the size of targets, text spacing, messages without the focus, and redundant entry.

import assert from 'node:assert/strict';
import { atFocus, cutWords, smallTargets, spaced } from './criteria.mjs';
import { inEachBrowser, settle } from './harness/suite.mjs';
import { Lab } from './lab.mjs';
import { Studies } from './studies.mjs';

/** The first example of each kind. */
const kinds = { 'five-clusters': 'placement', 'twelve-nodes': 'window', 'alp-amp-figure-5': 'batch', 'three-sites': 'group', 'markov-2004': 'farm' };
const sizes = /** @type {const} */ ([[1366, 768], [360, 740]]);
const inBar = (/** @type {string} */ name) => ({ role: 'button', name, within: '.bar' });

/** Waits until a view shows and the address says so. @param {Lab} lab @param {string} view */
const shows = (lab, view) => lab.page.wait(`the view ${view}`, (to) => document.querySelector('#lab')?.getAttribute('data-view') === to && location.hash === (to === 'scenario' ? '' : `#view=${to}`), view);
/** @param {Lab} lab @param {string} name @param {string} view */
const viewed = async (lab, name, view) => { await lab.page.click(inBar(name)); await shows(lab, view); };

/** Opens a part of the laboratory and waits until it shows. @type {Record<string, (lab: Lab) => Promise<unknown>>} */
const parts = {
  Explore: async () => {},
  Why: (lab) => lab.page.click(lab.tab('Why')),
  Details: (lab) => lab.page.click(lab.tab('Details')),
  'Draw at random': async (lab) => { await lab.page.click(lab.tab('Answers')); await lab.unfold('#draw-at-random'); },
  Queue: async (lab) => {
    await lab.page.click(inBar('Queue'));
    await lab.page.wait('the queue', () => location.hash === '#view=queue' && !/Replaying the queue/.test(document.querySelector('.runs')?.textContent ?? ''));
  },
  Compare: (lab) => viewed(lab, 'Compare', 'beside'),
  Study: (lab) => viewed(lab, 'Study', 'study'),
  Library: async (lab) => { await lab.page.press('b'); await shows(lab, 'library'); },
  Present: async (lab) => {
    await viewed(lab, 'Explore', 'scenario');
    await lab.page.eval(() => { Element.prototype.requestFullscreen = () => Promise.resolve(); }); // else it has the size of the screen
    await lab.page.press('l');
    await lab.page.see('.tally');
  },
};

/** Parts that are the same for all kinds: they are visited with placements only. */
const common = ['Library', 'Present'];

/** Goes through every part of a kind, at both sizes. @param {Lab} lab @param {string} kind @param {(where: string) => Promise<void>} look */
async function through(lab, kind, look) {
  for (const [part, show] of Object.entries(parts)) {
    if (kind !== 'placement' && common.includes(part)) continue;
    if (part === 'Queue' && !await lab.page.has(inBar('Queue'))) continue;
    await show(lab);
    for (const [width, height] of sizes) {
      await lab.page.resize(width, height);
      await lab.page.wait('the size', (wide) => innerWidth === wide && new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => done(true))); }), width);
      await look(`${part}, ${width} x ${height}`);
    }
    await lab.page.resize(...sizes[0]);
  }
}

/** Presses Tab until every element had the focus; returns the focused elements. @param
 * {import('./harness/page.mjs').Page} page @param {string} where */
async function tabbed(page, where) {
  const found = /** @type {string[]} */ ([]);
  await page.wait('the focus at the start', () => {
    const start = document.querySelector(document.querySelector('#lab[data-lecture]') ? '.tally button' : '.skips button');
    start?.focus();
    return document.activeElement === start;
  });
  const first = await page.eval(atFocus), places = new Set([first.place]);
  for (let i = 0, known = 0; i < 200 && known < 3; i++) {
    await page.press('Tab');
    const at = await page.eval(atFocus);
    if (!at.seen) found.push(`${where}: ${at.what} is not seen`);
    if (at.context !== first.context) found.push(`${where}: ${at.what} changed ${first.context} to ${at.context}`);
    known = at.what === '' || places.has(at.place) ? known + 1 : 0;
    places.add(at.place);
    if (/gb-code/.test(at.what)) await page.press('Escape'); // the next Tab leaves the editor
  }
  return { found, places };
}

inEachBrowser('criteria', (test, browser) => {
  for (const [preset, kind] of Object.entries(kinds)) {
    const once = kind === 'placement' || kind === 'farm' ? test.once : test.long;
    (kind === 'placement' ? test : once)(`${kind}: the focus is seen in every view, and changes nothing by itself (2.4.11, 3.2.1)`, async ({ page, front, note }) => {
      const lab = await (await new Lab(page, front).open(`?preset=${preset}`)).run();
      const found = /** @type {string[]} */ ([]);
      let stops = 0;
      await through(lab, kind, async (where) => {
        const one = await tabbed(page, where);
        found.push(...one.found);
        stops += one.places.size;
        assert.ok(one.places.size > 6, `${where}: the focus went to ${one.places.size} places`);
      });
      note(`${kind}: ${stops} places of the focus`);
      assert.deepEqual(found, []);
    });

    once(`${kind}: targets are large enough or apart, and text may be spaced (2.5.8, 1.4.12)`, async ({ page, front }) => {
      const lab = await (await new Lab(page, front).open(`?preset=${preset}`)).run();
      const found = /** @type {string[]} */ ([]);
      await through(lab, kind, async (where) => { for (const one of await page.eval(smallTargets)) found.push(`${where}: ${one}`); });
      await page.press('Escape');
      await page.eval(spaced);
      await through(lab, kind, async (where) => { for (const one of await page.eval(cutWords)) found.push(`${where}: ${one}`); });
      assert.deepEqual(found, []);
    });
  }

  test('the focus is seen beside messages, decisions and the form (2.4.11)', async ({ page, front }) => {
    const lab = await (await new Lab(page, front).open()).run();
    await page.focus(Lab.mark('cluster', 'Nice'));
    await page.press('Control+d');
    const message = await page.see('.alerts .alert');
    await page.move(message.x + message.width / 2, message.y + message.height / 2); // it stays while the pointer is on it
    assert.deepEqual((await tabbed(page, 'a message')).found, []);
    await page.move(600, 300);
    await lab.unfold('#draw-at-random');
    await page.click({ role: 'button', name: '/^Mostly data/', within: '#draw-at-random' });
    await page.see('.decision .alert');
    assert.deepEqual((await tabbed(page, 'a decision')).found, []);
    await page.click({ role: 'button', name: '/^Back to/', within: '.decision' });
    await lab.form('cluster', 'Nancy');
    const found = [];
    for (let i = 0; i < 40; i++) {
      await page.press('Tab');
      const at = await page.eval(atFocus);
      if (!at.seen) found.push(at.what);
    }
    assert.deepEqual(found, [], 'with the form');
  });

  test('what is dragged is moved without dragging too: clusters, links, replicas, the picture (2.5.7)', async ({ page, front }) => {
    const lab = await (await new Lab(page, front).open()).run();
    const before = await page.box(Lab.mark('cluster', 'Rennes'));
    await page.click(Lab.mark('cluster', 'Rennes'));
    await page.click(Lab.mark('cluster', 'Rennes'));
    await page.see('#form .chosen');
    await page.click('#f-clusters-x');
    await page.press('Control+a');
    await page.type('0.5');
    await page.press('Enter');
    await page.wait('it to stand elsewhere', (at, x) => (document.querySelector(at)?.getBoundingClientRect().x ?? x) > x + 40, Lab.mark('cluster', 'Rennes'), before.x);
    await page.click({ role: 'button', name: 'd2', within: '#form' });
    await page.wait('the replica', () => document.querySelector('.canvas [data-kind="replica"][data-cluster="Rennes"][data-dataset="d2"]'));
    await page.eval(() => {
      const list = document.querySelector('#form [data-connect]');
      list.value = 'Nice';
      list.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await lab.count('link', 8);
    await page.press('Escape');
    await page.click({ role: 'button', name: 'Rennes', within: '[data-list="cluster"]' });
    const picture = await page.box('.canvas');
    await page.move(picture.x + 60, picture.y + picture.height - 60); // the tools are visible while the mouse is over the picture
    for (let i = 0; i < 4; i++) await page.click({ role: 'button', name: '/^Zoom in/', within: '.zoom' });
    const [mark, canvas] = [await page.eval((at) => document.querySelector(at)?.getBoundingClientRect().toJSON(), Lab.mark('cluster', 'Rennes')), await page.box('.canvas')];
    assert.ok(mark.x > canvas.x && mark.x + mark.width < canvas.x + canvas.width && mark.y > canvas.y && mark.y + mark.height < canvas.y + canvas.height, 'what is selected stays in sight');
  });

  test('what is dragged is moved without dragging too: busy time, nodes of groups, runs, sides, times (2.5.7)', async ({ page, front }) => {
    let lab = await (await new Lab(page, front).open('?preset=twelve-nodes')).run();
    const busy = await page.eval(() => document.querySelector('.canvas [data-kind="busy"]')?.getAttribute('data-id') ?? '');
    await lab.form('busy', busy);
    const fields = await page.eval(() => [...document.querySelectorAll('#form label')].map((label) => label.textContent));
    for (const name of ['Start', 'End']) assert.ok(fields.some((label) => label?.startsWith(name)), `the form of busy time has ${name}: ${fields.join(', ')}`);
    await page.press('Escape');
    await page.click('.transport input', { x: 0.3 });
    await page.wait('a step in between', () => { const range = document.querySelector('.transport input'); return Number(range?.value) > 0 && Number(range?.value) < Number(range?.max); });

    lab = await (await lab.open('?preset=three-sites')).run();
    await lab.form('node', 'n5');
    const groups = await page.eval(() => [...document.querySelectorAll('#form :is(label, select, input)')].map((part) => part.textContent).join(' '));
    assert.match(groups, /Group/, 'the form of a node has its group');
    await page.press('Escape');

    const width = () => page.eval(() => document.querySelector('#lab > .runs')?.getBoundingClientRect().width ?? 0);
    const narrow = await width();
    await page.click(inBar('More'));
    await page.click({ role: 'button', name: '/^All commands/', within: 'dialog' });
    await page.click({ role: 'button', name: '/^Widen the right side/', within: 'dialog' });
    await page.wait('a wider side', (was) => (document.querySelector('#lab > .runs')?.getBoundingClientRect().width ?? 0) > was + 20, narrow);

    await page.click(lab.button('Add algorithm'));
    await page.click({ role: 'button', name: '/^Order, names and options/', within: 'dialog' });
    const order = () => page.eval(() => [...document.querySelectorAll('[data-runs] [data-run]')].map((row) => row.getAttribute('data-run')));
    await page.see('[data-runs] [data-run]');
    const [first, second] = await order();
    await page.click(`[data-run="${second}"] [data-part="up"]`);
    await page.wait('the other order', (id) => document.querySelector('[data-runs] [data-run]')?.getAttribute('data-run') === id, second);
    assert.deepEqual((await order()).slice(0, 2), [second, first]);
  });

  test('what was given once is not asked for again: imports and studies (3.3.7)', async ({ page, front }) => {
    const lab = await new Studies(page, front).open();
    const drop = (/** @type {string} */ name, /** @type {string} */ row) => page.eval((called, text) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], called));
      document.querySelector('#lab')?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }));
    }, name, `job,cores,runtime,when\n${row}\n`);
    const meaning = () => page.wait('what the column when is', () => [...document.querySelectorAll('dialog[open] select')].find((one) => one.getAttribute('aria-label') === 'What when is')?.value);
    const read = (/** @type {string} */ words) => page.wait(`${words} to be read`, (text) => document.querySelector('#import-status')?.textContent?.includes(text) && !document.querySelector('dialog .primary')?.hasAttribute('disabled'), words);
    await drop('one.csv', 'a,2,60,1');
    await read('1 job');
    assert.notEqual(await meaning(), 'submitted', 'the column has to be given a meaning');
    await page.eval(() => {
      const list = [...document.querySelectorAll('dialog select')].find((one) => one.getAttribute('aria-label') === 'What when is');
      list.value = 'submitted';
      list.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await read('1 job');
    await page.wait('the import', () => {
      const button = document.querySelector('dialog[open] .primary');
      if (button instanceof HTMLElement && !button.hasAttribute('disabled')) button.click();
      return document.querySelector('.canvas')?.getAttribute('data-picture') === 'farm' && !document.querySelector('dialog[open]');
    });
    await lab.solved();
    await page.reload();
    await lab.live();
    await drop('two.csv', 'b,1,30,5');
    await read('1 job');
    assert.equal(await meaning(), 'submitted', 'a file with the same columns has the same meanings');
    await page.press('Escape');
    await page.wait('the dialog to close', () => !document.querySelector('dialog[open]'));

    await lab.open('?preset=five-clusters');
    await viewed(lab, 'Study', 'study');
    await lab.set('#door-jobs-draws', '50');
    await lab.choose('#door-hunt-b', '2');
    const entered = () => page.eval(() => ['#door-jobs-draws', '#door-hunt-b'].map((one) => document.querySelector(one)?.value).join());
    await page.wait('the work of 50 draws', () => /200 solutions/.test(document.querySelector('#door-jobs')?.textContent ?? ''));
    await viewed(lab, 'Explore', 'scenario');
    await viewed(lab, 'Study', 'study');
    assert.equal(await entered(), '50,2', 'the questions keep their numbers');
    await lab.door('jobs');
    await lab.complete();
    await page.click({ role: 'button', name: 'New study' });
    await page.see('#door-jobs-draws');
    assert.equal(await page.eval(() => document.querySelector('#door-jobs-draws')?.value), '50', 'the next study begins with the number of the last one');
  });

  test('what was given once is not asked for again: exercises, figures and challenges (3.3.7)', async ({ page, front }) => {
    const form = 'form[data-exercise="deciding/slower"]';
    await page.goto(front.url('/course/deciding/'));
    await settle(page, front);
    await page.click(`${form} .fields input:not([type="range"])`);
    await page.press('Control+a');
    await page.type('1000');
    await page.wait('it to be solved', (at) => document.querySelector(`${at} .came .passed`), form);
    await page.click(`${form} .actions a`);
    const lab = await new Lab(page, front).live();
    assert.equal(JSON.parse(await lab.text()).placement.clusters.find((one) => one.id === 'Nancy').mips, 1000, 'the laboratory has the value');
    await page.click({ role: 'link', name: 'Back to the lesson' });
    await page.wait('the value in the lesson', (at) => document.querySelector(`${at} .fields input`)?.value === '1000', form);
    await settle(page, front);

    await page.goto(front.url('/compose/?preset=five-clusters'));
    const label = (/** @type {string} */ text) => page.wait(`the control ${text}`, (want) => document.querySelector('#control-0-label')?.value === want && document.getElementById('text')?.textContent?.includes(`:${want}`), text);
    await page.wait('the composer', () => document.querySelector('#composer:not([hidden]) #code pre'));
    await page.click('#find');
    await page.type('power all');
    await page.click({ role: 'button', name: '/^Power, MIPS/' });
    await page.wait('its card, with the focus', () => document.activeElement?.id === 'control-0-label');
    await page.press('Control+a');
    await page.type('Speed');
    await page.press('Tab');
    await label('Speed');
    await settle(page, front);
    await page.reload();
    await label('Speed');
    await settle(page, front);

    await page.goto(front.url('/challenges/'));
    const written = () => page.wait('the editor', () => document.querySelector('#contest:not([hidden])') && window.gridbox.editor.attach(document.querySelector('#source'), {}).ready.then(() => `${document.querySelector('#name').value}: ${window.gridbox.editor.attach(document.querySelector('#source'), {}).text()}`));
    await written();
    await page.click('#name');
    await page.press('Control+a');
    await page.type('my rule');
    await page.press('Tab');
    await page.click('#source', { y: 0.2 });
    await page.press('Control+a');
    await page.type('r + n');
    await page.wait('it to be kept', () => /"source":"r \+ n"/.test(localStorage.getItem('gridbox:contest') ?? ''));
    await page.reload();
    assert.equal(await written(), 'my rule: r + n');
  });

  test('what happens is said without moving the focus (4.1.3)', async ({ page, front }) => {
    const lab = await (await new Lab(page, front).open()).run();
    await page.eval(() => {
      window.announcements = [];
      const live = '[role="status"], [role="alert"], [role="log"], [aria-live]:not([aria-live="off"]), output';
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
          if (region) window.announcements.push(`${region.textContent?.replace(/\s+/g, ' ')}`);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const announced = (/** @type {string} */ what, /** @type {RegExp} */ pattern) => page.wait(`${what} to be said`, (source) => window.announcements.some((text) => new RegExp(source).test(text)), pattern.source);
    const focus = '[data-list="cluster"] input[aria-label^="Power of Nancy"]';
    await page.click(focus);
    await page.press('Control+a');
    await page.type('500');
    await page.press('Enter');
    await announced('the new answer', /solved and checked/);
    await page.press('Control+a');
    await page.type('-1');
    await page.press('Enter');
    await announced('what is wrong', /greater|above|more than|at least|positive|valid/i);
    assert.ok(await page.eval((at) => document.activeElement === document.querySelector(at), focus), 'the focus stays in the field');
    await page.press('Escape');
    await page.focus(Lab.mark('cluster', 'Nice'));
    await page.press('Control+d');
    await announced('the copy', /copy|copied|duplicat/i);
  });
}, { motion: 'reduce' });
