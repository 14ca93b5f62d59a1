// @ts-check
/**
 * Highlights the marks of a formula's numbers. An element with data-lights names marks of the picture by "kind:id",
 * or parts of it by ".class", one per line. They have the class gb-lit while the element is pointed at, focused or
 * touched.
 */

/** @type {Element | undefined} */
let from;

/** @param {EventTarget | null} target */
const lamp = (target) => (target instanceof Element ? target.closest('[data-lights]') ?? undefined : undefined);

/** @param {string} name */
function named(name) {
  const [kind, id] = name.split(/:(.*)/s);
  return name.startsWith('.') ? name : `[data-kind="${CSS.escape(kind)}"][data-id="${CSS.escape(id)}"]`;
}

/** @param {Element | undefined} to */
function light(to) {
  if (to === from) return;
  from = to;
  for (const mark of document.querySelectorAll('.gb-lit')) mark.classList.remove('gb-lit');
  for (const name of to?.getAttribute('data-lights')?.split('\n') ?? []) {
    for (const mark of document.querySelectorAll(`.canvas ${named(name)}`)) mark.classList.add('gb-lit');
  }
}

/** Listens for the whole page. */
export function startLights() {
  /** @param {Event} e */
  const follow = (e) => light(lamp(e.target) ?? lamp(document.activeElement));
  for (const type of ['pointerover', 'focusin', 'click']) document.addEventListener(type, follow);
  document.addEventListener('focusout', () => light(undefined));
}
