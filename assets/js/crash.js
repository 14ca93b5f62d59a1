// @ts-check
/**
 * The choices of a page whose program could not start or has stopped. No Go runs then, so drafts are read here in
 * the format of package store. All names of its database, files and marks that this file uses are in `kept`; a test
 * compares them with the names in package store.
 */

const base = () => document.documentElement.dataset.base ?? '';

/** Names in the store; app/store/crash_test.go reads this. */
export const kept = {
  database: () => `gridbox:${base()}/:drafts`,
  contents: 'contents', // the database's store of files, by path
  folder: 'drafts/', // of the files slot.number.writer.text and slot.number.writer.head
  slot: () => `gridbox:${base()}/:slot`, // in the session: the current draft
  text: () => `gridbox:${base()}:text`, // in the session: a text with faults
  aside: () => `gridbox:${base()}:aside`, // in the session: the draft that was put aside after a crash
  reset: () => `gridbox:${base()}:reset`, // in the session: the database is to be deleted
  prefix: 'gridbox:', // prefix of all keys in the session and in the local storage
};

/** @typedef {{slot: string, title: string, text: string, saved: number}} Draft */

/** Returns the current draft of this tab, or the one saved last. @returns {Promise<Draft | undefined>} */
export async function lastDraft() {
  const shown = /** @type {{gridboxDraft?: {title: string, text: Uint8Array}}} */ (/** @type {unknown} */ (window)).gridboxDraft;
  if (shown?.text.length) return { slot: mark(), title: shown.title, text: new TextDecoder().decode(shown.text), saved: Date.now() };
  const all = await drafts();
  return all.find((draft) => draft.slot === mark()) ?? all[0];
}

/** Returns all readable drafts, the last saved first. @returns {Promise<Draft[]>} */
async function drafts() {
  let database;
  try {
    database = await open();
    const files = await all(database);
    return wholeOf(files);
  } catch {
    return []; // an unreadable database has no drafts to offer
  } finally {
    database?.close();
  }
}

/** Opens the database if it exists; this must not create it. @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(kept.database());
    asked.onupgradeneeded = () => asked.transaction?.abort();
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error('blocked'));
    setTimeout(() => reject(new Error('no answer')), 5000);
  });
}

/** Returns all files of drafts. @param {IDBDatabase} database @returns {Promise<Map<string, string>>} */
function all(database) {
  return new Promise((resolve, reject) => {
    /** @type {Map<string, string>} */
    const files = new Map();
    const walk = database.transaction(kept.contents).objectStore(kept.contents).openCursor(IDBKeyRange.bound(kept.folder, `${kept.folder}\uffff`));
    walk.onerror = () => reject(walk.error);
    walk.onsuccess = () => {
      const at = walk.result;
      if (!at) return resolve(files);
      if (at.value instanceof Uint8Array) files.set(String(at.key).slice(kept.folder.length), new TextDecoder().decode(at.value));
      at.continue();
    };
  });
}

/**
 * Returns the newest complete draft of every slot: a text is complete if its head exists and has its size.
 * @param {Map<string, string>} files
 */
function wholeOf(files) {
  /** @type {Map<string, Draft & {number: number}>} */
  const newest = new Map();
  for (const [name, text] of files) {
    const [slot, number, writer, kind] = name.split('.');
    const head = kind === 'text' ? files.get(`${slot}.${number}.${writer}.head`) : undefined;
    if (head === undefined || (newest.get(slot)?.number ?? 0) >= Number(number)) continue;
    try {
      const { title, saved, size } = JSON.parse(head);
      if (size === new TextEncoder().encode(text).length) newest.set(slot, { slot, title: title ?? '', text, saved, number: Number(number) });
    } catch {
      // An incomplete head: the save before it counts.
    }
  }
  return [...newest.values()].sort((a, b) => b.saved - a.saved);
}

const mark = () => stored('sessionStorage', (session) => session.getItem(kept.slot())) ?? '';

/**
 * Calls f with a storage. A browser that refuses storage throws at its name.
 * @template T
 * @param {'sessionStorage' | 'localStorage'} where
 * @param {(storage: Storage) => T} f
 */
function stored(where, f) {
  try {
    return f(window[where]);
  } catch {
    return undefined;
  }
}

/** Restarts without the current draft, which stays stored; the page offers it. */
export function putAside() {
  stored('sessionStorage', (session) => {
    session.setItem(kept.aside(), mark() || '-');
    session.setItem(kept.slot(), fresh());
    session.removeItem(kept.text());
  });
  location.replace(location.pathname); // without the link, which may be the cause
}

/** Returns a new name for a slot, as the store does. */
function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((n) => (n % 36).toString(36)).join('');
}

/**
 * Removes everything that this site has stored in the browser. The stopped program still has the database open, so
 * it cannot be deleted here: the next page does that before it starts another program.
 */
function reset() {
  for (const where of /** @type {const} */ (['sessionStorage', 'localStorage'])) {
    stored(where, (storage) => {
      for (const name of Object.keys(storage)) if (name.startsWith(kept.prefix)) storage.removeItem(name);
    });
  }
  stored('sessionStorage', (session) => session.setItem(kept.reset(), 'wanted'));
  location.replace(location.pathname);
}

/** Deletes the database if that was requested; returns the reason if it fails. @returns {Promise<string>} */
export async function finishReset() {
  if (!stored('sessionStorage', (session) => session.getItem(kept.reset()))) return '';
  const gone = await new Promise((resolve) => {
    const asked = indexedDB.deleteDatabase(kept.database());
    asked.onsuccess = () => resolve(true);
    asked.onerror = () => resolve(false);
    setTimeout(() => resolve(false), 8000); // another tab has it open
  });
  if (!gone) return 'The drafts could not be deleted, because another tab has them open. Close the other tabs of Gridbox, then reload.';
  stored('sessionStorage', (session) => session.removeItem(kept.reset()));
  return '';
}

/**
 * Adds buttons for the ways to continue below a sentence about the failure.
 * @param {HTMLElement} line
 * @param {(label: string, act: () => void) => HTMLButtonElement} button
 */
export async function offerWaysOn(line, button) {
  const draft = lastDraft();
  line.append(button('Reload', () => location.reload()));
  line.append(button('Continue without what was open', putAside));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let calm;
  const forget = button('Reset', () => {
    if (!calm) {
      forget.textContent = 'Press again: this deletes all drafts in this browser';
      calm = setTimeout(() => {
        calm = undefined;
        forget.textContent = 'Reset';
      }, 6000);
      return;
    }
    clearTimeout(calm);
    reset();
  });
  // Buttons must not move while the user points at one, least of all at Reset: they appear once the draft is read,
  // and a draft that is read late appears after them.
  /** @param {Draft | undefined} found */
  const offer = (found) => {
    if (found) line.append(button('Download my draft', () => download(found.title, found.text)));
  };
  const soon = await Promise.race([draft.then((found) => ({ found })), new Promise((resolve) => setTimeout(resolve, 1500))]);
  if (soon) offer(soon.found);
  line.append(forget);
  if (!soon) offer(await draft);
}

/**
 * @param {string} title
 * @param {string} text
 */
function download(title, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').toLowerCase() || 'gridbox'}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
