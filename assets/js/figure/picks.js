// @ts-check
// Events in a figure's picture, in a frame and in a page that is one file. vugu copies every text of an event's
// target to Go, including its innerHTML, so events of the picture do not go to vugu: they are delegated here.

/** Converts events on marks of the picture to picks. */
export function delegatePicture() {
  document.addEventListener("click", (event) => pick(markOf(event.target)));
  document.addEventListener("keydown", (event) => {
    const mark = markOf(event.target);
    if (!mark || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") pick(mark);
    else if (event.key.startsWith("Arrow")) step(mark, event.key);
    else return;
    event.preventDefault();
  });
}

/**
 * @param {EventTarget | null} target
 * @returns {SVGElement | null}
 */
function markOf(target) {
  return target instanceof Element ? target.closest("#fig-picture [data-kind][data-id]") : null;
}

/** @param {SVGElement | null} mark */
function pick(mark) {
  if (!mark) return;
  const { kind, id } = mark.dataset;
  document.dispatchEvent(new CustomEvent("gbpick", { detail: { kind, id } }));
}

/**
 * Moves the focus from a mark to the nearest one in the direction of a key. Sideways
 * distance counts double, so that an arrow prefers marks straight ahead.
 * @param {SVGElement} from
 * @param {string} key
 */
function step(from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  const here = centre(from);
  let best = null;
  let least = Infinity;
  for (const mark of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll("#fig-picture [data-kind][data-id][tabindex]"))) {
    const there = centre(mark);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (mark === from || ahead <= 0 || ahead + 2 * aside >= least) continue;
    best = mark;
    least = ahead + 2 * aside;
  }
  if (!best) return;
  from.setAttribute("tabindex", "-1");
  best.setAttribute("tabindex", "0");
  best.focus();
}

/** @param {Element} mark */
function centre(mark) {
  const box = mark.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
