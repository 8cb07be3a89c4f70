/** A JSON text of an object without the elements of its list that did not fit. */
export interface FittingJson {
  readonly text: string
  /** The number of elements of the list that were left out. */
  readonly leftOut: number
}

export interface ListLimits {
  /** The name of a list of objects in the outermost object. */
  readonly list: string
  readonly maxElements: number
  /** The limit of the text that is kept. */
  readonly maxBytes: number
}

/** The most bytes that may follow the list. */
const maxTailBytes = 64 * 1024

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/**
 * Reads a JSON object while it arrives and keeps as many elements of one of its lists as fit, however long it is. Those
 * left out are counted and take no memory. The text is not checked: the kept part is valid JSON if the whole is.
 */
export class JsonListReader {
  readonly #limits: ListLimits
  #kept = Buffer.alloc(64 * 1024)
  #length = 0
  #depth = 0
  #inText = false
  #isEscaped = false
  /** The beginning of the last text in the outermost object, with the quotation mark that ends it. */
  #name = ''
  #inList = false
  #isDropping = false
  /** The length of the kept text after the last whole element. */
  #whole = 0
  #elements = 0
  #leftOut = 0

  constructor(limits: ListLimits) {
    this.#limits = limits
  }

  /** @returns whether the part that must be kept still fits */
  push(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length; ) {
      const end = this.#inText ? this.#endOfText(chunk, at) : at + 1
      if (this.#inText) this.#scanText(chunk.subarray(at, end))
      else this.#scan(chunk[at] ?? 0)
      if (!this.#isDropping) this.#keep(chunk.subarray(at, end))
      if (this.#inList && !this.#isDropping && this.#exceeds(chunk[at] ?? 0)) {
        this.#isDropping = true
        this.#length = this.#whole
      }
      at = end
    }
    return this.#length <= this.#limits.maxBytes + maxTailBytes
  }

  end(): FittingJson {
    return { text: this.#kept.toString('utf8', 0, this.#length), leftOut: this.#leftOut }
  }

  #scan(byte: number): void {
    if (byte === quote) {
      this.#inText = true
      this.#name = ''
    } else if (byte === openList || byte === openObject) {
      this.#depth += 1
      if (byte === openList && this.#depth === 2 && this.#name === `${this.#limits.list}"`) {
        this.#inList = true
        this.#whole = this.#length + 1
      }
    } else if (byte === closeList || byte === closeObject) {
      this.#depth -= 1
      if (!this.#inList) return
      if (this.#depth === 1) this.#inList = this.#isDropping = false
      else if (this.#depth === 2) this.#endElement()
    }
  }

  /** The place after a quotation mark, or that of the next piece of the text. */
  #endOfText(chunk: Uint8Array, at: number): number {
    const end = chunk.indexOf(quote, at)
    return end < 0 ? chunk.length : end + 1
  }

  /** @param piece  of a text; a quotation mark can only be its last byte */
  #scanText(piece: Uint8Array): void {
    const ends = piece.at(-1) === quote
    const signs = ends ? piece.length - 1 : piece.length
    let backslashes = 0
    while (backslashes < signs && piece[signs - 1 - backslashes] === backslash) backslashes += 1
    // Backslashes of the piece before continue only through a piece that has nothing else.
    const isEscaped = (backslashes % 2 === 1) !== (backslashes === signs && this.#isEscaped)
    if (ends && !isEscaped) this.#inText = false
    this.#isEscaped = !ends && isEscaped
    if (this.#depth === 1 && this.#name.length <= this.#limits.list.length)
      this.#name += Buffer.from(piece.subarray(0, this.#limits.list.length + 2)).toString('latin1')
  }

  #endElement(): void {
    if (this.#isDropping) this.#leftOut += 1
    else {
      this.#elements += 1
      this.#whole = this.#length + 1
    }
  }

  #exceeds(byte: number): boolean {
    if (this.#length > this.#limits.maxBytes) return true
    return !this.#inText && byte === comma && this.#depth === 2 && this.#elements >= this.#limits.maxElements
  }

  #keep(bytes: Uint8Array): void {
    const length = this.#length + bytes.length
    if (length > this.#kept.length) {
      const roomier = Buffer.alloc(2 * length)
      this.#kept.copy(roomier, 0, 0, this.#length)
      this.#kept = roomier
    }
    this.#kept.set(bytes, this.#length)
    this.#length = length
  }
}
