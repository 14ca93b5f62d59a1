// @ts-check
/**
 * Files of the laboratory that few users open. Each is fetched once, when it is needed; after a failure the next
 * call tries again.
 */
import { readConfig } from './boot.js';

/** @type {Map<string, Promise<any>>} */
const coming = new Map();

/** Returns the content of a tool's data file. @param {string} name @returns {Promise<any>} */
export async function data(name) {
  const begun = coming.get(name) ?? fetch(readConfig().tools[name], { credentials: 'same-origin' }).then((response) => {
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return response.json();
  });
  coming.set(name, begun);
  try {
    return await begun;
  } catch (error) {
    coming.delete(name);
    throw error;
  }
}
