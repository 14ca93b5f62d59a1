// The shortest ways of five users to their goals, with the number of actions: the table in site/docs/testing.md. A
// click, a key or chord, a typed text and a drop of files are one action each; a choice from a list is two. Opening
// an address, scrolling and resizing the window are none.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './harness/builds.mjs';
import { inEachBrowser, settle } from './harness/suite.mjs';
import { Lab } from './lab.mjs';
import { Studies } from './studies.mjs';

/** A user of a page, whose actions are counted. */
class Person {
  /** @param {import('./harness/page.mjs').Page} page @param {Person} [before] the same person at another page */
  constructor(page, before) {
    this.page = page;
    this.actions = before?.actions ?? 0;
  }

  /** @param {import('./harness/page.mjs').Place} place @param {{x?: number, y?: number}} [at] */
  click(place, at) { this.actions += 1; return this.page.click(place, at); }
  /** @param {string} chord */
  press(chord) { this.actions += 1; return this.page.press(chord); }
  /** @param {string} text */
  type(text) { this.actions += 1; return this.page.type(text); }

  /** Writes a text in place of what a field or an editor has. @param {import('./harness/page.mjs').Place} place @param {string} text @param {{x?: number, y?: number}} [at] */
  async write(place, text, at) {
    await this.click(place, at);
    await this.press('Control+a');
    await this.type(text);
  }

  /** Chooses from a list. @param {string} selector @param {string} name */
  async choose(selector, name) {
    this.actions += 2;
    await this.page.see(selector);
    await this.page.eval((which, text) => {
      const list = document.querySelector(which);
      list.value = [...list.options].find((one) => one.text === text).value;
      for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
    }, selector, name);
  }

  /** Drops files together. @param {[string, string][]} files */
  drop(...files) {
    this.actions += 1;
    return this.page.eval((list) => {
      const carried = new DataTransfer();
      for (const [name, content] of list) carried.items.add(new File([content], name));
      document.querySelector('#lab')?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }));
    }, files);
  }
}

/** The number of actions of each walk: site/docs/testing.md has the same numbers, next to those of the former frame. */
const walks = Object.fromEntries([...readFileSync(join(root, 'site/docs/testing.md'), 'utf8').matchAll(/^\| (\w+) \| .* \| (\d+) \| (\d+) \|$/gm)].map(([, who, before, now]) => [who, { before: Number(before), now: Number(now) }]));

/** Checks the number of actions of a walk. @param {string} who @param {Person} person @param {(text: string) => void}
 * note */
function counted(who, person, note) {
  note(`${who}: ${person.actions} actions, ${walks[who].before} before`);
  assert.equal(person.actions, walks[who].now, `${who}: as many actions as testing.md says`);
}

const inDialog = (/** @type {string} */ name) => ({ role: 'button', name, within: 'dialog' });
const inBar = (/** @type {string} */ name) => ({ role: 'button', name, within: '.bar' });

const queue = `JOBID|NAME|USER|ST|TIME|TIME_LIMIT|CPUS|NODES|PRIORITY|SUBMIT_TIME|START_TIME|NODELIST(REASON)|DEPENDENCY
10|fold protein|ada|R|10:00|20:00|1|1|90|2026-01-05T08:00:00|2026-01-05T08:00:00|c1|(null)
11|fold protein|ada|PD|0:00|10:00|2|1|80|2026-01-05T08:01:00|2026-01-05T08:20:00|(Resources)|(null)
12|render|eve|PD|0:00|20:00|1|1|70|2026-01-05T08:02:00|2026-01-05T08:30:00|(Priority)|(null)
13|small|eve|PD|0:00|5:00|1|1|60|2026-01-05T08:03:00|N/A|(Priority)|(null)
`;
const nodes = 'NodeName=c1 CPUTot=2 RealMemory=4000 State=MIXED Partitions=main\n';
const zone = (/** @type {string} */ name) => `<?xml version='1.0'?><platform version="4.1"><zone id="${name}" routing="Full">
<cluster id="${name}-a" prefix="a-" suffix="" radical="0-3" speed="2Gf" core="2" bw="125MBps" lat="50us"/>
<cluster id="${name}-b" prefix="b-" suffix="" radical="0-5" speed="1Gf" bw="125MBps" lat="50us"/>
<link id="l" bandwidth="100MBps" latency="1ms"/><zoneRoute src="${name}-a" dst="${name}-b" gw_src="a-${name}-a_router" gw_dst="b-${name}-b_router"><link_ctn id="l"/></zoneRoute></zone></platform>`;

inEachBrowser('walks', (test) => {
  test.any('a student: a question, a change and what it did, the tour, two lessons', async ({ page, front, note }) => {
    await page.resize(1366, 768);
    const me = new Person(page);
    await page.goto(front.url('/'));
    await me.click({ role: 'link', name: 'Open the laboratory' });
    await (await new Lab(page, front).live()).solved();
    assert.match(await page.text('.question'), /^On which of 5 clusters should each of 24 jobs run/);
    assert.match(await page.text('.changed'), /a simple rule beats it\. Why\?/);

    await me.write('[data-list="cluster"] input[aria-label^="Power of Nancy"]', '500');
    await me.press('Enter');
    await page.wait('the former value', () => document.querySelector('.runs-table tr.sel .was'));
    await me.click({ role: 'button', name: 'What changed?' });
    await page.wait('what differs, and why', () => document.querySelector('#differences .versus-table') && /before the last change/.test(document.querySelector('.sides')?.textContent ?? ''));
    await me.press('Escape');
    await page.wait('the scenario', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario');

    await me.click('.invite .btn');
    const button = () => page.wait('a stop of the tour', () => document.querySelector('.tour .primary')?.textContent);
    for (let stops = 1; await button() === 'Next' && stops < 9; stops++) {
      await me.click({ role: 'button', name: 'Next', within: '.tour' });
      await page.wait('the next stop', (of) => document.querySelector('.tour-of')?.textContent?.startsWith(`${of} of`), stops + 1);
    }
    await me.click({ role: 'button', name: 'Show', within: '.tour' });
    await me.click({ role: 'button', name: '/^Try /', within: '.flips tbody tr:first-child' });
    await page.wait('before and after', () => /^Tried: /.test(document.querySelector('.tried')?.textContent ?? ''));
    await me.click({ role: 'button', name: 'Done', within: '.tour' });

    await settle(page, front);
    await me.click('.brand');
    await me.click({ role: 'link', name: 'Course', within: 'header' });
    await me.click('[data-lesson="computation-and-data"] a');
    const solved = (/** @type {string} */ id) => page.wait(`${id} to be solved`, (form) => document.querySelector(`form[data-exercise="${form}"] .came .passed`), id);
    const field = (/** @type {string} */ id, /** @type {number} */ place, /** @type {string} */ what) => `form[data-exercise="${id}"] .fields > div:nth-child(${place}) ${what}`;
    await me.choose(field('computation-and-data/replica', 1, 'select'), 'Lille');
    await solved('computation-and-data/replica');
    await me.click(field('computation-and-data/work', 1, 'input[type="range"]'), { x: 0.08 });
    await me.choose(field('computation-and-data/work', 2, 'select'), 'sum');
    await solved('computation-and-data/work');
    await me.click(field('computation-and-data/link', 1, 'input[type="range"]'), { x: 0.14 });
    await solved('computation-and-data/link');
    await settle(page, front);
    await me.click('.chapters [data-lesson="farm"] a');
    await me.choose(field('farm/starvation', 1, 'select'), 'yes');
    await solved('farm/starvation');
    await me.write(field('farm/priority', 1, 'input'), 'r');
    await solved('farm/priority');
    await me.write(field('farm/long', 1, 'input'), '-r');
    await me.choose(field('farm/long', 2, 'select'), 'easy');
    await solved('farm/long');
    counted('student', me, note);
  });

  test.any('a researcher: two platforms, jobs drawn on one, a study of 200 replications, its figure, table and link', async ({ page, front, note }) => {
    await page.resize(1366, 768);
    const lab = await new Studies(page, front).open(), me = new Person(page);
    for (const name of ['g5k', 'mygrid']) {
      await me.drop([`${name}.xml`, zone(name)]);
      await page.wait('the report', () => /2 clusters/.test(document.querySelector('#import-status')?.textContent ?? '') && !document.querySelector('dialog .primary')?.hasAttribute('disabled'));
      await me.click(inDialog('Import'));
      await page.wait('the platform', (title) => document.querySelector('.bar .title input')?.value === title && !document.querySelector('dialog[open]'), name);
    }
    await me.click(inBar('Study'));
    await me.click('#door-jobs .go:not([disabled])');
    await page.wait('200 replications of the algorithms on these clusters', () => /^Complete.*200 of 200 replications/.test(document.querySelector('#study-status')?.textContent ?? ''));
    assert.notEqual(await page.eval(() => document.querySelector('.bar .title input')?.value), 'mygrid', 'the platform itself is unchanged');
    assert.match(await page.text('#study-finding'), /RBHS|Min completion|SCP Tree Search/);
    for (const name of ['PDF', 'LaTeX, table and PDF']) {
      me.actions += 2; // the menu Export, and its item
      assert.match(await lab.saved(name), name === 'PDF' ? /^%PDF-/ : /^PK/);
    }
    await me.click(inBar('Share'));
    await page.wait('the link with the digest', () => /&study=/.test(document.querySelector('#share-link')?.getAttribute('data-value') ?? ''));
    await me.click({ role: 'button', name: 'Copy', within: '.share-address' });
    counted('researcher', me, note);
  });

  test.any('an engineer: why a job waits, when it starts, what helps', async ({ page, front, note }) => {
    await page.resize(1366, 768);
    await new Lab(page, front).open();
    const me = new Person(page);
    await me.drop(['jobs.txt', queue], ['nodes.txt', nodes]);
    await page.wait('the report', () => /1 machine, 4 jobs/.test(document.querySelector('#import-status')?.textContent ?? '') && !document.querySelector('dialog .primary')?.hasAttribute('disabled'));
    await me.click(inDialog('Import'));
    await page.see('.queue-one');
    await me.click('.canvas [data-row="12"] [data-kind="job"]');
    const prediction = await page.wait('the prediction for job 12', () => /12/.test(document.querySelector('.queue-one')?.textContent ?? '') && document.querySelector('#answers')?.textContent);
    assert.match(prediction, /\d\d:\d\d:\d\d/, 'when');
    assert.match(prediction, /priority|resources/, 'why');
    assert.match(prediction, /00:10:00|limit/, 'what helps');
    counted('engineer', me, note);
  });

  test.any('a teacher: a lecture on two stages and a phone, and two figures for a page', async ({ page, front, profile, note }) => {
    await page.resize(1280, 720);
    const lab = await (await new Lab(page, front).open()).solved(), me = new Person(page);
    await page.eval(() => { Element.prototype.requestFullscreen = () => Promise.resolve(); }); // else the stage has the size of the screen
    const asked = (/** @type {string} */ job) => page.wait(`the question about ${job}`, (id) => document.querySelector('.present-ask h1')?.textContent?.startsWith(`RBHS places job ${id}.`) && document.querySelector('.tally'), job);
    const shown = () => page.wait('the answer', () => document.querySelector('.tally .score'));
    await me.click(inBar('Present'));
    await asked('j1');
    await me.press('2');
    await me.press('Space');
    await shown();
    await page.resize(1024, 768);
    await me.press('j');
    await asked('j2');
    await me.press('l');
    await page.wait('the laboratory', () => !document.querySelector('#lab[data-lecture]'));

    await me.click(inBar('Share'));
    await page.wait('the code of a frame', () => /<(iframe|gridbox-figure)/.test(document.querySelector('#share-text')?.textContent ?? ''));
    await me.click({ role: 'button', name: 'Copy', within: 'dialog div:has(> .share-text)' });
    const composer = await profile.opened(() => me.click({ role: 'link', name: 'Figure with controls…', within: 'dialog' }));
    await composer.wait('the composer', () => document.querySelector('#composer:not([hidden]) #code pre'));
    const there = new Person(composer, me);
    await there.click('#find');
    await there.type('power all');
    await there.click({ role: 'button', name: '/^Power, MIPS/' });
    await composer.wait('the code with a slider', () => /controls=/.test(document.getElementById('text')?.textContent ?? ''));
    await there.click({ role: 'button', name: 'Copy the code' });
    await composer.close();

    const again = new Person(page, there);
    await page.press('Escape'); // the dialog from which another tab was opened
    await page.resize(390, 844);
    await page.wait('no dialog', () => !document.querySelector('dialog[open]'));
    await again.click(inBar('More'));
    await again.click(inDialog('/^Present/'));
    await page.wait('a question', () => document.querySelector('.tally'));
    await again.click({ role: 'button', name: '/^Reveal/', within: '.present' });
    await shown();
    assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth));
    counted('teacher', again, note);
    await lab.live();
  });

  test.any('an author: formulas and programs in three kinds, a mistake, a challenge, where it loses, a link', async ({ page, front, note }) => {
    await page.resize(1366, 768);
    const lab = await new Studies(page, front).open(), me = new Person(page);
    const example = async (/** @type {string} */ name, /** @type {string} */ kind) => {
      await me.click(inBar('Open'));
      await me.click(inDialog(`Example: ${name}`));
      await page.wait(`the kind ${kind}`, (which) => document.querySelector('.canvas')?.getAttribute('data-picture') === which, kind);
      await lab.solved();
    };
    const runs = () => page.wait('it to run', () => /It runs in/.test(document.querySelector('.own')?.textContent ?? '') && document.querySelector('#side .gb-code'));
    await example('Compute farm', 'farm');
    await me.click(lab.button('Add algorithm'));
    await me.click(inDialog('/^Your own/'));
    await me.click({ role: 'button', name: 'Start from SJF' });
    await runs();
    await lab.solved();
    const wait = await page.eval(() => Object.fromEntries([...document.querySelectorAll('.runs-table tbody tr')].map((row) => [row.querySelector('bdi')?.textContent, Number((row.querySelectorAll('td')[1]?.firstChild?.textContent ?? '').replace(/\s/g, ''))])));
    assert.ok(wait['my-sjf'] < wait.EASY, `it beats EASY: ${JSON.stringify(wait)}`);
    await page.wait('the focus in the source', () => document.activeElement?.closest('#side [data-policy]'));
    await me.press('Control+a');
    await me.type('r + * n');
    await page.wait('what is wrong', () => /line 1, column 5/.test(document.querySelector('.own .faults')?.textContent ?? ''));
    await me.press('Control+a');
    await me.type('r');
    await runs();
    await me.click({ role: 'button', name: 'New from…' });
    await me.click({ role: 'button', name: 'Start from EASY as a program', within: 'dialog' });
    await page.wait('the program', () => document.querySelector('#side [data-editor="javascript"]'));
    await runs();
    await me.click({ role: 'button', name: 'Find where it loses' });
    await page.wait('the search to end', () => /^Complete/.test(document.querySelector('#hunt-status')?.textContent ?? '') || document.querySelector('#hunt-none'));
    await me.click(inBar('Share'));
    await page.wait('the link', () => document.querySelector('#share-link')?.getAttribute('data-value'));
    await me.press('Escape');
    await page.wait('no dialog', () => !document.querySelector('dialog[open]'));

    await example('Window', 'window');
    await me.click('.own [aria-label^="Start from"]');
    await runs();
    await example('Groups', 'group');
    await me.click('.own [aria-label$="as a program"]');
    await runs();

    await settle(page, front);
    await me.click({ role: 'link', name: 'Challenges', within: '.own' });
    await page.wait('the form', () => document.querySelector('#contest:not([hidden])'));
    await me.click({ role: 'button', name: 'Try it: A short window' });
    await page.eval(() => window.gridbox.editor.attach(document.querySelector('#source'), {}).ready);
    await page.wait('the focus in the source', () => document.activeElement?.closest('#source'));
    await me.press('Control+a');
    await me.type('runtime');
    await me.click({ role: 'button', name: 'Draw instances and run' });
    await page.wait('the score', () => /^100 in/.test(document.querySelector('#came')?.textContent ?? ''));
    counted('author', me, note);
  });
});
