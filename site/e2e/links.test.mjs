// Links and digests: a link of one user opens for another; all browsers and the command line compute the same.

import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { optimizing } from './harness/browser.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab, generated, native, opened } from './lab.mjs';

const digests = (results) => results.runs.map((run) => `${run.algorithm} ${run.digest}`);

/** Links that must not be opened, with the page's message for each; core/scenario tries many more. */
const hostile = [
  ['cut off', '#s1.d.q1YqSy0qzszPU7JSMlTSUcpNzFOyUl', 'the link is damaged'],
  ['of a codec that nobody knows', '#s1.z.AAAA', 'the link is packed in a way that this build does not know'],
  ['of a version to come', '#s9.d.AAAA', 'the link is of version 9, which this build does not know'],
  ['with letters that are none', '#s1.d.%3Cscript%3Ealert(1)%3C/script%3E', 'some characters are not those of a link'],
  ['a bomb', `#s1.d.${deflateRawSync(Buffer.alloc(40_000_000, 0x20), { level: 9 }).toString('base64url')}`, 'the link unpacks to more than 4 MiB'],
  ['with an unknown field', `#s1.d.${deflateRawSync(Buffer.from('{"format":"gridbox","kind":"placement","placement":{"generate":{"preset":"five-clusters"}},"version":1,"<b>x</b>":1}')).toString('base64url')}`, '["<b>x</b>"]: is not a field of this object'],
];

inEachBrowser('links', (test) => {
  test.each('a shared link opens in another profile with the same digests, which the command line has too', async ({ page, front, fresh }) => {
    const lab = await new Lab(page, front).open();
    await page.focus(Lab.mark('cluster', 'Lille'));
    await page.press('Shift+ArrowLeft');
    await lab.solved();
    const link = await lab.link();
    assert.match(link, /\/some\/prefix\/lab\/#s1\./);
    const ours = await lab.results();
    const theirs = await new Lab(await (await fresh()).page(), front).open(new URL(link).hash);
    await theirs.solved();
    const seen = await theirs.results();
    assert.deepEqual(digests(seen), digests(ours));
    assert.equal(seen.scenario, ours.scenario);
    const document = opened(link);
    assert.deepEqual(digests(JSON.parse(native('solve', document))), digests(ours));
  });

  for (const preset of ['rbhs-computation', 'rbhs-data', 'rbhs-mixed']) {
    (preset === 'rbhs-mixed' ? test : test.long)(`${preset} gives the digests of the command line`, async ({ page, front }) => {
      const asked = generated(preset, {}, { seed: 11 });
      const link = native('link', asked);
      const lab = await new Lab(page, front).open(link.slice(link.indexOf('#')));
      await page.wait('the title of the link', (title) => document.title.startsWith(title), asked.title);
      await lab.run();
      assert.deepEqual(digests(await lab.results()), digests(JSON.parse(native('solve', asked))));
    });
  }
}, optimizing);

inEachBrowser('links that lead elsewhere', (test) => {
  for (const [what, fragment, word] of hostile) {
    test.once(`a link ${what} is refused in words and nothing is lost`, async ({ page, front }) => {
      const lab = await new Lab(page, front).open(fragment);
      const alert = await page.wait('the alert', () => document.querySelector('.alert.error')?.textContent);
      assert.ok(alert.includes(word), alert);
      assert.equal(await page.eval(() => document.querySelectorAll('.alert b, .alert script').length), 0);
      await lab.count('cluster', 5);
      await page.click(lab.button('Dismiss'));
      await page.wait('the alert to go', () => !document.querySelector('.alert'));
      await lab.solved();
    });
  }

  test.once('an address that cannot be read leaves a page that works, and says so', async ({ page, front }) => {
    const lab = await new Lab(page, front).open('#%');
    const alert = () => page.wait('the alert', () => document.querySelector('.alert.error')?.textContent);
    assert.match(await alert(), /Gridbox cannot open the end/);
    await lab.solved();
    await page.click(lab.button('Dismiss'));
    await page.eval(() => { location.hash = '#s1.d.%E0%A4%A'; });
    await page.wait('the other alert', () => /cannot be opened/.test(document.querySelector('.alert.error')?.textContent ?? ''));
    await page.focus(Lab.mark('cluster', 'Lille'));
    await page.press('Delete');
    await lab.count('cluster', 4);
    await lab.solved();
  });

  test.once('opening a link keeps what was there', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await page.focus(Lab.mark('cluster', 'Lille'));
    await page.press('Delete');
    await lab.count('cluster', 4);
    await lab.saved();
    const link = native('link', generated('five-clusters'));
    await page.eval((fragment) => { location.hash = fragment; }, link.slice(link.indexOf('#')));
    await lab.count('cluster', 5);
    await lab.undo();
    await lab.count('cluster', 4);
  });
});
