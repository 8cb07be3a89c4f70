/**
 * A cached answer. Its JSON, its ETag and its compressed bytes are computed when they are first needed, and reused for later requests.
 */
export class KeptReply<T> {
  /** Estimated size in memory, including the compressed bytes. */
  readonly bytes: number
  #value: T | null
  #text: string | null = null
  #etag: string | null = null
  #packed: Promise<Buffer> | null = null

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

  /** The compressed bytes. @param pack  called once, and again if it failed */
  packed(pack: () => Promise<Buffer>): Promise<Buffer> {
    this.#packed ??= pack().catch(error => {
      this.#packed = null
      throw error
    })
    return this.#packed
  }
}
