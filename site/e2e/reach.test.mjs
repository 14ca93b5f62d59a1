// All functions are reachable: by keyboard alone, on a phone, with motion
// reduced, on paper.

import assert from 'node:assert/strict';
import { inEachBrowser, settle } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

inEachBrowser('reach', (test, browser) => {
  test.each('the keyboard alone reaches every part and gets out again, and every stop shows the focus', async ({ page, front, note }) => {
    await new Lab(page, front).open();
    const seen = [];
    for (let step = 0; step < 250; step++) {
      await page.press('Tab');
      const at = await page.eval(() => {
        const active = document.activeElement;
        if (!active || active === document.body) return { part: 'outside', ring: true, what: 'body' };
        const style = getComputedStyle(active);
        const ring = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none' || Boolean(active.closest('svg'));
        return { part: active.closest('.bar, .prob, .pic, .why, .runs')?.className ?? 'elsewhere', ring, what: `${active.tagName} ${active.getAttribute('aria-label') ?? active.textContent?.slice(0, 30)}` };
      });
      seen.push(at);
      if (step > 5 && (at.part === 'outside' || at.what === seen[0].what)) break;
    }
    note(`${seen.length} stops from the first to the last; the picture is stop ${seen.findIndex(({ part }) => part === 'pic') + 1}`);
    assert.ok(seen.length < 250, `the focus leaves the page, or comes to the first stop again; after 250 stops it was at ${seen.at(-1)?.what}`);
    const reached = new Set(seen.map(({ part }) => part));
    for (const part of ['bar', 'prob', 'pic', 'why', 'runs']) assert.ok(reached.has(part), `${part} was reached; the focus went through ${[...reached].join(', ')}`);
    assert.deepEqual(seen.filter(({ ring }) => !ring).map(({ what }) => what), [], 'every stop shows where the focus is');
  });

  // A test of its own: after the last stop Firefox keeps the focus in its own controls, and a page gets no event focusin.
  test.each('the focus returns to a mark after a dialog, also if the picture was drawn again', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await page.focus(lab.tab('Problem'));
    await page.press('ArrowRight');
    await page.wait('the next tab', () => document.querySelector('#side-document')?.getAttribute('aria-selected') === 'true');
    await page.eval(() => {
      const name = (el) => el instanceof Element ? el.getAttribute('data-id') ?? (el.id || el.tagName) : String(el);
      Object.assign(window, { path: [] });
      for (const type of ['focusin', 'focusout', 'keydown']) document.addEventListener(type, (e) => { window.path.push(`${type} ${name(e.target)}`); }, true);
    });
    await page.focus(Lab.mark('cluster', 'Nancy'));
    await page.press('?');
    await page.see('dialog[open]');
    await page.press('Escape');
    await page.wait('the dialog to close', () => !document.querySelector('dialog[open]'));
    const back = async () => assert.equal(await page.eval(() => document.activeElement?.getAttribute('data-id')), 'Nancy', `the focus is back where it was; it went: ${await page.eval(() => window.path.join(', '))}`);
    await back();

    // The picture may be drawn again while a dialog is open.
    await page.press('?');
    await page.see('dialog[open]');
    await page.eval(() => { const svg = document.querySelector('.canvas svg.gb-picture'); svg.replaceWith(svg.cloneNode(true)); });
    await page.press('Escape');
    await page.wait('the dialog to close', () => !document.querySelector('dialog[open]'));
    await back();
  });

  test.any('on a phone four tabs show one part each', async ({ page, front }) => {
    await page.resize(390, 844);
    await new Lab(page, front).open();
    const alone = (part) => page.wait(`${part} to be shown, and nothing else`, (want) => ['.pic', '.prob', '.why', '.runs'].filter((name) => {
      const box = document.querySelector(name)?.getBoundingClientRect();
      return box && box.width > 0 && box.height > 0;
    }).join(' ') === want, part);
    await alone('.pic .why');
    for (const [tab, part] of [['Problem', '.prob'], ['Answers', '.runs'], ['Why', '.why .runs'], ['Picture', '.pic .why']]) {
      await page.click({ role: 'button', name: tab, within: '.phone' });
      await alone(part);
      assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth), `${tab} is wider than the screen`);
      await page.see({ role: 'button', name: 'Share', within: '.bar' });
    }
  });

  test('print shows the page without its controls', async ({ page, front }) => {
    for (const path of ['/', '/docs/guide/', '/lab/']) {
      await page.goto(front.url(path));
      await settle(page, front);
      if (browser !== 'webkit') {
        const paper = await page.printed();
        assert.ok(paper.length > 8000 && paper.subarray(0, 5).toString() === '%PDF-', `${path} prints`);
      }
      const rules = await page.eval(() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.media?.mediaText?.includes('print')).length);
      assert.ok(rules > 0, `${path} has a style for paper`);
    }
  });
});

inEachBrowser('reach, reduced motion', (test) => {
  test.any('nothing moves that need not', async ({ page, front }) => {
    for (const path of ['/', '/lab/']) {
      await page.goto(front.url(path));
      await settle(page, front);
      const moving = await page.eval(() => {
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return ['the browser does not ask for it'];
        const long = (text) => text.split(',').some((part) => parseFloat(part) > 0.011);
        return [...document.querySelectorAll('*')].filter((element) => {
          const style = getComputedStyle(element);
          return long(style.transitionDuration) || (style.animationName !== 'none' && long(style.animationDuration)) || style.scrollBehavior === 'smooth';
        }).map((element) => `${element.tagName}.${element.getAttribute('class')}`).slice(0, 8);
      });
      assert.deepEqual(moving, [], path);
    }
  });
}, { motion: 'reduce' });
