// @ts-check
/**
 * Starts the laboratory (app.wasm in a worker) and page.wasm, which draws it, in a page that is already visible. It
 * also shows the progress of a long download and, if the program cannot start or ends, the reason and what to do
 * next. go-app's generated script is not used; `introduce` provides what its Go side requires.
 */
import { finishReset } from './crash.js';
import { compile } from './compile.js';
import './program.js';
import { ready, send, startLaboratory, takeUnheard } from './link.js';
import { page } from './page.js';
import { announce, showFailure } from './standby.js';
import { loadTexts } from './texts.js';

/**
 * @typedef {object} Config the content of the page's element #gridbox-config
 * @property {string} base "" or "/some/prefix"
 * @property {string} app address of app.wasm
 * @property {number} [appSize] its size in bytes, before compression
 * @property {string} page address of page.wasm
 * @property {string} workerScript address of worker.js
 * @property {string} wasmExec address of Go's wasm_exec.js
 * @property {Record<string, string>} tools addresses of the files of tools, loaded when a tool is opened
 * @property {string} first address of the first scenario, solved
 * @property {string} later address of the styles that the first screen does not need
 */

/** @returns {Config} */
export function readConfig() {
  const block = document.getElementById('gridbox-config');
  if (!block?.textContent) throw new Error('the page lacks its element gridbox-config');
  return JSON.parse(block.textContent);
}

/** Notes that the laboratory has accepted the catalogue. @param {string} name */
function translated(name) { document.documentElement.lang = name; }

/** Starts the program and waits until it ends, which it should not. */
export async function boot() {
  /** @type {Config | undefined} */
  let config;
  try {
    config = readConfig();
    if (typeof WebAssembly !== 'object') {
      showFailure('This browser runs no WebAssembly, so the laboratory cannot start here. What you see is a scenario that was solved beforehand.', { reload: false });
      return;
    }
    const hindered = await finishReset();
    if (hindered) {
      showFailure(hindered);
      return;
    }
    introduce(config.base);
    mendAddress();
    window.addEventListener('popstate', mendAddress); // before go-app's own listener
    leaveLinksAlone(`${config.base}/lab/`);
    if (!window.Go) await import(config.wasmExec);
    await run(config);
  } catch (error) {
    console.error(String(error), error instanceof Error ? error.stack : '');
    if (config && isGone(error) && reloadOnce(config.app)) return;
    showFailure(`The laboratory could not start: ${wordsOf(error)}. What you see is a scenario that was solved beforehand; your drafts are kept in this browser.`);
  }
}

/** @param {Config} config */
async function run(config) {
  const go = new window.Go();
  let code = 0;
  go.exit = (status) => { code = status; };
  const example = fetch(config.first).then((answer) => (answer.ok ? answer.text() : '')).catch(() => '');
  const drawing = compile(config.page).then((module) => WebAssembly.instantiate(module, go.importObject));
  drawing.catch(() => {}); // handled below, unless an earlier step has failed too
  let language = {};
  const texts = loadTexts(config.base).then((loaded) => { language = loaded; });
  const loading = announce('Loading the laboratory');
  const starting = startLaboratory({
    script: config.workerScript, program: config.app, size: config.appSize ?? 0, show: loading.show, arrived: () => forget(config.app),
    first: texts.then(() => example), lab: (stopped, first) => ({ ...around(config, first, stopped), ...language }), adapters: { ...adaptersOf(), reloadOnce: () => reloadOnce('worker'), translated }, died,
  });
  // Meanwhile page.wasm prepares to draw.
  Object.assign(/** @type {any} */ (window).gridbox, { first: starting, ready, navigated: () => send('navigate', asked()) });
  let running;
  try {
    const instance = await Promise.race([drawing, starting.then(() => drawing)]);
    watchStack();
    running = go.run(instance);
    await starting;
  } finally {
    loading.close();
  }
  await running;
  died(`exit status ${code}`);
}

const adaptersOf = () => /** @type {any} */ (window).gridbox.page;

/** @param {string} why */
function died(why) {
  showFailure(`The laboratory stopped because of an internal error (${why}). Your draft is saved, except perhaps its last changes.`);
}

/**
 * Returns the values that the laboratory reads from its page.
 * @param {Config} config
 * @param {string} first the first scenario, solved
 * @param {string} stopped why the previous laboratory has stopped
 */
function around(config, first, stopped) {
  const picture = document.querySelector('#lab .canvas');
  return {
    stopped, width: picture?.clientWidth ?? 0, height: picture?.clientHeight ?? 0,
    base: config.base, config: JSON.stringify(config), first, ...asked(),
    narrow: matchMedia('(max-width: 800px)').matches, dark: matchMedia('(prefers-color-scheme: dark)').matches,
    theme: page.remembered('theme'), allowed: page.remembered('allowed'), held: page.held(), aside: page.aside(), tab: page.tab(), task: page.task(),
    site: location.origin + config.base, unheard: takeUnheard(), sessionStorage: entries('sessionStorage'), localStorage: entries('localStorage'),
  };
}

/** A corrected address, and its original. */
const mended = { now: '', search: '', hash: '' };

/** Replaces every stray % in the address by %25, because go-app would stop at it. */
function mendAddress() {
  const { search, hash, href } = location;
  const now = href.replace(/%(?![0-9a-f]{2})/gi, '%25');
  if (now === href) return;
  Object.assign(mended, { now, search, hash });
  history.replaceState(history.state, '', now);
}

/** Returns the page's address as it was written. */
function asked() {
  const { search, hash } = location.href === mended.now ? mended : location;
  return { search, hash };
}

/** Returns the entries that this site has stored. @param {'sessionStorage' | 'localStorage'} where */
function entries(where) {
  try {
    return Object.fromEntries(Object.entries(window[where]).filter(([key]) => key.startsWith('gridbox:')));
  } catch {
    return {};
  }
}

/**
 * Provides the values that go-app's Go side reads from a page.
 * @param {string} base
 */
function introduce(base) {
  /** @type {Record<string, string>} */
  const env = { GOAPP_ROOT_PREFIX: base, GOAPP_INTERNAL_URLS: '[]', GOAPP_STATIC_RESOURCES_URL: base };
  Object.assign(window, {
    goappGetenv: (/** @type {string} */ name) => env[name] ?? '',
    goappNav: () => {},
    goappOnUpdate: () => {},
    goappUpdatedBeforeWasmLoaded: false,
    goappOnAppInstallChange: () => {},
    goappAppInstallChangedBeforeWasmLoaded: false,
    goappIsAppInstallable: () => false,
    goappIsAppleBrowser: () => false,
  });
}

/**
 * Keeps go-app's router, which listens at the window, from handling links that the browser handles: links out of the
 * laboratory, within the page, and clicked with a modifier key. Listeners of the page's own elements run before.
 * @param {string} lab the laboratory's path
 */
function leaveLinksAlone(lab) {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (link && !routed(/** @type {HTMLAnchorElement} */ (link), event, lab)) event.stopPropagation();
  });
}

/**
 * @param {HTMLAnchorElement | SVGAElement} link
 * @param {MouseEvent} event
 * @param {string} lab
 */
function routed(link, event, lab) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return false;
  const to = new URL(link.href, location.href);
  const onlyMoves = to.pathname === location.pathname && to.search === location.search && to.hash !== '' && !to.hash.startsWith('#s');
  return to.origin === location.origin && to.pathname.startsWith(lab) && !onlyMoves;
}

/** Handles an exhausted stack, which ends a Go program with nothing but an error event. */
function watchStack() {
  window.addEventListener('error', (event) => {
    const error = event.error;
    const inWasm = error instanceof WebAssembly.RuntimeError || (error instanceof Error && /wasm/i.test(error.stack ?? ''));
    if (inWasm) died(error.message);
  });
}

/**
 * Reports whether a file of this page's version is no longer on the server, because a newer version was deployed
 * while an old page was open or cached.
 * @param {unknown} error
 */
const isGone = (error) => error instanceof Error && /** @type {{status?: number}} */ (error).status === 404;

const MARK = 'gridbox:reloaded-for';

/**
 * Reloads the page, but only once for the same file.
 * @param {string} address
 */
function reloadOnce(address) {
  try {
    if (sessionStorage.getItem(MARK) === address) return false;
    sessionStorage.setItem(MARK, address);
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** @param {string} address */
function forget(address) {
  try {
    if (sessionStorage.getItem(MARK) === address) sessionStorage.removeItem(MARK);
  } catch {
    // There was no mark.
  }
}

/** @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message : String(error));
