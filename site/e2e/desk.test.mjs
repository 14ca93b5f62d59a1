// The desk: a new problem of each kind, created by pointer and by keyboard, the gallery with its pictures, the menu
// of a phone, messages about refused input, and every way of starting and stopping that depends on the browser.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { violations } from './harness/axe.mjs';
import { Lab } from './lab.mjs';

/** The kinds with the names of their cards, and the things to add until there is an answer. */
const kinds = [
  { id: 'placement', name: 'Placement', added: { cluster: 2 }, clicks: [{ x: 0.2, y: 0.3 }, { x: 0.8, y: 0.3 }] },
  { id: 'window', name: 'Window', added: { node: 2 }, clicks: [{ x: 0.5, y: 0.97 }, { x: 0.5, y: 0.97 }] },
  { id: 'batch', name: 'Batch', added: { node: 2 }, clicks: [{ x: 0.5, y: 0.97 }, { x: 0.5, y: 0.97 }, { x: 0.5, y: 0.97 }] },
  { id: 'group', name: 'Groups', added: { node: 2 }, clicks: [{ x: 0.5, y: 0.97 }, { x: 0.5, y: 0.97 }, { x: 0.5, y: 0.97 }] },
  { id: 'farm', name: 'Compute farm', added: { machine: 2, job: 1 }, clicks: [{ x: 0.5, y: 0.97 }, { x: 0.5, y: 0.97 }, { x: 0.5, y: 0.97 }] },
];

const panic = /panic|goroutine|exit|index out of range|runtime|\.go:|wasm|running|^console: \s*$|syscall|created by|main/i;
const alerted = (page) => page.wait('the page to say what happened', () => document.querySelector('.notice[role=alert]')?.textContent);
const way = (name) => ({ role: 'button', name, within: '.notice' });

/** Opens the choice of kinds and selects one. */
async function begin(lab, kind) {
  await lab.opened(`/^${kind.name}/`);
  await hinted(lab.page);
}

const hinted = (page) => page.wait('the hint of what to do first', () => Boolean(document.querySelector('.begin .card')) && !document.querySelector('dialog[open]'));

/** Waits until there is an answer to the new problem, and checks the marks on the picture. */
async function answered(lab, kind) {
  await lab.page.wait('the hint to go', () => !document.querySelector('.begin'));
  await lab.solved();
  for (const [sort, number] of Object.entries(kind.added)) await lab.count(sort, number);
  assert.ok((await lab.rows()).every((row) => !/no answer/.test(row)), 'every run has an answer');
}

/** Stores later downloads in window.saved. */
const caught = (page) => page.eval(() => {
  URL.createObjectURL = (blob) => { /** @type {any} */ (window).saved = blob; return 'blob:none'; };
  HTMLAnchorElement.prototype.click = () => {};
});
const savedText = (page) => page.wait('the file', () => /** @type {any} */ (window).saved?.text());

inEachBrowser('the desk', (test) => {
  for (const kind of kinds) {
    // Clicks differ between a place on a ground and a row under an axis; the keys are the same for all kinds.
    (kind.id === 'placement' ? test : kind.id === 'window' ? test.any : test.once)(`${kind.id}: three clicks give a new problem its first answer`, async ({ page, front }) => {
      const lab = await new Lab(page, front).open();
      await begin(lab, kind);
      for (const [k, at] of kind.clicks.entries()) {
        await page.click('.canvas', at);
        await page.wait(`click ${k + 1} to do something`, (n) => document.querySelectorAll('.begin li.done').length > n || !document.querySelector('.begin'), k);
      }
      if (await page.has('.begin')) await page.click({ role: 'button', name: 'Add a job', within: '.begin' });
      await answered(lab, kind);
      await lab.undo();
      await hinted(page);
    });

    (kind.id === 'placement' ? test.any : test.once)(`${kind.id}: the keyboard alone gives a new problem its first answer`, async ({ page, front }) => {
      const lab = await new Lab(page, front).open();
      await page.press('n');
      await page.wait('the field of Open', () => document.activeElement?.getAttribute('data-find') === 'open');
      for (let k = 0; k <= 2 * kinds.indexOf(kind); k++) await page.press('ArrowDown'); // each has an example too
      await page.press('Enter');
      await hinted(page);
      await page.wait('the focus on what to do first', () => document.activeElement?.matches('.begin .primary'));
      for (let k = 0; k < 3 && await page.has('.begin'); k++) {
        await page.press('Enter');
        await page.wait(`step ${k + 1}`, (n) => document.querySelectorAll('.begin li.done').length > n || !document.querySelector('.begin'), k);
      }
      await answered(lab, kind);
    });
  }

  test('a click on an empty picture counts although it is drawn anew, and although the hand shakes, while the button is down', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await begin(lab, kinds[0]);
    const [first, second] = [await page.pointIn('.canvas', kinds[0].clicks[0]), await page.pointIn('.canvas', kinds[0].clicks[1])];
    await page.eval(() => {
      const picture = document.querySelector('.canvas svg.gb-picture');
      // A change of the layout reports a size that the picture was not drawn for.
      picture.addEventListener('pointerdown', () => {
        picture.dispatchEvent(new CustomEvent('gbact', { bubbles: true, detail: { act: 'size', width: 320, height: 520, exact: true } }));
      }, { once: true });
      new MutationObserver(() => { Object.assign(window, { drawn: picture }); }).observe(picture.parentElement, { childList: true });
    });
    await page.move(first.x, first.y);
    await page.down();
    await page.wait('another drawing', () => window.drawn && !window.drawn.isConnected);
    await page.up();
    await lab.count('cluster', 1);
    await page.move(second.x, second.y);
    await page.down();
    await page.move(second.x + 2, second.y + 1);
    await page.up();
    await lab.count('cluster', 2);
  });

  test.once('a new problem comes beside what was there', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await page.focus(Lab.mark('cluster', 'Rennes'));
    await page.press('Delete');
    await lab.saved();
    await begin(lab, kinds[4]);
    assert.match(await page.text('.alert'), /A new problem of the kind .* is open\. Your draft "Five clusters" is unchanged/);
    await page.click({ role: 'button', name: 'Back to Five clusters', within: '.alert' });
    await lab.count('cluster', 4);
  });

  test.once('the gallery has a picture of every example, in one file that comes when it is looked at', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    const asked = () => front.log.filter((seen) => /gallery\..*json/.test(seen.path)).length;
    assert.equal(asked(), 0, 'nothing comes before it is looked at');
    await lab.opened('Examples…');
    const drawn = (min) => page.wait('the pictures', (least) => {
      const places = [...document.querySelectorAll('.gallery .shot')];
      return places.length >= least && places.every((place) => place.querySelector('svg'));
    }, min);
    await drawn(20);
    assert.ok(await page.eval(() => [...document.querySelectorAll('.gallery small')].every((size) => /\d/.test(size.textContent ?? ''))), 'every card says how large it is');
    await page.click({ role: 'button', name: 'Groups', within: '.chips' });
    await page.wait('only groups', () => document.querySelectorAll('dialog h3').length === 1);
    await drawn(3);
    assert.equal(asked(), 1, 'the file came once');
    await page.focus({ role: 'button', name: '/^Three sites/', within: 'dialog' });
    await page.press('ArrowRight');
    await page.press('Enter');
    await page.wait('the second one', () => document.title.startsWith('A maintenance somewhere'));
  });

  test.once('what cannot be taken says so in words, and the answers say what they are to', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    const cell = '[data-list="cluster"] input[data-field]';
    await page.focus(cell);
    await page.press('Control+a');
    await page.type('-5');
    await page.press('Enter');
    const why = await page.wait('the sentence', (where) => {
      const field = document.querySelector(where);
      return field?.getAttribute('aria-invalid') === 'true' && document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    }, cell);
    assert.match(why, /greater than 0|above 0|positive/);
    assert.match(await page.text('.control'), /still use the last valid one/);
    await page.resize(360, 740);
    await page.click({ role: 'button', name: 'Problem', within: '.phone' });
    await page.focus(cell);
    await page.wait('the sentence below the panel, where it covers no row', () => {
      const fault = document.querySelector('.field-fault').getBoundingClientRect();
      return fault.width > 0 && fault.top >= document.querySelector('.prob .pane').getBoundingClientRect().bottom && fault.bottom <= document.querySelector('.phone').getBoundingClientRect().top;
    });
    await page.resize(1440, 900);
    await page.focus(cell);
    await page.press('Control+a');
    await page.type('950');
    await page.press('Enter');
    await lab.solved();
  });

  test.once('a phone has all commands in its menu', async ({ page, front }) => {
    await page.resize(360, 740);
    const lab = await new Lab(page, front).open();
    const commands = async () => {
      await page.click({ role: 'button', name: 'More', within: '.bar' });
      await page.click({ role: 'button', name: '/^All commands/', within: 'dialog' });
      await page.see({ role: 'dialog', name: 'Commands' });
    };
    await commands();
    await page.click({ role: 'button', name: '/^New problem/', within: 'dialog' });
    await page.click({ role: 'button', name: '/^Window/', within: 'dialog' });
    await hinted(page);
    await page.click({ role: 'button', name: 'Add a node', within: '.begin' });
    await page.click({ role: 'button', name: 'Add a second node', within: '.begin' });
    await lab.count('node', 2);
    await commands();
    await page.click({ role: 'button', name: '/^Add a node/', within: 'dialog' });
    await lab.count('node', 3);
    await page.wait('the menu to be closed', () => !document.querySelector('dialog[open]'));
    assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth));
  });

  test('toolbars hide nothing at any width', async ({ page, front }) => {
    const lab = await new Lab(page, front).open('?preset=alp-amp-figure-5');
    await page.focus('.bar .title input');
    await page.press('End');
    await page.type(', with a title of some words');
    await page.press('Enter');
    await lab.saved();
    for (const width of [360, 480, 640, 801, 960, 1024, 1181, 1440, 1920, 2560]) {
      await page.resize(width, 800);
      const wrong = await page.wait('the picture in its place', () => {
        const boxes = [...document.querySelectorAll('.bar > *, .bar .acts > *, .saved, .tools, .filters, .zoom')]
          .filter((part) => part instanceof HTMLElement && part.checkVisibility() && part.offsetWidth > 1 && !part.closest('.skips') && !part.matches('.quiet, .acts'));
        const found = [];
        for (const one of boxes) {
          const a = one.getBoundingClientRect();
          if (a.right > innerWidth + 1 || a.left < -1) found.push(`${one.className || one.getAttribute('aria-label')} leaves the page`);
          for (const other of boxes) {
            const b = other.getBoundingClientRect();
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (one !== other && across > 1 && down > 1 && !one.contains(other) && !other.contains(one)) found.push(`${one.className} lies on ${other.className}`);
          }
        }
        if (innerWidth > 800) for (const side of document.querySelectorAll('.prob .pane, .runs .pane')) if (side.scrollWidth > side.clientWidth + 1) found.push(`a table at a side has ${side.scrollWidth} pixels, and ${side.clientWidth} to show them`);
        return JSON.stringify(found);
      });
      assert.deepEqual(JSON.parse(wrong), [], `${width} pixels`);
    }
  });

  test.once('axe-core finds nothing in what is new', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    const found = [];
    for (const dialog of ['Open', 'About this draft', 'More']) {
      await page.click({ role: 'button', name: dialog, within: '.bar' });
      await page.see('dialog[open]');
      found.push(...await violations(page));
      await page.press('Escape');
      await page.wait('the dialog to close', () => !document.querySelector('dialog[open]'));
    }
    for (const kind of kinds) {
      await begin(lab, kind);
      found.push(...await violations(page));
    }
    await page.resize(390, 844);
    await page.click({ role: 'button', name: 'More', within: '.bar' });
    await page.see({ role: 'dialog', name: 'More' });
    found.push(...await violations(page));
    assert.deepEqual(found, []);
  });
});

inEachBrowser('starting and dying', (test) => {
  /** Opens a tab with a saved draft of four clusters. */
  async function kept(page, front) {
    const lab = await new Lab(page, front).open();
    await page.focus(Lab.mark('cluster', 'Rennes'));
    await page.press('Delete');
    await lab.saved();
    return lab;
  }
  // go-app expects an address here; without one its program panics. Only a test can call it.
  const die = (page) => page.eval(() => { /** @type {any} */ (window).goappNav(); });

  test('after a crash the draft can be had, set aside and taken up again, and after another all be forgotten, at the second press', async ({ page, front, expect }) => {
    expect(panic);
    const lab = await kept(page, front);
    await die(page);
    assert.match(await alerted(page), /stopped because of an internal error/);
    await caught(page);
    await page.click(way('Download my draft'));
    const draft = JSON.parse(await savedText(page));
    assert.equal(draft.placement.clusters.length, 4);
    await page.click(way('Continue without what was open'));
    await page.wait('the page to begin again', () => /set aside/.test(document.querySelector('.alert')?.textContent ?? ''));
    await lab.count('cluster', 5);
    await page.click({ role: 'button', name: 'Open it', within: '.alert' });
    await lab.count('cluster', 4);
    await lab.saved();

    await die(page);
    await alerted(page);
    await page.click(way('Reset'));
    assert.match(await page.text('.notice'), /Press again: this deletes all drafts/);
    await page.click(way('/^Press again/'));
    await page.wait('the page to begin again', () => document.querySelector('#lab')?.getAttribute('data-stage') === 'live' && !document.querySelector('.notice'));
    await lab.count('cluster', 5);
    assert.ok(await page.eval(() => !document.querySelector('.alert')), 'nothing is left to speak of');
  });

  test.once('a program that cannot start gives the draft out as it is kept', async ({ page, front, expect }) => {
    expect(/WebAssembly|wasm|compile|CompileError|magic|module|could not|expected/i);
    let broken = false; // from the start without a cache, or a browser need not ask again
    front.rules.push({ match: /\/a\/app\.[^/]*\.wasm/, act: async (request, response) => {
      const whole = await fetch(`http://127.0.0.1:${front.port}${request.url}`).then((answer) => answer.arrayBuffer());
      response.writeHead(200, { 'content-type': 'application/wasm', 'cache-control': 'no-store' }).end(broken ? 'no program' : Buffer.from(whole));
      return true;
    } });
    await kept(page, front);
    broken = true;
    await page.reload();
    assert.match(await alerted(page), /could not start/);
    await caught(page);
    await page.click(way('Download my draft'));
    assert.equal(JSON.parse(await savedText(page)).placement.clusters.length, 4);
  });

  for (const rest of ['#%', '#s1.%E0%A4%A', '#view=%', '?preset=%zz', '?preset=nobody', '#s9.d.AAAA', '#<script>']) {
    test.once(`the page works on ${rest} and says what happened`, async ({ page, front }) => {
      const lab = await new Lab(page, front).open(rest);
      assert.ok((await page.wait('a message', () => document.querySelector('.alert')?.textContent)).length > 20);
      await lab.count('cluster', 5);
      await lab.solved();
    });
  }

  /** Changes the browser's storage while no page of the site is open, and comes back. */
  async function tampered(page, front, how) {
    await kept(page, front);
    await page.goto(front.url('/docs/'));
    await page.eval(async (what) => {
      const name = (await indexedDB.databases()).map((database) => database.name ?? '').find((one) => one.startsWith('gridbox:')) ?? '';
      await new Promise((resolve, reject) => {
        if (what === 'gone') {
          const asked = indexedDB.deleteDatabase(name);
          asked.onsuccess = () => resolve(undefined);
          asked.onerror = reject;
          return;
        }
        const asked = indexedDB.open(name);
        asked.onerror = reject;
        asked.onsuccess = () => {
          const work = asked.result.transaction('contents', 'readwrite');
          const walk = work.objectStore('contents').openCursor();
          walk.onsuccess = () => {
            const at = walk.result;
            if (!at) return;
            const text = new TextDecoder().decode(at.value);
            if (what === 'broken' && /text$/.test(String(at.key))) at.update(new TextEncoder().encode(text.slice(0, text.length / 2)));
            if (what === 'headless' && /head$/.test(String(at.key))) at.update(new TextEncoder().encode('{'));
            at.continue();
          };
          work.oncomplete = () => { asked.result.close(); resolve(undefined); };
          work.onerror = reject;
        };
      });
    }, how);
    return new Lab(page, front).open();
  }

  for (const how of ['gone', 'broken', 'headless']) {
    (how === 'gone' ? test : test.once)(`the page works where what it kept is ${how}`, async ({ page, front, expect }) => {
      expect(/closing DB/); // reported when the database is closed
      const lab = await tampered(page, front, how);
      await lab.count('cluster', 5);
      await page.focus(Lab.mark('cluster', 'Nice'));
      await page.press('Delete');
      await lab.count('cluster', 4);
      await lab.saved();
      await page.reload();
      await lab.live();
      await lab.count('cluster', 4);
      if (how !== 'gone') return;
      // Once more while the page has it open; the page closes it and creates another.
      await page.eval(async () => {
        const name = (await indexedDB.databases()).map((database) => database.name ?? '').find((one) => one.startsWith('gridbox:')) ?? '';
        indexedDB.deleteDatabase(name).onsuccess = () => { Object.assign(window, { gone: true }); };
      });
      await page.wait('what it kept to be gone', () => Boolean(/** @type {any} */ (window).gone));
      await page.focus(Lab.mark('cluster', 'Lille'));
      await page.press('Delete');
      await lab.count('cluster', 3);
      await lab.saved();
      await page.reload();
      await lab.live();
      await lab.count('cluster', 3);
    });
  }
});
