// @ts-check
/**
 * The panel next to the user's algorithm. policypanel.wasm draws it (app/policypanel). This script passes on the page's
 * data, inserts the drawing, and writes names at the cursor of the editor.
 */
import { attach } from './editor.js';
import { startTool } from './program.js';

/** @type {Promise<void> | undefined} */
let started;
/** The kind, and the run with its steps, as last sent. */
let [kind, steps] = ['', ''];
/** The state in which the program stopped, as JSON, if it did. @type {string} */
let stopped = '';
/** The message to send as soon as the program is ready. @type {object | undefined} */
let unsent;
/** The last message, and its element. */
let asked = '';
/** @type {HTMLElement | null} */
let host = null;

function start() {
  document.addEventListener('gbshow', put);
  return startTool('policypanel.wasm');
}

/**
 * Applies the changes of the drawing, so that remaining buttons keep the pointer and the focus. @param {Event} event
 */
function put(event) {
  if (!host) return;
  const fresh = document.createElement('div');
  fresh.innerHTML = /** @type {CustomEvent<{html: string}>} */ (event).detail.html;
  const [shown, drawn] = [host.firstElementChild, fresh.firstElementChild];
  if (!shown || !drawn) return host.replaceChildren(...fresh.children);
  const [before, after] = [[...shown.children], [...drawn.children]];
  after.forEach((part, i) => {
    if (i >= before.length) shown.append(part);
    else if (!before[i].isEqualNode(part)) before[i].replaceWith(part);
  });
  for (const part of before.slice(after.length)) part.remove();
}

/** Returns the name at a target. @param {EventTarget | null} target */
function nameAt(target) {
  const chip = target instanceof Element ? target.closest('[data-insert]') : null;
  return chip instanceof HTMLElement ? chip.dataset.insert : undefined;
}

/** Writes a name at the cursor, as a key would. @param {string} name */
function insert(name) {
  const at = document.querySelector('#lab [data-policy]');
  if (at instanceof HTMLElement) attach(at, {}).pane.write(name);
}

/**
 * Writes the name that is pressed and released, or clicked without a pointer. The editor keeps the focus. If the
 * names are drawn again while the button is down, no click event is sent.
 * @param {Event} event
 */
function write(event) {
  const name = nameAt(event.target);
  if (name === undefined || !(event instanceof MouseEvent)) return;
  if (event.type === 'click') {
    if (event.detail === 0) insert(name);
  } else if (event.button === 0) {
    event.preventDefault();
    document.addEventListener('mouseup', (up) => { if (nameAt(up.target) === name) insert(name); }, { once: true });
  }
}

/** Updates the panel to the state. @param {import('./page.js').News} news */
export async function sync(news) {
  const language = document.querySelector('#lab [data-policy]')?.getAttribute('data-editor');
  if (news.standing !== undefined) steps = news.standing;
  if (news.standing !== undefined || news.policy !== undefined) {
    kind = news.kind ?? kind;
    const [problem, answer, log] = steps ? steps.split('\n').map((line) => JSON.parse(line)) : [];
    if (news.faults !== undefined) stopped = JSON.parse(news.faults)[0]?.state ?? '';
    unsent = { kind, language, problem, answer, steps: log, stopped };
  }
  try {
    await (started ??= start());
  } catch {
    started = undefined; // offline: the next change tries again
    return;
  }
  const now = document.getElementById('standing'), [step, ...rest] = (news.step ?? '0 ').split(' '), job = rest.join(' ');
  const ask = JSON.stringify({ about: unsent, step: Number(step), job });
  if (!now || now === host && ask === asked) return;
  if (now !== host) for (const name of ['mousedown', 'click']) now.addEventListener(name, write);
  [host, asked, unsent] = [now, JSON.stringify({ step: Number(step), job }), undefined];
  document.dispatchEvent(new CustomEvent('gbstanding', { detail: ask }));
}
