// @ts-check
/**
 * Small menus below their button: elements of the class "drop" with the popover attribute. The browser opens them,
 * closes them at Escape and at a click outside, and restores the focus. This script places them, and closes them
 * when an item is chosen.
 */

const GAP = 4, EDGE = 8;

/** Returns the button that opens a menu. @param {Element} menu @returns {Element | null} */
const buttonOf = (menu) => document.querySelector(`#lab [popovertarget="${CSS.escape(menu.id)}"]`);

/** Places a menu below its button, or above it if there is more space. @param {HTMLElement} menu */
function place(menu) {
  const at = buttonOf(menu)?.getBoundingClientRect();
  if (!at) return;
  const below = at.top + at.bottom < innerHeight, right = at.left + at.right > innerWidth;
  const room = (below ? innerHeight - at.bottom : at.top) - GAP - EDGE;
  Object.assign(menu.style, {
    top: below ? `${at.bottom + GAP}px` : 'auto', bottom: below ? 'auto' : `${innerHeight - at.top + GAP}px`,
    left: right ? 'auto' : `${Math.max(EDGE, at.left)}px`, right: right ? `${Math.max(EDGE, document.documentElement.clientWidth - at.right)}px` : 'auto',
    maxHeight: `${room}px`,
  });
}

/** Reports whether a menu is open, which handles Escape itself. */
export const isOpen = () => document.querySelector('#lab .drop:popover-open') !== null;

export function startDrops() {
  document.addEventListener('beforetoggle', (e) => {
    if (e.target instanceof HTMLElement && e.target.matches('#lab .drop') && /** @type {ToggleEvent} */ (e).newState === 'open') place(e.target);
  }, true);
  document.addEventListener('click', ({ target }) => {
    const menu = target instanceof Element ? target.closest('.drop .it:not([disabled])')?.closest('.drop') : null;
    if (menu instanceof HTMLElement && menu.matches(':popover-open')) menu.hidePopover();
  });
}
