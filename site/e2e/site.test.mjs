// The site on any host: addresses, offline use, deployments.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { base, builds } from './harness/builds.mjs';
import { until } from './harness/processes.mjs';
import { plainServer } from './harness/server.mjs';
import { inEachBrowser, settle } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

const versionOf = (dist) => JSON.parse(/id="?gridbox-config"?[^>]*>([^<]*)</.exec(readFileSync(join(dist, 'lab', 'index.html'), 'utf8'))?.[1] ?? '{}').version;
const planOf = (dist) => {
  const text = readFileSync(join(dist, 'sw.js'), 'utf8');
  return new Set([...text.matchAll(/"(a\/[^"]+)"/g)].map(([, name]) => name));
};

/** Waits until the service worker has stored the group that a page requested. */
async function kept(page, group) {
  await page.wait(`the group ${group} to be kept`, async (mark, scope) => {
    for (const name of await caches.keys()) {
      if (!name.startsWith(`gridbox:${scope}/:`)) continue;
      const keys = await (await caches.open(name)).keys();
      if (keys.some((request) => request.url.endsWith(`/.kept/${mark}`))) return true;
    }
    return false;
  }, group, base);
}

async function controlled(page) {
  await page.wait('the service worker', () => navigator.serviceWorker.ready.then((ready) => ready.active?.state === 'activated'));
}

/** Returns the version that each part of a page shows. */
const shown = (page) => page.eval(() => ({
  page: JSON.parse(document.querySelector('#gridbox-config')?.textContent ?? '{}').version ?? (document.querySelector('link[rel=canonical]')?.href.includes('gridbox.example') ? 'b' : 'a'),
  style: getComputedStyle(document.documentElement).getPropertyValue('--build').trim() || 'a',
  script: document.documentElement.dataset.build ?? 'a',
  loaded: performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => name.includes('/a/')).map((name) => name.slice(name.indexOf('/a/') + 1).replace(/[?#].*/, '')),
}));

function allOf(seen, dist, letter) {
  assert.equal(seen.style, letter);
  assert.equal(seen.script, letter);
  assert.equal(seen.page, versionOf(dist));
  const plan = planOf(dist);
  assert.deepEqual(seen.loaded.filter((name) => !plan.has(name)), [], 'everything loaded is of one version');
}

inEachBrowser('site', (test) => {
  test.once('every way to write an address leads to the page', async ({ page, front, expect }) => {
    for (const [from, to] of [
      ['/lab', '/lab/'], ['/lab.html', '/lab/'], ['/lab/index.html', '/lab/'], ['/lab.html?preset=five-clusters', '/lab/'],
      ['/docs', '/docs/'], ['/docs.html', '/docs/'], ['/docs/guide', '/docs/guide/'], ['/docs/guide.html#keyboard', '/docs/guide/#keyboard'], ['/index.html', '/'],
    ]) {
      await page.goto(front.url(from));
      await page.wait(`${from} to lead to ${to}`, (path) => {
        const { pathname, hash } = location;
        return (pathname.replace(/index\.html$/, '') + (path.includes('#') ? hash : '')).endsWith(path);
      }, to);
      await page.see('h1, .lab');
      await settle(page, front);
    }
    expect(/404/);
    await page.goto(front.url('/no/such/page'));
    assert.match(await page.text('main'), /There is no page at this address/);
    await page.click('main a[href]');
    await page.wait('a page of the site', (prefix) => location.pathname.startsWith(`${prefix}/`) && !location.pathname.includes('no/such'), base);
  });

  test.once('it runs on a host that knows only files', async ({ page }) => {
    const host = await plainServer(builds.a, base);
    try {
      for (const path of ['/', '/docs/guide', '/lab.html', '/nowhere']) {
        await page.goto(host.url(path));
        await settle(page, host);
      }
      page.faults = page.faults.filter(({ text }) => !/404/.test(text));
      const lab = await new Lab(page, host).open();
      await page.focus(Lab.mark('cluster', 'Rennes'));
      await page.press('Shift+ArrowUp');
      await lab.solved();
    } finally {
      await host.close();
    }
  });

  test.each('after one visit it works without a network', async ({ page, front, expect }) => {
    expect(/request: 50|net::ERR|Failed to (load|fetch)|could not load|NetworkError|Could not connect|Load failed/);
    const lab = await new Lab(page, front).open();
    await controlled(page);
    await kept(page, 'lab');
    await settle(page, front);
    await front.offline();
    await page.reload();
    await lab.live();
    await lab.solved(); // answers and reasons that arrive draw the picture again, between the focus and the key
    await page.see('.why .say');
    await page.focus(Lab.mark('cluster', 'Rennes'));
    await page.press('Delete');
    await lab.count('cluster', 4);
    await lab.solved();
    await page.goto(front.url('/'));
    await page.see('h1');
    await page.goto(front.url('/docs/never-visited/'));
    assert.match(await page.text('main'), /You are offline/);
  });

  test('a new version waits, then replaces the old one whole; other caches of the origin stay', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await controlled(page);
    await kept(page, 'lab');
    await settle(page, front);
    await page.eval(async () => {
      for (const name of ['somebody-else', 'gridbox:/other/:1']) await (await caches.open(name)).put('/kept-by-others', new Response('theirs'));
    });
    await front.use(builds.b);
    await page.reload();
    await lab.live();
    allOf(await shown(page), builds.a, 'a');
    await page.eval(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()).then(() => true));
    await page.see({ role: 'button', name: 'Reload', within: '#update-notice' });
    allOf(await shown(page), builds.a, 'a');
    await page.click({ role: 'button', name: 'Reload', within: '#update-notice' });
    await page.wait('the other version', () => document.documentElement.dataset.build === 'b');
    await lab.live();
    await lab.solved();
    allOf(await shown(page), builds.b, 'b');
    const others = await page.eval(async () => {
      const texts = [];
      for (const name of ['somebody-else', 'gridbox:/other/:1']) texts.push(await (await (await caches.open(name)).match('/kept-by-others'))?.text());
      return texts;
    });
    assert.deepEqual(others, ['theirs', 'theirs']);
  });

  test('a torn deployment never takes over, a mended one does', async ({ page, front, expect }) => {
    expect(/request: 404|404|install|ServiceWorker|service worker|theme/i);
    const lab = await new Lab(page, front).open();
    await controlled(page);
    await kept(page, 'lab');
    await settle(page, front);
    await front.use(builds.b);
    const planA = planOf(builds.a);
    const torn = [...planOf(builds.b)].find((name) => /theme\./.test(name) && !planA.has(name));
    assert.ok(torn, 'version B has a theme script of its own');
    const mend = front.lose(new RegExp(torn.replaceAll('.', '\\.')));
    const before = front.log.length;
    await page.eval(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()).then(() => true, () => true));
    await page.wait('the install to fail', () => navigator.serviceWorker.getRegistration().then((registration) => !registration?.installing && !registration?.waiting));
    await until(() => front.log.slice(before).some((seen) => seen.path.endsWith(torn) && seen.status === 404), { what: 'the missing file to be asked for' });
    await page.wait('nothing to wait', () => navigator.serviceWorker.getRegistration().then((registration) => !registration?.installing && !registration?.waiting));
    await page.reload();
    await lab.live();
    allOf(await shown(page), builds.a, 'a');
    mend();
    await page.eval(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()).then(() => true, () => true));
    await page.see({ role: 'button', name: 'Reload', within: '#update-notice' });
    await page.click({ role: 'button', name: 'Reload', within: '#update-notice' });
    await page.wait('the other version', () => document.documentElement.dataset.build === 'b');
    await lab.live();
    allOf(await shown(page), builds.b, 'b');
  });

  test.once('the theme that a reader chooses stays', async ({ page, front }) => {
    await page.goto(front.url('/docs/guide/'));
    await page.wait('the theme to be taken', () => {
      const choice = document.querySelector('#theme');
      choice.value = 'dark';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
      return document.documentElement.dataset.theme === 'dark' && localStorage.getItem('gridbox:theme') === 'dark';
    });
    const dark = await page.eval(() => getComputedStyle(document.body).backgroundColor);
    for (const path of ['/docs/', '/lab/']) {
      await page.goto(front.url(path));
      assert.equal(await page.eval(() => document.documentElement.dataset.theme), 'dark', path);
      await settle(page, front);
    }
    await page.goto(front.url('/docs/guide/'));
    assert.equal(await page.eval(() => getComputedStyle(document.body).backgroundColor), dark);
  });

  // The tests of site/gen check that every page begins with its policy, and the policy itself.
  test.each('the policy is in force: a script inside the page does not run, and nothing foreign is asked for', async ({ page, front, expect }) => {
    expect(/policy|csp|could not load http:..127.0.0.1:9.picture.png/i);
    for (const path of ['/', '/lab/', '/figure/']) {
      await page.goto(front.url(path));
      await settle(page, front);
      const refused = await page.eval(() => {
        const seen = new Promise((resolve) => {
          const found = [];
          addEventListener('securitypolicyviolation', (event) => { if (found.push(event.effectiveDirective.replace(/-elem$/, '')) === 2) resolve(found.sort()); });
        });
        const script = document.createElement('script');
        script.textContent = 'window.ranInside = true';
        const picture = document.createElement('img');
        picture.src = 'http://127.0.0.1:9/picture.png';
        document.body.append(script, picture);
        return seen;
      });
      assert.deepEqual(refused, ['img-src', 'script-src'], path);
      assert.equal(await page.eval(() => window.ranInside), undefined, path);
    }
  });
}, { keeping: true });
