// The transferred and stored bytes of a first visit of the laboratory, counted where the bytes leave the server, at
// the points that have budgets in site/sizebudget. In Chromium, because the loads do not depend on the browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './harness/builds.mjs';
import { until } from './harness/processes.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

/** Returns a budget of site/sizebudget, in bytes. @param {'paint'|'change'|'visit'|'stored'} name */
function budget(name) {
  const budgets = readFileSync(join(root, 'site', 'sizebudget', 'main.go'), 'utf8');
  const found = new RegExp(`\\b${name}Budget\\s*=\\s*([\\d_]+)`).exec(budgets);
  assert.ok(found, `site/sizebudget has a budget ${name}`);
  return Number(found[1].replaceAll('_', ''));
}

/** Counts the bytes of bodies that leave a front, compressed. */
class Meter {
  constructor(front) {
    this.bytes = 0;
    this.open = 0;
    front.rules.push({ match: /./, act: (_request, response) => {
      this.open++;
      response.once('close', () => { this.open--; });
      for (const name of ['write', 'end']) {
        const plain = response[name].bind(response);
        response[name] = (part, ...rest) => {
          if (typeof part === 'string' || part instanceof Uint8Array) this.bytes += Buffer.byteLength(part);
          return plain(part, ...rest);
        };
      }
      return false;
    } });
  }
}

/** Returns the stored data of the service worker: the complete groups, the files and their bytes. */
const kept = (page) => page.eval(async () => {
  const found = { groups: /** @type {string[]} */ ([]), names: /** @type {string[]} */ ([]), bytes: 0 };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const path = new URL(request.url).pathname;
      if (path.includes('/.kept/')) found.groups.push(path.slice(path.indexOf('/.kept/') + 7));
      else found.names.push(path);
      found.bytes += (await (await cache.match(request)).arrayBuffer()).byteLength;
    }
  }
  return found;
});

const drawnByVega = (page) => page.eval(() => document.querySelectorAll('#lab .gb-drawn').length);

inEachBrowser('a first visit', (test) => {
  test.once('keeps to its budgets and needs no network afterwards', async ({ page, front, note, expect }) => {
    expect(/net::ERR|Failed to (load|fetch)/);
    const meter = new Meter(front);
    const counted = (what, bytes, name) => {
      note(`${what}: ${bytes} bytes of ${budget(name)}`);
      assert.ok(bytes <= budget(name), `${what}: ${bytes} bytes, and the budget is ${budget(name)}`);
    };

    const release = front.hold(/\.wasm$|\/(lab|chunk)\.\w+\.js$/);
    await page.goto(front.url('/lab/'), { wait: 'none' });
    await page.wait('the first paint, with its font', () => performance.getEntriesByName('first-contentful-paint').length > 0
      && document.styleSheets.length > 0 && document.fonts.ready.then(() => document.fonts.status === 'loaded'));
    counted('painted', meter.bytes, 'paint');
    assert.ok(meter.bytes > 20_000, 'the page was counted');
    release();

    const lab = await new Lab(page, front).live();
    await page.focus(Lab.mark('cluster', 'Rennes'));
    await page.press('Delete');
    await lab.count('cluster', 4);
    await lab.solved();
    counted('the first change solved', meter.bytes, 'change');
    assert.ok(meter.bytes > 1_000_000, 'the programs were counted');

    const tools = await page.eval(() => Object.values(JSON.parse(document.querySelector('#gridbox-config')?.textContent ?? '').tools));
    assert.ok(tools.length > 0, 'the laboratory has tools');
    const stored = await until(async () => {
      const now = await kept(page);
      return now.groups.includes('lab') && now.groups.includes('charts') && meter.open === 0 ? now : undefined;
    }, { what: 'the service worker to have kept everything', timeout: 30_000 });
    counted('in the end', meter.bytes, 'visit');
    counted('stored', stored.bytes, 'stored');
    const log = () => front.log.map((seen) => seen.path);
    for (const tool of tools) assert.ok(!log().includes(tool) && !stored.names.includes(tool), `${tool} came before anybody opened it`);
    assert.deepEqual(log().filter((path, at, all) => path.endsWith('.wasm') && all.indexOf(path) !== at), [], 'no program travels twice');

    assert.equal(await drawnByVega(page), 0, 'nobody has touched the chart');
    await page.click('[data-chart]');
    await page.wait('Vega to draw the chart that is touched', () => document.querySelector('#lab [data-chart].gb-drawn .gb-vega svg'));
    await lab.text();
    assert.ok(tools.some((tool) => log().includes(tool)), 'the editor comes when it is opened');

    await front.offline();
    for (const kind of ['Window', 'Batch', 'Groups', 'Compute farm', 'Placement']) {
      await lab.kind(kind);
      await lab.run();
    }
  });
}, { keeping: true });
