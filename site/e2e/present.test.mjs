// Presenting: a question to an audience, its guesses, the answer. For every kind of problem, at the sizes of
// projectors and on a phone.

import assert from 'node:assert/strict';
import { violations } from './harness/axe.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';
import { covered } from './overlaps.mjs';

/** An example of each kind, the beginning of its question, with the algorithm that decides, and the facts of the
 * decision. */
const kinds = /** @type {const} */ ({
  placement: ['five-clusters', /^RBHS places job j1\. Where does it run\?/, /^It needs d1 120 MB and d3 45 MB, and computes 30.000 MI\.$/],
  window: ['twelve-nodes', /^FirstFit takes a window\. Which one\?/, /^The job needs 3 nodes at the same time, each for a volume of 600/],
  batch: ['alp-amp-figure-5', /^ALP gives job 1 a window\. Which one\?/, /Job 1 needs \d+ nodes? for a volume of [\d.]+ each\.$/],
  group: ['three-sites', /^Frontier takes 6 nodes\. From which group does it take most\?/, /^They may cost at most [\d.]+ together/],
  farm: ['markov-2004', /^Two-stage starts job \d+\. W.*\?/, /^It needs \d+ slots? for [\d\s.]+ s.*, and was submitted at [\d\s.]+ s/],
});
const stages = [[1024, 768], [1280, 720], [1920, 1080], [390, 844]];

/** Waits until two frames were drawn. */
const drawn = (page) => page.eval(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => done(true))); }));

/** Reports whether the picture has the shape of its place. */
const fits = () => {
  const host = document.querySelector('.canvas'), size = host?.querySelector('svg')?.viewBox.baseVal;
  return host && size && Math.abs(size.width * host.clientHeight - size.height * host.clientWidth) < size.width * host.clientHeight / 25;
};

/** Waits until the picture has stayed the same for half a second. */
async function settled(page) {
  for (let before = '', now = ' '; before !== now;) {
    before = now;
    await new Promise((resolve) => { setTimeout(resolve, 500); });
    now = await page.eval(() => document.querySelector('.canvas svg')?.outerHTML ?? '');
  }
}

async function present(page, front, preset) {
  const lab = await (await new Lab(page, front).open(`?preset=${preset}`)).run();
  await page.eval(() => { Element.prototype.requestFullscreen = () => Promise.resolve(document.body.setAttribute('data-full', '')); }); // else the stage has the size of the screen
  await page.press('l');
  await page.wait('the question, over the whole screen', () => document.querySelector('#lab[data-lecture] .tally') && document.querySelector('[data-full]'));
  return lab;
}

const asked = (page) => page.eval(() => document.querySelector('.present-ask h1')?.textContent ?? '');
const shown = (page, /** @type {boolean} */ on) => page.wait(`the answer shown: ${on}`, (want) => Boolean(document.querySelector('.tally .score')) === want, on);
const counts = (page) => page.eval(() => [...document.querySelectorAll('.tally .num')].map((num) => num.textContent).join(' '));
const hands = (page, /** @type {string} */ want) => page.wait(`the guesses ${want}`, (text) => [...document.querySelectorAll('.tally .num')].map((num) => num.textContent).join(' ').startsWith(text), want);

/** Returns the positions of all parts that the answer must not move. */
const places = (page) => page.eval(() => ['.present-ask h1', '.present-ask h1 > .alg', '.present-ask p', '.room h2', '.tally', '.tally li', '.tally .key', '.tally b', '.tally .num', '.tell', '.present-bar', '.progress',
  '.present-bar button', '.canvas', '.canvas svg', '.gb-number circle'].flatMap((selector) => [...document.querySelectorAll(selector)].map((part, i) => {
  const { left, top, width, height } = part.getBoundingClientRect();
  const free = ['.present-ask h1', '.tell'].includes(selector); // their text is another
  return `${selector} ${i}: ${[left, top, ...(free ? [] : [width, height])].map(Math.round).join(' ')}`;
})));

/** Returns the smallest visible text with its size in pixels of the screen. */
const smallest = (page) => page.eval(() => {
  const sizes = [];
  for (const el of document.querySelectorAll('.present *, .canvas svg text')) {
    const own = [...el.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!own || !el.checkVisibility({ visibilityProperty: true }) || el.closest('.quiet, title')) continue;
    const scale = el instanceof SVGGraphicsElement ? Math.hypot(el.getScreenCTM()?.a ?? 1, el.getScreenCTM()?.b ?? 0) : 1;
    sizes.push(/** @type {const} */ ([parseFloat(getComputedStyle(el).fontSize) * scale, el.textContent?.trim() ?? '']));
  }
  return sizes.sort((a, b) => a[0] - b[0])[0];
});

/** Returns the texts that are cut off or leave the screen. */
const cut = () => [...document.querySelectorAll('.present :is(h1, h2, p, b, .num, .score, button, .progress)')].filter((part) => {
  const box = part.getBoundingClientRect();
  return part.checkVisibility() && (part.scrollWidth > part.clientWidth + 1 && !part.matches('b, .num, .score, .tell') || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
    || part.matches('.tell') && part.scrollHeight > part.clientHeight + 2 && part.clientHeight < 60);
}).map((part) => `${part.className || part.tagName}: ${part.textContent}`);

inEachBrowser('presenting', (test, browser) => {
  const faults = async (page) => (browser === 'chromium' ? violations(page) : []);

  for (const [kind, [preset, question, needs]] of Object.entries(kinds)) {
    (kind === 'placement' ? test : test.any)(`${kind}: the answer changes nothing of the question, on every stage`, async ({ page, front }) => {
      await page.resize(1280, 720);
      await present(page, front, preset);
      assert.match(await asked(page), question);
      assert.match(await page.eval(() => document.querySelector('.present-ask p')?.textContent ?? ''), needs, 'what the decision depends on');
      for (const [width, height] of stages) {
        const where = `${width} x ${height}`;
        await page.resize(width, height);
        await page.wait(`the picture to fit ${where}`, fits);
        await settled(page);
        const before = await places(page), text = await asked(page);
        assert.match(text, /\?$/, 'the answer is not given away');
        assert.deepEqual(await page.eval(covered), [], `the question, ${where}`);
        assert.deepEqual(await page.eval(cut), [], `the question, ${where}`);
        if (width === 1280) {
          const [size, text] = await smallest(page);
          assert.ok(size >= 18.9, `"${text}" has ${size} pixels`);
        }
        assert.deepEqual(await faults(page), [], `the question, ${where}`);
        await page.press('Space');
        await shown(page, true);
        await drawn(page);
        assert.ok((await asked(page)).startsWith(text) && (await asked(page)).length > text.length, `the answer ends the line: ${await asked(page)}`);
        assert.deepEqual(await places(page), before, where);
        assert.deepEqual(await page.eval(covered), [], `the answer, ${where}`);
        assert.deepEqual(await page.eval(cut), [], `the answer, ${where}`);
        assert.deepEqual(await faults(page), [], `the answer, ${where}`);
        await page.press('Space');
        await shown(page, false);
      }
      assert.equal(await page.eval(() => document.querySelectorAll('.present [title], .why [title]').length), 0, 'no tooltip');
    });
  }

  test('guesses are counted by keys, buttons and in the picture, covered, and compared with the answer', async ({ page, front }) => {
    await page.resize(1280, 720);
    await present(page, front, 'five-clusters');
    for (const key of ['1', '1', '2', '5', 'Shift+5', 'Shift+4']) await page.press(key);
    await hands(page, '2 1 0 0 0');
    await page.click({ role: 'button', name: 'Nancy: one more' });
    await page.click({ role: 'button', name: 'Rennes: one more' });
    await page.click({ role: 'button', name: 'Rennes: one less' });
    await page.click(Lab.mark('cluster', 'Nancy'));
    await hands(page, '2 3 0 0 0');
    await page.press('h');
    await hands(page, '? ? ? ? ?');
    assert.match(await page.eval(() => document.querySelector('.hands')?.textContent ?? ''), /^5 guesses$/);
    await page.press('Space'); // a button that was clicked is not pressed by it
    await shown(page, true);
    assert.equal(await counts(page), '2 3 0 0 0');
    assert.match(await page.eval(() => document.querySelector('.hands')?.textContent ?? ''), /^3 of 5 right$/);
    assert.equal(await page.eval(() => document.querySelector('.tally .right b')?.textContent), 'Nancy');
    assert.match(await page.eval(() => document.querySelector('.tell')?.textContent ?? ''), /^Why\. Nancy is ahead by 0\.232\. On Nancy the data take 1\.67.s longer than on Lyon, but the job computes 15\.90.s less\.$/);
    assert.deepEqual(await page.eval(() => [...document.querySelectorAll('.gb-cargo text')].map((text) => text.textContent)), ['d1 2.67 s', 'd3 0.500 s']);
    await page.press('j');
    await page.wait('the next question', () => document.querySelector('.present-ask h1')?.textContent?.startsWith('RBHS places job j2.'));
    await shown(page, false);
    await hands(page, '? ? ? ? ?');
    await page.press('h');
    await hands(page, '0 0 0 0 0');
    await page.press('4');
    await page.press('z');
    await hands(page, '0 0 0 0 0');
    await page.click('.dots');
    await page.wait('the sum', () => /3 of 5 guesses were right so far/.test(document.querySelector('.present-menu')?.textContent ?? ''));
    await page.press('Escape');
    await page.wait('the question alone, still', () => !document.querySelector('dialog[open]') && document.querySelector('#lab[data-lecture]'));
  });

  test('a remote control leads from question to answer to the next question', async ({ page, front }) => {
    await page.resize(1024, 768);
    await present(page, front, 'five-clusters');
    await page.press('PageDown');
    await shown(page, true);
    await page.press('PageUp');
    await shown(page, false);
    await page.press('PageDown');
    await shown(page, true);
    await page.press('PageDown');
    await page.wait('the next question', () => document.querySelector('.present-ask h1')?.textContent?.startsWith('RBHS places job j2.'));
    await page.press('b');
    await page.wait('a blank screen', () => document.querySelector('#lab')?.hasAttribute('data-blank'));
    await page.press('PageDown');
    await page.wait('the answer', () => !document.querySelector('#lab')?.hasAttribute('data-blank') && document.querySelector('.tally .score'));
  });

  test('all else is behind the menu and a key, with the mouse, the keyboard and on a phone', async ({ page, front }) => {
    for (const [width, height] of [[1280, 720], [390, 844]]) {
      await page.resize(width, height);
      await present(page, front, 'five-clusters');
      const choose = async (/** @type {string} */ name) => {
        await page.focus({ role: 'button', name: 'More' });
        await page.press('Enter');
        await page.see({ role: 'dialog', name: 'Presenting' });
        if (name === 'Leave') assert.deepEqual(await faults(page), [], 'the menu');
        await page.click({ role: 'button', name: `/^${name}/`, within: 'dialog' });
        await page.wait('the menu to close', () => !document.querySelector('dialog[open]'));
      };
      await choose('Steps and the reason in full');
      await page.wait('the steps', () => document.querySelector('.why')?.checkVisibility());
      await page.press('ArrowRight');
      await page.wait('a step in words', () => /^Step 1 of 19\. Replica selection/.test(document.querySelector('.tell')?.textContent ?? ''));
      await page.press('w');
      await page.wait('no steps', () => !document.querySelector('.why')?.checkVisibility());
      await choose('Play the steps');
      await page.wait('the steps to play', () => document.querySelector('.transport [aria-label^="Pause"]'));
      await page.press('p');
      await page.press('w');
      await choose('Another algorithm');
      await page.wait('another algorithm', () => /^SCP Tree Search places job j1/.test(document.querySelector('.present-ask h1')?.textContent ?? ''));
      await page.press('a');
      await page.wait('the third', () => /^Min completion places job j1/.test(document.querySelector('.present-ask h1')?.textContent ?? ''));
      await choose('Cover the guesses');
      await hands(page, '? ? ? ? ?');
      await choose('Show the guesses');
      const size = await page.eval(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
      await choose('Larger text');
      await page.wait('larger text', (was) => parseFloat(getComputedStyle(document.documentElement).fontSize) > was, size);
      await page.press('-');
      await page.wait('the usual text', (was) => parseFloat(getComputedStyle(document.documentElement).fontSize) === was, size);
      await choose('Blank screen');
      await page.wait('a blank screen', () => document.querySelector('#lab')?.hasAttribute('data-blank'));
      await page.press('b');
      await page.wait('all again', () => !document.querySelector('#lab')?.hasAttribute('data-blank'));
      await choose('Full screen');
      const count = await page.eval(() => [...document.querySelectorAll('.present button')].filter((button) => button.checkVisibility()).length);
      assert.ok(count <= 13, `${count} controls`);
      for (const key of ['n', 't', 'Delete', 'Control+d']) await page.press(key); // keys of the laboratory do nothing here
      assert.equal(await page.eval(() => document.querySelector('dialog[open]')?.getAttribute('data-dialog') ?? ''), '');
      await choose('Leave');
      await page.wait('the laboratory', () => !document.querySelector('#lab[data-lecture]') && document.querySelector('.bar')?.checkVisibility());
    }
  });

  test('no message, tour or editing reaches a question', async ({ page, front }) => {
    await page.resize(1280, 720);
    const lab = await (await new Lab(page, front).open('?preset=five-clusters')).run();
    await lab.page.press('Control+s'); // shows a message that the draft is saved
    await page.press('l');
    await page.wait('the question', () => document.querySelector('#lab[data-lecture] .tally'));
    assert.equal(await page.eval(() => [...document.querySelectorAll('.alerts, .decision, .invite, .tour, .meaning, .task, .gb-tip')].filter((part) => part.checkVisibility()).length), 0);
    await page.wait('the picture of its size', fits);
    await settled(page);
    const place = () => page.eval((mark) => document.querySelector(mark)?.getAttribute('transform'), Lab.mark('cluster', 'Lille'));
    const before = await place();
    await page.drag(Lab.mark('cluster', 'Lille'), { dx: 80, dy: 60 });
    await drawn(page);
    await page.press('z');
    await hands(page, '0 0 0 0 0');
    assert.equal(await place(), before);
  });
});

inEachBrowser('presenting in the dark', (test, browser) => {
  test.once('question and answer are accessible in every kind', async ({ page, front }) => {
    for (const [preset] of Object.values(kinds)) {
      await page.resize(1280, 720);
      await present(page, front, preset);
      assert.ok(await page.eval(() => matchMedia('(prefers-color-scheme: dark)').matches), 'it is dark');
      if (browser === 'chromium') assert.deepEqual(await violations(page), [], preset);
      await page.press('Space');
      await shown(page, true);
      if (browser === 'chromium') assert.deepEqual(await violations(page), [], `${preset}, the answer`);
    }
  });
}, { scheme: 'dark' });
