/**
 * An answer that is kept and given again and again. It is encoded once, and so are its fingerprint and its compressed bytes: each time
 * after the first, they are sent as they are.
 */
export class KeptReply<T> {
  /** In memory, with the compressed bytes, about. */
  readonly bytes: number
  #value: T | null
  #text: string | null = null
  #etag: string | null = null
  readonly #packed = new Map<string, Promise<Buffer>>()

  /** @param chars  the length of the text, about */
  constructor(value: T, chars: number) {
    this.#value = value
    this.bytes = chars * 3
  }

  /** @param encode  the same function each time */
  text(encode: (value: unknown) => string): string {
    this.#text ??= encode(this.#value)
    this.#value = null
    return this.#text
  }

  etag(make: () => string): string {
    this.#etag ??= make()
    return this.#etag
  }

  /** The bytes in one encoding, such as `gzip`. */
  packed(encoding: string, pack: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#packed.get(encoding)
    if (known !== undefined) return known
    const made = pack()
    this.#packed.set(encoding, made)
    made.catch(() => this.#packed.delete(encoding))
    return made
  }
}
