// @ts-check
/**
 * The script of every page: the theme switch, live figures, and offline use. Pages are readable without it.
 */
import { stayReady } from './offline.js';

const root = document.documentElement;
const base = root.dataset.base ?? '';

/** Attaches the theme switch, if the page has one. */
function themes() {
  const choice = /** @type {HTMLSelectElement | null} */ (document.getElementById('theme'));
  if (!choice) return;
  choice.value = root.dataset.theme ?? 'system';
  choice.addEventListener('change', () => {
    const theme = choice.value;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    try {
      if (theme === 'system') localStorage.removeItem('gridbox:theme');
      else localStorage.setItem('gridbox:theme', theme);
    } catch {
      // Not stored, but applied to this page.
    }
    for (const frame of document.querySelectorAll('iframe')) {
      frame.contentWindow?.postMessage({ gridbox: 'theme', theme }, location.origin);
    }
  });
}

/** Replaces a still by a running figure when the reader clicks it. */
function figures() {
  for (const figure of document.querySelectorAll('figure[data-live]')) {
    figure.querySelector('button')?.addEventListener('click', () => start(/** @type {HTMLElement} */ (figure)));
  }
}

/** @param {HTMLElement} figure */
function start(figure) {
  const still = /** @type {HTMLElement | null} */ (figure.querySelector('.still'));
  if (!still) return;
  const frame = document.createElement('iframe');
  const address = new URL(figure.dataset.live ?? '', location.href);
  if (root.dataset.theme) address.searchParams.set('theme', root.dataset.theme);
  frame.src = address.href;
  frame.title = figure.dataset.title ?? 'Live figure';
  frame.style.setProperty('height', `${Math.max(420, Math.round(still.getBoundingClientRect().height))}px`);
  still.replaceWith(frame);
  figure.querySelector('button')?.remove();
  frame.focus();
  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.data?.gridbox !== 'height') return;
    const px = Number(event.data.px);
    if (px > 0 && px < 4000) frame.style.setProperty('height', `${Math.ceil(px)}px`);
  });
}

/** Attaches the buttons that run a paper's experiments; the program is loaded by the first click. */
function papers() {
  for (const part of document.querySelectorAll('.rerun, .experiments [data-rerun]')) part.removeAttribute('hidden');
  for (const button of document.querySelectorAll('[data-rerun]')) {
    button.addEventListener('click', async () => (await import('./paperrun.js')).ask(/** @type {HTMLElement} */ (button).dataset.rerun ?? ''));
  }
}

/** Attaches the course; the program is loaded when an exercise is checked. */
function course() {
  if (document.querySelector('[data-lesson]')) void import('./lessonpage.js').then(({ attachCourse }) => attachCourse());
}

/** Attaches the page of challenges, which loads its program immediately. */
function contest() {
  if (document.getElementById('contest')) void import('./challengepage.js').then(({ attachContest }) => attachContest());
}

/** Attaches the page that marks a class, which loads its program immediately. */
function classroom() {
  if (document.getElementById('classroom')) void import('./classroom.js').then(({ attachClassroom }) => attachClassroom());
}

/** Attaches the page that composes figures, which loads its program immediately. */
function composer() {
  if (document.getElementById('composer')) void import('./composer.js').then(({ attachComposer }) => attachComposer());
}

/** Reports whether the user has turned shortcuts of a single character off, in the laboratory. */
function singleKeysOff() {
  try {
    return localStorage.getItem('gridbox:keys') === 'off';
  } catch {
    return false;
  }
}

/** Attaches the search of the documentation, whose field needs scripts. */
function search() {
  const field = document.getElementById('search');
  if (!(field instanceof HTMLInputElement)) return;
  field.hidden = false;
  field.addEventListener('focus', async () => (await import('./search.js')).attachSearch(field), { once: true });
  document.addEventListener('keydown', (e) => {
    const typing = e.target instanceof Element && e.target.closest('input, textarea, select, [contenteditable]');
    if (e.key !== '/' || typing || e.ctrlKey || e.metaKey || e.altKey || singleKeysOff()) return;
    e.preventDefault();
    field.focus();
  });
}

themes();
search();
figures();
papers();
course();
contest();
classroom();
composer();
stayReady(base);
