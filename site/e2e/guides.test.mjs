// The guides, followed literally: every example of the page on embedding in a plain page of another origin, and the
// site behind `python3 -m http.server`, below a path.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { base, builds, root } from './harness/builds.mjs';
import { temporaryFolder } from './harness/processes.mjs';
import { pagesServer } from './harness/server.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

const placeholder = 'https://gridbox.example/';
const article = readFileSync(join(root, 'site/docs/embedding.md'), 'utf8');
const examples = [...article.matchAll(/```html\n([^]*?)```/g)].map((found) => found[1]);
const script = `<script src="${placeholder}embed.js" defer></script>`;

const solved = (page) => page.wait('the figure to be solved', () => document.getElementById('figure')?.dataset.phase === 'done');

/** Serves a folder with Python's server; returns its origin and a function that ends it. */
async function python(folder) {
  const server = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  const port = await new Promise((found, failed) => {
    server.on('error', failed);
    server.on('exit', () => failed(new Error('python3 -m http.server ended')));
    server.stdout.on('data', (text) => { const match = /port (\d+)/.exec(String(text)); if (match) found(match[1]); });
  });
  return { origin: `http://127.0.0.1:${port}`, close: () => server.kill() };
}

inEachBrowser('the guides', (test, browser) => {
  test('every example of the page on embedding shows a solved figure in a plain page with a policy', async ({ page, front, expect }) => {
    expect(/did not (start in time|accept the work)/); // on a busy machine
    assert.ok(examples.length >= 5);
    // In other browsers only the first of each sort, because the rest differs in attributes that Go reads.
    const tried = browser === 'chromium' ? examples : ['<gridbox-figure', '<iframe'].map((sort) => examples.find((one) => one.includes(sort)) ?? '');
    for (const example of tried) {
      const body = (example.includes('<gridbox-figure') && !example.includes(script) ? script + example : example).replaceAll(placeholder, front.url('/'));
      const server = await pagesServer({ '/': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Somebody's page</title><link rel="icon" href="data:,"><body>${body}</body></html>` },
        { 'content-security-policy': `default-src 'none'; img-src data:; frame-src ${front.origin}; script-src ${front.origin}` });
      try {
        await page.goto(`${server.origin}/`);
        await page.see('iframe');
        await page.enter('iframe');
        await solved(page);
        assert.match(await page.text('#fig-status'), /Solved here and verified/, example);
        await page.enter();
      } finally {
        await server.close();
      }
    }
  });

  // A server with few headers: nothing is compressed, and a page is found only at its folder.
  if (spawnSync('python3', ['--version']).status === 0) {
    test.any('the site works behind python3 -m http.server, below a path', async ({ page }) => {
      const folder = temporaryFolder('python');
      mkdirSync(join(folder, dirname(base)), { recursive: true });
      symlinkSync(builds.a, join(folder, base));
      const server = await python(folder);
      try {
        const at = { url: (path) => server.origin + base + path };
        const lab = await new Lab(page, at).open();
        await lab.solved();
        await page.goto(at.url('/figure/five-clusters/'));
        await solved(page);
        await page.goto(at.url('/docs/guide'));
        await page.see('article, main');
        assert.match(await page.eval(() => location.pathname), /docs\/guide\/$/);
      } finally {
        server.close();
      }
    });
  }
});
