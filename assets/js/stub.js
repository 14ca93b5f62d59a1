// @ts-check
/**
 * The whole script of a page that only leads elsewhere, such as lab.html to
 * lab/. It keeps the query and the fragment, which a meta refresh would lose,
 * and leaves no entry behind in the history.
 */
const to = document.documentElement.dataset.to;
if (to) location.replace(to + location.search + location.hash);
