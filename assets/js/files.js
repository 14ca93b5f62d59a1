// @ts-check
/**
 * The files of the library in IndexedDB: the store `contents` has their bytes and `info` their folders, by path. The
 * laboratory, which is a worker, sends its requests to the page, because WebKit (2.50) sometimes never answers a
 * worker's requests.
 */

/** @typedef {{op: 'open' | 'write' | 'read' | 'remove' | 'names' | 'all', name?: string, path?: string, bytes?: Uint8Array, to?: string}} FileRequest */

/** @type {IDBDatabase | undefined} */
let database;

/**
 * Handles a request. The result has the names and contents of the files from `path` to `to`.
 * @param {FileRequest} request
 * @returns {Promise<any>}
 */
export async function onFiles({ op, name = '', path = '', bytes = new Uint8Array(), to = '' }) {
  if (op === 'open') {
    database = await open(name);
    return undefined;
  }
  if (!database) throw new Error('the database is not open');
  const range = () => IDBKeyRange.bound(path, to);
  const contents = () => reading('contents');
  switch (op) {
    case 'read': return answered(contents().get(path));
    case 'names': return (await answered(reading('info').getAllKeys(range()))).join('\n');
    case 'all': {
      const store = contents();
      const [keys, texts] = await Promise.all([answered(store.getAllKeys(range())), answered(store.getAll(range()))]);
      return { names: keys.join('\n'), texts };
    }
    case 'write': return changed((of) => {
      of('contents').put(bytes, path);
      of('info').put({ ModTime: Date.now() * 1e6, Mode: 0o600, Size: bytes.length, Parent: path.split('/')[0] }, path);
    });
    case 'remove': return changed((of) => {
      of('contents').delete(path);
      of('info').delete(path);
    });
  }
}

/**
 * Opens a database. It closes if the database is to be deleted: otherwise the deletion would wait for this page, and
 * this page for the next opening.
 * @param {string} name
 */
async function open(name) {
  if (!window.indexedDB) throw new Error('there is no IndexedDB');
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('contents');
    request.result.createObjectStore('info').createIndex('Parent', 'Parent');
  };
  const opened = await answered(request);
  opened.onversionchange = () => opened.close();
  return opened;
}

/** @param {string} store */
const reading = (store) => /** @type {IDBDatabase} */ (database).transaction(store, 'readonly').objectStore(store);

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * Changes both stores in one transaction, so that a file is complete or absent.
 * @param {(of: (store: string) => IDBObjectStore) => void} change
 * @returns {Promise<void>}
 */
function changed(change) {
  const transaction = /** @type {IDBDatabase} */ (database).transaction(['info', 'contents'], 'readwrite');
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser aborted the change'));
    try {
      change((store) => transaction.objectStore(store));
    } catch (error) {
      transaction.abort();
      reject(error);
    }
  });
}
