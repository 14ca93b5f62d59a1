// Explanations of a problem: the question above the picture, terms with explanations, the changes that would alter a
// decision, and the search of the documentation.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './harness/builds.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';
import { covered } from './overlaps.mjs';

const sizes = [[360, 740], [390, 844], [768, 1024], [1024, 768], [1280, 720], [1440, 900], [1920, 1080], [2560, 1440]];

/** Rests the pointer on a thing. */
async function hover(page, place) {
  const { x, y } = await page.pointIn(place);
  await page.move(x, y);
}

/** Checks, in the page, that no mark becomes another one when a picture is changed. */
function watchChanges() {
  const { gridbox } = /** @type {any} */ (window), plain = gridbox.patch;
  const changed = { times: 0, wrong: /** @type {string[]} */ ([]) };
  Object.assign(window, { changed });
  gridbox.patch = (/** @type {Element} */ svg, /** @type {string} */ changes) => {
    const called = (/** @type {Element} */ mark) => `${mark.getAttribute('data-kind')} ${mark.getAttribute('data-id')}`;
    const marks = [...svg.querySelectorAll('[data-id]')].map((mark) => /** @type {const} */ ([mark, called(mark)]));
    const whole = plain(svg, changes);
    if (whole) return whole;
    for (const [mark, name] of marks) if (mark.isConnected && called(mark) !== name) changed.wrong.push(`${name} has become ${called(mark)}`);
    changed.times++;
    return '';
  };
}

/** Returns the elements of the picture with their attributes, except for the state of pointer and zoom. */
function elements() {
  const svg = document.querySelector('.canvas svg.gb-picture:not(.gb-lift)'), copy = /** @type {Element} */ (svg?.cloneNode(true));
  copy.removeAttribute('style');
  copy.querySelector('.gb-world')?.removeAttribute('transform');
  for (const mark of copy.querySelectorAll('.gb-hover')) mark.classList.remove('gb-hover');
  return copy.outerHTML.split('<').map((tag) => tag.split(/ (?=[\w-]+=")|(?=>)/).sort().join(' '));
}

/** Returns the elements of the picture once nothing has changed them for a while. */
async function settled(page) {
  for (let was = '', now; ; was = now) {
    now = JSON.stringify(await page.eval(elements));
    if (was === now) return JSON.parse(now);
    await new Promise((resolve) => { setTimeout(resolve, 300); });
  }
}

/** Makes the laboratory draw the picture as a whole, by another size of the window in between. */
async function drawAnew(page) {
  const size = () => document.querySelector('.canvas svg.gb-picture:not(.gb-lift)')?.getAttribute('viewBox');
  const was = await page.eval(size);
  await page.resize(1100, 640);
  await page.wait('a picture of another size', (before) => document.querySelector('.canvas svg.gb-picture:not(.gb-lift)')?.getAttribute('viewBox') !== before, was);
  await page.resize(1280, 720);
  await page.wait('a picture of the former size', (before) => document.querySelector('.canvas svg.gb-picture:not(.gb-lift)')?.getAttribute('viewBox') === before, was);
}

/**
 * Applies changes to random pictures in the page and returns those whose result differs from a new drawing.
 * @param {[before: string, changes: string, after: string][]} list
 */
function change(list) {
  const { gridbox } = /** @type {any} */ (window), wrong = /** @type {string[]} */ ([]);
  const room = document.createElement('div'), other = document.createElement('div');
  const sorted = (/** @type {Element} */ el) => el.innerHTML.split('<').map((tag) => tag.split(/ (?=[\w-]+=")|(?=>)/).sort().join(' ')).join('<');
  let kept = 0;
  for (const [before, changes, after] of list) {
    room.innerHTML = before;
    other.innerHTML = after;
    const named = [...room.querySelectorAll('[data-id]')].map((el) => /** @type {const} */ ([el, el.getAttribute('data-id')]));
    if (gridbox.patch(room.firstElementChild, changes)) wrong.push(`drawn as a whole: ${before}`);
    if (sorted(room) !== sorted(other)) wrong.push(`${before} became ${room.innerHTML} and not ${after}`);
    for (const [el, name] of named) if (room.contains(el) && el.getAttribute('data-id') !== name) wrong.push(`${name} has another name`);
    kept += named.filter(([el]) => room.contains(el)).length;
  }
  return { wrong: wrong.slice(0, 3), kept };
}

inEachBrowser('understanding', (test) => {
  test('the question has the numbers of the problem, and its words explain themselves by pointer, key and Escape', async ({ page, front }) => {
    await (await new Lab(page, front).open()).solved();
    assert.match(await page.wait('the question', () => document.querySelector('.question')?.textContent),
      /^On which of 5 clusters should each of 24 jobs run, so that the last one ends early, when the 5 datasets they read must first travel over 7 links\?$/);
    await hover(page, '.question [data-term="makespan"]');
    const card = () => document.querySelector('.meaning')?.textContent ?? '';
    assert.match(await page.wait('the card', card), /^Makespan.*[Ee]nd of the last job/);
    await page.focus('.question [data-term="cluster"]');
    await page.press('ArrowRight');
    assert.match(await page.wait('the card of the next word', () => /^Job/.test(document.querySelector('.meaning')?.textContent ?? '') && document.querySelector('.meaning')?.textContent), /datasets that it reads/);
    const outside = () => [...document.querySelectorAll('.meaning')].filter((made) => {
      const r = made.getBoundingClientRect();
      return r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight;
    }).length;
    assert.equal(await page.eval(outside), 0, 'the card is on the page');
    const size = await page.eval(() => [innerWidth, innerHeight]);
    await page.resize(500, 700);
    await page.wait('no card outside of a window that has shrunk', () => [...document.querySelectorAll('.meaning')].every((made) => made.getBoundingClientRect().right <= innerWidth));
    assert.equal(await page.eval(outside), 0, 'nor above or below it');
    await page.resize(size[0], size[1]);
    await page.focus('.question [data-term="cluster"]');
    await page.press('ArrowRight');
    await page.wait('the card once more', () => /^Job/.test(document.querySelector('.meaning')?.textContent ?? ''));
    await page.press('Escape');
    await page.wait('the card to be gone', () => !document.querySelector('.meaning'));
    await hover(page, '.runs-table th [data-term]');
    assert.match(await page.wait('the card of a column', card), /[Ll]ower is better/);
    const lit = () => [...document.querySelectorAll('.gb-lit')].map((mark) => mark.getAttribute('data-id') ?? mark.getAttribute('class'));
    await hover(page, '.sum [data-term="cra-score"]');
    assert.deepEqual(await page.wait('what the run stands for', () => document.querySelector('.gb-lit') && [...document.querySelectorAll('.gb-lit')].map((mark) => mark.getAttribute('data-id'))), ['Nancy']);
    await page.focus('.sum [data-term="rs-score"]');
    await page.wait('the ways of the data', () => document.querySelectorAll('.gb-flows.gb-lit, .gb-cargos.gb-lit').length === 2);
    assert.equal((await page.eval(lit)).length, 2);
    await page.press('Escape');

    await page.click('.invite .btn');
    const stop = () => page.wait('a stop of the tour', () => document.querySelector('.tour h2')?.textContent);
    const stops = [await stop()];
    assert.ok(await page.eval(() => document.activeElement?.matches('.tour')), 'it has the focus');
    while (stops.length < 9 && !(await page.eval(() => document.querySelector('.tour .primary')?.textContent === 'Done'))) {
      const ringed = await page.eval(() => { const r = document.querySelector('.tour-ring')?.getBoundingClientRect(); return r && r.width > 100 && r.height > 10; });
      assert.ok(ringed, `${stops.at(-1)} is shown in the page`);
      await page.click({ role: 'button', name: 'Next', within: '.tour' });
      stops.push(await stop());
      if (stops.length === 3) {
        await page.click({ role: 'button', name: 'Choose the second', within: '.tour' });
        await page.wait('the second answer', () => document.querySelector('.runs-table tbody tr:nth-child(2).sel'));
      }
    }
    assert.equal(new Set(stops).size, 5);
    await page.press('Escape');
    await page.wait('its end', () => !document.querySelector('.tour, .tour-ring'));
    await page.goto(front.url('/lab/'));
    await (await new Lab(page, front).live()).solved();
    assert.ok(await page.eval(() => !document.querySelector('.invite')?.checkVisibility()), 'nobody is invited twice');
    // A field of a form, when Tab leads to it; the typed text remains.
    await (await new Lab(page, front).open('?preset=square-2018')).solved();
    await page.focus('.prob .field[title] input');
    await page.press('Shift+Tab');
    await page.press('Tab');
    const field = await page.wait('the card of a field', () => {
      const made = document.querySelector('.meaning'), row = document.activeElement?.closest('.field[title]');
      return made && row && { change: made.textContent ?? '', title: row.getAttribute('title') ?? '', label: row.querySelector('label')?.textContent ?? '',
        described: document.activeElement?.getAttribute('aria-describedby') === made.id };
    });
    assert.ok(field.described && field.change.startsWith(field.label) && field.change.includes(field.title.slice(1)), JSON.stringify(field));
    await page.press('Escape');
    await page.wait('the card of the field to be gone', () => !document.querySelector('.meaning') && !document.activeElement?.hasAttribute('aria-describedby'));
  });

  test.any('the first screen says why its example is interesting, and an empty one how to begin', async ({ page, front }) => {
    const lab = await (await new Lab(page, front).open()).solved();
    assert.match(await page.text('.changed'), /^Min completion ends .* earlier than RBHS.*\. RBHS is a published algorithm, and here a simple rule beats it\. Why\? Compare the two$/);
    await page.click({ role: 'button', name: 'Compare the two' });
    await page.wait('the two answers', () => document.querySelector('#lab')?.getAttribute('data-view') === 'beside' && ['Min completion', 'RBHS'].every((name) => [...document.querySelectorAll('.sides select')].some((list) => list.selectedOptions[0]?.textContent === name)));
    await page.press('Escape');
    await page.wait('the scenario', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario');
    for (const kind of ['Placement', 'Window', 'Batch', 'Groups', 'Compute farm']) {
      await page.press('n');
      assert.match(await page.text('dialog[open] .drop-here'), /drop files anywhere/);
      await page.click({ role: 'button', name: `/^${kind}/`, within: 'dialog' });
      await page.wait(`an empty problem, ${kind}`, () => /drop a file on the page/.test(document.querySelector('.begin')?.textContent ?? '') && !document.querySelector('dialog[open]'));
    }
    await lab.drop('grid.json', '{"format":"gridbox","version":1,"kind":"placement","placement":{"clusters":[{"id":"a","mips":10}],"links":[],"datasets":[],"jobs":[{"id":"j","mi":5}]}}');
    await lab.count('cluster', 1);
    await lab.solved();
  });

  test.any('what would change a decision is found, tried, and put back', async ({ page, front, note }) => {
    const lab = await (await new Lab(page, front).open()).solved();
    await page.click(lab.tab('Why'));
    const first = await page.wait('what would alter it', () => document.querySelector('.flips tbody tr')?.textContent);
    note(first);
    assert.match(first, /^Lyon: 900 MIPS instead of 820from 875 MIPS onLyon/);
    await page.click({ role: 'button', name: '/^Try Lyon at 900 MIPS$/' });
    await page.wait('before and after', () => /^Tried: Lyon: 900 MIPS instead of 820/.test(document.querySelector('.tried')?.textContent ?? '')
      && /decidedNancyLyon/.test(document.querySelector('.tried')?.textContent ?? ''));
    await page.click(lab.button('Put it back'));
    const back = () => page.wait('the list as it was', () => !document.querySelector('.tried') && /^Lyon: 900 MIPS/.test(document.querySelector('.flips tbody tr')?.textContent ?? ''));
    await back();
    const title = () => page.eval(() => /** @type {HTMLInputElement} */ (document.querySelector('.bar .title input')).value);
    const draft = await title();
    await page.focus({ role: 'button', name: '/^Try Lyon at 900 MIPS in a copy$/' });
    await page.press('Enter');
    await page.wait('the change in a copy', () => /^Tried: Lyon: 900 MIPS/.test(document.querySelector('.tried')?.textContent ?? ''));
    assert.match(await title(), /, power of cluster Lyon at 900$/);
    await lab.undo();
    await back();
    assert.equal(await title(), draft, 'the draft itself is as it was');
  });

  test.once('at eight sizes nothing is covered and nothing that decides is cut, in every kind', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await page.eval(watchChanges);
    /** @type {string[]} */
    const found = [];
    const look = async (/** @type {string} */ where, /** @type {number[][]} */ at) => {
      for (const [width, height] of at) {
        await page.resize(width, height);
        let now = await page.eval(covered);
        for (let looks = 0; now.length > 0 && looks < 12; looks++) { // the picture is drawn for its new place meanwhile
          await new Promise((resolve) => { setTimeout(resolve, 250); });
          now = await page.eval(covered);
        }
        found.push(...now.map((what) => `${where}, ${width} x ${height}: ${what}`));
      }
    };
    for (const kind of ['placement', 'window', 'batch', 'group', 'farm']) {
      if (kind !== 'placement') await lab.kind({ window: 'Window', batch: 'Batch', group: 'Groups', farm: 'Compute farm' }[kind]);
      await page.wait(`the kind ${kind}`, (name) => document.querySelector('.canvas')?.getAttribute('data-picture') === name, kind);
      await lab.solved();
      await look(kind, sizes);
      await page.resize(1280, 720);
      await page.eval(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      const changed = await page.eval(() => window.changed.times);
      for (const way of ['first', 'on', 'on', 'on', 'last', 'back']) {
        await page.eval((id) => document.querySelector(`.transport [data-act="step"][data-id="${id}"]`)?.click(), way);
        await page.eval(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
      }
      if (kind === 'placement') await page.wait('steps that change the picture', (before) => window.changed.times > before, changed);
      const after = await settled(page);
      await drawAnew(page);
      assert.deepEqual(after, await settled(page), `${kind}: after some steps the picture is what it would be if drawn anew`);
      if (kind === 'placement') {
        const code = () => page.click('.watching [data-id="code"]');
        await code();
        await page.wait('the line that is on', () => {
          const line = document.querySelector('.code [aria-current]')?.getBoundingClientRect(), room = document.querySelector('.scores')?.getBoundingClientRect();
          return line && room && line.top >= room.top && line.bottom <= room.bottom + 1;
        });
        await code();
      }
    }
    assert.deepEqual(found, []);
    assert.deepEqual(await page.eval(() => window.changed.wrong), [], 'a mark stays what it is');
    const random = await page.eval(change, JSON.parse(readFileSync(join(root, 'core/draw/patch/testdata/changes.json'), 'utf8')));
    assert.deepEqual(random.wrong, [], 'so it is whatever changes');
    assert.ok(random.kept > 40, `${random.kept} marks with a name stayed where they were`);
  });

  test.any('the documentation is searched by keyboard', async ({ page, front }) => {
    await page.goto(front.url('/docs/'));
    await page.wait('the field', () => !document.querySelector('#search')?.hasAttribute('hidden'));
    await page.press('/');
    await page.wait('the focus in it', () => document.activeElement?.id === 'search');
    await page.type('conservative backf');
    const first = await page.wait('what was found', () => document.querySelector('#found [aria-selected=true] a')?.textContent);
    assert.ok(first.length > 3, first);
    await page.press('ArrowDown');
    await page.press('ArrowUp');
    await page.press('Enter');
    await page.wait('the article', () => /\/(docs|course)\/[a-z]/.test(location.pathname) && document.querySelector('article h1'));
    await page.focus('#search');
    await page.type('zzzz nothing');
    await page.wait('that nothing was found', () => /No page contains all/.test(document.querySelector('#found')?.textContent ?? ''));
    await page.press('Escape');
    await page.wait('the list to close', () => document.querySelector('#found')?.hasAttribute('hidden'));
  });
});
