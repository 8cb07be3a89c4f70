/**
 * Whether JSON surely holds more values than that, by its signs alone. Each value but the first follows a comma, or is the first in its
 * array or object; so valid JSON of `most` values has fewer than twice as many commas and opening brackets.
 */
export function tooManyValues(most: number, json: Buffer): boolean {
  let signs = 0
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case 0x22: // "
        at = endOfText(json, at)
        break
      case 0x2c: // ,
      case 0x5b: // [
      case 0x7b: // {
        signs += 1
        if (signs >= 2 * most) return true
    }
  }
  return false
}

/** The quotation mark that ends the text which begins at a place. */
function endOfText(json: Buffer, from: number): number {
  for (let at = json.indexOf(0x22, from + 1); at >= 0; at = json.indexOf(0x22, at + 1)) {
    let escapes = 0
    while (json[at - 1 - escapes] === 0x5c) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return json.length
}
