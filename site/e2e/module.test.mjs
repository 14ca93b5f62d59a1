// gridbox.js from another origin, under the policy that its article requires. Every example of the article is run
// unchanged.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagesServer } from './harness/server.mjs';
import { root } from './harness/builds.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { generated, native } from './lab.mjs';

const article = readFileSync(join(root, 'site/docs/gridbox-js.md'), 'utf8');
const placeholder = 'https://gridbox.example';
/** Returns the examples in a language, in order. @param {string} language */
const examples = (language) => [...article.matchAll(new RegExp('```' + language + '\\n([^]*?)```', 'g'))].map((found) => found[1]);
const policy = /```\n(script-src[^\n]*)\n```/.exec(article)?.[1] ?? '';
const [plain, studied, jupyter] = examples('html');
const [cell, widget] = examples('js');
const [component] = examples('jsx');

const five = JSON.stringify(generated('five-clusters'));

/** Returns a page of another origin with the site's address, whose policy allows its own inline script by its hash. */
async function foreign(front, html) {
  const body = html.replaceAll(placeholder, front.url(''));
  const hashes = [...body.matchAll(/<script type="module">([^]*?)<\/script>/g)]
    .map(([, script]) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  const allowed = policy.replaceAll(placeholder, front.origin).replace('script-src', `script-src ${hashes.join(' ')}`);
  return pagesServer({ '/': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Somebody's page</title>
    <link rel="icon" href="data:,"><body>${body}</body></html>` },
  { 'content-security-policy': `default-src 'none'; img-src data:; ${allowed}` });
}

/** Shows a page of another origin, and closes its server after `use`. */
async function shown({ page, front }, html, use) {
  const server = await foreign(front, html);
  try {
    await page.goto(`${server.origin}/`);
    await use();
  } finally {
    await server.close();
  }
}

/** Returns a module script that writes errors into the page. */
const script = (code) => `<p id="out"></p><script type="module">const out = document.querySelector("#out");
  try { ${code} } catch (error) { out.textContent = error.reason + ": " + error.message; }</script>`;

inEachBrowser('gridbox.js', (test) => {
  test('the examples of its page run from another origin under a strict policy', async (given) => {
    const { page } = given;
    await shown(given, plain, async () => {
      await page.wait('the best answer', () => /is done after 6 s/.test(document.querySelector('#best')?.textContent ?? ''));
      await page.wait('its picture', () => document.querySelector('#picture svg text'));
    });
    await shown(given, studied, async () => {
      await page.wait('the chart of the study', () => document.querySelector('#chart svg text'));
      assert.deepEqual(await page.eval(() => { const bar = document.querySelector('progress'); return [bar?.value, bar?.max]; }), [12, 12]);
    });
    await shown(given, jupyter, () => page.wait('the algorithms', () => /frontier.*gka/.test(document.querySelector('#gridbox-cell')?.textContent ?? '')));
    await shown(given, script(`document.body.append(await (async () => { ${cell} })());`), () => page.wait('the cell', () => document.querySelector('figure svg text')));
    await shown(given, `<div id="el"></div>${script('')}<script type="module">${widget.replace('export default', 'const made =')}
      const values = { scenario: ${five} };
      await made.render({ el: document.querySelector("#el"), model: {
        get: (name) => values[name], set: (name, value) => { values[name] = value; }, on() {},
        save_changes() { document.body.dataset.runs = values.result.runs.length; } } });</script>`, async () => {
      await page.wait('the widget', () => document.querySelector('#el svg') && Number(document.body.dataset.runs) > 3);
    });
  });

  test('the widget at its address draws, reports a fault, draws again, and ends', async (given) => {
    const { page } = given;
    await shown(given, `<div id="el"></div><script type="module">import widget from "${placeholder}/widget.js";
      const values = { scenario: ${five}, options: { chart: "makespan" } }, heard = {};
      const data = document.body.dataset;
      const model = { get: (name) => values[name], set: (name, value) => { values[name] = value; },
        on: (name, f) => { heard[name] = f; }, off: (name) => { delete heard[name]; },
        save_changes() { data.runs = values.result.runs?.length ?? 0; data.error = values.error; } };
      const end = widget.render({ model, el: document.querySelector("#el") });
      window.change = (scenario) => { values.scenario = scenario; heard["change:scenario"](); };
      window.finish = () => { end(); return Object.keys(heard).length; };</script>`, async () => {
      await page.wait('the picture', () => document.querySelector('#el svg text') && Number(document.body.dataset.runs) > 3);
      await page.eval(() => window.change({ format: 'gridbox', version: 1, kind: 'placement', placement: { clusters: [{ id: 'a', mips: 'fast' }] } }));
      await page.wait('the fault', () => /placement\.clusters\[0\]\.mips/.test(document.querySelector('#el [role="alert"]')?.textContent ?? '') && document.body.dataset.error);
      await page.eval((scenario) => window.change(scenario), five);
      await page.wait('the picture again', () => document.querySelector('#el svg text') && document.body.dataset.error === '');
      assert.equal(await page.eval(() => window.finish()), 0, 'no listener is left');
    });
  });

  // As in @myst-theme/anywidget 1.4.1: a copy of the module, a shadow root, and a model without a kernel.
  test('the widget draws in a book, which has a copy of the module and no kernel', async (given) => {
    const { page, front } = given;
    const copy = await (await fetch(front.url('/widget.js'))).text();
    const book = await pagesServer({ '/copy.mjs': copy, '/': `<!doctype html><html lang="en"><title>A book</title><link rel="icon" href="data:,">
      <div id="el"></div><p id="end"></p><script type="module">import widget from "/copy.mjs";
      const values = { scenario: ${five}, options: { run: "rbhs" } };
      const missing = () => { throw new Error("not implemented"); };
      const model = { get: (name) => values[name], set: (name, value) => { values[name] = value; }, on() {}, off: missing, save_changes: missing };
      const root = document.querySelector("#el").attachShadow({ mode: "open" });
      root.append(document.createElement("div"));
      window.show = (site) => {
        values.site = site;
        const end = widget.render({ model, el: root.firstChild });
        window.finish = () => { end(); document.querySelector("#end").textContent = "ended"; };
      };</script>` });
    try {
      given.expect(/404|gridbox\.js/);
      await page.goto(`${book.origin}/`);
      await page.wait('the module', () => 'show' in window);
      await page.eval(() => window.show(undefined));
      await page.wait('what is missing', () => /model's site names/.test(document.querySelector('#el')?.shadowRoot?.textContent ?? ''));
      await page.eval((site) => window.show(site), front.url('/'));
      await page.wait('the picture', () => document.querySelector('#el')?.shadowRoot?.querySelector('svg text'));
      await page.eval(() => window.finish());
      await page.wait('the end', () => document.querySelector('#end')?.textContent === 'ended');
    } finally {
      await book.close();
    }
  });

  test.once('a React component shows an answer', async (given) => {
    const entry = `import { createRoot } from "react-dom/client";\n${component}
      createRoot(document.querySelector("#app")).render(<Schedule scenario={${five}} />);`;
    const built = spawnSync(join(root, 'assets/node_modules/.bin/esbuild'), ['--bundle', '--format=esm', '--loader=jsx', '--jsx=automatic',
      '--external:https:*', '--define:process.env.NODE_ENV="production"', '--minify'], { input: entry, encoding: 'utf8', cwd: join(root, 'assets') });
    assert.equal(built.status, 0, built.stderr);
    await shown(given, `<div id="app"></div><script type="module">${built.stdout.replaceAll('</script', '<\\/script')}</script>`,
      () => given.page.wait('the component', () => document.querySelector('#app figure svg text')));
  });

  test.any('its answers are those of the command line, and a study does not depend on the workers', async (given) => {
    const { page } = given;
        await shown(given, script(`
      const { load } = await import("${placeholder}/gridbox.js");
      const gridbox = await load({ workers: 2 });
      const scenario = ${five};
      const result = await gridbox.solve(scenario);
      out.dataset.digests = result.runs.map((run) => run.digest).join(" ");
      result.runs[0].metrics.makespan += 1;
      out.dataset.changed = (await gridbox.check(scenario, result)).ok;
      out.dataset.link = await gridbox.link(scenario);
      out.textContent = "done";`), async () => {
      await page.wait('the answers', () => document.querySelector('#out')?.textContent);
      const shown = await page.eval(() => ({ ...document.querySelector('#out').dataset, text: document.querySelector('#out').textContent }));
      assert.equal(shown.text, 'done');
      assert.deepEqual(shown.digests.split(' '), JSON.parse(native('solve', five)).runs.map((run) => run.digest));
      assert.equal(shown.changed, 'false');
      assert.equal(shown.link, given.front.url('/lab/') + native('link', five).trim());
    });
  });

  test('what is wrong rejects the promise, work can be stopped, and a page that forbids workers is told so', async (given) => {
    const { page } = given;
    const shows = async (pattern) => {
      await page.wait('what is said', () => document.querySelector('#out')?.textContent);
      assert.match(await page.eval(() => document.querySelector('#out')?.textContent ?? ''), pattern);
    };
    const load = `const { solve, study } = await import("${placeholder}/gridbox.js");`;
    await shown(given, script(`${load} await solve({ format: "gridbox", version: 1, kind: "nothing" });`), () => shows(/^faults: kind/));
    await shown(given, script(`${load} const stop = new AbortController();
      const long = study({ format: "gridbox", version: 1, kind: "placement", placement: { generate: { preset: "rbhs-mixed" } },
        study: { replications: 5000 } }, { signal: stop.signal, onProgress: () => stop.abort(Object.assign(new Error("enough"), { reason: "stopped" })) });
      await long;`), () => shows(/^stopped: enough/));
    given.expect(/worker-src|Content.Security.Policy|violates|Refused/i);
    const server = await pagesServer({ '/': `<!doctype html><html lang="en"><title>A strict page</title><link rel="icon" href="data:,">
      ${script(`${load} await solve(${five});`).replaceAll(placeholder, given.front.url(''))}` },
    { 'content-security-policy': `default-src 'none'; img-src data:; script-src 'unsafe-inline' 'wasm-unsafe-eval' ${given.front.origin}; connect-src ${given.front.origin}; worker-src 'none'` });
    try {
      await page.goto(`${server.origin}/`);
      await shows(/^unavailable: .*worker-src blob:/);
    } finally {
      await server.close();
    }
  });
});
