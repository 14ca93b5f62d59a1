// The start of the laboratory's page, and its messages if its program is late, missing, unsupported or stopped. The
// prerendered page stays readable in every case.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calm, inEachBrowser, settle } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

const program = /\/a\/app\.[^/]*\.wasm/;
const script = /\/a\/lab\.[^/]*\.js/;

const live = (page) => page.wait('the laboratory to be live', () => document.getElementById('lab')?.dataset.stage === 'live');
const alerted = (page) => page.wait('the page to say what happened', () => document.querySelector('.notice[role=alert]')?.textContent);
const readable = (page) => page.eval(() => /Nancy/.test(document.body.innerText) && /RBHS/.test(document.body.innerText));

inEachBrowser('the start of the laboratory', (test) => {
  test.any('a late program is announced, then takes over', async ({ page, front }) => {
    const release = front.hold(program);
    await page.goto(front.url('/lab/'), { wait: 'none' });
    await page.wait('the wait to be announced', () => /Loading/.test(document.querySelector('.notice[role=status]')?.textContent ?? ''));
    assert.ok(await readable(page), 'the scenario drawn beforehand is there');
    release();
    await live(page);
    assert.equal(await page.eval(() => document.querySelectorAll('.notice progress').length), 0);
  });

  test('a missing program reloads once, then is told', async ({ page, front, expect }) => {
    expect(/404|status of 404|answered 404|Failed to load|Not Found/i);
    front.lose(program);
    await page.goto(front.url('/lab/'));
    const text = await alerted(page);
    assert.match(text, /could not start.*404/);
    assert.match(text, /Reload/);
    assert.ok(await readable(page));
    const loaded = () => page.eval(() => ({ how: /** @type {any} */ (performance.getEntriesByType('navigation')[0]).type, when: performance.timeOrigin }));
    const first = await loaded();
    assert.equal(first.how, 'reload', 'the page has tried again');
    await calm(front);
    assert.deepEqual(await loaded(), first, 'and only once');
  });

  test.any('a browser without WebAssembly keeps the page', async ({ page, front }) => {
    front.rules.push({ match: script, act: async (request, response) => {
      const upstream = await fetch(`http://127.0.0.1:${front.port}${request.url}`);
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`delete globalThis.WebAssembly;\n${await upstream.text()}`);
      return true;
    } });
    await page.goto(front.url('/lab/'));
    assert.match(await alerted(page), /no WebAssembly/);
    assert.ok(await readable(page));
  });

  test('a program that dies says so and offers the way on', async ({ page, front, expect }) => {
    expect(/panic|goroutine|exit|index out of range|runtime|\.go:|wasm|running|^console: \s*$|syscall|created by|main/i);
    await page.goto(front.url('/lab/'));
    await live(page);
    // go-app expects an address here; without one its program panics.
    await page.eval(() => { /** @type {any} */ (window).goappNav(); });
    assert.match(await alerted(page), /stopped because of an internal error/);
    assert.ok(await readable(page));
    await page.eval(() => { [...document.querySelectorAll('.notice button')].find((b) => b.textContent === 'Reload')?.dispatchEvent(new MouseEvent('click', { bubbles: true })); });
    await page.wait('the laboratory to be live again', () => document.getElementById('lab')?.dataset.stage === 'live' && !document.querySelector('.notice[role=alert]'));
  });

  test('a link that leaves the laboratory is the browser\'s', async ({ page, front }) => {
    await page.goto(front.url('/lab/'));
    await live(page);
    await settle(page, front);
    await page.eval(() => {
      const link = document.createElement('a');
      link.href = '../docs/';
      document.body.append(link);
      link.click();
    });
    await page.wait('the documentation', () => location.pathname.endsWith('/docs/') && document.querySelector('h1') !== null && !document.getElementById('lab'));
  });
}, { keeping: true });

/** Holds the program back until the returned function is called, and keeps it out of every cache. */
function holdProgram(front) {
  let release = /** @type {(value?: unknown) => void} */ (() => {});
  const gate = new Promise((resolve) => { release = resolve; });
  front.rules = [{ match: program, act: async (request, response) => {
    await gate;
    response.writeHead(200, { 'content-type': 'application/wasm', 'cache-control': 'no-store' }).end(readFileSync(join(front.dist, request.url.slice(front.base.length))));
    return true;
  } }];
  return release;
}

inEachBrowser('the page before the laboratory is live', (test) => {
  test.any('the example is hidden where another scenario is loaded', async ({ page, front }) => {
    const announced = () => page.wait('the wait to be announced', () => /Loading/.test(document.querySelector('.notice[role=status]')?.textContent ?? ''));
    for (const [address, title, shown] of /** @type {[string, string, boolean][]} */ ([
      ['/lab/', 'Five clusters', true], ['', 'Five clusters', true], ['/lab/?preset=three-sites', 'Three sites', false], ['', 'Three sites', false],
    ])) {
      const release = holdProgram(front);
      if (address) await page.goto(front.url(address), { wait: 'none' });
      else await page.reload();
      await announced();
      assert.equal(await readable(page), shown, `${address || 'a reload'} ${title}`);
      release();
      await live(page);
      await page.wait('the scenario', (name) => /** @type {HTMLInputElement} */ (document.querySelector('.bar .title input'))?.value === name && document.querySelector('.bar .title')?.checkVisibility({ visibilityProperty: true }), title);
      await settle(page, front);
    }
  });

  // Each control has a tab of its own: a tab that shows a second page before the first has reported its example hides it.
  for (const [name, control] of [['the title', '#draft-title'], ['a mark of the picture', Lab.mark('cluster', 'Rennes')], ['a button', '#lab [data-act="step"]']]) {
    test.each(`${name} keeps the focus when the laboratory takes over`, async ({ page, front }) => {
      const release = holdProgram(front);
      await page.goto(front.url('/lab/'), { wait: 'none' });
      await page.wait('the prerendered page', (selector) => document.getElementById('lab')?.dataset.stage !== 'live' && document.querySelector(selector), control);
      await page.focus(control);
      release();
      await live(page);
      await page.wait(`${control} to have the focus`, (selector) => document.activeElement?.matches(selector), control);
    });
  }
});
