// @ts-check
/**
 * Starts the laboratory's program, app.wasm, in a page that is already there
 * and readable, and stands by it: shows how far a long download is, says what
 * happened when the program cannot start or dies, and offers the way on. The
 * page is our own, so go-app's generated script is not used; what its Go side
 * expects of it is in `introduce`.
 */
import { finishReset } from './crash.js';
import { loadProgram } from './program.js';
import { announce, mourn } from './standby.js';

/**
 * @typedef {object} Config what the page's element #gridbox-config says
 * @property {string} base "" or "/some/prefix"
 * @property {string} app address of app.wasm
 * @property {number} [appSize] its size in bytes, before compression
 * @property {string} worker address of the program of workers, which is app.wasm here
 * @property {string} wasmExec address of Go's wasm_exec.js
 * @property {Record<string, string>} tools addresses of what is loaded when it is opened
 * @property {string} first address of the first scenario, solved
 * @property {string} later address of the styles that the first screen does without
 */

/** @returns {Config} */
export function readConfig() {
  const block = document.getElementById('gridbox-config');
  if (!block?.textContent) throw new Error('the page lacks its element gridbox-config');
  return JSON.parse(block.textContent);
}

/** Starts the program and stays with it until it ends, which it should not. */
export async function boot() {
  /** @type {Config | undefined} */
  let config;
  try {
    config = readConfig();
    if (typeof WebAssembly !== 'object') {
      mourn('This browser runs no WebAssembly, so the laboratory cannot start here. What you see is a scenario that was solved beforehand.', { reload: false });
      return;
    }
    const hindered = await finishReset();
    if (hindered) {
      mourn(hindered);
      return;
    }
    introduce(config.base);
    leaveLinksAlone(`${config.base}/lab/`);
    if (!window.Go) await import(config.wasmExec);
    await run(config);
  } catch (error) {
    console.error(String(error), error instanceof Error ? error.stack : '');
    if (config && isGone(error) && reloadOnce(config.app)) return;
    mourn(`The laboratory could not start: ${wordsOf(error)}. What you see is a scenario that was solved beforehand; what you had is kept in this browser.`);
  }
}

/** @param {Config} config */
async function run(config) {
  const go = new window.Go();
  let code = 0;
  go.exit = (status) => { code = status; };
  const first = fetch(config.first).then((answer) => (answer.ok ? answer.text() : '')).catch(() => '');
  const loading = announce('Loading the laboratory');
  let instance, module;
  try {
    ({ instance, module } = await loadProgram(config.app, config.appSize ?? 0, go.importObject, loading.show));
  } finally {
    loading.close();
  }
  forget(config.app);
  // The page begins with the first scenario, its workers with what is compiled.
  Object.assign(window, { gridboxFirst: await first, gridboxModule: module });
  watchStack();
  await go.run(instance);
  mourn(`The laboratory stopped because of a mistake in it (exit status ${code}). Your draft is kept up to the last moments.`);
}

/**
 * Puts in place what go-app's Go side looks for in a page.
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
 * Keeps go-app's router, which listens at the window, from taking over links
 * that are the browser's business: those that leave the laboratory, that only
 * move within the page, and those clicked with a key held down. Listeners of
 * the page's own elements have heard the click before.
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

/** An exhausted stack kills a Go program with an error event and nothing else. */
function watchStack() {
  window.addEventListener('error', (event) => {
    const error = event.error;
    const inWasm = error instanceof WebAssembly.RuntimeError || (error instanceof Error && /wasm/i.test(error.stack ?? ''));
    if (inWasm) mourn(`The laboratory stopped because of a mistake in it (${error.message}). Your draft is kept up to the last moments.`);
  });
}

/**
 * Whether a file of this page's version is on the server no more: a newer
 * version was deployed while an old page was open or cached.
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
    // Nothing was marked.
  }
}

/** @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message : String(error));
