// @ts-check
/**
 * The script of a page that only redirects, such as lab.html to lab/. It keeps the query and the fragment, which a
 * meta refresh would lose, and adds no entry to the history.
 */
const to = document.documentElement.dataset.to;
if (to) location.replace(to + location.search + location.hash);
