// @ts-check
// Documents count bytes of UTF-8, browsers count UTF-16 units.

/**
 * A function from bytes to units in one text. Places beyond the end are the
 * end; a place inside a character is its beginning. Ascending questions are
 * answered in one pass over the text.
 * @param {string} text
 * @returns {(bytes: number) => number}
 */
export function fromBytes(text) {
  let unit = 0, byte = 0;
  return (want) => {
    if (want < byte) unit = byte = 0;
    while (unit < text.length) {
      const code = /** @type {number} */ (text.codePointAt(unit));
      const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      if (byte + size > want) break;
      byte += size;
      unit += code > 0xffff ? 2 : 1;
    }
    return unit;
  };
}
