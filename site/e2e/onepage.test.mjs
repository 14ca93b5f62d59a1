// A page that is one file: written by the command line and by the laboratory, opened from a disk, solved again by the
// program inside it, without a request.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builds, gridbox } from './harness/builds.mjs';
import { temporaryFolder } from './harness/processes.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { generated, Lab } from './lab.mjs';

const limit = 5_000_000;

/** Writes a page by the command line, and returns its file. @param {string[]} flags */
function written(scenario, ...flags) {
  const folder = temporaryFolder('onepage');
  const [from, to] = ['scenario.json', 'page.html'].map((name) => join(folder, name));
  writeFileSync(from, JSON.stringify(scenario));
  const done = spawnSync(gridbox, ['export', from, '--as', 'html', '--site', builds.a, '--out', to, ...flags], { encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  assert.ok(statSync(to).size <= limit, `${statSync(to).size} bytes`);
  return to;
}

const solvedAgain = (page) => page.wait('the page to have solved it again', () => document.getElementById('figure')?.dataset.phase === 'done');
/** Returns the requests of the page; its own blobs do not count. */
const requests = (page) => page.eval(() => performance.getEntriesByType('resource').map((one) => one.name).filter((name) => !/^(blob|data):/.test(name)));
const withWorkers = (page) => page.eval(() => /** @type {any} */ (globalThis).gridboxOnePage.workers);

/** Stores later downloads in window.saved. */
const caught = (page) => page.eval(() => {
  URL.createObjectURL = (blob) => { /** @type {any} */ (window).saved = blob; return 'blob:none'; };
  HTMLAnchorElement.prototype.click = () => {};
});

inEachBrowser('one page', (test) => {
  test('opens from a disk, comes to the same answers in its workers, and asks nobody for anything', async ({ page, note }) => {
    const file = written(generated('five-clusters'), '--base', 'https://gridbox.example', '--run', '1');
    note(`a page has ${statSync(file).size} bytes`);
    await page.goto(pathToFileURL(file).href);
    await solvedAgain(page);
    assert.match(await page.text('#fig-status'), /reproduced/);
    assert.equal(await page.text('.fig-row-on .fig-name'), 'SCP Tree Search');
    assert.equal(await withWorkers(page), true);
    assert.match(await page.text('.made'), /Scenario sha256:[0-9a-f]{16}, seed 7, .*RBHS sha256:/);
    await page.click({ role: 'button', name: 'RBHS' });
    await page.wait('the other answer', () => document.querySelector('.fig-row-on .fig-name')?.textContent === 'RBHS');
    await page.focus('#fig-job');
    await page.press('Home');
    await page.press('ArrowRight');
    await page.wait('the story of the first job', () => /^j1 runs on/.test(document.querySelector('.fig-story')?.textContent ?? ''));
    assert.match(await page.eval(() => document.querySelector('.fig-open')?.getAttribute('href') ?? ''), /^https:\/\/gridbox\.example\/lab\/#s1\./);
    assert.deepEqual(await requests(page), []);
  });

  test('computes in the page where it may have no workers, and says where answers differ', async ({ page, expect }) => {
    const file = written(generated('five-clusters'));
    const text = readFileSync(file, 'utf8');
    const digest = /"digest":"sha256:([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
    writeFileSync(file, text.replace('worker-src blob:', "worker-src 'none'").replace(`"digest":"sha256:${digest}"`, `"digest":"sha256:${'0'.repeat(64)}"`));
    expect(/worker-src|Content.Security.Policy|violates|Refused|blob:/i);
    await page.goto(pathToFileURL(file).href);
    await solvedAgain(page);
    assert.equal(await withWorkers(page), false);
    assert.match(await page.text('#fig-status'), /not the answers that the page was made with/);
    assert.equal(await page.eval(() => [...document.querySelectorAll('.fig-open, .fig-home')].every((link) => /** @type {HTMLElement} */ (link).hidden)), true, 'no site is known');
  });

  test.any('is saved by the laboratory with the answers as they stand', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await page.focus(Lab.mark('cluster', 'Lille'));
    await page.press('Shift+ArrowLeft');
    await lab.solved();
    await page.click({ role: 'button', name: 'Share', within: '.bar' });
    await caught(page);
    await page.click({ role: 'button', name: 'Save as one page', within: 'dialog' });
    const text = await page.wait('the file', () => /** @type {any} */ (window).saved?.text());
    assert.ok(text.length <= limit, `${text.length} characters`);
    const file = join(temporaryFolder('onepage'), 'saved.html');
    writeFileSync(file, text);
    await page.goto(pathToFileURL(file).href);
    await solvedAgain(page);
    assert.match(await page.text('#fig-status'), /reproduced/);
    assert.ok((await page.eval(() => document.querySelector('.fig-open')?.getAttribute('href') ?? '')).startsWith(front.url('/lab/#s1.')));
    assert.deepEqual(await requests(page), []);
  });

  test.once('stands without scripts, with its picture, its table and what it was made of', async () => {
    const text = readFileSync(written(generated('five-clusters')), 'utf8');
    const still = text.slice(text.indexOf('<body>'), text.indexOf('<script'));
    for (const part of [/<svg/, /SCP Tree Search/, /Solved and verified when this page was made/, /class="made">Scenario sha256:/]) assert.match(still, part);
  });
});
