// What axe-core has to say about a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './builds.mjs';

const axe = readFileSync(createRequire(join(root, 'assets', 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations on a page, one line an element. @param {import('./page.mjs').Page} page @returns {Promise<string[]>} */
export async function violations(page) {
  await page.run(`() => { if (!window.axe) { ${axe} } }`, []);
  return page.eval(async () => {
    const found = await window.axe.run(document, { resultTypes: ['violations'] });
    return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\s+/g, ' ').slice(0, 240)}`));
  });
}
