// @ts-check
/**
 * Runs in the head of every page, before the first paint. It applies the theme that the reader chose earlier, so
 * that no page shows the other one for a moment, and marks for the styles that scripts run. All pages share the key.
 * If the address of the laboratory requests another scenario than the example in its page, or the tab showed another
 * one before, the styles hide the example until the program has started.
 */
try {
  const chosen = localStorage.getItem('gridbox:theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  if (localStorage.getItem('gridbox:tour')) document.documentElement.dataset.toured = ''; // the invitation is shown once
} catch {
  // Storage is refused in some private windows; the system's theme applies then.
}
document.documentElement.classList.add('js');
const { dataset } = document.documentElement;
const asked = new URLSearchParams(location.search).get('preset');

/** Reports whether this tab showed another scenario before; link.js stores the example if it was unchanged. */
function hadOther() {
  try {
    const left = sessionStorage.getItem(`gridbox:${dataset.base ?? ''}:unheard`) ?? '';
    return sessionStorage.getItem(`gridbox:${dataset.base ?? ''}/:slot`) !== null && !left.slice(0, 400).includes('Five clusters');
  } catch {
    return false; // nothing is stored then
  }
}

if (asked ? asked !== 'five-clusters' : location.hash.startsWith('#s') || hadOther()) dataset.other = '';
