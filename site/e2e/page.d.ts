// What functions meet that run inside a page under test: tests leave their own
// things on the window, and ask elements for what only some of them have.
interface Window { [left: string]: any }
interface Element { [property: string]: any }
interface CSSRule { media?: MediaList }
