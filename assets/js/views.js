// @ts-check
/**
 * The views of the laboratory in the browser's history. Each opened view is an entry, with an address for reloads
 * and bookmarks. Back, Esc and the view's own button lead to the previous entry. Go decides which view is shown;
 * this script reports Back and Forward to it.
 */

/** The view that Go shows. */
let shown = '';

/** Whether a step back requested by this script is under way; the browser takes it later. */
let stepping = false;

/** Returns the view that an address names, '' for the scenario; undefined for any other address. */
function viewAt() {
  if (!location.hash) return '';
  return /^#view=(queue|study|library|beside)$/.exec(location.hash)?.[1];
}

/** Updates the address to the view. @param {string} view */
export function syncView(view) {
  shown = view;
  const at = viewAt() ?? '';
  if (stepping || at === view || /^#s\d/.test(location.hash)) return;
  if (history.state?.under === view) {
    stepping = true;
    history.back();
    return;
  }
  history.pushState({ under: at }, '', location.pathname + location.search + (view ? `#view=${view}` : ''));
}

/**
 * Listens for Back and Forward. It must start before the program, whose own listener would open a view's address as
 * a scenario.
 * @param {(view: string) => void} show has Go show a view
 */
export function startViews(show) {
  window.addEventListener('popstate', (e) => {
    const view = viewAt();
    if (stepping) {
      stepping = false;
      e.stopImmediatePropagation();
      syncView(shown);
    } else if (view !== undefined) {
      e.stopImmediatePropagation();
      show(view);
    }
  });
}
