// The texts of the share dialog, and the messages about a link that states answers.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

const share = (page) => page.click({ role: 'button', name: 'Share', within: '.bar' });
const address = (page, wanted) => page.wait('the address', (part) => {
  const link = document.querySelector('#share-link')?.getAttribute('data-value') ?? '';
  return link.includes('&expect=') === part ? link : '';
}, wanted);

inEachBrowser('share', (test) => {
  test.any('a link says which answers it led to, and the page that opens it compares', async ({ page, front, fresh }) => {
    const lab = await new Lab(page, front).open();
    await page.focus(Lab.mark('cluster', 'Lille'));
    await page.press('Shift+ArrowLeft');
    await lab.solved();
    await share(page);
    const link = await address(page, true);
    const shows = async (hash) => {
      const other = await (await fresh()).page();
      await new Lab(other, front).open(hash);
      return other.wait('what came of it', () => {
        const text = document.querySelector('.alert')?.textContent ?? '';
        return /eproduced|read\./.test(text) ? text : '';
      });
    };
    const { hash } = new URL(link);
    assert.match(await shows(hash), /Reproduced: your answers match the author's \(Gridbox /);
    assert.match(await shows(hash.replace(/expect=.*/, 'expect=0123456789abcdef&by=0.0.1')), /Not reproduced.*0\.0\.1/);
    assert.match(await shows(hash.replace(/expect=.*/, 'expect=<b>x</b>')), /cannot be read/);
    await page.click({ role: 'button', name: 'Digest of the answers', within: 'dialog' });
    assert.ok(!(await address(page, false)).includes('&by='));
  });

  test.any('its address is drawn as a code for phones, which goes when the address changes', async ({ page, front }) => {
    await (await new Lab(page, front).open()).solved();
    await share(page);
    await address(page, true);
    await page.click({ role: 'button', name: 'QR code', within: 'dialog' });
    await page.wait('the code', () => document.querySelector('.share-code svg[role="img"] path'));
    for (const width of [360, 1280]) {
      await page.resize(width, 720);
      await page.wait(`a code that fits ${width} pixels`, () => {
        const box = document.querySelector('.share-code svg')?.getBoundingClientRect();
        const dialog = document.querySelector('.dialog');
        return box && dialog && box.width >= 200 && Math.abs(box.width - box.height) < 1 && dialog.scrollWidth === dialog.clientWidth;
      });
    }
    await page.click({ role: 'button', name: 'Digest of the answers', within: 'dialog' });
    await address(page, false);
    assert.equal(await page.has('.share-code'), false);
  });

  test.any('every form is shown and names the address; the keyboard reaches all', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    await share(page);
    await address(page, true);
    await page.wait('the picture', () => document.querySelector('.share-picture svg'));
    for (const [name, holds] of [['Frame', '<iframe'], ['Element', '<gridbox-figure'], ['Markdown', '](http'], ['HTML', '<figure>'],
      ['LaTeX', '\\includegraphics'], ['BibTeX', '@misc{gridbox-'], ['Command', 'gridbox verify']]) {
      await page.click({ role: 'button', name, within: 'dialog' });
      await page.wait(`the form ${name}`, (part) => document.querySelector('#share-text')?.textContent?.includes(part), holds);
      assert.equal(await page.eval(() => document.querySelectorAll('.share-text *').length), 0);
    }
    const wide = await page.eval(() => document.querySelector('.dialog')?.scrollWidth - document.querySelector('.dialog')?.clientWidth);
    assert.equal(wide, 0);
  });
});
