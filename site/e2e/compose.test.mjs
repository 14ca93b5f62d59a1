// Composing a figure with controls: a number is found and added, the figure is live immediately, readers change it
// and restore it, and the code has the chosen parts.

import assert from 'node:assert/strict';
import { violations } from './harness/axe.mjs';
import { pagesServer } from './harness/server.mjs';
import { inEachBrowser } from './harness/suite.mjs';

const isOpen = (page) => page.wait('the composer', () => document.querySelector('#composer:not([hidden]) #code pre'));
const done = (page) => page.wait('the figure to be solved', () => document.getElementById('figure')?.dataset.phase === 'done');
const rows = (page) => page.eval(() => document.querySelector('.fig-table tbody')?.textContent);
const type = (page, id, text) => page.eval((field, value) => {
  const input = document.getElementById(field);
  input.value = value;
  for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
}, id, text);

inEachBrowser('compose', (test, browser) => {
  test('a number becomes a control, readers change it and go back', async ({ page, front, note }) => {
    await page.goto(front.url('/compose/'));
    await isOpen(page);
    await type(page, 'find', 'power all');
    await page.click({ role: 'button', name: '/^Power, MIPS/' });
    await page.wait('its card, with the focus', () => document.activeElement?.id === 'control-0-label');
    await type(page, 'control-0-label', 'Power of all');
    await page.wait('the code', () => document.getElementById('text')?.textContent?.includes(':Power of all'));
    await page.wait('the figure of it', () => document.getElementById('live').contentDocument?.querySelector('.fig-control-name')?.textContent === 'Power of all');
    // The content of the frame is read from outside, because it is loaded again with every change of its code.
    const inside = (what, work, ...args) => page.wait(what, /** @type {any} */ (`(...given) => { const frame = document.getElementById('live').contentDocument; return frame && (${work})(frame, ...given); }`), ...args);
    const rows = () => inside('the table of the figure', (frame) => frame.getElementById('figure')?.dataset.phase === 'done' && frame.querySelector('.fig-table tbody')?.textContent);
    const before = await rows();
    // Each step is timed from the key to the table, by the frame's own clock.
    const took = [];
    for (let i = 0; i < 5; i++) {
      took.push(Math.round(await page.eval(() => new Promise((resolve) => {
        const frame = document.getElementById('live').contentDocument;
        const was = frame.querySelector('.fig-table tbody').textContent;
        const began = performance.now();
        const seen = new MutationObserver(() => {
          // On a busy machine two answers in a row may be slow; the figure then waits for a click, which follows
          // here.
          const { phase } = frame.getElementById('figure').dataset;
          if (phase === 'waiting') frame.querySelector('.fig-run').click();
          if (frame.querySelector('.fig-table tbody')?.textContent === was) return;
          seen.disconnect();
          resolve(performance.now() - began);
        });
        seen.observe(frame.getElementById('figure'), { subtree: true, childList: true, characterData: true, attributes: true });
        const slider = frame.querySelector('.fig-control input');
        slider.focus();
        slider.value = String(Number(slider.value) + 1);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }))));
    }
    note(`a change of the slider until its answers stand in the table: ${took.join(', ')} ms`);
    assert.match(await inside('what is said', (frame) => frame.getElementById('fig-status')?.textContent), /with your values/);
    assert.notEqual(await rows(), before);
    await inside('the way back', (frame) => {
      const back = [...frame.querySelectorAll('button')].find((button) => button.textContent === 'Reset');
      back?.click();
      return !!back;
    });
    await inside('the author’s answers', (frame, want) => frame.querySelector('.fig-table tbody')?.textContent === want, before);

    await page.eval(() => { const chart = document.querySelector('#show [value="chart"]'); chart.click(); });
    await page.wait('the chart in the figure', () => !!document.getElementById('live').contentDocument?.querySelector('.fig-chart svg'));
    await type(page, 'control-0-to', '1');
    await page.wait('what is wrong', () => document.getElementById('said')?.textContent?.includes('upside down'));
    await type(page, 'control-0-to', '3000');
    await page.wait('that nothing is', () => !document.getElementById('said')?.textContent);
    if (browser !== 'chromium') return;

    assert.deepEqual(await violations(page), []);
    await page.eval(() => { for (const box of ['#show [value="chart"]', '#expect', '#still']) document.querySelector(box).click(); });
    await page.wait('the answers and the picture in the code', () => /\sexpect="[0-9a-f]{16},[^]*<img src="data:/.test(document.getElementById('text')?.textContent ?? ''));
    await inside('the figure to be reproduced', (frame) => /reproduced/.test(frame.getElementById('fig-status')?.textContent ?? ''));
    await page.wait('its height at every width', () => /\sheight="320:\d+ .*1000:\d+"/.test(document.getElementById('text')?.textContent ?? ''));
    const code = String(await page.eval(() => document.getElementById('text').textContent));
    await page.click({ role: 'button', name: 'Frame' });
    await page.wait('the frame’s code, and the focus where it was', () => document.getElementById('text')?.textContent?.startsWith('<iframe') && document.activeElement?.id === 'form-frame');
    await page.resize(360, 780);
    assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth), 'a phone needs no scrolling sideways');
    await page.eval(() => document.querySelector('[data-ask="remove"]').click());
    await page.wait('no control', () => document.activeElement?.id === 'find' && !document.querySelector('.card'));
    await type(page, 'link', 'no such thing');
    await page.eval(() => document.querySelector('#opening button').click());
    await page.wait('what cannot be opened', () => document.getElementById('said')?.textContent?.includes('neither a Gridbox link'));
    await page.eval(() => { document.getElementById('link').value = 'markov-2004'; document.querySelector('#opening button').click(); });
    await page.wait('another kind', () => document.getElementById('subject')?.textContent?.includes('Compute farm'));

    // The code in another page: nothing moves at any width when the figure loads.
    const [script, figure] = code.split('\n\n');
    const article = (text) => `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Somebody's article</title>
      ${script.replace(' defer', ' defer blocking="render"')}</head><body>${text}<p>What is said of it.</p></body></html>`;
    const host = await pagesServer({ '/': article(figure), '/paper': article(figure).replace(/<script.*<\/script>/, '') });
    try {
      for (const [width, height] of [[360, 1900], [700, 1500], [1200, 1200]]) {
        await page.resize(width, height);
        await page.goto(`${host.origin}/`);
        await page.enter('iframe');
        await done(page);
        await page.enter();
        const moved = await page.eval(() => new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += /** @type {any} */ (entry).value; }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 300);
        }));
        note(`${width} px wide: layout shift ${moved}, the frame ${(await page.box('iframe')).height} px high`);
        assert.equal(moved, 0, `at ${width} px`);
      }
      // Without scripts the picture is shown, as drawn beforehand, with the caption and the address.
      await page.goto(`${host.origin}/paper`);
      const seen = await page.eval(async () => {
        const picture = document.querySelector('gridbox-figure img');
        await picture.decode();
        return { wide: picture.naturalWidth, alt: picture.alt, caption: document.querySelector('figcaption').textContent };
      });
      assert.ok(seen.wide > 300 && seen.alt && seen.caption.includes('http'), JSON.stringify(seen));
    } finally {
      await host.close();
    }
  });

  test.once('of four figures on a page two keep workers, and the others come back when they are used', async ({ page, front }) => {
    const at = (n) => `<gridbox-figure preset="five-clusters" height="620" id="f${n}" controls="placement.clusters[*].mips:400..1700/5:Power"></gridbox-figure>`;
    const host = await pagesServer({ '/': `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Somebody's article</title><script src="${front.url('/embed.js')}" defer></script>${[1, 2, 3, 4].map(at).join('<p>Words.</p>')}</html>` });
    try {
      await page.goto(`${host.origin}/`);
      for (const n of [1, 2, 3]) {
        await page.eval((id) => document.getElementById(id).scrollIntoView(), `f${n}`);
        await page.enter(`#f${n} iframe`);
        await done(page);
        if (n === 1) await page.eval(() => document.addEventListener('gbrest', () => { window.rested = true; }));
        await page.enter();
      }
      await page.eval(() => document.getElementById('f1').scrollIntoView());
      await page.enter('#f1 iframe');
      await page.wait('its workers to be let go', () => window.rested);
      const before = await rows(page);
      await page.eval(() => { const slider = document.querySelector('.fig-control input'); slider.value = '3'; slider.dispatchEvent(new Event('input', { bubbles: true })); });
      await page.wait('its answers', (was) => document.querySelector('.fig-table tbody')?.textContent !== was, before);
    } finally {
      await host.close();
    }
  });
});
