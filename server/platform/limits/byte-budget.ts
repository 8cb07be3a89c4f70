/** Memory that many share, each for a while. */
export class ByteBudget {
  readonly #maxBytes: number
  #reserved = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** @returns null when so much is not left */
  reserve(bytes: number): Reservation | null {
    if (this.#reserved + bytes > this.#maxBytes) return null
    this.#reserved += bytes
    let held = bytes
    const shrinkTo = (less: number) => {
      if (less >= held) return
      this.#reserved -= held - less
      held = less
    }
    return { shrinkTo, release: () => shrinkTo(0) }
  }
}

type Reservation = {
  /** Give back all above this. */
  readonly shrinkTo: (bytes: number) => void
  /** Safe to call twice. */
  readonly release: () => void
}
