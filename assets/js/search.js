// @ts-check
/**
 * Searches the documentation in the page. The text of all articles is loaded when the field gets the focus. A
 * section must have every word of the query, as the beginning of one of its words; headings count more than text.
 * Arrows choose a result, Enter opens it, Escape closes the list; / moves the focus to the field from anywhere.
 */

/** @typedef {{p: string, h: string, u: string, t: string}} Section */
/** @typedef {{section: Section, score: number}} Hit */

const MOST = 12;

/** Returns the words of a text in lower case without accents. @param {string} text */
const words = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns how well a word of the query matches a text: 2 for the word itself, 1
 * for the beginning of one, 0 for neither.
 * @param {string} sought @param {string[]} list
 */
function stands(sought, list) {
  let best = 0;
  for (const word of list) {
    if (word === sought) return 2;
    if (best === 0 && word.startsWith(sought)) best = 1;
  }
  return best;
}

/** @typedef {{section: Section, page: string[], head: string[], text: string[]}} Ready */

/** @param {Section[]} sections @returns {Ready[]} */
export const ready = (sections) =>
  sections.map((section) => ({ section, page: words(section.p), head: words(section.h), text: words(section.t) }));

/** Returns the sections that have all words, the best first. @param {Ready[]} all @param {string} query @returns
 * {Hit[]} */
export function found(all, query) {
  const sought = words(query);
  if (sought.length === 0) return [];
  /** @type {Hit[]} */
  const hits = [];
  for (const one of all) {
    let score = 0;
    for (const word of sought) {
      const here = 8 * stands(word, one.head) + 4 * stands(word, one.page) + stands(word, one.text);
      if (here === 0) {
        score = 0;
        break;
      }
      score += here;
    }
    if (score > 0) hits.push({ section: one.section, score: one.head.length === 0 ? score + 1 : score });
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, MOST);
}

/** Returns the text around the first of the words. @param {string} text @param {string[]} sought */
function excerpt(text, sought) {
  const low = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const at = Math.max(0, Math.min(...sought.map((word) => low.search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'u'))).filter((n) => n >= 0), Infinity));
  const from = at === Infinity || at < 50 ? 0 : text.lastIndexOf(' ', at - 40) + 1;
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 150)}${text.length > from + 150 ? ' …' : ''}`;
}

/** Puts matching words into mark elements. @param {HTMLElement} into @param {string} text @param {string[]} sought */
function marked(into, text, sought) {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${sought.join('|')})`, 'giu');
  let last = 0;
  for (const m of text.matchAll(pattern)) {
    into.append(text.slice(last, m.index), Object.assign(document.createElement('mark'), { textContent: m[0] }));
    last = m.index + m[0].length;
  }
  into.append(text.slice(last));
}

/** Attaches the search to a field. @param {HTMLInputElement} field */
export async function attachSearch(field) {
  const list = document.createElement('ul');
  list.id = 'found';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Search results');
  list.hidden = true;
  const status = document.createElement('p');
  status.className = 'quiet';
  status.setAttribute('role', 'status');
  field.after(list, status);
  for (const [name, value] of [['role', 'combobox'], ['aria-controls', 'found'], ['aria-expanded', 'false'], ['aria-autocomplete', 'list']]) {
    field.setAttribute(name, value);
  }
  /** @type {Ready[]} */
  let all = [];
  let chosen = -1, known = false, closed = false;

  const options = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role=option]')]);
  /** @param {number} to */
  const choose = (to) => {
    const items = options();
    chosen = items.length === 0 ? -1 : (to + items.length) % items.length;
    items.forEach((item, i) => item.setAttribute('aria-selected', String(i === chosen)));
    if (chosen < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', items[chosen].id);
    items[chosen]?.scrollIntoView({ block: 'nearest' });
  };
  const close = () => {
    closed = list.hidden = true;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  };
  const show = () => {
    const sought = words(field.value), hits = found(all, field.value);
    list.replaceChildren(...hits.map(({ section }, i) => {
      const item = document.createElement('li'), link = document.createElement('a'), line = document.createElement('span');
      item.id = `found-${i}`;
      item.setAttribute('role', 'option');
      link.href = section.u;
      link.tabIndex = -1;
      marked(link, section.h ? `${section.p}: ${section.h}` : section.p, sought);
      marked(line, excerpt(section.t, sought), sought);
      item.append(link, line);
      item.addEventListener('click', (e) => {
        if (!(e.target instanceof HTMLAnchorElement)) link.click();
        close();
      });
      return item;
    }));
    const open = sought.length > 0;
    if (open && hits.length === 0) list.replaceChildren(Object.assign(document.createElement('li'), { textContent: known ? 'No page contains all of these words.' : 'Loading the index…', className: 'none' }));
    closed = list.hidden = !open;
    field.setAttribute('aria-expanded', String(open));
    status.textContent = open ? `${hits.length} found` : '';
    choose(0);
  };
  field.addEventListener('input', show);
  field.addEventListener('focus', () => field.value && show());
  field.addEventListener('keydown', (e) => {
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') choose(chosen + (e.key === 'ArrowDown' ? 1 : -1));
    else if (e.key === 'Enter') options()[chosen]?.querySelector('a')?.click();
    else if (e.key === 'Escape' && !list.hidden) close();
    else return;
    e.preventDefault();
  });
  field.addEventListener('blur', () => setTimeout(() => !list.contains(document.activeElement) && close(), 150));

  try {
    const answer = await fetch(field.dataset.search ?? '', { credentials: 'same-origin' });
    if (!answer.ok) throw new Error(String(answer.status));
    all = ready(await answer.json());
    known = true;
  } catch {
    close();
    status.textContent = 'The search needs the network.';
    return;
  }
  if (field.value && !closed) show(); // unless Escape has closed the list meanwhile
}
