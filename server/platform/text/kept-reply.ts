/**
 * A cached answer. Its JSON, its ETag and its compressed bytes are computed when they are first needed, and reused for later requests.
 */
export class KeptReply<T> {
  /** Estimated size in memory, including the compressed bytes. */
  readonly bytes: number
  #value: T | null
  #text: string | null = null
  #etag: string | null = null
  readonly #packed = new Map<string, Promise<Buffer>>()

  /** @param chars  estimated length of the JSON */
  constructor(value: T, chars: number) {
    this.#value = value
    this.bytes = chars * 3
  }

  /** The JSON. @param encode  used by the first call only, so each call must pass the same function */
  text(encode: (value: unknown) => string): string {
    this.#text ??= encode(this.#value)
    this.#value = null
    return this.#text
  }

  etag(make: () => string): string {
    this.#etag ??= make()
    return this.#etag
  }

  /** The compressed bytes. @param encoding  such as `gzip` @param pack  called once for each encoding, and again if it failed */
  packed(encoding: string, pack: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#packed.get(encoding)
    if (known !== undefined) return known
    const made = pack()
    this.#packed.set(encoding, made)
    made.catch(() => this.#packed.delete(encoding))
    return made
  }
}
