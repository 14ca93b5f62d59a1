// @ts-check
/** Converts a picture to a self-contained file, in the current colours. */

/** Properties that the file must contain, because it has no style sheet: inherited ones, */
const handed = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'fill-opacity', 'stroke-opacity',
  'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order', 'visibility'];
/** and those of single elements, with their defaults. @type {Record<string, string[]>} */
const own = { opacity: ['1'], 'dominant-baseline': ['auto'], display: ['inline', 'block'] };

/**
 * @param {SVGSVGElement} svg
 * @param {boolean} [bare] without the names by which the page identifies its marks
 */
export function standalone(svg, bare = false) {
  const copied = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const from = [svg, ...svg.querySelectorAll('*')];
  const to = [copied, ...copied.querySelectorAll('*')];
  /** @type {Map<Element | null, CSSStyleDeclaration>} */
  const styles = new Map(from.map((el) => [el, getComputedStyle(el)]));
  from.forEach((el, i) => {
    const style = /** @type {CSSStyleDeclaration} */ (styles.get(el)), above = i ? styles.get(el.parentElement) : undefined;
    for (const name of handed) {
      const value = style.getPropertyValue(name);
      if (value !== above?.getPropertyValue(name) || el.hasAttribute(name)) to[i].setAttribute(name, value);
    }
    for (const name of Object.keys(own)) {
      const value = style.getPropertyValue(name);
      if (!own[name].includes(value) || el.hasAttribute(name)) to[i].setAttribute(name, value);
    }
    for (const { name } of [...el.attributes]) {
      if (/^(class|tabindex|role)$/.test(name) || bare && /^(id$|data-|aria-)/.test(name)) to[i].removeAttribute(name);
    }
  });
  copied.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  if (bare) {
    const { width, height } = svg.viewBox.baseVal;
    copied.setAttribute('width', String(width));
    copied.setAttribute('height', String(height));
  }
  return new XMLSerializer().serializeToString(copied);
}

/** Returns a picture as an address for an attribute. @param {string} svg */
export const asAddress = (svg) => `data:image/svg+xml,${svg.replace(/[^\w .,:;=()/+*!$~-]/gu, encodeURIComponent).replace(/'/g, '%27')}`;
