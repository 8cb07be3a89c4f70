/** A long text of a request, taken apart in a thread: its bytes, and nothing that would hold up the others. */
export class LongText {
  /** The decoded bytes: from base64 when the text came with `encoding: base64`, else in UTF-8. */
  readonly bytes: Uint8Array
  readonly wasBase64: boolean
  /** Whether the text was valid in its encoding. */
  readonly isSound: boolean

  constructor(given: Pick<LongText, 'bytes' | 'wasBase64' | 'isSound'>) {
    this.bytes = given.bytes
    this.wasBase64 = given.wasBase64
    this.isSound = given.isSound
  }
}

/** The bytes of a text in base64; null when it is none. */
export function base64Bytes(text: string): Buffer<ArrayBuffer> | null {
  const bytes = Buffer.from(text, 'base64')
  // Node decodes the part that is valid; the length shows whether that was all of it.
  let signs = text.length
  for (const match of text.matchAll(/[\s=]+/g)) signs -= match[0].length
  return signs % 4 === 1 || Math.floor((signs * 3) / 4) !== bytes.length ? null : bytes
}
