// @ts-check

/**
 * Decodes Ascii85, five letters for four bytes, with v in place of the character that would start an element of a
 * page. Base64 would be a sixteenth longer.
 * @param {string} text
 */
export function fromAscii85(text) {
  const letters = text.trim().replaceAll("z", "!!!!!"), out = new Uint8Array(Math.floor(letters.length * 4 / 5));
  for (let i = 0, at = 0; i < letters.length; i += 5) {
    let word = 0;
    for (let k = i; k < i + 5; k++) {
      const letter = k < letters.length ? letters.charCodeAt(k) : 117;
      word = word * 85 + (letter === 118 ? 60 : letter) - 33;
    }
    for (let shift = 2 ** 24; shift >= 1 && at < out.length; shift /= 256) out[at++] = word / shift & 255;
  }
  return out;
}
