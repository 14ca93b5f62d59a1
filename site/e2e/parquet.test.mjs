// A table in Parquet, as public traces are, is dropped on the laboratory.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './harness/builds.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

const table = readFileSync(join(root, 'core/importer/parquet/testdata/duckdb-v2-zstd.parquet')).toString('base64');

inEachBrowser('parquet', (test) => {
  test('a table in Parquet becomes jobs', async ({ page, front }) => {
    await new Lab(page, front).open();
    await page.eval((packed) => {
      const carried = new DataTransfer();
      carried.items.add(new File([Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))], 'jobs.parquet'));
      document.querySelector('#lab')?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }));
    }, table);
    await page.wait('the form to say 59 jobs', () => document.querySelector('#import-status')?.textContent?.includes('1 machine, 59 jobs'));
  });
});
