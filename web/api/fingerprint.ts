/** A short name for a text of any length, in 16 signs of base 16; two texts rarely share one. */
export function fingerprint(text: string): string {
  return [0x81_1c_9d_c5, 0x01_00_01_93]
    .map(seed => {
      let hash = seed
      for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')
}
