// @ts-check
/// <reference lib="webworker" />
/**
 * The service worker. It serves one version of the site, whole and verified,
 * online and offline. The generator writes the plan, which is the list of the
 * version's files with their hashes, in front of this script; so any change
 * of any file makes a new worker and a new cache.
 *
 *   install   takes the base group, and whatever an earlier version had kept,
 *             from earlier caches where the bytes are the same and from the
 *             network otherwise; one missing or different file rejects all of
 *             it, so that a half-uploaded deployment never takes over
 *   waiting   until the reader agrees (message "activate") or the last page of
 *             the old version is closed
 *   activate  keeps the previous version's cache for pages still open on it
 *   fetch     kept files first, so that a page never mixes two versions; then
 *             the network, keeping what belongs to the plan
 *
 * Only caches named gridbox:<scope>: are ever touched: the origin of a static
 * host belongs to others too.
 *
 * @typedef {object} Plan
 * @property {string} version
 * @property {string} scope path of the site with a slash at its end
 * @property {Record<string, string>} files how the digest of every file begins, by its name
 * @property {Record<string, string[]>} groups names of files that go together
 */
const sw = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const plan = /** @type {Plan} */ (Reflect.get(self, 'GRIDBOX_PLAN'));
const family = `gridbox:${plan.scope}:`;
const own = family + plan.version;
/** The prefix of marks of stored groups; no file of the site has such a name. */
const mark = '.kept/';

sw.addEventListener('install', (event) => event.waitUntil(install()));
sw.addEventListener('activate', (event) => event.waitUntil(activate()));
sw.addEventListener('message', (event) => event.waitUntil(receive(event)));
sw.addEventListener('fetch', (event) => {
  const name = nameOf(event.request);
  if (name !== null) event.respondWith(answer(event, name));
});

/** @param {string} name */
const address = (name) => new URL(plan.scope + name.replace(/(^|\/)index\.html$/, '$1'), sw.location.origin).href;

/**
 * Returns the name of the file that a request means, or null for requests that this
 * worker ignores: other methods, origins and sites, and parts of files.
 * @param {Request} request
 */
function nameOf(request) {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== sw.location.origin || request.headers.has('range')) return null;
  const rest = within(url);
  if (rest === null) return null;
  if (rest === '' || rest.endsWith('/')) return `${rest}index.html`;
  if (rest in plan.files || rest.startsWith('a/') || request.mode === 'navigate') return rest;
  return null;
}

/** @param {URL} url */
const within = (url) => (url.pathname.startsWith(plan.scope) ? url.pathname.slice(plan.scope.length) : null);

/** @param {FetchEvent} event @param {string} name @returns {Promise<Response>} */
async function answer(event, name) {
  const kept = await find(name);
  if (kept) return kept;
  if (!(name in plan.files) && `${name}/index.html` in plan.files) {
    return Response.redirect(address(`${name}/index.html`) + new URL(event.request.url).search, 302);
  }
  try {
    const response = await fetch(event.request);
    if (response.ok && name in plan.files) event.waitUntil(keepVisited(name, response.clone()));
    return response;
  } catch (failure) {
    if (event.request.mode !== 'navigate') throw failure;
    // A stub such as lab.html redirects to lab/, which may be stored even if the stub is not.
    const folder = name.replace(/\.html$/, '/index.html');
    if (await find(folder)) return Response.redirect(address(folder) + new URL(event.request.url).search, 302);
    return (await find('offline.html')) ?? Response.error();
  }
}

/**
 * Returns a stored file: of this version or, under a hashed name, of the previous one, for a page that was opened
 * before this version took over.
 * @param {string} name
 */
async function find(name) {
  const hit = await (await caches.open(own)).match(address(name));
  if (hit || !name.startsWith('a/')) return hit;
  for (const cache of await earlier()) {
    const old = await (await caches.open(cache)).match(address(name));
    if (old) return old;
  }
  return undefined;
}

/** Returns the caches of other versions of this site, oldest first. */
async function earlier() {
  return (await caches.keys()).filter((name) => name.startsWith(family) && name !== own);
}

async function install() {
  try {
    const wanted = new Set(plan.groups.base);
    for (const cache of await earlier()) {
      for (const request of await (await caches.open(cache)).keys()) {
        const name = nameOf(request) ?? '';
        const group = groupOf(request);
        if (name in plan.files) wanted.add(name);
        if (!(group in plan.groups)) continue;
        for (const member of plan.groups[group]) wanted.add(member);
        await setMark(group);
      }
    }
    await take([...wanted]);
  } catch (failure) {
    await caches.delete(own);
    throw failure;
  }
}

async function activate() {
  const old = await earlier();
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
  await sw.clients.claim();
}

/**
 * Stores files, six at a time; rejects if one does not match the plan.
 * @param {string[]} names
 */
async function take(names) {
  const queue = [...names];
  const one = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) await takeOne(name);
  };
  await Promise.all(Array.from({ length: 6 }, one));
}

/** @param {string} name */
async function takeOne(name) {
  const cache = await caches.open(own);
  if (await cache.match(address(name))) return;
  for (const old of await earlier()) {
    const same = await (await caches.open(old)).match(address(name));
    if (same?.headers.get('x-gridbox-integrity')?.startsWith(plan.files[name])) return cache.put(address(name), same);
  }
  await cache.put(address(name), await download(name));
}

/**
 * Downloads a file of the plan. Under a hashed name it may come from the browser's own cache, where the page has
 * just put it. If its digest differs, and for every other name, it is fetched from the network.
 * @param {string} name
 */
async function download(name) {
  let fault = '';
  for (const cache of /** @type {RequestCache[]} */ (name.startsWith('a/') ? ['default', 'no-store'] : ['no-store'])) {
    const response = await fetch(address(name), { cache });
    const body = await response.arrayBuffer();
    if (response.ok && await planned(name, body)) return stored(name, body, response);
    fault = response.ok ? 'other bytes than planned' : `status ${response.status}`;
  }
  throw new Error(`${name}: ${fault}`);
}

/**
 * Reports whether bytes have the digest that the plan has for a name.
 * @param {string} name @param {ArrayBuffer} body
 */
async function planned(name, body) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return `sha256-${btoa(String.fromCharCode(...digest))}`.startsWith(plan.files[name]);
}

/**
 * Returns the response for the cache: the decoded body, without headers of its
 * encoding and without the headers that make WebKit serve a stale page past this
 * worker.
 * @param {string} name @param {ArrayBuffer} body @param {Response} from
 */
async function stored(name, body, from) {
  const headers = new Headers({ 'x-gridbox-integrity': plan.files[name], 'x-content-type-options': 'nosniff' });
  headers.set('content-type', from.headers.get('content-type') ?? 'application/octet-stream');
  if (!name.startsWith('a/')) headers.set('cache-control', 'no-cache');
  return new Response(body, { headers });
}

/**
 * Stores a file that a page has just fetched, if it belongs to this version.
 * @param {string} name @param {Response} response
 */
async function keepVisited(name, response) {
  const body = await response.arrayBuffer();
  if (!await planned(name, body)) return;
  await (await caches.open(own)).put(address(name), await stored(name, body, response));
}

/** @param {Request} request the mark of a group, or anything else */
function groupOf(request) {
  const rest = within(new URL(request.url)) ?? '';
  return rest.startsWith(mark) ? rest.slice(mark.length) : '';
}

/** @param {string} group */
async function setMark(group) {
  await (await caches.open(own)).put(address(mark + group), new Response(''));
}

/**
 * Handles messages of pages. "state" is answered to pages and tests.
 * @param {ExtendableMessageEvent} event
 */
async function receive(event) {
  const wish = event.data ?? {};
  switch (wish.gridbox) {
    case 'activate':
      return sw.skipWaiting();
    case 'visit': {
      const name = nameOf(new Request(new URL(String(wish.path), sw.location.origin)));
      if (name !== null && name in plan.files) await take([name]).catch(() => undefined);
      return;
    }
    case 'keep': {
      const ok = await keepGroup(String(wish.group));
      return event.source?.postMessage({ gridbox: 'kept', group: wish.group, ok });
    }
    case 'state': {
      const kept = (await (await caches.open(own)).keys()).map((request) => within(new URL(request.url)));
      return event.source?.postMessage({ gridbox: 'state', version: plan.version, kept });
    }
  }
}

/** @param {string} group */
async function keepGroup(group) {
  if (!(group in plan.groups)) return false;
  try {
    await take(plan.groups[group]);
    await setMark(group);
    return true;
  } catch {
    return false; // The next visit tries again.
  }
}
