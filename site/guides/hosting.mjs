#!/usr/bin/env node
// Serves the site with the servers of site/docs/hosting.md, configured by the text of the article, below a path. It
// compares the responses with the article's table, and checks that the site works.
//
//   node site/guides/hosting.mjs [name ...]       (./build.sh hosting, which builds the site first)
//
// A missing server is skipped with a message; the exit status is 1 if one failed or none was tried.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { openBrowser } from '../e2e/harness/browser.mjs';
import { base, builds, root } from '../e2e/harness/builds.mjs';
import { freePort, temporaryFolder, until } from '../e2e/harness/processes.mjs';
import { pagesServer } from '../e2e/harness/server.mjs';
import { Lab } from '../e2e/lab.mjs';

const article = readFileSync(join(root, 'site/docs/hosting.md'), 'utf8');

/** Returns the article's configuration of a server, for this folder and port. */
const written = (language, folder, port) => new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(article)[1]
  .replaceAll('/srv/www', folder).replaceAll('/lab-of-ours', base).replaceAll('127.0.0.1:8000', `127.0.0.1:${port}`);

/** The servers: the surrounding configuration, its file, and the command. */
const servers = {
  nginx: (folder, port, at) => {
    const module = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules'].map((name) => join(name, 'ngx_http_brotli_static_module.so')).find(existsSync);
    writeFileSync(join(at, 'nginx.conf'), `load_module ${module};\nuser root;\npid ${at}/pid;\nerror_log stderr;\nevents {}\nhttp {
include /etc/nginx/mime.types;\ndefault_type application/octet-stream;\naccess_log off;\n${written('nginx', folder, port)}}\n`);
    return ['/usr/sbin/nginx', '-p', at, '-c', join(at, 'nginx.conf'), '-g', 'daemon off;'];
  },
  caddy: (folder, port, at) => {
    writeFileSync(join(at, 'Caddyfile'), `{\n admin off\n auto_https off\n}\n${written('caddy', folder, port)}`);
    return ['caddy', 'run', '--config', join(at, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
};

/** Returns the head of a response, without decoding or following it. @returns {Promise<{status: number, headers:
 * Record<string, string>}>} */
const head = (address, coding = 'br') => new Promise((resolve, failed) => {
  request(address, { headers: { 'accept-encoding': coding } }, (answer) => {
    answer.resume();
    answer.on('end', () => resolve({ status: answer.statusCode, headers: /** @type {any} */ (answer.headers) }));
  }).on('error', failed).end();
});

/** Compares the responses with the article's table. @param {string} origin */
async function table(origin) {
  const at = (path) => origin + base + path;
  const named = (pattern) => `/a/${readdirSync(join(builds.a, 'a')).find((name) => pattern.test(name))}`;
  const program = await head(at(named(/^app\..*\.wasm$/)));
  assert.equal(program.status, 200);
  assert.equal(program.headers['content-type'], 'application/wasm');
  assert.equal(program.headers['content-encoding'], 'br', 'the program comes as its twin');
  assert.equal(program.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(program.headers['access-control-allow-origin'], '*');
  assert.equal((await head(at(named(/^lab\..*\.css$/)), 'gzip')).headers['content-encoding'], 'gzip');
  for (const path of ['/lab/', '/docs/guide/', '/figure/five-clusters/']) {
    const page = await head(at(path));
    assert.equal(page.status, 200, path);
    assert.match(page.headers['content-type'], /^text\/html/);
    assert.equal(page.headers['content-encoding'], 'br', path);
    assert.equal(page.headers['cache-control'], 'no-cache', path);
    assert.equal(page.headers['content-security-policy'], path.startsWith('/figure/') ? undefined : "frame-ancestors 'self'", path);
  }
  for (const path of ['/gridbox.js', '/widget.js']) {
    const { headers } = await head(at(path));
    assert.equal(headers['access-control-allow-origin'], '*', path);
    assert.equal(headers['cache-control'], 'no-cache', path);
    assert.equal(headers['content-security-policy'], undefined, path);
  }
  assert.equal((await head(at('/sw.js'))).headers['cache-control'], 'no-cache');
  const slash = await head(at('/docs/guide'));
  assert.ok([301, 302, 308].includes(slash.status) && new URL(slash.headers.location, at('/docs/guide')).href === at('/docs/guide/'), `a folder without its slash: ${slash.status} ${slash.headers.location}`);
  const lost = await fetch(at('/not/here'));
  assert.equal(lost.status, 404);
  assert.match(await lost.text(), /<html[^]*Gridbox/, 'the page that says so is ours');
}

/** Checks the promises of the site. @param {string} origin @param {() => void} end ends the server */
async function promises(origin, end) {
  const browser = await openBrowser('chromium');
  const foreign = await pagesServer({
    '/figure': `<!doctype html><html lang="en"><title>Somebody's page</title><iframe src="${origin}${base}/figure/five-clusters/" width="700" height="500"></iframe></html>`,
    '/lab': `<!doctype html><html lang="en"><title>Somebody's page</title><iframe src="${origin}${base}/lab/" width="700" height="500"></iframe></html>`,
  });
  try {
    const page = await (await browser.fresh()).page();
    const lab = await new Lab(page, { url: (path) => origin + base + path }).open();
    await lab.solved();
    await page.goto(`${foreign.origin}/figure`);
    await page.enter('iframe');
    await page.wait('the figure in a foreign page', () => document.getElementById('figure')?.dataset.phase === 'done');
    await page.enter();
    await page.goto(`${foreign.origin}/lab`);
    await page.wait('the laboratory to be refused a foreign frame', () => document.querySelector('iframe') && !document.querySelector('iframe').contentDocument);
    await page.enter('iframe');
    assert.equal(await page.eval(() => document.getElementById('lab')), null, 'no laboratory in a foreign frame');
    await page.enter();
    await lab.open();
    await page.wait('the laboratory kept for offline use', async () => {
      const kept = (await caches.keys()).filter((name) => name.startsWith('gridbox:'));
      const names = (await Promise.all(kept.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat();
      return names.some((url) => /\.kept\/lab$/.test(url));
    });
    end();
    await until(() => fetch(origin).then(() => false, () => true), { what: 'the server to be gone' });
    await page.reload();
    await lab.live();
    await lab.solved();
  } finally {
    await foreign.close();
    await browser.close();
  }
}

const wanted = process.argv.slice(2);
let passed = 0, failed = 0;
for (const [name, made] of Object.entries(servers).filter(([one]) => !wanted.length || wanted.includes(one))) {
  const at = temporaryFolder(`hosting-${name}`), folder = join(at, 'www'), port = await freePort();
  mkdirSync(join(folder, dirname(base)), { recursive: true });
  symlinkSync(builds.a, join(folder, base));
  const [program, ...args] = made(folder, port, at);
  if (spawnSync(program, ['--help'], { stdio: 'ignore' }).error) {
    console.log(`skip  ${name}: ${program} is not here`);
    continue;
  }
  const server = spawn(program, args, { env: { ...process.env, HOME: at, XDG_DATA_HOME: at }, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  server.stderr.on('data', (text) => { output += text; });
  const origin = `http://127.0.0.1:${port}`, end = () => server.kill();
  try {
    await until(() => fetch(origin).then(() => true, () => false), { what: `${name} to answer`, every: 50 });
    await table(origin);
    await promises(origin, end);
    console.log(`ok    ${name}`);
    passed++;
  } catch (error) {
    console.log(`FAIL  ${name}: ${error.message.slice(0, 2000)}\n${output.slice(-1500)}`);
    failed++;
  } finally {
    end();
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
