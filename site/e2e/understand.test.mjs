// What makes a problem understood: the question above the picture, words that
// explain themselves, what would change a decision, and searching the
// documentation.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';
import { covered } from './overlaps.mjs';

const sizes = [[360, 740], [390, 844], [768, 1024], [1024, 768], [1280, 720], [1440, 900], [1920, 1080], [2560, 1440]];

/** Rests the pointer on a thing. */
async function hover(page, place) {
  const { x, y } = await page.pointIn(place);
  await page.move(x, y);
}

/** Watches, in the page, that a picture that was mended is what it would be if drawn anew. */
function watchMending() {
  const { page } = /** @type {any} */ (window).gridbox, plain = page.patch;
  const mended = { times: 0, wrong: /** @type {string[]} */ ([]) };
  Object.assign(window, { mended });
  const markup = (/** @type {Element} */ svg) => {
    const copy = /** @type {Element} */ (svg.cloneNode(true));
    copy.querySelector('.gb-world')?.removeAttribute('transform'); // the zoom
    return copy.outerHTML;
  };
  page.patch = (/** @type {Element} */ svg, /** @type {string} */ before, /** @type {string} */ after) => {
    const called = (/** @type {Element} */ mark) => `${mark.getAttribute('data-kind')} ${mark.getAttribute('data-id')}`;
    const marks = [...svg.querySelectorAll('[data-id]')].map((mark) => /** @type {const} */ ([mark, called(mark)]));
    if (!plain(svg, before, after)) return false;
    for (const [mark, name] of marks) if (mark.isConnected && called(mark) !== name) mended.wrong.push(`${name} has become ${called(mark)}`);
    const room = document.createElement('div');
    room.innerHTML = after;
    mended.times++;
    const drawn = /** @type {Element} */ (room.firstElementChild);
    const tags = (/** @type {string} */ text) => text.split('<').map((tag) => tag.split(/ (?=[\w-]+=")|(?=>)/).sort().join(' '));
    const got = tags(markup(svg)), want = tags(markup(drawn));
    const at = want.findIndex((tag, i) => tag !== got[i]);
    if (at >= 0 || got.length !== want.length) mended.wrong.push(`${got[at] ?? `${got.length} tags`} and not ${want[at] ?? want.length}`);
    return true;
  };
}

/**
 * Mends pictures that are drawn at random, in the page, and says what came out otherwise than drawn anew. Parts
 * come, go, change and change places, among them whole groups, and marks that have a name.
 * @param {number} times
 */
function mendAtRandom(times) {
  const { page } = /** @type {any} */ (window).gridbox, wrong = /** @type {string[]} */ ([]);
  let seed = 7, kept = 0;
  const below = (/** @type {number} */ n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * n); };
  /** @typedef {{tag: string, deep: number, parts: Drawn[]}} Drawn */
  const fresh = (/** @type {number} */ deep) => /** @type {Drawn} */ ({ deep, parts: deep > 2 ? [] : Array.from({ length: below(6) }, () => fresh(deep + 1)),
    tag: ['g', `g class="gb-${'abc'[below(3)]}"`, `g class="gb-node" data-kind="cluster" data-id="c${below(9)}"`, `line x1="${below(4)}" y1="2"`, 'text'][below(5)] });
  const text = (/** @type {Drawn} */ part) => {
    const inner = part.parts.map(text).join('');
    return part.tag === 'text' ? `<text>${part.deep + part.parts.length}</text>` : inner ? `<${part.tag}>${inner}</${part.tag.split(' ')[0]}>` : `<${part.tag}/>`;
  };
  const changed = (/** @type {Drawn} */ part) => {
    const parts = part.parts.map((one) => (below(3) ? one : changed(one)));
    for (let i = below(3); i > 0; i--) parts.splice(below(parts.length + 1), below(2), ...(below(2) ? [fresh(part.deep + 1)] : []));
    if (parts.length > 1 && !below(4)) parts.push(...parts.splice(0, 1));
    return { ...part, tag: below(6) || part.deep === 0 ? part.tag : fresh(part.deep).tag, parts };
  };
  const whole = (/** @type {Drawn} */ part) => `<svg class="gb-picture">${part.parts.map(text).join('')}</svg>`;
  const room = document.createElement('div'), other = document.createElement('div');
  let now = fresh(0);
  room.innerHTML = whole(now);
  for (let i = 0; i < times; i++) {
    const next = below(20) ? changed(now) : fresh(0), named = [...room.querySelectorAll('[data-id]')].map((el) => /** @type {const} */ ([el, el.getAttribute('data-id')]));
    if (!page.patch(room.firstElementChild, whole(now), whole(next))) wrong.push(`nothing is mended: ${whole(now)}`);
    other.innerHTML = whole(next);
    if (room.innerHTML !== other.innerHTML) wrong.push(`${whole(now)} became ${room.innerHTML} and not ${other.innerHTML}`);
    for (const [el, name] of named) if (el.isConnected && room.contains(el) && el.getAttribute('data-id') !== name) wrong.push(`${name} has another name`);
    kept += named.filter(([el]) => room.contains(el)).length;
    now = next;
  }
  return { wrong: wrong.slice(0, 3), kept };
}

/** A lecture as somebody gives it with a remote control and the room's guesses. */
async function lecture(page) {
  const says = (/** @type {RegExp} */ what) => page.wait(`the line ${what}`, (pattern) => new RegExp(pattern).test(document.querySelector('.predict')?.textContent ?? ''), what.source);
  const at = (/** @type {string} */ step) => page.wait(`step ${step}`, (number) => document.querySelector('.transport .of')?.textContent?.startsWith(`${number} of `), step);
  const blank = (/** @type {boolean} */ on) => page.wait(`a blank screen: ${on}`, (wanted) => document.querySelector('#lab')?.hasAttribute('data-blank') === wanted, on);
  await says(/^Where does job j1 go\? Click a cluster\.$/);
  await page.wait('the picture to fit its place', () => {
    const host = document.querySelector('.canvas'), size = host?.querySelector('svg')?.viewBox.baseVal;
    return host && size && Math.abs(size.width * host.clientHeight - size.height * host.clientWidth) < size.width * host.clientHeight / 50;
  });
  await page.click(Lab.mark('cluster', 'Nancy'));
  await says(/^You expect Nancy\. Go on to see\.$/);
  await page.press('PageDown');
  await at('1');
  const spoken = await page.eval(() => { const say = document.querySelector('.say[aria-live]'); return say?.textContent ?? ''; });
  assert.match(spoken, /^[A-Z].*[.]$/, 'what is spoken is a sentence');
  await page.press('b');
  await blank(true);
  await page.press('PageUp');
  await blank(false);
  await at('0');
  await page.press('End');
  await says(/^Right: Nancy\. 1 of 1 right so far\.$/);
  await page.press('j');
  await says(/^Where does job j2 go\?/);
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
    await page.press('Tab');
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
    await page.press('Tab');
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
    // A field of a form, when Tab leads to it; what is typed there has the last word.
    await (await new Lab(page, front).open('?preset=square-2018')).solved();
    await page.focus('.prob .field[title] input');
    await page.press('Shift+Tab');
    await page.press('Tab');
    const field = await page.wait('the card of a field', () => {
      const made = document.querySelector('.meaning'), row = document.activeElement?.closest('.field[title]');
      return made && row && { says: made.textContent ?? '', title: row.getAttribute('title') ?? '', label: row.querySelector('label')?.textContent ?? '',
        told: document.activeElement?.getAttribute('aria-describedby') === made.id };
    });
    assert.ok(field.told && field.says.startsWith(field.label) && field.says.includes(field.title.slice(1)), JSON.stringify(field));
    await page.press('Escape');
    await page.wait('the card of the field to be gone', () => !document.querySelector('.meaning') && !document.activeElement?.hasAttribute('aria-describedby'));
  });

  test.any('what would change a decision is found, tried, and put back', async ({ page, front, tell }) => {
    const lab = await (await new Lab(page, front).open()).solved();
    await page.click(lab.tab('What if'));
    const first = await page.wait('what would alter it', () => document.querySelector('.flips tbody tr')?.textContent);
    tell(first);
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

  test.once('at eight sizes nothing is covered and nothing that decides is cut, in every kind and before a room', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await page.eval(watchMending);
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
      if (kind !== 'placement') await page.click(`.kinds [data-id="${kind}"]`);
      await page.wait(`the kind ${kind}`, (name) => document.querySelector('.canvas')?.getAttribute('data-picture') === name, kind);
      await lab.solved();
      await look(kind, sizes);
      await page.resize(1280, 720);
      await page.eval(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      const mended = await page.eval(() => window.mended.times);
      for (const way of ['first', 'on', 'on', 'on', 'last', 'back']) {
        await page.eval((id) => document.querySelector(`.transport [data-act="step"][data-id="${id}"]`)?.click(), way);
        await page.eval(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
      }
      if (kind === 'placement') await page.wait('steps that mend the picture', (before) => window.mended.times > before, mended);
      if (kind === 'placement') {
        const code = () => page.click('.watching [data-id="code"]');
        await code();
        await page.wait('the line that is on', () => {
          const line = document.querySelector('.code [aria-current]')?.getBoundingClientRect(), room = document.querySelector('.scores')?.getBoundingClientRect();
          return line && room && line.top >= room.top && line.bottom <= room.bottom + 1;
        });
        await code();
      }
      await page.press('l');
      await page.wait('the lecture', () => document.querySelector('#lab[data-lecture] .lecture-acts'));
      if (kind === 'placement') await lecture(page);
      const rooms = [[1024, 768], [1280, 720], [390, 844]];
      await look(`${kind} before a room`, rooms);
      await page.resize(1280, 720);
      await page.eval(() => { const reveal = document.querySelector('.lecture-acts [data-act="step"]'); if (reveal instanceof HTMLElement) reveal.click(); });
      await page.wait('what comes out', () => !document.querySelector('.transport [data-id="last"]:not([disabled], [aria-disabled])'));
      await look(`${kind} revealed before a room`, rooms);
      await page.press('l');
      await page.wait('its end', () => !document.querySelector('#lab[data-lecture]'));
      await page.resize(1280, 720);
    }
    assert.deepEqual(found, []);
    assert.deepEqual(await page.eval(() => window.mended.wrong), [], 'what was mended is what it would be if drawn anew');
    const random = await page.eval(mendAtRandom, 3000);
    assert.deepEqual(random.wrong, [], 'so it is whatever changes');
    assert.ok(random.kept > 3000, `${random.kept} marks with a name stayed where they were`);
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
    await page.wait('that nothing was found', () => /Nothing has all/.test(document.querySelector('#found')?.textContent ?? ''));
    await page.press('Escape');
    await page.wait('the list to close', () => document.querySelector('#found')?.hasAttribute('hidden'));
  });
});
