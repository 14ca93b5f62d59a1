// Writes and reads the browser's library without the laboratory: the files of package app/store in IndexedDB.

/**
 * Writes a number of drafts with cards into the library of an open page, as saves would, and returns the time taken.
 * The page must have opened its library before.
 * @param {import('./harness/page.mjs').Page} page
 * @param {number} many
 */
export function fill(page, many) {
  return page.eval(async (count) => {
    const base = document.documentElement.dataset.base ?? '';
    const db = await new Promise((resolve, reject) => {
      const asked = indexedDB.open(`gridbox:${base}/:drafts`);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    const text = new TextEncoder();
    const document_ = '{"format":"gridbox","version":1,"kind":"window","title":"Filled","window":{"horizon":10,"nodes":[{"id":"n1","performance":1,"price":1}],"request":{"nodes":1,"volume":2}}}\n';
    const hash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', text.encode(document_)))].map((b) => b.toString(16).padStart(2, '0')).join('');
    const face = `b${Array.from({ length: 40 }, (_, i) => `M${2 + i} ${2 + i % 12 * 2.5}h4.5v2h-4.5z`).join('')};aM10 10h20v2h-20z`;
    const transaction = db.transaction(['info', 'contents'], 'readwrite');
    const put = (path, content) => {
      const bytes = text.encode(content);
      transaction.objectStore('contents').put(bytes, path);
      transaction.objectStore('info').put({ ModTime: 1e18, Mode: 0o600, Size: bytes.length, Parent: path.slice(0, path.indexOf('/')) }, path);
    };
    for (let i = 0; i < count; i++) {
      const slot = `filled${String(i).padStart(6, '0')}`;
      const saved = 1_790_000_000_000 + i * 600_000;
      const about = { title: `Filled ${i}`, kind: 'window', saved };
      put(`drafts/${slot}.000001.filler.text`, document_);
      put(`drafts/${slot}.000001.filler.head`, JSON.stringify({ ...about, size: document_.length, sha256: hash, turn: i + 1, format: 1 }));
      put(`cards/${slot}.000001.filler`, `${JSON.stringify({ ...about, of: '000001.filler', format: 1, words: '1 node, a job of 1', best: { run: 'MinCost', colour: 5, metric: 'cost', value: i }, bytes: document_.length, turn: i + 1, hash, tags: i % 100 ? undefined : ['hundred'] })}\n${face}\nwhole`);
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = () => reject(transaction.error);
    });
    db.close();
    return true;
  }, many);
}

/** Returns all paths in the library. @param {import('./harness/page.mjs').Page} page @returns {Promise<string[]>} */
export function paths(page) {
  return page.eval(async () => {
    const base = document.documentElement.dataset.base ?? '';
    const db = await new Promise((resolve) => {
      const asked = indexedDB.open(`gridbox:${base}/:drafts`);
      asked.onsuccess = () => resolve(asked.result);
    });
    const keys = await new Promise((resolve) => {
      const asked = db.transaction('contents').objectStore('contents').getAllKeys();
      asked.onsuccess = () => resolve(asked.result);
    });
    db.close();
    return keys;
  });
}

/** Waits until a draft with a title is saved. @param {import('./harness/page.mjs').Page} page @param {string} title */
export function keptAs(page, title) {
  return page.wait(`a draft called ${title} to be kept`, async (called) => {
    const base = document.documentElement.dataset.base ?? '';
    const db = await new Promise((resolve) => {
      const asked = indexedDB.open(`gridbox:${base}/:drafts`);
      asked.onsuccess = () => resolve(asked.result);
    });
    const contents = db.transaction('contents').objectStore('contents');
    const of = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
    const [keys, files] = await Promise.all([of(contents.getAllKeys()), of(contents.getAll())]);
    db.close();
    return keys.some((key, i) => key.startsWith('drafts/') && key.endsWith('.head') && JSON.parse(new TextDecoder().decode(files[i])).title === called);
  }, title);
}

/** The library as a user sees it. */
export class Shelf {
  /** @param {import('./lab.mjs').Lab} lab */
  constructor(lab) {
    this.lab = lab;
    this.page = lab.page;
  }

  /** Opens it by its key and waits until it is listed. */
  async open() {
    await this.page.eval(() => { const at = document.activeElement; if (at instanceof HTMLElement || at instanceof SVGElement) at.blur(); });
    await this.page.press('b');
    return this.listed();
  }

  async listed() {
    await this.page.wait('the library to be listed', () => /\d+ draft/.test(document.querySelector('.shelf-search small')?.textContent ?? ''));
    return this;
  }

  /** Titles of the rows that are drawn. @returns {Promise<string[]>} */
  titles() { return this.page.eval(() => [...document.querySelectorAll('.shelf-row .by-title b')].map((b) => b.textContent ?? '')); }

  /** Waits until the rows that are drawn have these titles. @param {string[]} wanted */
  async shows(...wanted) {
    await this.page.wait(`the rows ${wanted.join(', ')}`, (list) => JSON.stringify([...document.querySelectorAll('.shelf-row .by-title b')].map((b) => b.textContent)) === JSON.stringify(list), wanted);
  }

  /** Waits until a draft is chosen. @param {string} title */
  async chosen(title) {
    await this.page.wait(`${title} to be chosen`, (name) => document.querySelector('.shelf-row[aria-selected="true"] b')?.textContent === name && document.querySelector('.card-of h2')?.textContent === name, title);
  }
}
