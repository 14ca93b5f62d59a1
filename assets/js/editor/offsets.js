// @ts-check
// Documents count bytes of UTF-8, browsers count UTF-16 units.

/**
 * Returns a function that converts bytes to units in one text. Positions beyond the end count as the end, positions
 * inside a character as its beginning. Ascending calls need only one pass over the text.
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
