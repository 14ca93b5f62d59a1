// @ts-check
/**
 * What can be done with the number in the field that has the focus: two buttons
 * that Go draws, hidden, are set beside the field and told its path. By keyboard
 * the same is Ctrl+. (see keys.js).
 */

/** A field of a number of the document, but not of the study. @param {EventTarget | null} target */
function numberField(target) {
  return target instanceof HTMLInputElement && target.classList.contains('num') && target.type === 'text'
    && /^(?!study\.).+/.test(target.dataset.field ?? '') ? target : null;
}

/** What was typed into a field counts before anything is done with it. @param {HTMLInputElement | null} field */
export function settle(field) {
  if (field && field.value !== (field.dataset.value ?? '')) field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The path of the field that has the focus, '' where it is none of a number. */
export function focusedPath() {
  const field = numberField(document.activeElement);
  settle(field);
  return field?.dataset.field ?? '';
}

/** Sets the buttons beside a field, or hides them. @param {HTMLInputElement | null} field */
function place(field) {
  const acts = document.getElementById('field-acts');
  if (!(acts instanceof HTMLElement) || !acts.childElementCount) return;
  const path = field?.dataset.field ?? '';
  acts.hidden = !path || !!field?.closest('dialog');
  if (acts.hidden || !field) return;
  for (const button of acts.querySelectorAll('button')) {
    button.setAttribute('data-id', path);
    // What a generator or an algorithm is asked for is no number of the problem.
    if (button.dataset.act === 'disturb') button.hidden = /^runs\[|^seed$|\.generate\./.test(path);
  }
  const box = field.getBoundingClientRect();
  const below = box.bottom + acts.offsetHeight + 4 < innerHeight;
  acts.style.setProperty('left', `${Math.max(4, Math.min(box.left, innerWidth - acts.offsetWidth - 4))}px`);
  acts.style.setProperty('top', `${below ? box.bottom + 2 : box.top - acts.offsetHeight - 2}px`);
}

const again = () => place(numberField(document.activeElement));

export function startField() {
  document.addEventListener('focusin', again);
  // A press on the buttons must not take the focus from the field before they are clicked.
  document.addEventListener('pointerdown', (e) => {
    if (!(e.target instanceof Element) || !e.target.closest('#field-acts')) return;
    e.preventDefault();
    settle(numberField(document.activeElement));
  });
  document.addEventListener('focusout', () => setTimeout(again));
  addEventListener('scroll', again, { capture: true, passive: true });
  addEventListener('resize', again);
}

/** The buttons are drawn anew with the page. */
export function syncField() { again(); }
