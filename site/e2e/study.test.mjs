// Studies in the page: from the form to the numbers, which are those of the
// command line; pausing, reloading, dividing; and a page that stays free.

import assert from 'node:assert/strict';
import { availableParallelism, loadavg } from 'node:os';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab, generated, native } from './lab.mjs';

const appBinary = /\/a\/app\.[^/]*\.wasm/;

/** A study that takes a moment and has every sort of cell. */
const sweep = (replications, more = {}) => generated('split-network', {}, {
  study: { replications, vary: [{ path: 'placement.generate.jobs', values: [10, 20] }], metrics: ['makespan', 'gap'], ...more },
});

/** The screen of studies by the names that it shows. */
class Studies extends Lab {
  /** Opens a document on the screen of studies, as on a machine of so many cores. */
  async on(document, front, cores) {
    const link = native('link', document);
    await this.page.goto(front.url('/docs/')); // a link to the page that is open would only change its fragment
    const release = front.hold(appBinary);
    await this.page.goto(front.url('/lab/') + link.slice(link.indexOf('#')) + '&view=study');
    await this.page.eval((n) => { if (n) Object.defineProperty(navigator, 'hardwareConcurrency', { value: n }); }, cores ?? 0);
    release();
    await this.live();
    return this;
  }

  status() { return this.page.eval(() => document.querySelector('#study-status')?.textContent ?? ''); }

  async press(name) {
    await this.page.wait(`${name} to be there`, (text) => [...document.querySelectorAll('.headline button')].some((button) => button.textContent === text && !button.disabled), name);
    await this.page.click({ role: 'button', name, within: '.headline' });
  }

  /** Waits as long as the study gets on. */
  async complete() {
    for (let last = 'nothing yet', status = await this.status(); status !== last; last = status, status = await this.status()) {
      const done = await this.page.wait('the study to be complete', () => /^Complete/.test(document.querySelector('#study-status')?.textContent ?? '')).catch(() => false);
      if (done) return this;
    }
    throw new Error(`the study stands still: ${await this.status()}`);
  }

  /** What a button of the results would save. */
  async saved(name) {
    await this.page.eval(() => {
      const plain = URL.createObjectURL;
      delete window.savedBlob;
      URL.createObjectURL = (blob) => { window.savedBlob = blob; return plain.call(URL, blob); };
      HTMLAnchorElement.prototype.click = () => {};
    });
    await this.page.click({ role: 'button', name, within: '.found' });
    return this.page.wait(`the saved ${name}`, () => window.savedBlob?.text());
  }

  /** Types into a field of the form. */
  async set(id, text) {
    await this.page.focus(id);
    await this.page.press('Control+a');
    await this.page.type(text);
    await this.page.press('Enter');
  }

  fault(id) { return this.page.wait(`a fault at ${id}`, (selector) => document.querySelector(`${selector}-why`)?.textContent, id); }
}

inEachBrowser('studies', (test) => {
  test('a study runs to its end and its document is that of the command line, byte for byte', async ({ page, front, tell }) => {
    const asked = sweep(60);
    const lab = await new Studies(page, front).on(asked, front);
    await lab.press('Start');
    await lab.complete();
    assert.match(await lab.status(), /120 of 120 replications at 2 points/);
    const counts = await page.eval(() => document.querySelector('#study-counts')?.textContent ?? '');
    const [values, without] = [...counts.matchAll(/\d+/g)].map(Number);
    assert.equal(values + without, 480, counts);
    assert.match(counts, /, 0 failed/);
    assert.equal((await lab.saved('JSON')).trim(), native('study', asked).trim());
    assert.match(await lab.saved('CSV'), /^placement.generate.jobs,algorithm,/);
    assert.match(await lab.saved('SVG'), /^<svg/);
    assert.match(await lab.saved('Vega'), /vega-lite/);
    const marks = await page.eval(() => document.querySelectorAll('.found .gb-estimate').length);
    assert.equal(marks, 8, 'a mark for each of 2 points and 4 algorithms');
    tell(await lab.status());
  });

  test('one worker, two workers, a pause and a reload give the same digest', async ({ page, front }) => {
    const asked = sweep(80);
    const want = JSON.parse(native('study', asked)).digest;
    const lab = await new Studies(page, front).on(asked, front, 1);
    await lab.press('Start');
    await lab.complete();
    assert.equal(JSON.parse(await lab.saved('JSON')).digest, want, 'on one core');

    const longer = sweep(600);
    const then = await new Studies(page, front).on(longer, front, 2);
    await then.press('Start');
    await page.wait('some replications', () => Number(document.querySelector('.headline progress')?.getAttribute('value')) > 20);
    await then.press('Pause');
    await page.wait('it to rest', () => /^Paused/.test(document.querySelector('#study-status')?.textContent ?? ''));
    await then.press('Resume');
    await page.wait('it to go on', () => !/^Paused/.test(document.querySelector('#study-status')?.textContent ?? ''));
    await page.press('Escape');
    await page.wait('it to rest again, and to be kept', () => /^Paused.*kept in this browser/.test(document.querySelector('#study-status')?.textContent ?? ''));
    await page.wait('the draft to be kept', () => /saved in this browser/.test(document.querySelector('.saved')?.textContent ?? ''));
    await page.reload();
    await then.live();
    assert.match(await page.wait('what was kept', () => {
      const status = document.querySelector('#study-status')?.textContent ?? '';
      return /kept in this browser/.test(status) && status;
    }), /^\d+ replications of this study/);
    await then.press('Take up again');
    await then.complete();
    assert.equal((await then.saved('JSON')).trim(), native('study', longer).trim(), 'after the reload');
  });

  test('what is wrong is said at its field, and a grid of a billion cells is counted and asked about', async ({ page, front }) => {
    const lab = await new Studies(page, front).on(sweep(60, { metrics: ['makespan', 'cost'] }), front);
    await page.wait('the unknown metric', () => /not a metric/.test(document.querySelector('.asks [aria-label="Metrics"] .why-not')?.textContent ?? ''));
    await page.click('[data-metric="cost"]');
    await page.wait('it to be mended', () => !document.querySelector('.asks [aria-label="Metrics"] .why-not'));
    await lab.set('#st-replications', '0');
    assert.match(await lab.fault('#st-replications'), /at least 1|1/);
    await lab.set('#st-replications', '1000');
    await lab.set('#st-vary-0-path', 'placement.generate.jobz');
    assert.match(await lab.fault('#st-vary-0-path'), /does not exist/);
    await lab.undo();
    await page.eval(() => {
      const by = document.querySelector('#st-by-0');
      by.value = 'range';
      by.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.see('#st-vary-0-step');
    await lab.set('#st-vary-0-step', '-1');
    assert.match(await lab.fault('#st-vary-0-step'), /no end/);
    await lab.set('#st-vary-0-step', '0.00001');
    assert.match(await page.wait('the count', () => {
      const said = document.querySelector('#st-size')?.textContent ?? '';
      return /·10|000.000.000/.test(said) && said;
    }), /solutions/);
    await page.see('#st-large');
    assert.match(await lab.status(), /confirm it/);
    assert.ok(await page.eval(() => [...document.querySelectorAll('.headline button')].find((button) => button.textContent === 'Start')?.disabled));
  });

  test('a replication opens in the laboratory at its seed, and undo leads back', async ({ page, front }) => {
    const asked = sweep(40);
    const lab = await new Studies(page, front).on(asked, front);
    await lab.press('Start');
    await lab.complete();
    await page.focus('.found .gb-estimate');
    await page.press('Enter');
    await page.wait('its replications', () => document.querySelectorAll('.picks tbody tr').length === 3);
    await page.click({ role: 'button', name: 'Open the worst replication' });
    await page.wait('the scenario', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario');
    await lab.solved();
    const one = JSON.parse(await lab.text());
    assert.notEqual(one.seed, 7);
    assert.equal(one.placement.generate.jobs, 10);
    assert.equal(one.study, undefined);
    await lab.undo();
    await page.click({ role: 'button', name: 'Study', within: '.bar' });
    await lab.complete();
  });

  test('the page stays free while a study runs', async ({ page, front, tell }) => {
    const lab = await new Studies(page, front).on(sweep(400), front);
    await page.wait('Start', () => [...document.querySelectorAll('.headline button')].some((button) => button.textContent === 'Start' && !button.disabled));
    await page.eval(() => {
      // Long tasks where the browser tells them, and how late a timer is where not.
      window.late = [];
      if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
        new PerformanceObserver((list) => { for (const task of list.getEntries()) window.late.push(Math.round(task.duration)); }).observe({ type: 'longtask' });
      } else {
        let last = performance.now();
        setInterval(() => {
          const now = performance.now();
          if (now - last - 20 > 50) window.late.push(Math.round(now - last - 20));
          last = now;
        }, 20);
      }
    });
    await lab.press('Start');
    await page.wait('the first numbers', () => Boolean(document.querySelector('.found .gb-estimate')));
    const first = await page.eval(() => window.late.splice(0));
    await lab.complete();
    const late = await page.eval(() => window.late);
    // The study keeps every core busy; a machine with still more to do is slower for everybody.
    const slow = Math.max(1, loadavg()[0] / availableParallelism());
    const worst = Math.max(0, ...late);
    tell(`tasks over 50 ms: ${late.join(', ') || 'none'} (at the start ${first.join(', ') || 'none'}), on a machine ${slow.toFixed(1)} times too busy`);
    // How late a timer is says also how long the system let the page wait.
    const told = await page.eval(() => PerformanceObserver.supportedEntryTypes.includes('longtask'));
    assert.ok(worst <= (told ? 50 : 250) * slow, `the page was held up for ${worst} ms`);
  });
});
