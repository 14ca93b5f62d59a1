// The course: every exercise is solved by its stated solution and by no stated wrong try, nothing is loaded before
// the first check, solved exercises are stored, and all of it works by keyboard, on a phone and on paper.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './harness/axe.mjs';
import { root } from './harness/builds.mjs';
import { inEachBrowser, settle } from './harness/suite.mjs';

/** The exercises in the lessons' sources, by lesson. */
const lessons = Object.fromEntries(readdirSync(join(root, 'site/course')).filter((name) => name !== 'lecturers.md').map((name) => {
  const blocks = readFileSync(join(root, 'site/course', name), 'utf8').matchAll(/^```exercise\n([\s\S]*?)^```/gm);
  return [name.replace('.md', ''), [...blocks].map(([, text]) => JSON.parse(text))];
}));

/** Returns the selector of an exercise's form. */
const place = (id) => `form[data-exercise="${id}"]`;

/** Enters values and checks them; returns the outcome. */
async function tried(page, id, values) {
  await page.eval((form, entered) => {
    const fields = document.querySelectorAll(`${form} .fields :is(input:not([type="range"]), select)`);
    entered.forEach((value, i) => { fields[i].value = value; });
    document.querySelector(`${form} .came`).replaceChildren();
  }, place(id), values);
  await page.click(`${place(id)} button`);
  await page.wait(`a verdict on ${id}`, (form) => !document.querySelector(form).ariaBusy && document.querySelector(`${form} .came p`) && !/Running/.test(document.querySelector(`${form} .came`).textContent), place(id));
  return page.text(`${place(id)} .came`);
}

const loaded = (page) => page.eval(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.wasm')).length);

/** The lessons that every browser visits, one with fields for numbers and one with formulas; TestExercises of site/gen
 * checks the solutions of all. */
const everywhere = ['computation-and-data', 'farm'];

inEachBrowser('the course', (test) => {
  for (const [lesson, exercises] of Object.entries(lessons)) {
    (everywhere.includes(lesson) ? test : test.any)(`the exercises of ${lesson} are solved by their solutions alone`, async ({ page, front }) => {
      assert.equal(exercises.length, 3);
      await page.goto(front.url(`/course/${lesson}/`));
      await settle(page, front);
      assert.equal(await loaded(page), 0, 'no program is loaded before a check');
      for (const { id, solution, wrong, hint, why } of exercises) {
        assert.equal(await tried(page, id, wrong), `Not solved yet.${hint}`, `${id} with ${wrong}`);
        assert.equal(await tried(page, id, solution), `Solved.${why}`, `${id} with ${solution}, and why`);
      }
      assert.equal(await page.eval(() => document.querySelectorAll('.exercise.solved').length), 3);
      await page.reload();
      await page.wait('what was kept', () => document.querySelectorAll('.exercise.solved').length === 3);
      for (const { id, solution } of exercises) {
        const [values, outcome] = await page.eval((form) => [[...document.querySelectorAll(`${form} .fields :is(input:not([type="range"]), select)`)].map((field) => field.value), [...document.querySelectorAll(`${form} .wanted, ${form} .came`)].map((part) => part.textContent).join(' ')], place(id));
        assert.deepEqual(values, solution, 'what was entered is kept');
        assert.equal(outcome.match(/Solved/g)?.length, 1, 'it says once that it is solved');
        assert.doesNotMatch(outcome, /wanted|Holds\.|policies\[/);
      }
      assert.equal(await loaded(page), 0, 'nothing is loaded to show it');
      await page.goto(front.url('/course/'));
      await page.wait('the list', (name) => document.querySelector(`[data-lesson="${name}"].all .progress`)?.textContent === '3 of 3 solved', lesson);
    });
  }

  test.any('an exercise is done by keyboard, its scenario goes on to the laboratory, and what is wrong is said', async ({ page, front }) => {
    const [, , { id }] = lessons.deciding;
    await page.goto(front.url('/course/deciding/'));
    await settle(page, front);
    const field = `${place(id)} input`;
    const before = await page.eval((form) => document.querySelector(`${form} .actions a`).hash, place(id));
    await page.focus(field);
    await page.eval((at) => document.querySelector(at).select(), field);
    await page.type('9999');
    await page.press('Enter');
    await page.wait('what is wrong', (form) => /a number from 200 to 1400/.test(document.querySelector(`${form} .came.trouble`)?.textContent ?? ''), place(id));
    await page.eval((at) => document.querySelector(at).select(), field);
    await page.type('1000');
    await page.press('Enter');
    await page.wait('the solution', (form) => document.querySelector(`${form} .came .passed`), place(id));
    assert.notEqual(await page.eval((form) => document.querySelector(`${form} .actions a`).hash, place(id)), before);
    assert.ok(await page.eval((form) => document.querySelector(`${form} .came`).getAttribute('role') === 'status', place(id)), 'it is spoken');
  });

  test('values are checked while they change, by keys and by a slider', async ({ page, front }) => {
    const [, , { id }] = lessons['computation-and-data'];
    await page.goto(front.url('/course/computation-and-data/'));
    await settle(page, front);
    assert.match(await page.text(`${place(id)} .wanted`), /^RBHS's total transfer time is 41\.2 s; it should exceed 43 s\.$/);
    await page.wait('the slider', (form) => document.querySelector(`${form} input[type="range"]`), place(id));
    await page.eval((form) => {
      const slider = document.querySelector(`${form} input[type="range"]`);
      slider.value = '90';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }, place(id));
    await page.wait('it to be solved', (form) => document.querySelector(`${form} .came .passed`) && /43\.8 s, more than 43 s/.test(document.querySelector(`${form} .wanted`).textContent), place(id));
    assert.equal(await page.eval((form) => document.querySelector(`${form} .fields input`).value, place(id)), '90');
    assert.match(await page.text(`${place(id)} .came`), /makes up for that/);
    await page.click(`${place(id)} .again`);
    await page.wait('the values given', (form) => document.querySelector(`${form} .fields input`).value === '45' && /^Not solved/.test(document.querySelector(`${form} .came`).textContent), place(id));
    await page.click(`${place(id)} .fields input:not([type="range"])`);
    await page.press('Control+a');
    await page.type('90');
    await page.wait('it to be solved, without Enter', (form) => document.querySelector(`${form} .came .passed`) && document.querySelector(`${form} input[type="range"]`).value === '90', place(id));
  });

  test.once('figures of lessons are as high as their content, and name what their captions speak of', async ({ page, front, note }) => {
    for (const lesson of Object.keys(lessons)) {
      await page.goto(front.url(`/course/${lesson}/`));
      await settle(page, front);
      const shares = await page.eval(() => [...document.querySelectorAll('.still svg')].map((svg) => {
        const frame = svg.getBoundingClientRect();
        const drawn = [...svg.querySelectorAll('text, circle, line, path, polygon, rect')].map((one) => one.getBoundingClientRect())
          .filter((box) => box.height > 0 && (box.width < frame.width * 0.95 || box.height < frame.height * 0.95));
        return (Math.max(...drawn.map((box) => box.bottom)) - Math.min(...drawn.map((box) => box.top))) / frame.height;
      }));
      note(`${lesson}: ${shares.map((share) => share.toFixed(2))} of the height`);
      assert.ok(shares.length > 0 && shares.every((share) => share > 0.7), `${lesson}: ${shares}`);
    }
    await page.goto(front.url('/course/farm/'));
    assert.match(await page.eval(() => document.querySelector('.still svg')?.textContent ?? ''), /wide/);
  });

  test.any('a formula that cannot be read is told by the name of its field', async ({ page, front }) => {
    const [, { id }] = lessons.farm;
    await page.goto(front.url('/course/farm/'));
    await settle(page, front);
    assert.match(await tried(page, id, ['r + * n']), /^Score, the least goes first: /);
  });

  test('an exercise goes on in the laboratory, with its task, a check and the way back', async ({ page, front }) => {
    const [{ id }] = lessons['computation-and-data'];
    await page.goto(front.url('/course/computation-and-data/'));
    await settle(page, front);
    await page.click(`${place(id)} .actions a`);
    await page.wait('the task with its check', () => /Exercise 1: The replica decides/.test(document.querySelector('.task')?.textContent ?? '')
      && /RBHS sends j1 to Nancy; it should be Lille/.test(document.querySelector('.task')?.textContent ?? ''));
    await page.wait('the page to be live', () => document.querySelector('#lab')?.getAttribute('data-stage') === 'live');
    assert.doesNotMatch(await page.eval(() => document.querySelector('.alerts')?.textContent ?? ''), /Open it/);
    await page.reload();
    await page.wait('the task again', () => document.querySelector('.task'));
    await page.click({ role: 'link', name: 'Back to the lesson' });
    await page.wait('the lesson', (form) => document.querySelector(form) && location.hash.length > 1, place(id));
    await settle(page, front); // a page that is left while it loads a script reports an error
    await page.goto(front.url('/lab/?preset=five-clusters'));
    await page.wait('the laboratory', () => document.querySelector('#lab')?.getAttribute('data-stage') === 'live');
    assert.ok(!await page.has('.task'), 'another scenario is no exercise');
  });

  test.any('a store that holds something else is empty, and can be forgotten', async ({ page, front }) => {
    await page.goto(front.url('/course/'));
    for (const kept of ['{', '"x"', '[1, null]', '{"deciding/rule": true}']) {
      await page.eval((text) => localStorage.setItem('gridbox:course', text), kept);
      await page.reload();
      await page.wait('the list', () => document.querySelector('.lessons .progress')?.textContent === '3 exercises' && !document.querySelector('[data-forget]').hidden);
    }
    await page.eval(() => localStorage.setItem('gridbox:course', '["deciding/rule"]'));
    await page.reload();
    await page.wait('one', () => document.querySelector('.lessons .progress')?.textContent === '1 of 3 solved');
    await page.click('[data-forget]');
    await page.wait('none', () => document.querySelector('.lessons .progress')?.textContent === '3 exercises' && localStorage.getItem('gridbox:course') === null);
  });

  test.once('it fits a phone, and axe-core finds nothing with a verdict shown', async ({ page, front }) => {
    for (const path of ['/course/', '/course/lecturers/', ...Object.keys(lessons).map((name) => `/course/${name}/`)]) {
      await page.resize(360, 740);
      await page.goto(front.url(path));
      await settle(page, front);
      assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth), `${path} is wider than the screen`);
    }
    await page.goto(front.url('/course/windows/'));
    const [{ id, wrong, solution }] = lessons.windows;
    for (const values of [wrong, solution]) {
      await tried(page, id, values);
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth), 'a verdict is wider than the screen');
    }
  });
});
