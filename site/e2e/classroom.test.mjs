// The page that marks a class: thirty attempts at a challenge are dropped, and answers to an exercise are given by
// link.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { violations } from './harness/axe.mjs';
import { gridbox } from './harness/builds.mjs';
import { inEachBrowser } from './harness/suite.mjs';

async function open(page, front) {
  await page.goto(front.url('/classroom/'));
  await page.wait('the form', () => document.querySelector('#classroom:not([hidden])'));
}

/** Drops files, each with a name and a text, and waits for the marks. */
async function drop(page, task, files) {
  await page.eval((chosen, list) => {
    document.querySelector('#assignment').value = chosen;
    const data = new DataTransfer();
    for (const { name, text } of list) data.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
  }, task, files);
  return page.wait('the marks', () => document.querySelector('#result h2') && document.querySelector('#result').textContent);
}

/** Returns the document of an attempt with a formula. */
const attempt = (source) => execFileSync(gridbox, ['challenge', 'run', 'short-window', '--policy', '-', '--start', '3'], { input: source, encoding: 'utf8' });

inEachBrowser('classroom', (test) => {
  test('thirty attempts at a challenge are marked', async ({ page, front }) => {
    await open(page, front);
    await page.click({ role: 'button', name: 'Mark' });
    await page.wait('the request for files', () => /Choose the files/.test(document.querySelector('#result')?.textContent ?? ''));
    assert.equal(await page.eval(() => document.querySelector('#cancel')?.disabled), true, 'there is nothing to cancel');
    const { top, height } = await page.eval(() => document.querySelector('#assignment').getBoundingClientRect().toJSON());
    const beside = await page.eval(() => document.querySelector('#files').getBoundingClientRect().toJSON());
    assert.deepEqual([top, height], [beside.top, beside.height], 'the fields are on one line');
    const [good, other] = [attempt('runtime'), attempt('start')];
    const files = Array.from({ length: 30 }, (_, i) => ({ name: `${String(i).padStart(2, '0')}.json`, text: [good, other, 'hello'][i % 3] }));
    const message = await drop(page, 'challenge:short-window', files);
    assert.match(message, /^10 of 30 pass\./);
    assert.match(message, /10 answers: The file is neither an attempt/);
    assert.match(message, /00\.json, 03\.json, 06\.json/);
    assert.equal(await page.eval(() => document.querySelectorAll('#result .scroll tbody tr').length), 30);
    assert.deepEqual(await violations(page), []);
  });

  test('answers to an exercise are marked', async ({ page, front }) => {
    await open(page, front);
    const { task, given } = await page.eval(() => {
      const chosen = [...document.querySelectorAll('#assignment option')].find((o) => o.value.startsWith('exercise:')).value;
      return { task: chosen, given: JSON.stringify(JSON.parse(document.querySelector('#exercises').textContent)[chosen.slice(9)].scenario) };
    });
    const message = await drop(page, task, [{ name: 'empty.txt', text: '' }, { name: 'other.txt', text: 'https://example.org/lab/#s1.s.e30' },
      { name: 'one.json', text: given }, { name: 'two.json', text: given }]);
    assert.match(message, /^0 of 4 pass\./);
    assert.match(message, /2 answers: Condition \d is not met/);
    assert.match(message, /The file is empty/);
    assert.match(message, /one\.json, two\.json/);
  });
});
