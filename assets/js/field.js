// @ts-check
/**
 * The parts of a field outside of its form: the buttons for the focused number, and the messages about the typed
 * text. Go draws both. They are placed here, next to the part of the page that has the field, so that they neither
 * move nor cover another field. Their key is Ctrl+. (see keys.js).
 */

/** Returns the field if it has a number of the document, but not of the study. @param {EventTarget | null} target */
function numberField(target) {
  return target instanceof HTMLInputElement && target.classList.contains('num') && target.type === 'text'
    && /^(?!study\.).+/.test(target.dataset.field ?? '') ? target : null;
}

/** Applies the text typed into a field before another action uses it. @param {HTMLInputElement | null} field */
export function settle(field) {
  if (field && field.value !== (field.dataset.value ?? '')) field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Returns the path of the focused field, '' if it has no number. */
export function focusedPath() {
  const field = numberField(document.activeElement);
  settle(field);
  return field?.dataset.field ?? '';
}

/** The elements placed since the last change, by the side of the page; the next one goes below them. @type
 * {Record<string, DOMRect[]>} */
let placed = {};

/**
 * Places an element next to the panel of a field, at the height of the field. It may cover the picture but not the
 * buttons below it. If there is no space at the side, as on a phone, it is placed above the lower edge of the page.
 * @param {HTMLElement} element
 * @param {Element} field
 */
function putBeside(element, field) {
  const panel = (field.closest('.pane, .asks, .hunt, .dialog-body') ?? document.body).getBoundingClientRect();
  const at = field.getBoundingClientRect(), { width, height } = element.getBoundingClientRect();
  const seen = at.width > 0 && at.bottom > panel.top + 2 && at.top < Math.min(panel.bottom, innerHeight) - 2;
  element.style.visibility = seen ? 'visible' : 'hidden';
  if (!seen) return;
  const side = innerWidth - panel.right >= width + 12 ? 'right' : panel.left >= width + 12 ? 'left' : 'below';
  const left = side === 'right' ? panel.right + 6 : side === 'left' ? panel.left - width - 6 : Math.max(8, (innerWidth - width) / 2);
  const picture = document.querySelector('#lab .pic')?.getBoundingClientRect();
  const edge = side !== 'below' && picture?.height ? picture.bottom : innerHeight - (document.querySelector('#lab .phone')?.getBoundingClientRect().height ?? 0);
  const floor = edge - height - 4, wanted = side === 'below' ? floor : Math.max(4, Math.min((at.top + at.bottom - height) / 2, floor));
  const others = (placed[side] ??= []);
  const free = (/** @type {number} */ y) => others.every((other) => y >= other.bottom + 4 || y + height <= other.top - 4);
  // The free place nearest to the field: at its height, or below or above a placed element.
  const [top = wanted] = [wanted, ...others.flatMap((other) => [other.bottom + 4, other.top - height - 4])]
    .filter((y) => y >= 4 && y <= floor && free(y)).sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  others.push(new DOMRect(left, top, width, height));
  element.style.left = `${Math.round(left)}px`;
  element.style.top = `${Math.round(top)}px`;
}

/** Places the buttons of the focused field, or hides them. @param {HTMLInputElement | null} field */
function placeActs(field) {
  const acts = document.getElementById('field-acts');
  if (!(acts instanceof HTMLElement) || !acts.childElementCount) return;
  const path = field?.dataset.field ?? '';
  acts.hidden = !path || !!field?.closest('dialog');
  if (acts.hidden || !field) return;
  for (const button of acts.querySelectorAll('button')) {
    button.setAttribute('data-id', path);
    // Parameters of generators and algorithms are not numbers of the problem.
    if (button.dataset.act === 'disturb') button.hidden = /^runs\[|^seed$|\.generate\./.test(path);
  }
  putBeside(acts, field);
}

/** All messages about fields; the list is kept up to date by the browser. */
const faults = document.getElementsByClassName('field-fault');

function placeAll() {
  placed = {};
  placeEach();
  reserve((placed.below ?? []).reduce((sum, { height }) => sum + height + 4, 0));
}

/**
 * If there is no space next to the panel, shortens the panel, so that messages about its fields cover no rows.
 * @param {number} height
 */
function reserve(height) {
  const room = height ? `${Math.ceil(height + 4)}px` : '';
  const { style } = document.documentElement;
  if (style.getPropertyValue('--about-fields') === room) return;
  if (room) style.setProperty('--about-fields', room);
  else style.removeProperty('--about-fields');
  if (room) numberField(document.activeElement)?.scrollIntoView({ block: 'nearest' });
}

function placeEach() {
  placeActs(numberField(document.activeElement));
  for (const fault of faults) {
    const field = fault.id && document.querySelector(`[aria-describedby="${CSS.escape(fault.id)}"]`);
    if (field && fault instanceof HTMLElement) putBeside(fault, field);
  }
}

export function startField() {
  document.addEventListener('focusin', placeAll);
  // A press on the buttons must not take the focus from the field before they are clicked.
  document.addEventListener('pointerdown', (e) => {
    if (!(e.target instanceof Element) || !e.target.closest('#field-acts')) return;
    e.preventDefault();
    settle(numberField(document.activeElement));
  });
  document.addEventListener('focusout', () => setTimeout(placeAll));
  addEventListener('scroll', placeAll, { capture: true, passive: true });
  addEventListener('resize', placeAll);
}

/** Updates the messages after a drawing of the page. */
export function syncField() { placeAll(); }
