// The MyST example of site/docs/notebooks.md as a book shows it: mystmd parses the page and copies the
// widget, and the renderer of MyST's themes draws it. The template is an empty one, because mystmd would
// fetch any other from the network.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** @typedef {{type?: string, children?: Node[]}} Node */

/** The nodes of the directive anywidget below a node. @param {Node} node @returns {Node[]} */
const widgets = (node) => [...(node.type === 'anywidget' ? [node] : []), ...(node.children ?? []).flatMap(widgets)];

/**
 * Makes the book, and returns the folder to serve.
 * @param {string} article the text of the page notebooks.md
 * @param {{folder: string, tools: string, esbuild: string, address: (text: string) => string}} where the folder to
 *   work in, the installed packages, the bundler, and the function that puts the site's address into an example
 */
export async function makeBook(article, { folder, tools, esbuild, address }) {
  const example = /^````md\n([^]*?)^````$/m.exec(article)?.[1];
  assert.ok(example, 'notebooks.md has an example for MyST');
  rmSync(folder, { recursive: true, force: true });
  const files = {
    'index.md': `# A book\n\n${address(example)}`,
    'myst.yml': 'version: 1\nproject:\n  title: A book\nsite:\n  template: ./template\n',
    'template/template.yml': 'jtex: v1\nkind: site\ntitle: Empty\n',
    'package.json': '{ "private": true }\n',
  };
  mkdirSync(join(folder, 'template'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  symlinkSync(tools, join(folder, 'node_modules'));
  // Not synchronously: mystmd fetches the widget from the server of this process.
  const run = (/** @type {string} */ program, /** @type {string[]} */ args) => promisify(execFile)(program, args, { cwd: folder });
  await run(join(tools, '.bin/myst'), ['build', '--site']);
  const [node, ...more] = widgets(JSON.parse(readFileSync(join(folder, '_build/site/content/index.json'), 'utf8')).mdast);
  assert.ok(node && !more.length, 'mystmd finds one widget');
  writeFileSync(join(folder, 'page.jsx'), `import { createRoot } from "react-dom/client";
import { ANY_RENDERERS } from "@myst-theme/anywidget";
const Widget = ANY_RENDERERS.anywidget;
createRoot(document.querySelector("#page")).render(<Widget node={${JSON.stringify(node)}} />);\n`);
  const out = join(folder, 'out');
  cpSync(join(folder, '_build/site/public'), out, { recursive: true });
  await run(esbuild, ['page.jsx', '--bundle', '--format=esm', '--jsx=automatic', '--define:process.env.NODE_ENV="production"', '--log-level=error', `--outfile=${join(out, 'page.js')}`]);
  writeFileSync(join(out, 'index.html'), '<!doctype html><html lang="en"><meta charset="utf-8"><title>A book</title><link rel="icon" href="data:,"><div id="page"></div><script type="module" src="/page.js"></script>\n');
  return out;
}

/** Opens the book and waits for the picture. @param {Awaited<ReturnType<typeof import('../e2e/harness/browser.mjs').openBrowser>>} browser @param {string} origin */
export async function lookAtBook(browser, origin) {
  const profile = await browser.fresh();
  try {
    const page = await profile.page();
    await page.goto(origin);
    await page.wait('the picture of the widget', () => document.querySelector('.myst-anywidget')?.shadowRoot?.querySelector('svg text'));
    assert.deepEqual(page.faults.filter(({ kind }) => kind !== 'foreign'), [], 'nothing is reported');
    return await page.picture();
  } finally {
    await profile.close();
  }
}
