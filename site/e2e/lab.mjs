// The laboratory as a user sees it, by the names that it shows to users and to screen readers.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gridbox } from './harness/builds.mjs';
import { temporaryFolder } from './harness/processes.mjs';

export class Lab {
  /** @param {import('./harness/page.mjs').Page} page @param {{url(path: string): string}} site */
  constructor(page, site) {
    this.page = page;
    this.site = site;
  }

  /** Opens the laboratory in a new page, on a link's fragment if one is given, and waits until it is live. */
  async open(rest = '') {
    // Otherwise a page at the laboratory would follow the link only after this has returned.
    if (rest.startsWith('#') && await this.page.eval(() => location.pathname.endsWith('/lab/'))) await this.page.goto('about:blank');
    await this.page.goto(this.site.url('/lab/') + rest);
    return this.live();
  }

  async live() {
    await this.page.wait('the laboratory to come alive', () => document.querySelector('#lab')?.getAttribute('data-stage') === 'live');
    return this;
  }

  /** Makes the page as narrow as that of a phone, and waits until the laboratory has drawn it so. */
  async onPhone() {
    await this.page.resize(390, 844);
    await this.page.wait('the reasons to be drawn for a phone', () => {
      const reasons = document.querySelector('.why > div:nth-child(2)');
      return !reasons || reasons.getAttribute('tabindex') === '0';
    });
  }

  /** Waits until every chosen algorithm has a checked answer to the current problem. */
  async solved() {
    await this.page.wait('every run to be solved and checked', () => {
      const rows = [...document.querySelectorAll('.runs-table tbody tr')];
      return rows.length > 0 && rows.every((row) => row.querySelector('td.ok')) && !document.querySelector('.runs-table .stale')
        && /solved and checked/.test(document.querySelector('.control')?.textContent ?? '');
    });
    return this;
  }

  /** Starts the runs that wait for a click, and waits for all answers. */
  async run() {
    await this.page.wait('every run to be solved and checked, by a click on Run where it takes one', () => {
      const rows = [...document.querySelectorAll('.runs-table tbody tr')];
      const status = document.querySelector('.control')?.textContent ?? '';
      if (rows.length > 0 && rows.every((row) => row.querySelector('td.ok')) && !document.querySelector('.runs-table .stale') && /solved and checked/.test(status)) return true;
      const button = [...document.querySelectorAll('.control button')].find((b) => b.textContent === 'Run');
      if (button instanceof HTMLElement) button.click();
      return false;
    });
    return this;
  }

  /** Returns the texts of the rows of the table of runs. @returns {Promise<string[]>} */
  rows() { return this.page.eval(() => [...document.querySelectorAll('.runs-table tbody tr')].map((row) => row.textContent ?? '')); }

  /** Returns the names of the marks of a kind on the picture. @returns {Promise<string[]>} */
  marks(kind) {
    return this.page.eval((which) => [...document.querySelectorAll(`.canvas svg.gb-picture:not(.gb-lift) [data-kind="${which}"]`)].map((mark) => mark.getAttribute('data-id') ?? '').sort(), kind);
  }

  /** Waits until the picture has the number of marks of a kind. */
  async count(kind, number) {
    await this.page.wait(`${number} marks of kind ${kind}`, (which, many) => document.querySelectorAll(`.canvas svg.gb-picture:not(.gb-lift) [data-kind="${which}"]`).length === many, kind, number);
  }

  /** Returns the selector of a mark on the picture. */
  static mark(kind, id) { return `.canvas svg.gb-picture:not(.gb-lift) [data-kind="${kind}"][data-id="${id}"]`; }

  button(name) { return { role: 'button', name }; }
  tab(name) { return { role: 'tab', name }; }
  /** Identifies a button whose name begins with a text, because icon buttons add their key or the step to undo. */
  starting(name) { return { role: 'button', name: `/^${name}/` }; }

  /** Opens the menu Open, and chooses a line of it. @param {string} line a name, or a pattern between slashes */
  async opened(line) {
    await this.page.click({ role: 'button', name: 'Open', within: '.bar' });
    await this.page.click({ role: 'button', name: line, within: 'dialog' });
  }

  /** Opens the draft of a kind, or its first example. @param {string} name such as Compute farm */
  kind(name) { return this.opened(`Example: ${name}`); }

  /** Opens all drafts. */
  library() { return this.opened('/^All drafts/'); }

  /** Shows a detail of the answers. @param {string} name */
  async detail(name) {
    await this.page.click(this.tab('Details'));
    await this.page.wait('the details', () => document.querySelector('.runs [role="tab"][aria-selected="true"]')?.textContent === 'Details');
    await this.page.eval((wanted) => {
      const list = /** @type {HTMLSelectElement | null} */ (document.querySelector('#f-detail'));
      const option = [...list?.options ?? []].find((o) => o.text === wanted);
      if (!list || !option) return;
      list.value = option.value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }, name);
  }

  /** Unfolds a part of the problem. @param {string} selector of the element with its summary */
  async unfold(selector) {
    if (!await this.page.has(`${selector}[open], ${selector} details[open]`)) await this.page.click(`${selector} summary`);
  }

  /** Opens the editor of the user's algorithms. */
  async own() {
    await this.page.click(this.button('Add algorithm'));
    await this.page.click({ role: 'button', name: '/^Your own/', within: 'dialog' });
  }

  /** Opens the form of a mark in the picture. @param {string} kind @param {string} id */
  async form(kind, id) {
    await this.page.focus(Lab.mark(kind, id));
    await this.page.press('Enter');
    await this.page.press('F2');
    await this.page.see('#form .chosen');
  }

  undo() { return this.page.click(this.starting('Undo')); }
  redo() { return this.page.click(this.starting('Redo')); }

  /** Opens the document as text, waits for the editor, and returns the text. */
  async text() {
    await this.page.click(this.tab('Text'));
    await this.page.wait('the editor', () => {
      const host = document.querySelector('[data-editor]');
      return host?.firstElementChild && window.gridbox.editor.attach(host, {}).ready.then(() => true);
    });
    return this.page.wait('the document', () => window.gridbox.editor.attach(document.querySelector('[data-editor]'), {}).text());
  }

  /** Types at the end of the document. */
  async writeAtTheEnd(text) {
    await this.page.click('[data-editor]', { y: 0.05 });
    await this.page.press('Control+End');
    await this.page.type(text);
  }

  /** Returns the address in the share dialog. */
  async link() {
    await this.page.click({ role: 'button', name: 'Share', within: '.bar' });
    const link = await this.page.wait('the link', () => document.querySelector('#share-link')?.getAttribute('data-value'));
    await this.page.press('Escape');
    return link;
  }

  /** Returns the result document that the share dialog would save. */
  async results() {
    await this.page.eval(() => {
      const plain = URL.createObjectURL;
      URL.createObjectURL = (blob) => { window.savedBlob = blob; return plain.call(URL, blob); };
      HTMLAnchorElement.prototype.click = () => {};
    });
    await this.page.click({ role: 'button', name: 'Share', within: '.bar' });
    await this.page.click({ role: 'button', name: 'Results', within: 'dialog' });
    const text = await this.page.wait('the saved results', () => window.savedBlob?.text());
    await this.page.press('Escape');
    return JSON.parse(text);
  }

  /** Drops a file on the page. */
  async drop(name, text) {
    await this.page.eval((called, content) => {
      const carried = new DataTransfer();
      carried.items.add(new File([content], called, { type: 'application/json' }));
      document.querySelector('#lab')?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }));
    }, name, text);
  }

  /** Waits until the draft is saved. */
  async saved() {
    await this.page.wait('the draft to be saved', () => /saved in this browser/.test(document.querySelector('.saved')?.textContent ?? ''));
  }
}

/** Runs the command line on a document and returns its output. */
export function native(verb, document, ...flags) {
  const file = join(temporaryFolder('native'), 'scenario.json');
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  return commandLine([verb, ...flags, file]);
}

/** Returns the study document of parts merged by the command line. @param {string[]} parts */
export function merged(parts) {
  const folder = temporaryFolder('parts');
  return commandLine(['merge', ...parts.map((text, i) => {
    const file = join(folder, `${i}.json`);
    writeFileSync(file, text);
    return file;
  })]);
}

/** Returns a paper's comparison with a number of replications. */
export const paper = (id, replications) => JSON.parse(commandLine(['study', '--paper', id, '--replications', String(replications), '--json']));

/** Returns the command line's output for the link of an attempt. @param {string} link */
export const attempted = (link) => commandLine(['challenge', 'verify', link]);

/** Returns the scenario of a link, as read by the command line. */
export const opened = (link) => commandLine(['open', link]);

function commandLine(args) {
  const done = spawnSync(gridbox, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`gridbox ${args[0]}: ${done.stderr}`);
  return done.stdout.trim();
}

/** Returns a scenario that generates its problem. */
export function generated(preset, parameters = {}, more = {}) {
  return { format: 'gridbox', version: 1, kind: 'placement', title: `Test of ${preset}`, seed: 7, placement: { generate: { preset, ...parameters } }, ...more };
}

/** Returns a grid of clusters on a square, each linked to its next neighbours. */
export function wide(clusters, links) {
  const side = Math.ceil(Math.sqrt(clusters));
  const name = (index) => `c${index}`;
  const list = [];
  for (let step = 1; list.length < links; step++) {
    for (let index = 0; index + step < clusters && list.length < links; index++) list.push({ a: name(index), b: name(index + step), bandwidth: 10 + (index % 7) });
  }
  return {
    format: 'gridbox', version: 1, kind: 'placement', title: `${clusters} clusters`, seed: 1,
    placement: {
      clusters: Array.from({ length: clusters }, (_, index) => ({ id: name(index), mips: 500 + index, x: (index % side + 0.5) / side, y: (Math.floor(index / side) + 0.5) / side })),
      links: list, datasets: [{ id: 'd1', size: 100, at: ['c0'] }], jobs: [{ id: 'j1', mi: 30000, datasets: ['d1'] }],
    },
  };
}
