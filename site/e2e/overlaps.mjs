// Finds covered and cut off parts of a page by their positions.

/**
 * Runs in the page and returns what a user could not read or press. Words of the picture must neither overlap nor
 * leave it, and every cluster must have its name. Buttons must not be covered. Words of the page must not be cut
 * off. The first chart next to the picture must be visible with its axis. Parts that are scrolled away are ignored.
 * @returns {string[]}
 */
export function covered() {
  /** @type {string[]} */
  const found = [];
  const named = (/** @type {Element} */ el) => `${el.tagName.toLowerCase()}.${el.getAttribute('class') ?? ''} "${(el.getAttribute('aria-label') ?? el.textContent ?? '').trim().slice(0, 40)}"`;
  /** Returns the part of an element's box that its scrolling parents show. @param {Element} el */
  const shown = (el) => {
    const box = el.getBoundingClientRect();
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let p = el.parentElement; p; p = p.parentElement) {
      if (getComputedStyle(p).overflow === 'visible') continue;
      const r = p.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, r.left), Math.max(top, r.top), Math.min(right, r.right), Math.min(bottom, r.bottom)];
    }
    return { left, top, right, bottom, box, whole: left <= box.left + 1 && right >= box.right - 1 && top <= box.top + 1 && bottom >= box.bottom - 1 };
  };
  const seen = (/** @type {Element} */ el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && el.getBoundingClientRect().width > 0;

  const svg = document.querySelector('.canvas svg.gb-picture');
  const frame = document.querySelector('.canvas')?.getBoundingClientRect();
  if (svg && frame) {
    const words = [...svg.querySelectorAll('text')].filter((text) => seen(text) && text.textContent?.trim()).map((text) => ({ text, box: text.getBoundingClientRect() }));
    for (const [i, { text, box }] of words.entries()) {
      if (box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) found.push(`cut by the picture's edge: ${named(text)}`);
      for (const other of words.slice(i + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left), down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 2 && down > 4) found.push(`on each other: ${named(text)} and ${named(other.text)}`);
      }
    }
  }

  for (const name of document.querySelectorAll('.canvas svg:not(.gb-many) .gb-name')) {
    if (!name.checkVisibility({ opacityProperty: true, visibilityProperty: true })) found.push(`not shown: the name ${name.textContent}`);
  }
  const pane = document.querySelector('#answers')?.getBoundingClientRect();
  const chart = document.querySelector('#answers :is(.plane-plot, .plot) svg');
  for (const text of pane && pane.left > 0 && innerHeight >= 800 && chart && seen(chart) ? chart.querySelectorAll('text.gb-tick') : []) {
    if (pane && text.getBoundingClientRect().bottom > pane.bottom + 1) found.push(`the chart's ${text.textContent} needs scrolling`);
  }

  for (const el of document.querySelectorAll('#lab :is(button, a, input, select, summary, [role="tab"])')) {
    if (!seen(el) || el.closest('.skips')) continue; // these show while they are focused
    const { left, top, right, bottom } = shown(el);
    if (right - left < 6 || bottom - top < 6) continue;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
      found.push(`outside of the page: ${named(el)}`);
      continue;
    }
    const on = document.elementFromPoint(x, y);
    if (on && on !== el && !el.contains(on) && !on.contains(el)) found.push(`${named(el)} lies under ${named(on)}`);
  }

  for (const el of document.querySelectorAll('#lab :is(.question, .say, .verdict, .hint, .runs-table :is(th, td), .tabs button, .bar button, .why button, .control)')) {
    if (!seen(el)) continue;
    if (el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).overflow !== 'visible') found.push(`cut: ${named(el)}`);
    const { box } = shown(el);
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`beyond the page: ${named(el)}`);
  }
  const hint = document.querySelector('.hint')?.getBoundingClientRect(), pic = document.querySelector('.pic')?.getBoundingClientRect();
  if (hint && frame && pic && hint.height > 0 && hint.top < frame.bottom - 1) found.push(`the hint covers ${Math.round(frame.bottom - hint.top)} pixels of the picture`);
  if (frame && frame.width > 0 && frame.height < 100) found.push(`the picture is ${Math.round(frame.height)} pixels high`);
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the screen');
  return found;
}
