// @ts-check
/**
 * The page's side of the service worker: registers it, has pages and groups of files stored for offline use, and
 * offers a new version when one waits. A new version never takes over by itself, so that one page never mixes two
 * versions.
 */

/**
 * Registers the worker of the site at base ("" or "/some/prefix").
 * @param {string} base
 */
export async function stayReady(base) {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  // Storing files must not delay showing them.
  if (document.readyState !== 'complete') {
    await new Promise((loaded) => { addEventListener('load', loaded, { once: true }); });
  }
  let registration;
  try {
    registration = await navigator.serviceWorker.register(`${base}/sw.js`, { scope: `${base}/`, updateViaCache: 'none' });
  } catch {
    return; // Refused by the browser's settings: the site works, except offline.
  }
  watch(registration);
  const ready = await navigator.serviceWorker.ready;
  ready.active?.postMessage({ gridbox: 'visit', path: location.pathname });
}

/**
 * Stores a whole group of files.
 * @param {string} group such as "lab"
 */
export async function keep(group) {
  const ready = await navigator.serviceWorker?.ready;
  ready?.active?.postMessage({ gridbox: 'keep', group });
}

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  const offerIfUpdate = (/** @type {ServiceWorker | null} */ worker) => {
    // On the first visit there is no controller, or a slow browser reports the installation only when the worker is
    // active: neither is an update.
    const update = navigator.serviceWorker.controller && registration.active && registration.active !== worker;
    if (worker?.state === 'installed' && update) offer(worker);
  };
  offerIfUpdate(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => offerIfUpdate(worker));
  });
}

/**
 * Shows a notice; only its button changes the version.
 * @param {ServiceWorker} worker
 */
function offer(worker) {
  document.getElementById('update-notice')?.remove();
  const notice = document.createElement('div');
  notice.id = 'update-notice';
  notice.className = 'notice';
  notice.setAttribute('role', 'status');
  const text = document.createElement('span');
  text.textContent = 'A new version of Gridbox is ready.';
  notice.append(text, button('Reload', () => takeOver(worker)), button('Later', () => notice.remove()));
  document.body.append(notice);
}

/** @param {string} label @param {() => void} act */
function button(label, act) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  element.addEventListener('click', act);
  return element;
}

/** @param {ServiceWorker} worker */
function takeOver(worker) {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage({ gridbox: 'activate' });
}
