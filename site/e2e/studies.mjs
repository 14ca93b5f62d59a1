// The screen of studies as a user sees it, by the names that it shows.

import { Lab, native } from './lab.mjs';

const appBinary = /\/a\/app\.[^/]*\.wasm/;

/** The screen of studies. */
export class Studies extends Lab {
  /** Opens a document on the screen of studies, as on a machine with a number of cores. */
  async on(document, front, cores) {
    const link = native('link', document);
    await this.page.goto(front.url('/docs/')); // a link to the page that is open would only change its fragment
    const release = front.hold(appBinary);
    await this.page.goto(front.url('/lab/') + link.slice(link.indexOf('#')) + '&view=study');
    await this.page.eval((n) => { if (n) Object.defineProperty(navigator, 'hardwareConcurrency', { value: n }); }, cores ?? 0);
    release();
    await this.live();
    return this;
  }

  status() { return this.page.eval(() => document.querySelector('#study-status')?.textContent ?? ''); }

  async press(name) {
    await this.page.wait(`${name} to be there`, (text) => [...document.querySelectorAll('.headline button')].some((button) => button.textContent === text && !button.disabled), name);
    await this.page.click({ role: 'button', name, within: '.headline' });
  }

  /** Waits until the study is complete, as long as it makes progress. */
  async complete() {
    for (let last = 'nothing yet', status = await this.status(); status !== last; last = status, status = await this.status()) {
      const done = await this.page.wait('the study to be complete', () => /^Complete/.test(document.querySelector('#study-status')?.textContent ?? '')).catch(() => false);
      if (done) return this;
    }
    throw new Error(`the study stands still: ${await this.status()}`);
  }

  /** Returns the text that an item of the Export menu, or another button, would save. */
  async saved(name, within) {
    await this.page.eval(() => {
      const plain = URL.createObjectURL;
      delete window.savedBlob;
      URL.createObjectURL = (blob) => { window.savedBlob = blob; return plain.call(URL, blob); };
      HTMLAnchorElement.prototype.click = () => {};
    });
    if (!within) await this.page.click('#study-export-button');
    await this.page.click({ role: 'button', name, within: within ?? '#study-export' });
    return this.page.wait(`the saved ${name}`, () => window.savedBlob?.text());
  }

  /** Types into a field of the form. */
  async set(id, text) {
    await this.page.focus(id);
    await this.page.press('Control+a');
    await this.page.type(text);
    await this.page.press('Enter');
  }

  /** Chooses from a list. */
  async choose(id, value) {
    await this.page.see(id);
    await this.page.eval((selector, chosen) => {
      const list = document.querySelector(selector);
      list.value = chosen;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }, id, value);
  }

  /** Opens the whole form of the study. */
  async setup() {
    await this.page.click('#st-setup');
    await this.page.see('#st-replications');
  }

  /** Starts a study at one of the questions. */
  async door(id) {
    await this.page.wait(`the door ${id}`, (door) => document.querySelector(`#door-${door} .go:not([disabled])`) !== null, id);
    await this.page.click(`#door-${id} .go`);
  }

  fault(id) { return this.page.wait(`a fault at ${id}`, (selector) => document.querySelector(`${selector}-why`)?.textContent, id); }
}
