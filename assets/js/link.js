// @ts-check
/**
 * Connects the page with the laboratory, which runs in a worker: sends events to it
 * and receives frames to draw, and calls of the page's adapters. page.wasm draws a frame;
 * later messages wait until it is drawn.
 */

import { onFiles } from './files.js';

/** @typedef {{hire?: number, dismiss?: number, to?: number, script?: string, name?: string, data?: any, frame?: Uint8Array, call?: string, args?: any[], calls?: {call: string, args: any[]}[], seen?: number, answer?: number, content?: string, keep?: 'sessionStorage' | 'localStorage', key?: string, text?: string | null, draft?: object, files?: import('./files.js').FileRequest, n?: number, exit?: boolean, code?: number, stderr?: string}} Message */

/** @type {Worker | undefined} */
let worker;

/** Messages that wait until the previous frame is drawn. @type {Message[]} */
const waiting = [];
let drawing = false;

/** Draws a frame. @type {((frame: Uint8Array, drawn: () => void) => void) | undefined} */
let render;

/** @type {Record<string, (...args: any[]) => any>} */
let adapters = {};

/** The number of sent events, and for each element the number of the last one about it. */
let sent = 0;
/** @type {WeakMap<EventTarget, number>} */
const last = new WeakMap();

/** Events about a text that the laboratory may not have handled yet, kept for the next page. @type {{n: number, type:
 * string, detail: any}[]} */
let unseen = [];
/** Such events of the previous page, until the laboratory has handled them. @type {{type: string, detail: any}[]} */
let inherited = [];
let seen = 0; // the last event that the drawn page reflects
let handled = 0; // the last event that the laboratory has handled
let example = '';

/** The questions that wait for an answer. @type {Map<number, (answer: string) => void>} */
const asked = new Map();

/** The time in milliseconds when a stopped laboratory was started again. */
let again = -Infinity;

/** A laboratory that stops within so many milliseconds after that is not started again. */
const SOON = 30_000;

/**
 * Starts the laboratory; the promise resolves with the first frame. A laboratory that stops is started again and
 * continues from the last save.
 * @param {{script: string, program: string, size: number, show: (share: number | undefined) => void, arrived: () => void, first: Promise<string>, lab: (stopped: string, first: string) => object, adapters: Record<string, (...args: any[]) => any>, died: (why: string) => void}} start
 * @returns {Promise<Uint8Array>}
 */
export function startLaboratory(start) {
  adapters = start.adapters;
  /** @type {WebAssembly.Module | undefined} */
  let module;
  return new Promise((resolve, reject) => {
    /** @param {string} stopped why the previous laboratory has stopped, "" for the first */
    function launch(stopped) {
      const one = new Worker(start.script, { name: 'gridbox laboratory' });
      worker = one;
      const stop = (/** @type {string} */ why) => {
        if (worker !== one) return;
        one.terminate();
        for (const id of [...hired.keys()]) employ({ dismiss: id });
        if (performance.now() - again < SOON || !render) {
          worker = undefined;
          unseen = inherited = [];
          start.died(why);
          return;
        }
        again = performance.now();
        waiting.length = 0;
        unseen = inherited = []; // one of these may be the reason why it stopped
        markLeft();
        launch(why);
      };
      one.onmessage = ({ data }) => {
        if ('share' in data) start.show(data.share);
        else if (data.module) {
          module = data.module;
          start.arrived();
        } else if (data.failed !== undefined) reject(Object.assign(new Error(data.failed), { status: data.status }));
        else if (data.exit) stop(data.code < 0 ? data.stderr : `exit status ${data.code}`);
        else if (data.frame && !render) {
          drawing = true; // until page.wasm has drawn it
          waiting.push({ ...data, frame: undefined });
          resolve(data.frame);
        } else receive(data);
      };
      one.onerror = (event) => stop(event.message || 'it could not be started');
      if (!module) one.postMessage({ program: start.program, size: start.size });
      void start.first.then((first) => one.postMessage({ module, lab: start.lab(stopped, first) }));
    }
    launch('');
  });
}

/** Handles a message of the laboratory. @param {Message} message */
function receive(message) {
  handled = Math.max(handled, message.seen ?? 0);
  if (message.keep) keep(message);
  else if (message.hire !== undefined || message.to !== undefined || message.dismiss !== undefined) employ(message);
  else if (message.files) look(message.files, message.n);
  else if (message.call === 'example') [example] = message.args ?? [''];
  else if (message.call === 'resumed') inherited = [];
  else if (message.call) adapters[message.call](...message.args ?? []);
  else if (message.draft) Object.assign(window, { gridboxDraft: message.draft });
  else {
    waiting.push(message);
    next();
  }
}

/** Answers a request for files. @param {import('./files.js').FileRequest} request @param {number} [n] */
function look(request, n) {
  const one = worker;
  onFiles(request).then((result) => one?.postMessage({ filed: n, result }), (error) => one?.postMessage({ filed: n, error: String(error) }));
}

/** Workers that were started for the laboratory. @type {Map<number, Worker>} */
const hired = new Map();

/** Starts or ends a worker of the laboratory, or sends it a message; see PageWorker in worker.js. @param {Message} order */
function employ({ hire, to, dismiss, script = '', name, data }) {
  if (hire !== undefined) {
    const one = new Worker(script, { name });
    for (const type of ['message', 'error', 'messageerror']) {
      one.addEventListener(type, (event) => {
        const { data: content, message } = /** @type {MessageEvent & ErrorEvent} */ (event);
        worker?.postMessage({ from: hire, type, event: { data: content, message } }, content instanceof Uint8Array ? [content.buffer] : []);
      });
    }
    hired.set(hire, one);
  } else if (to !== undefined) {
    hired.get(to)?.postMessage(data, data instanceof Uint8Array ? [data.buffer] : []);
  } else if (dismiss !== undefined) {
    hired.get(dismiss)?.terminate();
    hired.delete(dismiss);
  }
}

/** Receives the function of page.wasm that draws frames; the first frame is drawn. @param {(frame: Uint8Array, drawn:
 * () => void) => void} draw */
export function ready(draw) {
  render = draw;
  listen();
  drawn();
}

function drawn() {
  drawing = false;
  worker?.postMessage({ drawn: true });
  next();
}

/** Handles waiting messages, up to the next frame. The calls of a frame are made in the task in which it is drawn. */
function next() {
  while (!drawing && waiting.length) {
    const message = /** @type {Message} */ (waiting.shift());
    if (message.answer !== undefined) {
      asked.get(message.answer)?.(message.content ?? '');
      asked.delete(message.answer);
    } else if (message.frame && render) {
      drawing = true;
      render(message.frame, () => {
        perform(message);
        drawn();
      });
    } else perform(message);
  }
}

/** Calls the adapters that a message names. @param {Message} message */
function perform({ calls = [], seen: now = 0 }) {
  seen = Math.max(seen, now);
  for (const { call, args } of calls) {
    try {
      adapters[call](...args);
    } catch (error) {
      reportError(error); // the next one is called nevertheless
    }
  }
}

/** Stores an entry for the laboratory, if the storage permits it. @param {Message} message */
function keep({ keep: where, key = '', text }) {
  try {
    if (text == null) window[/** @type {'sessionStorage'} */ (where)].removeItem(key);
    else window[/** @type {'sessionStorage'} */ (where)].setItem(key, text);
  } catch {
    // Then the entry lasts as long as the laboratory.
  }
}

/**
 * Sends an event to the laboratory.
 * @param {string} type
 * @param {object} detail
 * @param {EventTarget | null} [about] the field that a person changes
 */
export function send(type, detail, about) {
  sent += 1;
  if (about) last.set(about, sent);
  if (type === 'change' || type === 'gbtext') unseen = [...unseen.filter((event) => event.n > Math.min(seen, handled)), { n: sent, type, detail }];
  worker?.postMessage({ type, n: sent, detail });
}

/** Reports whether the user has changed a field since the state that the page shows. @param {EventTarget} field */
export const isNewer = (field) => (last.get(field) ?? 0) > seen;

/** Returns the number of the last event that was sent. */
export const lastSent = () => sent;

/** Reports whether the drawn page reflects the event with a number. @param {number} n */
export const isSeen = (n) => seen >= n;

/** Reports whether the text of the editor is newer than the state that the page shows. */
export const isTextNewer = () => unseen.some((event) => event.n > seen && event.type === 'gbtext');

/** The maximal number of characters of stored events. */
const MOST = 1_000_000;

/** Stores the unchanged example and the events that the laboratory may not have handled when its page ends. */
function keepUnheard() {
  const events = [...inherited, ...unseen.filter((event) => event.n > handled).map(({ type, detail }) => ({ type, detail }))];
  const text = JSON.stringify({ example, events, address: location.href });
  if ((events.length || example) && text.length < MOST) keep({ keep: 'sessionStorage', key: unheardKey(), text });
}

/**
 * Notes in the tab's session that its laboratory has ended. The next one continues the current draft even while the
 * browser keeps the lock of the ended one; see Session.Claim in app/store/slot.go. The laboratory has no time for
 * that.
 */
const markLeft = () => keep({ keep: 'sessionStorage', key: `gridbox:${document.documentElement.dataset.base ?? ''}/:left`, text: '1' });

/** Whether the page has ended. Requests that fail because of that may still start the laboratory. */
let ended = false;

const unheardKey = () => `gridbox:${document.documentElement.dataset.base ?? ''}:unheard`;

/**
 * Returns the data that the previous page in the tab has left: events that were not handled, and the example that it
 * showed, "" for a draft. An example without events counts only for a page at the same address, as after a reload.
 */
export function takeUnheard() {
  if (ended) return null; // it is for the next page
  try {
    const text = sessionStorage.getItem(unheardKey()) ?? 'null';
    sessionStorage.removeItem(unheardKey());
    const left = JSON.parse(text);
    if (!left?.events.length && left?.address !== location.href) return null;
    example = left?.example ?? ''; // until the laboratory reports the current example
    inherited = left?.events ?? [];
    return left;
  } catch {
    return null;
  }
}

/** Sends a question to the laboratory and returns the answer; see gbask in app/shell. @param {object} question
 * @returns {Promise<string>} */
export function askLaboratory(question) {
  return new Promise((resolve) => {
    asked.set(sent + 1, resolve);
    send('gbask', { ...question, asked: sent + 1 });
  });
}

/** @param {Element} el */
const attributesOf = (el) => Object.fromEntries([...el.attributes].map(({ name, value }) => [name, value]));

/**
 * Sends a click, also on a button with aria-disabled: after "To the start" and "Next step" in quick succession the
 * page still shows the state before the first. The laboratory ignores steps beyond an end.
 * @param {Event} e
 */
function click(e) {
  const el = e.target instanceof Element ? e.target.closest('[data-act]') : null;
  if (!el || el.hasAttribute('disabled')) return;
  const { shiftKey = false, ctrlKey = false, metaKey = false } = /** @type {MouseEvent} */ (e);
  const part = (/** @type {string} */ name) => el.getAttribute(`data-${name}`) ?? '';
  send('click', { act: part('act'), id: part('id'), arg: part('arg'), more: shiftKey || ctrlKey || metaKey });
}

/** @param {Event} e */
function entered(e) {
  const { target } = e;
  if (!(target instanceof Element)) return;
  const { value, checked = false } = /** @type {HTMLInputElement} */ (target);
  send(e.type, { attributes: attributesOf(target), value: typeof value === 'string' ? value : '', checked }, target);
}

/** Listens at the root to the laboratory's events. */
function listen() {
  const root = document.getElementById('lab');
  root?.addEventListener('click', click);
  for (const type of ['change', 'input']) root?.addEventListener(type, entered);
  root?.addEventListener('gbact', (e) => send('gbact', { report: JSON.stringify(/** @type {CustomEvent} */ (e).detail) }));
  for (const type of ['gbtext', 'gbkey', 'gbcopied', 'gbpaste', 'gbfile', 'gbfiles', 'gbshelf', 'gbpage']) {
    root?.addEventListener(type, (e) => send(type, /** @type {CustomEvent} */ (e).detail));
  }
}

/** Handles the end of the page, and its return from the browser's cache. @param {PageTransitionEvent} e */
export function turned(e) {
  ended = e.type === 'pagehide';
  if (ended) {
    keepUnheard();
    markLeft();
  }
  worker?.postMessage({ type: e.type, persisted: e.persisted });
}
