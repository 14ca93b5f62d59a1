// Checks criteria of WCAG 2.2 in a page. All functions run in the page, so each is self-contained.

/**
 * Returns the focused element, whether any part of it is visible (2.4.11), and the context that the focus must not
 * change (3.2.1).
 * @returns {Promise<{what: string, place: number, seen: boolean, context: string}>}
 */
export async function atFocus() {
  const active = document.activeElement ?? document.body;
  const labels = [...active.labels ?? []];
  const own = (/** @type {Element | null} */ on) => on !== null && (active.contains(on) || labels.some((label) => label.contains(on)));
  let seen = active === document.body || !active.matches(':focus') && active.closest('.skips') !== null; // Firefox does not show the focus of a page that is not in front
  for (let frame = 0; frame < 30 && !seen; frame++) { // scrolling to the focus takes some frames
    await new Promise((done) => { requestAnimationFrame(done); });
    const box = active.getBoundingClientRect();
    for (let i = 0; i < 81 && !seen; i++) {
      const x = box.left + box.width * ((i % 9) + 0.5) / 9, y = box.top + box.height * (Math.floor(i / 9) + 0.5) / 9;
      seen = own(document.elementFromPoint(x, y));
    }
  }
  const lab = document.querySelector('#lab');
  return {
    what: active === document.body ? '' : `${active.tagName.toLowerCase()}.${active.getAttribute('class') ?? ''} "${(active.getAttribute('aria-label') ?? active.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)}"`,
    place: [...document.querySelectorAll('*')].indexOf(active), seen,
    context: [location.href, lab?.getAttribute('data-view'), document.querySelectorAll('dialog[open]').length, document.title, document.querySelector('.undo, .bar [data-act="undo"]')?.getAttribute('title')].join(' | '),
  };
}

/**
 * Returns the targets that are smaller than 24 by 24 CSS pixels and too close to another one (2.5.8). Excepted are
 * words in a sentence, and marks of the picture, whose positions have a meaning and which the lists have too.
 * @returns {string[]}
 */
export function smallTargets() {
  const asked = ':is(a[href], button, input:not([type="hidden"]), select, textarea, summary, label:has(> input), [role="button"], [role="tab"], [role="option"], [role="menuitem"], [role="slider"], [contenteditable="true"])';
  const inline = (/** @type {Element} */ el) => {
    if (!/^inline/.test(getComputedStyle(el).display)) return false;
    const sentence = /** @type {Element | undefined} */ (el.parentElement?.closest('p, li, dd, .asked, .question')?.cloneNode(true));
    for (const other of sentence?.querySelectorAll(asked) ?? []) other.remove();
    return /\w{2}/.test(sentence?.textContent ?? '');
  };
  /** Reports whether the middle of a box is visible in all scrolling parents. @param {Element} el @param {DOMRect} box
   */
  const shows = (el, box) => {
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    for (let at = el.parentElement; at; at = at.parentElement) {
      const clip = at.getBoundingClientRect();
      if (getComputedStyle(at).overflow !== 'visible' && (x < clip.left || x > clip.right || y < clip.top || y > clip.bottom)) return false;
    }
    return x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
  };
  const targets = [...document.querySelectorAll(asked)].filter((el) => {
    if (el.closest('svg.gb-picture, .skips, [inert]') || el.disabled || !el.checkVisibility({ visibilityProperty: true })) return false;
    if (document.querySelector('dialog[open]:modal') && !el.closest('dialog[open]')) return false;
    const box = el.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && shows(el, box) && getComputedStyle(el).pointerEvents !== 'none';
  }).map((el) => {
    const box = el.getBoundingClientRect();
    return { el, box, small: box.width < 23.9 || box.height < 23.9, x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
  const named = (/** @type {Element} */ el) => `${el.tagName.toLowerCase()}.${el.getAttribute('class') ?? ''} "${(el.getAttribute('aria-label') ?? el.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 30)}"`;
  const related = (/** @type {Element} */ a, /** @type {Element} */ b) => a.contains(b) || b.contains(a);
  const found = [];
  for (const one of targets) {
    if (!one.small || inline(one.el) || targets.some((other) => other !== one && !other.small && other.el.contains(one.el))) continue;
    const near = targets.find((other) => {
      if (other === one || related(one.el, other.el)) return false;
      const dx = Math.max(other.box.left - one.x, 0, one.x - other.box.right), dy = Math.max(other.box.top - one.y, 0, one.y - other.box.bottom);
      return Math.hypot(dx, dy) < 11.9 || other.small && Math.hypot(other.x - one.x, other.y - one.y) < 23.9;
    });
    if (near) found.push(`${named(one.el)} is ${one.box.width.toFixed(0)} x ${one.box.height.toFixed(0)}, near ${named(near.el)}`);
  }
  return [...new Set(found)];
}

/** Sets the spacing of letters, words, lines and paragraphs that 1.4.12 requires. */
export function spaced() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/**
 * Returns the words that are cut off where nothing scrolls and no ellipsis replaces the rest (1.4.12).
 * @returns {string[]}
 */
export function cutWords() {
  const found = [];
  for (const el of document.querySelectorAll('#lab *')) {
    if (el.closest('svg, .quiet, .skips, canvas, [data-editor]') || el.children.length && ![...el.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())) continue;
    if (!el.textContent?.trim() || !el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const box = el.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const range = document.createRange();
    range.selectNodeContents(el);
    const text = range.getBoundingClientRect();
    if (text.width < 2) continue;
    for (let /** @type {Element | null} */ at = el; at && at.id !== 'lab'; at = at.parentElement) {
      const style = getComputedStyle(at), clip = at.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflow + style.overflowX + style.overflowY)) break; // it can be scrolled to
      if (style.overflow === 'visible' && style.clipPath === 'none') continue;
      if (style.textOverflow === 'ellipsis' && style.overflowX === 'hidden') break; // an ellipsis stands for the rest
      const across = style.overflowX !== 'visible' && (text.right > clip.right + 3 || text.left < clip.left - 3) && style.textOverflow !== 'ellipsis';
      const down = style.overflowY !== 'visible' && (text.bottom > clip.bottom + 4 || text.top < clip.top - 4);
      if (across || down) {
        found.push(`${across ? 'across' : 'down'} in ${at.tagName.toLowerCase()}.${at.getAttribute('class') ?? ''}: ${el.tagName.toLowerCase()}.${el.getAttribute('class') ?? ''} "${el.textContent.trim().slice(0, 40)}"`);
        break;
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth - innerWidth} pixels wider than the screen`);
  return [...new Set(found)];
}
