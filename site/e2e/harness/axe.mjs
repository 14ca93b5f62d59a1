// The findings of axe-core for a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './builds.mjs';

const axe = readFileSync(createRequire(join(root, 'assets', 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules about colours; all others find the same in both themes. */
export const colours = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the violations on a page, one line per element, by all rules, by some only or without some.
 * @param {import('./page.mjs').Page} page @param {{only?: string[], without?: string[]}} [rules] @returns {Promise<string[]>}
 */
export async function violations(page, { only, without = [] } = {}) {
  await page.run(`() => { if (!window.axe) { ${axe} } }`, []);
  return page.eval(async (some, off) => {
    // An explanation is dimmed while the next is computed, and colours of transitions are on their way: neither is measured.
    const busy = () => document.querySelector('[aria-busy="true"]');
    const end = Date.now() + 60_000;
    let found;
    do {
      while (busy() && Date.now() < end) await new Promise((done) => { setTimeout(done, 50); });
      await Promise.allSettled(document.getAnimations().filter((a) => a instanceof CSSTransition).map((a) => a.finished));
      found = await window.axe.run(document, { resultTypes: ['violations'], ...(some ? { runOnly: { type: 'rule', values: some } } : {}),
        rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])) });
    } while (busy() && Date.now() < end);
    return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\s+/g, ' ').slice(0, 240)}`));
  }, only ?? null, without);
}
