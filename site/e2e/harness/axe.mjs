// What axe-core has to say about a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './builds.mjs';

const axe = readFileSync(createRequire(join(root, 'assets', 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that ask for colours; all others find the same in the dark as in the light. */
export const colours = ['color-contrast', 'link-in-text-block'];

/** The violations on a page, one line an element. @param {import('./page.mjs').Page} page @param {string[]} [rules] all without them @returns {Promise<string[]>} */
export async function violations(page, rules) {
  await page.run(`() => { if (!window.axe) { ${axe} } }`, []);
  return page.eval(async (only) => {
    const found = await window.axe.run(document, { resultTypes: ['violations'], ...(only ? { runOnly: { type: 'rule', values: only } } : {}) });
    return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\s+/g, ' ').slice(0, 240)}`));
  }, rules);
}
