/**
 * MurmurHash3, 32 bits for x86, of a text in UTF-8.
 *
 * @source github.com/aappleby/smhasher, MurmurHash3_x86_32
 */
export function murmur3(text: string, seed = 0): number {
  const bytes = Buffer.from(text, 'utf8')
  const whole = bytes.length - (bytes.length % 4)
  let hash = seed
  for (let at = 0; at < whole; at += 4) {
    hash ^= mixed(bytes.readInt32LE(at))
    hash = (hash << 13) | (hash >>> 19)
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0
  }
  let tail = 0
  for (let at = bytes.length - 1; at >= whole; at -= 1) tail = (tail << 8) | (bytes[at] ?? 0)
  if (whole < bytes.length) hash ^= mixed(tail)
  hash ^= bytes.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function mixed(block: number): number {
  const once = Math.imul(block, 0xcc9e2d51)
  return Math.imul((once << 15) | (once >>> 17), 0x1b873593)
}
