/** The bytes end before the value does, or go on after the last one. */
export class BrokenWire extends Error {}

/**
 * Reads values of the SSH wire format one after the other.
 *
 * @source RFC 4251, section 5
 */
export class SshReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** @throws BrokenWire */
  take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new BrokenWire()
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  uint32(): number {
    return this.take(4).readUInt32BE()
  }

  /** A `string`: its length and its bytes. */
  bytes(): Buffer {
    return this.take(this.uint32())
  }

  text(): string {
    return this.bytes().toString('latin1')
  }

  /** A positive `mpint` without its leading zeros. @throws BrokenWire  negative or zero */
  positive(): Buffer {
    const bytes = this.bytes()
    const from = bytes.findIndex(byte => byte !== 0)
    if (from < 0 || (from === 0 && (bytes[0] ?? 0) >= 0x80)) throw new BrokenWire()
    return bytes.subarray(from)
  }

  /** @throws BrokenWire  something follows */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new BrokenWire()
  }
}
