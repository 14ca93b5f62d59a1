// @ts-check
/**
 * The library's part in the browser: the visible rows, typing that starts a search, messages of other tabs, and the
 * size of the list. It reports them to Go by the event gbshelf {what, ...} at the root element.
 */
import { afterSync, report } from './page.js';

const base = () => document.documentElement.dataset.base ?? '';
const rows = () => document.getElementById('shelf-rows');

let asked = false;

/** Reports the visible part of the list, once a frame, if it has changed enough to be drawn. */
function scrolled() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    const list = rows();
    if (!list || !list.clientHeight) return;
    const top = Math.round(list.scrollTop), bottom = top + list.clientHeight;
    const page = list.clientHeight;
    // As many rows again are drawn before and after: half of that may be scrolled without a report.
    if (Math.abs(top - seen.top) * 2 < page && page === seen.page && seen.list === list) return;
    seen = { top, page, list };
    report('gbshelf', { what: 'scrolled', top, bottom });
  });
}

/** The last report. @type {{top: number, page: number, list: HTMLElement | null}} */
let seen = { top: 0, page: 0, list: null };

/** Brings a part of the list into view. @param {number} top @param {number} bottom */
function showRow(top, bottom) {
  const list = rows();
  if (!list) return;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

/** Puts the cursor into the field of a title. */
function focusTitle() {
  const field = document.getElementById('shelf-title');
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

/** Searches for text that is typed on the rows. @param {KeyboardEvent} e */
function typed(e) {
  const at = e.target;
  if (at instanceof HTMLInputElement && at.dataset.rename && (e.key === 'Enter' || e.key === 'Escape')) {
    if (e.key === 'Enter') at.dispatchEvent(new Event('change', { bubbles: true }));
    else report('gbkey', { act: 'escape', id: '' });
    e.preventDefault();
    e.stopPropagation();
    return;
  }
  if (!(at instanceof HTMLElement) || !at.dataset.rows || e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
  if (e.key.length !== 1 || e.key === ' ' || e.key === '?') return;
  const field = document.getElementById('shelf-words');
  if (!(field instanceof HTMLInputElement)) return;
  e.stopPropagation(); // it is not a key of the laboratory's tools
  if (e.key === '/') e.preventDefault();
  field.focus(); // the character goes there
}

/** Applies a title when its field loses the focus. @param {FocusEvent} e */
function left(e) {
  if (e.target instanceof HTMLInputElement && e.target.dataset.rename && e.target.isConnected) {
    const field = e.target;
    // Not if the page is being drawn and removes the field.
    setTimeout(() => { if (field.isConnected) field.dispatchEvent(new Event('change', { bubbles: true })); });
  }
}

/** @type {BroadcastChannel | null} */
let channel = null;

/** Reports a change to other tabs, if the browser has channels. @param {string} what @param {string} slot */
function announce(what, slot) {
  try {
    channel?.postMessage({ what, slot });
  } catch {
    // The channel was closed with the page.
  }
}

/** Requests the size of the storage. */
async function room() {
  const storage = navigator.storage;
  try {
    const { usage = 0, quota = 0 } = await storage?.estimate?.() ?? {};
    const kept = await storage?.persisted?.();
    report('gbshelf', { what: 'room', used: usage, granted: quota, lasting: kept === undefined ? '' : kept ? 'yes' : 'no' });
  } catch {
    // Some private windows do not report it.
  }
}

/** Requests persistent storage. The browser may ask the user; nothing waits for the answer. */
async function persist() {
  try {
    if (await navigator.storage?.persisted?.() === false) await navigator.storage.persist();
  } catch {
    // As in room.
  }
}

/** Attaches the listeners of the library. */
export function startLibrary() {
  document.addEventListener('scroll', (e) => { if (e.target === rows()) scrolled(); }, { capture: true, passive: true });
  window.addEventListener('resize', scrolled);
  document.addEventListener('keydown', typed, true);
  document.addEventListener('focusout', left);
  document.addEventListener('dblclick', (e) => {
    const row = e.target instanceof Element ? e.target.closest('.shelf-row[data-id]') : null;
    if (row && !(e.target instanceof HTMLInputElement)) report('gbkey', { act: 'openrow', id: '' });
  });
  afterSync.push((news) => { if (news.view === 'library') scrolled(); });
  if (typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(`gridbox:${base()}/:library`);
    channel.addEventListener('message', (e) => report('gbshelf', { what: 'tab', did: String(e.data?.what ?? ''), slot: String(e.data?.slot ?? '') }));
  }
}

export const ofLibrary = { showRow, focusTitle, announce, room, persist };
