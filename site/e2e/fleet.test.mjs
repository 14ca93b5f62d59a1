// A study that is taken to a cluster: the job files of the page equal those of the command line, and the results of
// the command line are imported with charts.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gridbox } from './harness/builds.mjs';
import { temporaryFolder } from './harness/processes.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { generated } from './lab.mjs';
import { Studies } from './studies.mjs';

const study = { replications: 30, vary: [{ path: 'placement.generate.jobs', values: [10, 20] }], metrics: ['makespan', 'gap'] };
const asked = generated('split-network', {}, { title: 'On a cluster', study });

/** Runs the command line in a folder. */
const run = (folder, ...words) => {
  const done = spawnSync(gridbox, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`gridbox ${words[0]}: ${done.stderr}`);
  return done.stdout;
};

/** Returns the merged results of three tasks for a study's document. */
function clustered(folder, name) {
  for (const shard of ['2/3', '1/3', '3/3']) run(folder, 'study', name, '--shard', shard, '--out', 'parts');
  run(folder, 'merge', 'parts', '--to', 'result.json', '--csv', 'result.csv');
  return readFileSync(join(folder, 'result.json'), 'utf8');
}

/** Opens the dialog and waits for the job file with the given words. */
async function script(page, words) {
  const file = await page.wait(`a job file with ${words}`, (want) => {
    const text = document.querySelector('#fleet-script')?.textContent ?? '';
    return text.includes(want) && text;
  }, words);
  return { file, command: await page.text('#fleet-command') };
}

const message = (page, words) => page.wait(`a message with ${words}`, (want) => {
  const text = document.querySelector('.alert')?.textContent ?? '';
  return text.includes(want) && text;
}, words);

inEachBrowser('a study on a cluster', (test) => {
  test.any('the job files are those of the command line, and the merged document comes back with charts', async ({ page, front, note }) => {
    const lab = await new Studies(page, front).on(asked, front);
    const folder = temporaryFolder('cluster');
    await page.click('#study-more-button');
    await page.click({ role: 'button', name: 'Run on a cluster…', within: '#study-more' });
    await script(page, '#SBATCH');
    note(await page.text('#fleet-cost'));
    assert.match(await page.text('#fleet-cost'), /60 units of work.*core hours.*measured from \d+ replications done in this tab/s);
    const document_ = await lab.saved('Study document', 'dialog');
    writeFileSync(join(folder, 'on-a-cluster.json'), document_);
    for (const [engine, words] of [['kubernetes', 'kind: Job'], ['parallel', '--sshlogin'], ['hyperqueue', 'hq submit'], ['slurm', '#SBATCH']]) {
      await lab.choose('#fleet-engine', engine);
      const { file, command } = await script(page, words);
      assert.equal(await lab.saved('Job file', 'dialog'), file, engine);
      const flags = command.trim().split(' ');
      assert.deepEqual(flags.slice(0, 3), ['gridbox', 'study', 'on-a-cluster.json']);
      assert.equal(file, run(folder, ...flags.slice(1)), `${engine}: ${command}`);
    }
    await lab.choose('#fleet-chunk', '5m');
    await page.wait('the command to follow', () => document.querySelector('#fleet-command')?.textContent?.includes('--chunk 5m'));
    await lab.set('#fleet-price', '250');
    await page.wait('the price', () => /at 250 a core hour about/.test(document.querySelector('#fleet-cost li:last-child')?.textContent ?? ''));
    await page.press('Escape');

    const merged = clustered(folder, 'on-a-cluster.json');
    await lab.drop('result.json', merged);
    await page.wait('the study to be back', () => /^Imported from result.json: 30 replications at 2 points/.test(document.querySelector('#study-status')?.textContent ?? ''));
    await page.wait('a mark for each of 2 points and 4 algorithms', () => document.querySelectorAll('.found [data-study] .gb-estimate').length === 8);
    assert.equal(await lab.saved('Study, JSON'), merged);
    assert.equal((await lab.saved('Means, CSV')).trim(), readFileSync(join(folder, 'result.csv'), 'utf8').trim());
    assert.match(await lab.saved('SVG'), /^<svg/);
    await page.click('#study-tab-pairs');
    await page.wait('the comparisons', () => [...document.querySelectorAll('#study-tab .versus p')].filter((p) => p.textContent?.includes('better in')).length === 6);
    const mean = await page.text('.cells tbody tr td:nth-child(2)');
    await lab.choose('#st-metric', 'gap');
    await page.wait('the other metric', (was) => document.querySelector('.cells tbody tr td:nth-child(2)')?.textContent !== was, mean);
    assert.equal(await page.eval(() => document.querySelectorAll('.found [data-study] .gb-estimate').length), 8);

    await lab.drop('changed.json', merged.replace('"count": 29', '"count": 28'));
    await message(page, 'changed.json is not shown');
    const other = { ...asked, seed: 8 };
    writeFileSync(join(folder, 'other.json'), JSON.stringify(other));
    await lab.drop('other-result.json', run(folder, 'study', 'other.json'));
    await message(page, 'It is of another study');
    assert.match(await lab.status(), /^Imported from result.json/, 'what is shown stays');
  });

  test.once('a study too large for the tab says so, and is measured all the same', async ({ page, front }) => {
    const lab = await new Studies(page, front).on({ ...asked, study: { ...study, replications: 1_000_000 } }, front);
    await page.wait('it to be refused', () => /take it to your cluster/.test(document.querySelector('#study-status')?.textContent ?? ''));
    await page.click('#study-more-button');
    await page.click({ role: 'button', name: 'Run on a cluster…', within: '#study-more' });
    const { file, command } = await script(page, '#SBATCH');
    assert.match(await page.text('dialog .fleet'), /too large for a tab\. Run it on your cluster/);
    assert.match(file, /2,000,000 units of work/);
    assert.match(command, / --large$/);
    const folder = temporaryFolder('large');
    writeFileSync(join(folder, 'on-a-cluster.json'), await lab.saved('Study document', 'dialog'));
    assert.equal(file, run(folder, ...command.trim().split(' ').slice(1)));
  });
});
