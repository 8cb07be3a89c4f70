// Browsers have SHA-256 only on pages that come by HTTPS.

const fractions = (root: (prime: number) => number, count: number): Uint32Array => {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) isPrime = false
    if (isPrime) found.push(number)
  }
  return Uint32Array.from(found, prime => (root(prime) % 1) * 2 ** 32)
}

const initial = fractions(Math.sqrt, 8)
const constants = fractions(Math.cbrt, 64)
const words = new Uint32Array(64)

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))
const at = (list: Uint32Array, index: number): number => list[index] ?? 0

/** Whether the SHA-256 of a text begins with a number of zero bits, up to 32. @source FIPS 180-4 section 6.2 */
export function startsWithZeroBits(text: string, zeroBits: number): boolean {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const hash = initial.slice()
  for (let start = 0; start < padded.length; start += 64) compress(hash, view, start)
  return at(hash, 0) >>> (32 - zeroBits) === 0
}

function compress(hash: Uint32Array, view: DataView, start: number): void {
  for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(start + index * 4)
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [at(words, index - 15), at(words, index - 2)]
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[index] = at(words, index - 16) + low + at(words, index - 7) + high
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + at(constants, index) + at(words, index)) | 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  const sums = [a, b, c, d, e, f, g, h]
  for (const [index, sum] of sums.entries()) hash[index] = at(hash, index) + sum
}
