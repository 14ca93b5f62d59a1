#!/usr/bin/env node
// Follows every recipe of site/docs/guides.md and the MyST example of notebooks.md literally, with the tools next to
// this file, and opens the results in Chromium. A figure must be solved, as high as its content at every width, in
// the colours of the page and after its switch, and must not capture the wheel or the keyboard.
//
//   node site/guides/run.mjs [name ...]       (./build.sh guides, which builds the site first)
//
// Screenshots of all pages are in .cache/guides/pictures. A missing tool is skipped with a message; the exit status
// is 1 if a recipe failed or none was followed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../e2e/harness/browser.mjs';
import { base, builds, root } from '../e2e/harness/builds.mjs';
import { delay, until } from '../e2e/harness/processes.mjs';
import { Front, plainServer } from '../e2e/harness/server.mjs';
import { lookAtBook, makeBook } from './book.mjs';

const tools = fileURLToPath(new URL('node_modules', import.meta.url));
const bin = join(tools, '.bin');
const work = join(root, '.cache', 'guides');
const pictures = join(work, 'pictures');
const placeholder = 'https://gridbox.example/';

/** @typedef {{name: string, files: {path: string, text: string}[], commands: string[]}} Recipe */

/** Parses a section of the article: every file with its path, and the commands. @param {string} section @returns
 * {Recipe} */
function recipe(section) {
  const name = section.slice(0, section.indexOf('\n'));
  const files = [...section.matchAll(/^`([^`\n]+)`\n\n```\w+\n([^]*?)^```$/gm)].map(([, path, text]) => ({ path, text }));
  const commands = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, text]) => text.trim().split('\n'));
  return { name, files, commands };
}

/** Properties of a tool's page: its switch to dark colours, the way to the figure, and whether the page is longer than
 * the figure. */
const ways = {
  Eleventy: { dark: (page) => page.prefer('dark'), scrolls: true },
  VitePress: { dark: (page) => page.eval(() => { document.querySelector('.VPSwitchAppearance').click(); }), scrolls: true },
  Docusaurus: {
    // It switches from the system's colours to light ones, and from these to dark ones.
    dark: (page) => until(async () => {
      await page.eval(() => { document.querySelector('[class*=colorModeToggle] button, button[class*=toggleButton]').click(); });
      await delay(200);
      return page.eval(() => document.documentElement.dataset.theme === 'dark');
    }, { what: 'the dark theme of Docusaurus' }),
    scrolls: true,
  },
  'Jupyter Book and MyST': { scrolls: true },
  'HonKit and other books of Markdown': {},
  'reveal.js': { to: async (page) => { await page.press('ArrowRight'); await delay(1200); }, fixed: true, first: 'dark' },
};

/** Runs one line of a recipe in its folder. Nothing is installed, because all packages of the recipes are here,
 * locked. */
function follow(line, folder) {
  const [program, ...args] = line.split(' ');
  if (program === 'npm') {
    const wanted = JSON.parse(readFileSync(fileURLToPath(new URL('package.json', import.meta.url)), 'utf8')).dependencies;
    for (const name of args.slice(1)) assert.ok(wanted[name], `${line}: ${name} does not stand in site/guides/package.json`);
    return;
  }
  const [run, given] = program === 'npx' ? [join(bin, args[0]), args.slice(1)] : [program, args];
  const env = { ...process.env, CI: 'true', DOCUSAURUS_NO_PERSISTENT_CACHE: 'true', NO_UPDATE_NOTIFIER: '1' };
  const done = spawnSync(run, given, { cwd: folder, env, encoding: 'utf8' });
  assert.equal(done.status, 0, `${line}: ${done.error ?? ''}${done.stdout}${done.stderr}`);
}

/** Returns the folder with a tool's output for a recipe. @param {Recipe} one @param {string} site */
function make(one, site) {
  const folder = join(work, one.name.split(' ')[0].toLowerCase());
  rmSync(folder, { recursive: true, force: true });
  for (const { path, text } of one.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.replaceAll(placeholder, site));
  }
  if (one.commands.some((line) => line.startsWith('npm '))) { // as npm would have made the folder
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    symlinkSync(tools, join(folder, 'node_modules'));
  }
  for (const line of one.commands) follow(line, folder);
  return join(folder, 'out');
}

const theme = () => document.documentElement.dataset.theme;

/** Opens the page of a recipe at a width, and checks its figure as described at the top. */
async function look(browser, one, address, width, height) {
  const way = ways[one.name];
  const profile = await browser.fresh();
  const page = await profile.page();
  const picture = async (which) => writeFileSync(join(pictures, `${one.name.split(' ')[0]}-${width}-${which}.png`), await page.picture());
  const inside = async (work) => {
    await page.enter('gridbox-figure iframe');
    try {
      return await work();
    } finally {
      await page.enter();
    }
  };
  try {
    await page.prefer('light');
    await page.resize(width, height);
    await page.page.evaluateOnNewDocument(() => {
      if (top !== self) return;
      globalThis.shifted = 0;
      globalThis.heights = new Set();
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!(/** @type {any} */ (entry).hadRecentInput)) globalThis.shifted += /** @type {any} */ (entry).value;
      }).observe({ type: 'layout-shift', buffered: true });
      const measure = () => {
        const frame = document.querySelector('gridbox-figure iframe');
        if (frame) globalThis.heights.add(`${Math.round(frame.clientWidth)}x${Math.round(frame.clientHeight)}`);
        requestAnimationFrame(measure);
      };
      measure();
    });
    await page.goto(address);
    if (way.to) await way.to(page);
    await page.see('gridbox-figure iframe');
    await page.eval(() => { document.querySelector('gridbox-figure').scrollIntoView({ block: 'start' }); });
    await inside(() => page.wait('the figure to be solved', () => document.getElementById('figure')?.dataset.phase === 'done'));
    await delay(400); // its last height goes to the page
    assert.equal(await page.eval(() => document.querySelectorAll('gridbox-figure iframe').length), 1, 'one frame, also after a framework took the page over');
    assert.equal(await inside(() => page.eval(theme)), way.first ?? 'light', 'the colours of the page');
    await picture(way.first ?? 'light');
    if (!way.fixed) {
      const [content, shown] = await inside(() => page.eval(() => [document.documentElement.scrollHeight, document.documentElement.clientHeight]));
      assert.ok(content <= shown + 1, `the figure is ${content} px high, and its frame ${shown}`);
      assert.ok(await inside(() => page.eval(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)), 'nothing is wider than its frame');
    }
    const wide = await page.eval(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `the page is ${wide} px wider than the window`);
    const shifted = await page.eval(() => globalThis.shifted);
    const sizes = (await page.eval(() => [...globalThis.heights])).map((size) => size.split('x').map(Number));
    const still = sizes.every(([wide, high]) => sizes.every((other) => other[0] !== wide || other[1] === high));
    assert.ok(still, `the figure, which keeps its place, was ${sizes.map((size) => size.join('x')).join(', then ')}`);
    if (way.scrolls) {
      await page.eval(() => { scrollTo(0, 0); });
      const { x, y, width: across } = await page.eval(() => document.querySelector('gridbox-figure').getBoundingClientRect().toJSON());
      await page.move(x + across / 2, Math.min(y + 150, height - 20));
      await page.page.mouse.wheel({ deltaY: 200 });
      await page.wait('the wheel to move the page', () => scrollY > 0);
    }
    // By Tab into the figure, through it, and out of it again.
    await page.eval(() => { /** @type {HTMLElement} */ (document.querySelector('gridbox-figure iframe')).focus(); });
    await until(async () => {
      await page.press('Tab');
      return page.eval(() => document.activeElement !== document.querySelector('gridbox-figure iframe'));
    }, { what: 'Tab to leave the figure', timeout: 20_000 });
    if (way.dark) {
      await way.dark(page);
      await inside(() => page.wait('the figure to follow the switch', () => document.documentElement.dataset.theme === 'dark'));
      await page.eval(() => { document.querySelector('gridbox-figure').scrollIntoView({ block: 'start' }); });
      await delay(400);
      await picture('dark');
    }
    const faults = page.faults.filter(({ kind, text }) => kind !== 'foreign' && !/Failed to load resource|favicon/.test(text));
    assert.deepEqual(faults, [], 'nothing is complained about');
    return `${width} px: ${sizes.map((size) => size.join(' x ')).join(', then ')}, the page moved by ${shifted.toFixed(3)}`;
  } catch (error) {
    await picture('failed').catch(() => {});
    throw error;
  } finally {
    await profile.close();
  }
}

const article = readFileSync(join(root, 'site/docs/guides.md'), 'utf8');
const recipes = article.split(/^## /m).slice(1).map(recipe);
assert.deepEqual(recipes.map((one) => one.name).sort(), Object.keys(ways).sort(), 'every recipe has its way to be looked at');
const wanted = process.argv.slice(2);
const chosen = recipes.filter((one) => !wanted.length || wanted.some((part) => one.name.toLowerCase().includes(part.toLowerCase())));
mkdirSync(pictures, { recursive: true });
const front = await new Front(builds.a, base).open();
const browser = await openBrowser('chromium', { keeping: false });
let passed = 0, failed = 0;
try {
  for (const one of chosen) {
    const missing = one.commands.map((line) => line.split(' ')).map(([program, name]) => (program === 'npx' ? join(bin, name) : program))
      .find((program) => !existsSync(program) && spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0);
    if (missing) {
      console.log(`skip  ${one.name}: ${missing} is not here`);
      continue;
    }
    const began = Date.now();
    try {
      const server = await plainServer(make(one, front.url('/')), '');
      const made = Date.now();
      try {
        const output = [];
        for (const [width, height] of [[1280, 720], [360, 740]]) output.push(await look(browser, one, server.url('/'), width, height));
        console.log(`ok    ${one.name}: made in ${((made - began) / 1000).toFixed(1)} s, looked at in ${((Date.now() - made) / 1000).toFixed(1)} s; ${output.join('; ')}`);
        passed++;
      } finally {
        await server.close();
      }
    } catch (error) {
      console.log(`FAIL  ${one.name}: ${error.message.slice(0, 4000)}`);
      failed++;
    }
  }
  if (!wanted.length || wanted.some((part) => 'directive of myst'.includes(part.toLowerCase()))) {
    try {
      const folder = await makeBook(readFileSync(join(root, 'site/docs/notebooks.md'), 'utf8'),
        { folder: join(work, 'book'), tools, esbuild: join(root, 'assets/node_modules/.bin/esbuild'), address: (text) => text.replaceAll(placeholder, front.url('/')) });
      const server = await plainServer(folder, '');
      try {
        writeFileSync(join(pictures, 'book.png'), await lookAtBook(browser, server.url('/')));
      } finally {
        await server.close();
      }
      console.log('ok    directive of MyST');
      passed++;
    } catch (error) {
      console.log(`FAIL  directive of MyST: ${error.message.slice(0, 4000)}`);
      failed++;
    }
  }
} finally {
  await browser.close();
  await front.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
