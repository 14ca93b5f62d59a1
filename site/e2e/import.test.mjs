// Files of other programs, as far as it depends on the browser: dropping, the worker with a program of its own, the
// form, the keyboard in it, and the draft.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

const jobs = 'name;Kerne;Laufzeit;wann;state\na;2;90,5;31.12.2023 23:00;done\nb;1;30,5;1.1.2024;done\nc;4;x;1.1.2024;failed\n';
const nodes = 'host,cpus,ram_gb\nx,8,64\ny,4,32\n';
const grid = `<?xml version='1.0'?><platform version="4.1"><zone id="grid" routing="Full">
<cluster id="lyon" prefix="lyon-" suffix="" radical="0-3" speed="2Gf" core="2" bw="125MBps" lat="50us"/>
<cluster id="nancy" prefix="nancy-" suffix="" radical="0-5" speed="1Gf" bw="125MBps" lat="50us"/></zone></platform>`;
const log = '; MaxProcs: 16\n1 0 0 100 4 -1 -1 4 200 -1 1 1 -1 -1 -1 -1 -1 -1\n2 10 0 50 14 -1 -1 14 100 -1 1 2 -1 -1 -1 -1 -1 -1\n'
  + '3 20 0 60 6 -1 -1 6 100 -1 1 1 -1 -1 -1 -1 -1 -1\n';

/** Drops files together. @param {import('./harness/page.mjs').Page} page @param {[string, string][]} files */
const drop = (page, files) => page.eval((list) => {
  const carried = new DataTransfer();
  for (const [name, content] of list) carried.items.add(new File([content], name));
  document.querySelector('#lab')?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }));
}, files);

/** Waits until the form has the text. */
const formShows = (page, words) => page.wait(`the form to say ${words}`, (want) => document.querySelector('#import-status')?.textContent?.includes(want), words);

/** Chooses in a select of the form, with the change event of a user. */
const choose = (page, label, value) => page.eval((name, to) => {
  const select = [...document.querySelectorAll('dialog select')].find((s) => s.getAttribute('aria-label') === name);
  select.value = to;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}, label, value);

/** Returns the focused element, by its id or its text. */
const focused = (page) => page.eval(() => document.activeElement?.id || document.activeElement?.textContent || '');

inEachBrowser('importing files in', (test) => {
  test('a table is mapped, opened and solved; the mapping is remembered and the report stays', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await drop(page, [['arbeit.csv', jobs]]);
    await formShows(page, '1 machine, 2 jobs');
    assert.equal(await page.eval(() => document.querySelector('#import-as')?.value), 'table');
    await choose(page, 'What state is', 'type');
    await choose(page, 'What wann is', 'submitted');
    await page.wait('the unit of the dates', () => [...document.querySelectorAll('dialog select')]
      .some((s) => s.getAttribute('aria-label') === 'Unit of wann' && s.value === 'date, 31.3.2024'));
    await choose(page, 'What state is', '–');
    // The file is read again after a choice, and Import is disabled meanwhile.
    await page.wait('the import', () => {
      const button = document.querySelector('dialog[open] .primary');
      if (button instanceof HTMLElement && !button.hasAttribute('disabled')) button.click();
      return document.querySelector('.canvas')?.getAttribute('data-picture') === 'farm' && !document.querySelector('dialog[open]');
    });
    await lab.solved();
    const document_ = JSON.parse(await lab.text());
    assert.deepEqual(document_.farm.jobs.map((j) => [j.id, j.slots, j.duration, j.submitted ?? 0]), [['a', 2, 90.5, 0], ['b', 1, 30.5, 3600]]);
    await page.click({ role: 'button', name: 'About this draft', within: '.bar' });
    await page.click({ role: 'button', name: 'Import report', within: 'dialog' });
    assert.match(await page.text('dialog .report'), /Laufzeit is no number/);
    await page.press('Escape');
    await drop(page, [['mehr.csv', jobs.replace('a;2', 'q;3')]]);
    await formShows(page, '1 machine, 2 jobs');
    assert.equal(await page.eval(() => [...document.querySelectorAll('dialog select')]
      .find((s) => s.getAttribute('aria-label') === 'What wann is')?.value), 'submitted');
    await page.press('Escape');
  });

  test.any('two files become one problem, the keyboard alone goes through the form, and jobs are drawn on the machines', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await drop(page, [['jobs.csv', jobs], ['nodes.csv', nodes]]);
    await formShows(page, '2 machines, 2 jobs');
    await page.wait('the focus in the form', () => document.querySelector('dialog')?.contains(document.activeElement));
    for (let i = 0; i < 80 && await focused(page) !== 'Import'; i++) await page.press('Tab');
    assert.equal(await focused(page), 'Import');
    await page.press('Enter');
    await page.wait('the farm', () => document.querySelector('.canvas')?.getAttribute('data-picture') === 'farm' && !document.querySelector('dialog[open]'));
    await lab.solved();
    assert.equal(JSON.parse(await lab.text()).farm.machines.length, 2);
    await page.click({ role: 'button', name: 'Draw the jobs', within: '.alert' });
    await page.wait('a study of drawn jobs on these machines', () => /200 of 200 replications/.test(document.querySelector('#study-status')?.textContent ?? ''));
  });

  test.any('a platform and a log that are dropped together are one farm; what was left out is below the sum, and its button changes it', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await drop(page, [['mygrid.xml', grid], ['mylog.swf', log]]);
    await formShows(page, '2 machines, 2 jobs');
    const order = await page.eval(() => [...document.querySelectorAll('#import-status, dialog .lost, dialog .apart, dialog .setting')].map((n) => n.id || n.className));
    assert.deepEqual(order.slice(0, 3), ['import-status', 'lost', 'apart']);
    assert.match(await page.text('dialog .lost'), /1 job is wider than every machine of the platform/);
    assert.doesNotMatch(await page.text('dialog .import'), /--/);
    const [warn, plain] = await page.eval(() => ['dialog .lost h3', '#import-status'].map((one) => getComputedStyle(document.querySelector(one)).color));
    assert.notEqual(warn, plain, 'what was left out is in the warning colour');
    await page.click({ role: 'button', name: 'Machines: one', within: 'dialog' });
    await formShows(page, '1 machine, 3 jobs');
    await choose(page, 'Machines', 'clusters');
    await formShows(page, '2 machines, 2 jobs');
    await page.click({ role: 'button', name: 'Import', within: 'dialog' });
    await lab.solved();
    const document_ = JSON.parse(await lab.text());
    assert.deepEqual(document_.farm.machines, [{ id: 'lyon', slots: 8 }, { id: 'nancy', slots: 6, speed: 0.5 }]);
    assert.deepEqual(document_.farm.jobs.map((j) => j.id), ['1', '3']);
  });

  test.any('files that do not combine are told apart and become a draft each, or only one', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await drop(page, [['mygrid.xml', grid], ['notes.csv', 'item,price\nmilk,2\nbread,3\n']]);
    await formShows(page, '2 clusters');
    assert.match(await page.text('dialog .apart'), /mygrid\.xml: SimGrid platform.*notes\.csv: Table.*These files do not combine/s);
    await page.click({ role: 'button', name: 'Import, then the next', within: 'dialog' });
    await page.wait('the second file', () => /Import notes\.csv \(2 of 2\)/.test(document.querySelector('#dialog-title')?.textContent ?? ''));
    await page.click({ role: 'button', name: 'Cancel', within: 'dialog' });
    assert.equal(JSON.parse(await lab.text()).title, 'mygrid', 'the first draft stays');
    await drop(page, [['mygrid.xml', grid], ['notes.csv', 'item,price\nmilk,2\nbread,3\n']]);
    await formShows(page, '2 clusters');
    await choose(page, 'Import', 'only 2');
    await page.wait('the table alone', () => document.querySelector('#import-as')?.value === 'table');
    assert.equal(await page.text('#dialog-title'), 'Import notes.csv');
    await page.press('Escape');
  });

  test.any('a setting that a report of Slurm names is a control, and a file that two formats claim says why one was taken', async ({ page, front }) => {
    await new Lab(page, front).open();
    await drop(page, [['queue.txt', 'JOBID|ST|CPUS|NODELIST|TIME|TIME_LIMIT|USER|NAME\n1|R|2|c1|10:00|1:00:00|ann|secret\n2|PD|2||0:00|30:00|bob|plan\n']]);
    await formShows(page, '1 machine, 2 jobs');
    const names = () => page.eval(() => document.querySelector('#import-names')?.value);
    assert.equal(await names(), 'letters');
    await page.click({ role: 'button', name: 'Names: keep', within: 'dialog' });
    await page.wait('names to be kept', () => document.querySelector('#import-names')?.value === 'keep' && !/Names: keep/.test(document.querySelector('dialog')?.textContent ?? ''));
    await page.press('Escape');
    await drop(page, [['edges.csv', 'source,target,bandwidth\na,b,100\nb,c,10\n']]);
    await formShows(page, '3 clusters');
    const claims = await page.text('dialog .claims');
    assert.match(claims, /edges\.csv was read as .*, because .*It may be Table, because/s);
    await page.click({ role: 'button', name: 'Read it as Table', within: 'dialog' });
    await page.wait('the table', () => document.querySelector('#import-as')?.value === 'table' && !document.querySelector('dialog .claims'));
    await page.press('Escape');
  });

  test.any('a schedule of another program is judged as it is dropped, and drawn beside ours on one picture', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await drop(page, [['jobs.csv', jobs], ['nodes.csv', nodes]]);
    await formShows(page, '2 machines, 2 jobs');
    await page.click({ role: 'button', name: 'Import', within: 'dialog' });
    await lab.solved();
    assert.match(await page.text('.alert'), /Test robustness/);
    const before = await lab.text();
    await drop(page, [['out_jobs.csv', 'job_id,submission_time,requested_number_of_resources,starting_time,finish_time,allocated_resources\n'
      + 'a,0,2,10,100.5,0-1\nb,0,1,10,40.5,1\n']]);
    await page.wait('the judgement', () => /2 jobs checked, 1 violation/.test(document.querySelector('.judged')?.textContent ?? ''));
    assert.match(await page.text('.judged'), /job b takes resource 1 at 10, which job a holds/);
    assert.match(await page.text('.sides'), /out_jobs\.csv/);
    await page.click({ role: 'button', name: 'Overlaid', within: '.beside' });
    await page.see('[data-marks="over"] svg');
    assert.equal(await page.eval(() => document.querySelector('#lab')?.getAttribute('data-view')), 'beside');
    await page.click({ role: 'button', name: 'Explore', within: '.bar' });
    assert.equal(await lab.text(), before);
  });

  test.any('the queue of a cluster is drawn with its machines, and its switches work at every width', async ({ page, front }) => {
    await new Lab(page, front).open();
    await drop(page, [['queue.txt', `JobID|State|Submit|Start|Elapsed|Timelimit|AllocCPUS|ReqCPUS|NodeList|Priority|User
1|RUNNING|2026-01-01T00:00:00|2026-01-01T00:00:00|00:05:00|00:20:00|1|1|c1|5|ann
2|PENDING|2026-01-01T00:01:00|Unknown|00:00:00|00:10:00|0|2||4|bob
3|PENDING|2026-01-01T00:02:00|Unknown|00:00:00|00:10:00|0|1||3|ann
4|COMPLETED|2025-12-31T23:00:00|2025-12-31T23:00:00|00:08:00|00:20:00|1|1|c1|5|ann
5|COMPLETED|2025-12-31T23:00:00|2025-12-31T23:20:00|00:14:00|00:20:00|1|1|c1|5|ann
`]]);
    await formShows(page, '1 machine, 3 jobs');
    await page.click({ role: 'button', name: 'Import', within: 'dialog' });
    await page.see('.queue-one');
    const rows = () => page.eval(() => [...document.querySelectorAll('.canvas [data-row]')].map((row) => row.getAttribute('data-row')));
    const starts = () => page.eval(() => document.querySelector('.canvas [data-row="2"] .gb-runs')?.getAttribute('x') ?? '');
    const shows = (want) => page.wait(`rows ${want}`, (list) => [...document.querySelectorAll('.canvas [data-row]')].map((row) => row.getAttribute('data-row')).join() === list, want);
    await shows('c1,2,3');
    const hues = await page.eval(() => [...document.querySelectorAll('.queue-why .key')].map((key) => getComputedStyle(key).backgroundColor));
    assert.equal(new Set(hues).size, 5, `the key has a hue for each reason: ${hues}`);
    assert.equal(hues[0], await page.eval(() => getComputedStyle(document.querySelector('.canvas .gb-waits.c5') ?? document.body).fill), 'as in the picture');
    assert.equal(await page.eval(() => document.querySelectorAll('#f-focus, .transport').length), 0, 'no plan of an algorithm beside the prediction');
    for (const width of [1440, 1024, 768, 360]) {
      await page.resize(width, 800);
      if (await page.eval(() => document.querySelector('.phone')?.getClientRects().length)) await page.click({ role: 'button', name: 'Picture', within: '.phone' });
      for (const [name, want] of [['Machines', 'c1'], ['Jobs', '2,3'], ['Both', 'c1,2,3']]) {
        await page.click({ role: 'button', name, within: '.over' });
        await shows(want);
      }
      const seen = [];
      for (const name of ['Early', 'Late', 'Typical']) {
        await page.click({ role: 'button', name, within: '.over' });
        await page.wait(`${name} pressed`, (word) => [...document.querySelectorAll('.ways [aria-pressed="true"]')].some((b) => b.textContent === word), name);
        seen.push(Number(await starts()));
      }
      assert.ok(seen[0] < seen[1] && seen[0] <= seen[2] && seen[2] <= seen[1], `job 2 begins at ${seen}`);
      assert.deepEqual(await rows(), ['c1', '2', '3']);
      const beyond = await page.eval(() => [...document.querySelectorAll('.ways button')].filter((b) => {
        const box = b.getBoundingClientRect();
        return box.left < 0 || box.right > innerWidth || box.width < 20 || box.height < 20;
      }).map((b) => b.textContent));
      assert.deepEqual(beyond, [], `at ${width}`);
    }
  });

  test.once('nonsense is named, with what was tried and no word about JSON, and changes nothing', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    const before = await lab.text();
    await drop(page, [['paper.pdf', '%PDF-1.7 nothing']]);
    await formShows(page, 'none of the known formats');
    const text = await page.text('dialog .import');
    assert.match(text, /PDF/);
    assert.match(text, /Table/);
    assert.doesNotMatch(text.replace(/Batsim.*|WfCommons.*|Kubernetes.*/g, ''), /JSON/);
    await page.click({ role: 'button', name: 'Cancel', within: 'dialog' });
    assert.equal(await lab.text(), before);
  });
});
