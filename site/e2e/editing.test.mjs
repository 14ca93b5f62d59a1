// Editing next to the picture: faults move nothing, panels show only their own parts, messages are readable, and the
// bar of the replay does not move; also on paper and while presenting.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab, native } from './lab.mjs';

/** Returns five clusters as an explicit document, so that every field can be edited in place. */
const five = () => ({
  format: 'gridbox', version: 1, kind: 'placement', title: 'Five', seed: 1,
  placement: {
    clusters: ['Lyon', 'Nancy', 'Rennes', 'Lille', 'Nice'].map((id, i) => ({ id, mips: 500 + 100 * i, x: 0.1 + 0.2 * i, y: i % 2 ? 0.3 : 0.7 })),
    links: [['Lyon', 'Nancy'], ['Nancy', 'Rennes'], ['Rennes', 'Lille'], ['Lille', 'Nice']].map(([a, b]) => ({ a, b, bandwidth: 10 })),
    datasets: [{ id: 'd1', size: 120, at: ['Lyon'] }], jobs: [{ id: 'j1', mi: 30000, datasets: ['d1'] }, { id: 'j2', mi: 20000 }],
  },
});

async function open(page, front, document) {
  const link = native('link', document);
  return new Lab(page, front).open(link.slice(link.indexOf('#')));
}

/** Sets the medium of the page; only Chromium's driver can do it. @param {any} page @param {'print' | 'screen'} what */
const media = (page, what) => page.page.emulateMediaType(what);

/** Returns the positions of the fields in a part of the page. */
const places = (page, within) => page.eval((part) => [...document.querySelectorAll(`${part} [data-field]`)].map((field) => {
  const { left, top, width, height } = field.getBoundingClientRect();
  return [field.getAttribute('data-field'), left, top, width, height].join(' ');
}), within);

/** Returns the element that covers the middle of a field, or the message or button that overlaps the field. */
const covering = (page, within) => page.eval((part) => {
  const found = [];
  for (const field of document.querySelectorAll(`${part} [data-field]`)) {
    const box = field.getBoundingClientRect();
    if (!box.width || box.top < 0 || box.bottom > innerHeight) continue;
    for (const over of document.querySelectorAll('#field-acts:not([hidden]), .field-fault')) {
      const other = over.getBoundingClientRect();
      if (getComputedStyle(over).visibility === 'visible' && other.left < box.right - 1 && other.right > box.left + 1 && other.top < box.bottom - 1 && other.bottom > box.top + 1) {
        found.push(`${over.id || over.textContent} over ${field.getAttribute('data-field')}`);
      }
    }
  }
  return found;
}, within);

/** Types a text into a field, then presses another field with the mouse at its former position. */
async function aim(page, from, text, to, within) {
  await page.click(from);
  await page.press('Control+a');
  await page.type(text);
  const { x, y } = await page.pointIn(to);
  const before = await places(page, within);
  await page.move(x, y);
  await page.down();
  const at = await page.eval(() => document.activeElement?.getAttribute('data-field'));
  await page.up();
  assert.equal(at, await page.eval((selector) => document.querySelector(selector)?.getAttribute('data-field'), to), `${text} in ${from}, then ${to}`);
  await page.wait('the message', () => [...document.querySelectorAll('.field-fault')].some((fault) => getComputedStyle(fault).visibility === 'visible'));
  assert.equal(await page.eval(() => document.activeElement?.getAttribute('data-field')), at, 'the focus stays there');
  assert.deepEqual(await places(page, within), before, `${from}: fields moved`);
}

const number = (i) => `[data-field="placement.clusters[${i}].mips"]`;

inEachBrowser('editing', (test) => {
  test('after a wrong value the next press lands in the field that was aimed at', async ({ page, front }) => {
    await page.resize(1366, 768);
    const lab = await open(page, front, five());
    await lab.solved();
    await page.eval(() => document.querySelector('#side')?.scrollTo(0, 0));
    const table = '[data-list="cluster"] ';
    for (const [a, b] of [[1, 3], [0, 1], [3, 2], [4, 0]]) {
      await aim(page, table + number(a), 'x', table + number(b), '#side');
      assert.deepEqual(await covering(page, '#side'), []);
      await page.click(table + number(a));
      await page.press('Control+a');
      await page.type(String(500 + 100 * a));
      await page.press('Enter');
    }
    // The same in a form, and at a phone's width, which has no space next to it.
    await lab.form('cluster', 'Lyon');
    await aim(page, '#form [data-field$=".mips"]', 'x', '#form [data-field$=".id"]', '#form');
    await page.press('Escape');
    await page.eval(() => document.activeElement?.blur?.());
    await lab.undo().catch(() => {});
    await page.resize(360, 740);
    await page.click({ role: 'button', name: 'Problem', within: '.phone' });
    await aim(page, table + number(1), 'y', table + number(2), '#side');
    assert.deepEqual((await covering(page, table)).filter((line) => !/over placement.clusters\[4\]/.test(line)), []);
  });

  test.any('every tab of the left side shows what is its own, whichever was open before', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    const names = { Problem: 'problem', Text: 'document', Algorithm: 'own' };
    // Each pair of sides in both orders; the editor of algorithms must be closed in between.
    const way = ['Problem', 'Text', 'Problem', 'Algorithm', 'Text', 'Algorithm', 'Problem'];
    const show = async (/** @type {string} */ name) => {
      if (name === 'Algorithm') return lab.own();
      if (await page.has('.prob h2#side-own')) await page.click(lab.button('Close the editor'));
      return page.click(lab.tab(name));
    };
    for (const kind of ['Placement', 'Window', 'Batch', 'Groups', 'Compute farm']) {
      await lab.kind(kind);
      for (const [i, name] of way.entries()) {
        await show(name);
        await page.wait(`${name} after ${way[i - 1] ?? ''} in ${kind}`, (side) => {
          const pane = document.querySelector('#side');
          if (pane?.getAttribute('aria-labelledby') !== `side-${side}`) return false;
          const editors = [...pane.querySelectorAll('[data-editor]')], strays = [...pane.querySelectorAll('.gb-code, .gb-text, .gb-where')].filter((part) => !part.closest('[data-editor]'));
          const text = (pane.textContent ?? '').trim();
          const own = { problem: editors.length === 0 && text.includes('Draw at random'),
            document: editors.length === 1 && editors[0].firstElementChild && editors[0].getAttribute('data-editor') === 'json' && text.startsWith('Format'),
            own: editors.length === 0 && text.startsWith('Write an algorithm of your own') };
          return strays.length === 0 && own[side];
        }, names[name]);
      }
    }
    // With an algorithm of the user there are two editors, each with its own text.
    await lab.own();
    await page.click({ role: 'button', name: 'Start from SJF' });
    for (const [name, begins] of [['Text', '{'], ['Algorithm', 'r'], ['Text', '{'], ['Problem', ''], ['Algorithm', 'r']]) {
      await show(name);
      await page.wait(`the text of ${name}`, (start) => {
        const hosts = [...document.querySelectorAll('#side [data-editor]')];
        if (!start) return hosts.length === 0;
        return hosts.length === 1 && hosts[0].firstElementChild && window.gridbox.editor.attach(hosts[0], {}).text().startsWith(start);
      }, begins);
    }
  });

  test('what is wrong with an own algorithm can be read, and typing breaks no policy of the page', async ({ page, front }) => {
    await page.resize(1366, 768);
    const lab = await new Lab(page, front).open();
    await lab.kind('Compute farm');
    await lab.own();
    await page.click({ role: 'button', name: 'Start from SJF' });
    await page.wait('the editor', () => document.querySelector('#side .gb-code'));
    await page.eval(() => window.gridbox.editor.attach(document.querySelector('#side [data-policy]'), {}).ready);
    const write = async (text) => {
      await page.click('#side .gb-code', { y: 0.1 });
      await page.press('Control+a');
      await page.type(text);
    };
    await write('r + * n');
    const message = await page.wait('the message', () => {
      const box = document.querySelector('.own .faults'), edge = document.querySelector('#side')?.getBoundingClientRect();
      const at = box?.getBoundingClientRect();
      return at && edge && at.height > 15 && at.bottom <= edge.bottom ? box?.textContent : null;
    });
    assert.match(message, /line 1, column 5/);
    await page.wait('it among the answers', () => /line 1, column 5/.test(document.querySelector('.troubles')?.textContent ?? ''));
    assert.ok(!(await page.text('#lab')).includes('policies['), 'no path is shown');
    assert.ok(!/document/.test(await page.eval(() => document.querySelector('.own .gb-where')?.textContent ?? '')), 'the line below is about this text');

    // After typing over a selection, a browser would keep the weight of the replaced text as an inline style.
    await write('(r + n)');
    await write('abs(r)');
    await write('1/0');
    await page.wait('the count', () => /The score of .* is infinite/.test(document.querySelector('.own')?.textContent ?? ''));
    await page.click('#side .gb-code', { y: 0.1 });
    await page.press('Control+a');
    await page.press('Backspace');
    await page.wait('what to write', () => /^Write a formula, for example r\.$/.test(document.querySelector('.own .faults')?.textContent ?? ''));
    assert.equal(await page.eval(() => window.gridbox.editor.attach(document.querySelector('#side [data-policy]'), {}).text()), '');
    await write('r');
    await page.wait('its answer', () => /It runs in/.test(document.querySelector('.own')?.textContent ?? ''));
  });

  test.once('the editor of an own algorithm is dragged taller', async ({ page, front }) => {
    await page.resize(1366, 768);
    const lab = await new Lab(page, front).open();
    await lab.kind('Compute farm');
    await lab.own();
    await page.click({ role: 'button', name: 'Start from SJF' });
    await page.wait('the editor', () => document.querySelector('#side .gb-code'));
    const corner = () => page.eval(() => { const box = document.querySelector('#side .editor')?.getBoundingClientRect(); return { x: (box?.right ?? 0) - 4, y: (box?.bottom ?? 0) - 4, height: box?.height ?? 0 }; });
    const before = await corner();
    await page.drag({ x: before.x, y: before.y }, { dx: 0, dy: 120 });
    const after = await corner();
    assert.ok(after.height > before.height + 80, `${before.height} before, ${after.height} after`);
  });

  test('the buttons of a replay keep their places from step to step, and the focus', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    for (const [width, height] of [[1366, 768], [1920, 1080], [360, 740]]) {
      await page.resize(width, height);
      await page.wait('the steps', () => document.querySelector('.transport button') && !document.querySelector('.why[aria-busy]'));
      const where = () => page.eval(() => [...document.querySelectorAll('.transport button, .watching :is(button, select), .canvas')].filter((part) => !part.hidden).map((part) => {
        const { left, top, width: wide, height: tall } = part.getBoundingClientRect();
        return [part.getAttribute('aria-label') ?? (part.matches('button') ? part.textContent : part.className), left, top, wide, tall].join(' ');
      }).filter((line) => !/^(Play|Pause)/.test(line)));
      // A phone has no button for it; the slider or the key leads there.
      if (width > 800) await page.focus(lab.starting('To the start'));
      else await page.focus('.transport input');
      await page.press(width > 800 ? 'Enter' : 'Home');
      await page.wait('the first step', () => document.querySelector('.transport [data-id="first"]')?.getAttribute('aria-disabled') === 'true');
      if (width > 800) assert.match((await page.focused()).name, /^To the start/, 'the focus stays on the button');
      if (width > 800) await page.press('Enter');
      const first = await where();
      const steps = await page.eval(() => Number(document.querySelector('.transport input')?.getAttribute('max')));
      await page.focus(lab.starting('Next step'));
      for (let step = 1; step <= steps; step++) {
        await page.press('Enter');
        await page.wait(`step ${step}`, (now) => document.querySelector('.transport input')?.getAttribute('data-value') === String(now), step);
        assert.deepEqual(await where(), first, `step ${step} of ${steps} at ${width} px`);
      }
      assert.match((await page.focused()).name, /^Next step/, 'the focus stays at the end');
    }
  });

  test('a click counts when the page is not drawn anew yet: to the start and to the next step', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    await page.wait('the last step', () => document.querySelector('.transport [data-id="on"]')?.getAttribute('aria-disabled') === 'true');
    const at = (/** @type {string} */ step) => page.wait(`step ${step}`, (now) => document.querySelector('.transport input')?.getAttribute('data-value') === now, step);
    const quickly = (/** @type {string[]} */ ...buttons) => page.eval((ids) => {
      for (const id of ids) document.querySelector(`.transport [data-id="${id}"]`)?.click();
    }, buttons);
    await quickly('first', 'on');
    await at('1');
    await quickly('back', 'back', 'on', 'on');
    await at('2');
  });

  test.once('no label of the first picture covers another, in the laboratory, a figure and at 360 px', async ({ page, front }) => {
    const overlaps = () => page.eval(() => {
      const svg = document.querySelector('svg.gb-topology:not(.gb-lift)') ?? document.querySelector('.fig-picture svg');
      const words = [...svg?.querySelectorAll('text') ?? []].filter((text) => text.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && text.textContent?.trim());
      const found = [];
      for (const [i, a] of words.entries()) {
        const p = a.getBoundingClientRect();
        for (const b of words.slice(i + 1)) {
          const q = b.getBoundingClientRect();
          if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4) found.push(`${a.textContent} and ${b.textContent}`);
        }
      }
      return words.length ? found : ['nothing is drawn'];
    });
    for (const [width, height] of [[1366, 768], [1920, 1080], [360, 740]]) {
      await page.resize(width, height);
      const lab = await new Lab(page, front).open();
      await lab.solved();
      assert.deepEqual(await overlaps(), [], `the laboratory at ${width} px`);
      await page.eval(() => document.querySelector('.canvas [data-kind="cluster"][data-id="Nancy"]')?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
      assert.deepEqual(await overlaps(), [], `a cluster is selected at ${width} px`);
    }
    for (const [width, height] of [[680, 900], [420, 900], [360, 740]]) {
      await page.resize(width, height);
      await page.goto(front.url('/figure/five-clusters/'));
      await page.wait('answers', () => document.querySelectorAll('.fig-mark-ok').length > 2 && document.querySelector('.fig-picture svg'));
      assert.deepEqual(await overlaps(), [], `a figure at ${width} px`);
    }
  });

  test('a figure of the home page runs without moving the headline or showing its table twice', async ({ page, front }) => {
    await page.resize(1366, 900);
    await page.goto(front.url('/'));
    const at = () => page.eval(() => document.querySelector('h1')?.getBoundingClientRect().top);
    const before = await at();
    await page.click({ role: 'button', name: 'Run it here' });
    await page.wait('the figure', () => (document.querySelector('.hero iframe')?.getBoundingClientRect().height ?? 0) > 500);
    assert.equal(await at(), before);
    assert.equal(await page.eval(() => document.querySelector('.hero .results')?.checkVisibility()), false);
  });

  test.once('paper has the question, the picture, the answers, the chart and the reason, on two pages at most', async ({ page, front }) => {
    for (const [preset, width] of /** @type {[string, number][]} */ ([['five-clusters', 1366], ['five-clusters', 360], ['twelve-nodes', 1366], ['alp-amp-figure-5', 1366], ['three-sites', 1366], ['markov-2004', 1366]])) {
      await page.resize(width, 768);
      await (await new Lab(page, front).open(`?preset=${preset}`)).run();
      await page.wait('the reason', () => document.querySelector('.why .verdict')?.textContent);
      const paper = await page.printed();
      assert.ok(paper);
      const pages = paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      assert.ok(pages === 1 || pages === 2, `${pages} pages of ${preset}`);
      await media(page, 'print');
      await page.resize(720, 1000);
      const [shown, hidden] = await page.eval(() => [['.title input', '.asked', '.canvas svg', '.runs-table', '#answers .plot', '.why .verdict'], ['.transport', '.watching', '.bar .acts', '.tools', '.hint', '.phone', '.views', '.prob', '.control', '.present', '.plane-head .either']]
        .map((list) => list.map((selector) => `${selector} ${[...document.querySelectorAll(selector)].some((part) => part.checkVisibility() && part.getBoundingClientRect().height > 10)}`)));
      const order = await page.eval(() => ['.title', '.asked', '.canvas', '.runs-table', '#answers .plot', '.why'].map((selector) => document.querySelector(selector)?.getBoundingClientRect().top ?? 0));
      assert.deepEqual(shown.filter((line) => line.endsWith('false')), [], `missing, ${preset} printed from ${width} px`);
      assert.deepEqual(hidden.filter((line) => line.endsWith('true')), [], `of the screen only, ${preset} printed from ${width} px`);
      assert.deepEqual(order, [...order].sort((a, b) => a - b), `the order of ${preset}`);
      assert.equal(await page.eval(() => getComputedStyle(document.querySelector('#lab') ?? document.body).getPropertyValue('--paper')), '#fbfaf7', 'paper is light');
      await media(page, 'screen');
    }
  });

  test('presenting is reached by the mouse at every width', async ({ page, front, browser }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    for (const width of browser === 'chromium' ? [360, 800, 1024, 1366, 1440, 1920, 2560] : [360, 1366]) {
      await page.resize(width, 900);
      if (width > 800) await page.click({ role: 'button', name: 'Present', within: '.bar' });
      else {
        await page.click({ role: 'button', name: 'More', within: '.bar' });
        await page.click({ role: 'button', name: '/^Present/', within: 'dialog' });
      }
      await page.wait('the picture alone', () => document.querySelector('[data-lecture="on"]'));
      await page.click({ role: 'button', name: 'More', within: '.present' });
      await page.click({ role: 'button', name: '/^Leave/', within: 'dialog' });
      await page.wait('the laboratory', () => !document.querySelector('[data-lecture="on"]'));
    }
  });

  test.any('a number longer than its field shows its start and is told in full', async ({ page, front }) => {
    const lab = await open(page, front, five());
    await lab.solved();
    const field = `[data-list="cluster"] ${number(1)}`;
    await page.click(field);
    await page.press('Control+a');
    await page.type('1.23456789e17');
    await page.press('Tab');
    await page.wait('the number', (selector) => {
      const input = document.querySelector(selector);
      return input instanceof HTMLInputElement && input.title === '1.23456789e+17' && getComputedStyle(input).textAlign === 'left' && getComputedStyle(input).textOverflow === 'ellipsis';
    }, field);
  });

  test.any('typing over a selection in a challenge breaks no policy of the page', async ({ page, front }) => {
    await page.goto(front.url('/challenges/'));
    await page.wait('the editor', () => document.querySelector('#source .gb-code'));
    await page.eval(() => window.gridbox.editor.attach(document.querySelector('#source'), {}).ready);
    for (const text of ['(r + n)', 'abs(r)', 'x']) {
      await page.click('#source .gb-code', { y: 0.1 });
      await page.press('Control+a');
      await page.type(text);
    }
    await page.wait('what was typed', () => window.gridbox.editor.attach(document.querySelector('#source'), {}).text() === 'x');
  });
});
