// @ts-check
/**
 * Runs in the head of every page, before anything is painted: takes up the
 * theme that the reader chose earlier, so that no page flashes in the other
 * one, and marks for the styles that scripts run. The key is shared by all pages.
 * Where the address of the laboratory asks for another scenario than the example that
 * its page shows, or the tab showed another one before, the styles hide the example until
 * the program has started.
 */
try {
  const chosen = localStorage.getItem('gridbox:theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  if (localStorage.getItem('gridbox:tour')) document.documentElement.dataset.toured = ''; // the invitation is shown once
} catch {
  // Storage is refused in some private windows; the system's theme holds then.
}
document.documentElement.classList.add('js');
const { dataset } = document.documentElement;
const asked = new URLSearchParams(location.search).get('preset');

/** Whether this tab showed another scenario before; link.js stores the example if it was unchanged. */
function hadOther() {
  try {
    const left = sessionStorage.getItem(`gridbox:${dataset.base ?? ''}:unheard`) ?? '';
    return sessionStorage.getItem(`gridbox:${dataset.base ?? ''}/:slot`) !== null && !left.slice(0, 400).includes('Five clusters');
  } catch {
    return false; // nothing is kept then
  }
}

if (asked ? asked !== 'five-clusters' : location.hash.startsWith('#s') || hadOther()) dataset.other = '';
