// The figure: drawn beforehand, live without moving anything, in a frame of a page on another origin, by keyboard and
// pointer, with its link to the laboratory; and its messages if there is nothing to show.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { deflateRawSync } from 'node:zlib';
import { inEachBrowser } from './harness/suite.mjs';

/** Serves a page of another site: another port is another origin. */
async function foreign(body) {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Somebody's page</title><link rel="icon" href="data:,">${body}</html>`;
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(undefined)); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }) };
}

/** Returns the fragment of a scenario, as a script that knows the format would make it. */
const fragment = (scenario) => `#s1.d.${deflateRawSync(Buffer.from(JSON.stringify({ format: 'gridbox', version: 1, kind: 'placement', ...scenario }))).toString('base64url')}`;

const inPhase = (page, phase) => page.wait(`the figure to be ${phase}`, (want) => document.getElementById('figure')?.dataset.phase === want, phase);

inEachBrowser('the figure', (test) => {
  test('is solved before its program arrives, and nothing moves when it does', async ({ page, front }) => {
    const release = front.hold(/\/a\/figure\..*\.wasm/);
    await page.resize(760, 1200);
    await page.goto(front.url('/figure/five-clusters/'), { wait: 'none' });
    await page.see('#fig-picture svg');
    const places = () => [...document.querySelectorAll('.fig-title, .fig-picture, tbody tr, .fig-job, .fig-story, .fig-foot')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(' ');
    });
    await page.eval(() => document.fonts.ready.then(() => true));
    const before = await page.eval(places);
    assert.match(await page.text('.fig-story'), /j\d+ runs on/);
    assert.ok(await page.eval(() => [...document.querySelectorAll('button, input')].every((control) => control.disabled)), 'nothing can be acted on yet');
    await page.eval(() => { document.querySelector('#fig-picture svg').same = true; });
    release();
    await inPhase(page, 'done');
    assert.deepEqual(await page.eval(places), before);
    assert.equal(await page.eval(() => document.querySelector('#fig-picture svg').same), true, 'the drawing is kept, not drawn again');
  });

  test.each('works in a frame of a foreign page, by keyboard and pointer, and opens the laboratory', async ({ page, front, profile }) => {
    const host = await foreign(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; script-src ${front.origin}; frame-src ${front.origin}">
      <script src="${front.url('/embed.js')}" defer></script></head>
      <body><h1>Page</h1><gridbox-figure preset="five-clusters" height="200" theme="light"><a href="/">Open the figure</a></gridbox-figure></body>`);
    try {
      await page.goto(host.url);
      await page.wait('the frame to grow', () => document.querySelector('iframe')?.getBoundingClientRect().height > 400);
      await page.enter('iframe');
      await inPhase(page, 'done');
      assert.match(await page.text('#fig-status'), /Solved here and verified/);
      await page.click({ role: 'button', name: 'SCP Tree Search' });
      await page.wait('the row to be chosen', () => document.querySelector('.fig-row-on .fig-name')?.textContent === 'SCP Tree Search');
      assert.equal((await page.focused()).name, 'SCP Tree Search', 'drawing again keeps the focus');
      await page.focus('#fig-job');
      for (const value of ['2', '3', '4']) {
        await page.press('ArrowRight');
        await page.wait(`job ${value}`, (want) => document.querySelector('#fig-job').value === want, value);
      }
      await page.wait('where job 4 runs', () => /^j4 runs on/.test(document.querySelector('.fig-story')?.textContent ?? ''));
      await page.wait('its transfers', () => document.querySelectorAll('#fig-picture .gb-flow').length > 0);
      await page.eval(() => document.querySelector('#fig-picture [data-kind="cluster"]').focus());
      await page.press('Enter');
      await page.wait('the cluster to be chosen', () => document.querySelector('#fig-picture .gb-sel[data-kind="cluster"]') === document.activeElement);
      assert.equal(await page.eval(() => document.querySelectorAll('#fig-picture [tabindex="0"]').length), 1, 'one tab stop');
      const lab = await profile.opened(() => page.click({ role: 'link', name: 'Open in the laboratory' }));
      const address = new URL(await lab.wait('the laboratory', () => location.pathname.includes('/lab/') && location.href));
      assert.equal(address.origin, front.origin);
    } finally {
      await host.close();
    }
  });

  test.any('is locked to some steps of a run, by keyboard and pointer, and opens the laboratory at the one that shows', async ({ page, front, profile }) => {
    const host = await foreign(`<script src="${front.url('/embed.js')}" defer></script></head><body><gridbox-figure preset="five-clusters" algorithm="rbhs" job="j2" steps="2-4"></gridbox-figure></body>`);
    const at = (n) => page.wait(`step ${n}`, (want) => document.querySelector('.fig-of')?.textContent.startsWith(`Step ${want} of 2 to 4`), n);
    try {
      await page.goto(host.url);
      await page.see('iframe');
      await page.enter('iframe');
      await inPhase(page, 'done');
      await at(2);
      assert.equal(await page.eval(() => document.querySelector('.fig-table').checkVisibility()), false, 'no answers show');
      const first = await page.text('.fig-said');
      await page.click({ role: 'button', name: 'On' });
      await at(3);
      assert.notEqual(await page.text('.fig-said'), first, 'each step says what happens in it');
      for (const n of [4, 4]) { // the second press is at the end, and keeps the focus
        await page.press('Enter');
        await at(n);
        assert.equal((await page.focused()).name, 'On');
      }
      await page.focus('.fig-transport input');
      for (const n of [3, 2, 2]) {
        await page.press('ArrowLeft');
        await at(n);
      }
      const lab = await profile.opened(() => page.click({ role: 'link', name: 'Open in the laboratory' }));
      await lab.wait('the laboratory at the step', () => document.querySelector('.why .of')?.textContent.startsWith('2 / '));
    } finally {
      await host.close();
    }
  });

  test.any('takes its theme from the page around it', async ({ page, front }) => {
    const host = await foreign(`<script src="${front.url('/embed.js')}" defer></script></head><body><gridbox-figure preset="five-clusters" theme="light"></gridbox-figure></body>`);
    try {
      await page.goto(host.url);
      await page.see('iframe');
      await page.enter('iframe');
      await inPhase(page, 'done');
      assert.equal(await page.eval(() => document.documentElement.dataset.theme), 'light');
      await page.enter();
      await page.eval(() => document.querySelector('gridbox-figure').setAttribute('theme', 'dark'));
      await page.enter('iframe');
      await page.wait('the dark theme', () => document.documentElement.dataset.theme === 'dark');
      // The theme follows the painted page, whatever the names of its switch and its colours are.
      await page.enter();
      await page.eval(() => {
        document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { background: oklch(0.98 0 0) } .night body { background: oklch(0.2 0.02 250) }' }));
        document.querySelector('gridbox-figure').setAttribute('theme', 'page');
      });
      for (const [name, theme] of [['', 'light'], ['night', 'dark'], ['day', 'light']]) {
        await page.enter();
        await page.eval((to) => { document.documentElement.className = to; }, name);
        await page.enter('iframe');
        await page.wait(`the ${theme} theme of the page`, (want) => document.documentElement.dataset.theme === want, theme);
      }
    } finally {
      await host.close();
    }
  });

  test.once('loads no program before a reader touches it, where the author says so', async ({ page, front }) => {
    const logged = front.log.length;
    await page.goto(front.url('/figure/five-clusters/?start=touch'));
    await page.see('#fig-picture svg');
    assert.ok(!front.log.slice(logged).some((seen) => /\.wasm/.test(seen.path)), 'no WebAssembly');
    await page.click('.fig-title');
    await inPhase(page, 'done');
  });

  test.any('measures the study of its scenario, again where a reader changes a value', async ({ page, front }) => {
    const study = { replications: 12, vary: [{ path: 'placement.generate.jobs', values: [10, 20] }] };
    const made = { title: 'A study', runs: [{ algorithm: 'rbhs' }, { algorithm: 'scp-tree' }], study,
      placement: { generate: { preset: 'rbhs-mixed', clusters: 8, jobs: 10, datasets: 10 } } };
    await page.goto(front.url('/figure/?show=table,study&controls=placement.generate.datasets:10..20/5:data') + fragment(made));
    await inPhase(page, 'done');
    const note = () => page.text('.fig-survey .fig-of');
    await page.wait('the study', () => /^Means of 12 replications; bars are intervals of 95/.test(document.querySelector('.fig-survey .fig-of')?.textContent ?? ''));
    const chart = () => page.eval(() => [...document.querySelectorAll('#fig-study .gb-estimate title')].map((title) => title.textContent));
    const before = await chart();
    assert.equal(before.length, 4, String(before));
    await page.eval(() => { const slider = document.querySelector('.fig-control .fig-slider'); slider.value = '2'; slider.dispatchEvent(new Event('input', { bubbles: true })); });
    await page.wait('the study of other values', (was) => [...document.querySelectorAll('#fig-study .gb-estimate title')].map((title) => title.textContent).join() !== was, before.join());
    await page.wait('all of it', () => /^Means of 12/.test(document.querySelector('.fig-survey .fig-of')?.textContent ?? ''));
    assert.match(await note(), /Means/);
    await page.goto(front.url('/figure/?show=study') + fragment({ ...made, study: { ...study, replications: 90_000 } }));
    await page.wait('that it waits', () => /waits for your click/.test(document.querySelector('.fig-survey .fig-of')?.textContent ?? ''));
    await page.click({ role: 'button', name: 'Run the study' });
    await page.wait('how far it is', () => /^\d.* of .* are done/.test(document.querySelector('.fig-survey .fig-of')?.textContent ?? '') && document.querySelector('#fig-study svg'));
    await page.click({ role: 'button', name: 'Stop the study' });
    await page.wait('that it has stopped', () => /^Stopped: /.test(document.querySelector('.fig-survey .fig-of')?.textContent ?? '') && document.querySelector('#fig-study svg'));
  });

  test.once('waits with a large scenario, and cancels it', async ({ page, front }) => {
    await page.goto(front.url('/figure/') + fragment({ title: 'Large', placement: { generate: { preset: 'rbhs-mixed', jobs: 30000 } } }));
    await inPhase(page, 'waiting');
    assert.match(await page.text('#fig-status'), /large scenario waits/);
    const act = () => document.querySelector('.fig-run').click();
    await page.eval(act);
    await inPhase(page, 'running');
    await page.eval(act);
    await inPhase(page, 'done');
    assert.match(await page.text('#fig-status'), /Stopped|Solved/);
  });

  test.once('reads an example of the site', async ({ page, front }) => {
    await page.goto(front.url('/figure/?url=/examples/split-network.json'));
    await inPhase(page, 'done');
  });

  for (const [address, word] of /** @type {[string, RegExp][]} */ ([
    ['?preset=five-cluster', /did you mean five-clusters/],
    ['?url=https://example.org/x.json', /is refused/],
    ['#s1.d.abc', /damaged/],
    [fragment({ placement: { clusters: [{ id: 'a', mips: -1 }] } }), /mips/],
  ])) {
    test.once(`says in words what is wrong with ${String(address).slice(0, 40)}`, async ({ page, front }) => {
      await page.goto(front.url('/figure/') + address);
      await page.wait('the figure to have settled', () => ['broken', 'done'].includes(document.getElementById('figure')?.dataset.phase));
      assert.match(await page.text('#figure'), word);
    });
  }

  test.once('shows a scenario with nothing in it, and takes nothing from an address that it does not know', async ({ page, front }) => {
    await page.goto(`${front.url('/figure/')}${fragment({ title: 'Nothing', placement: {} })}&theme=<script>window.ran=true</script>`);
    await inPhase(page, 'done');
    assert.equal(await page.text('.fig-title'), 'Nothing');
    assert.match(await page.text('#fig-status'), /Solved here and verified/);
    assert.deepEqual(await page.eval(() => [document.documentElement.dataset.theme ?? 'none', window.ran ?? 'no', document.querySelectorAll('#figure script').length]), ['none', 'no', 0]);
  });
});
