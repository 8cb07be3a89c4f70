/** A value in BER: its tag, and where its content stands. */
interface Value {
  readonly tag: number
  readonly isConstructed: boolean
  readonly from: number
  readonly to: number
  /** The offset after the value, with the end marks of one without a length. */
  readonly next: number
}

const [octetString, sequence] = [0x04, 0x10]
/** 1.2.840.113549.1.7.2 (signedData) and .7.1 (data), as BER writes them. */
const signedData = '2a864886f70d010702'
const deepest = 20

/**
 * The mail inside of one that is signed with S/MIME, without a check of its signature.
 *
 * @returns null when the bytes hold no signed mail, such as an encrypted one
 * @source RFC 5652 section 5
 */
export function signedMail(bytes: Uint8Array): Uint8Array | null {
  try {
    const [type, wrapped] = childrenOf(bytes, valueAt(bytes, 0, 0))
    if (type === undefined || wrapped === undefined || hex(bytes, type) !== signedData) return null
    const [signed] = childrenOf(bytes, wrapped)
    const content =
      signed && childrenOf(bytes, signed).find(each => (each.tag & 0x1f) === sequence && each.isConstructed)
    const [, explicit] = content === undefined ? [] : childrenOf(bytes, content)
    const [octets] = explicit === undefined ? [] : childrenOf(bytes, explicit)
    return octets === undefined ? null : octetsOf(bytes, octets)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** @throws RangeError  the bytes are no BER, or too deeply nested */
function valueAt(bytes: Uint8Array, at: number, depth: number): Value {
  if (depth > deepest) throw new RangeError('nested too deeply')
  const tag = byteAt(bytes, at)
  if ((tag & 0x1f) === 0x1f) throw new RangeError('a long tag')
  const isConstructed = (tag & 0x20) !== 0
  const first = byteAt(bytes, at + 1)
  if (first === 0x80) {
    let end = at + 2
    while (byteAt(bytes, end) !== 0 || byteAt(bytes, end + 1) !== 0) end = valueAt(bytes, end, depth + 1).next
    return { tag, isConstructed, from: at + 2, to: end, next: end + 2 }
  }
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  if (lengthBytes > 4) throw new RangeError('too long')
  let length = lengthBytes === 0 ? first : 0
  for (let nth = 0; nth < lengthBytes; nth++) length = length * 256 + byteAt(bytes, at + 2 + nth)
  const from = at + 2 + lengthBytes
  if (from + length > bytes.length) throw new RangeError('longer than its bytes')
  return { tag, isConstructed, from, to: from + length, next: from + length }
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw new RangeError('ends too early')
  return byte
}

function childrenOf(bytes: Uint8Array, parent: Value): readonly Value[] {
  const children: Value[] = []
  for (let at = parent.from; at < parent.to && children.length < 100_000; ) {
    const child = valueAt(bytes, at, 0)
    children.push(child)
    at = child.next
  }
  return children
}

const hex = (bytes: Uint8Array, { from, to }: Value): string => Buffer.from(bytes.subarray(from, to)).toString('hex')

/** A string of octets may come in parts. */
const octetsOf = (bytes: Uint8Array, value: Value): Uint8Array =>
  value.isConstructed
    ? Buffer.concat(
        childrenOf(bytes, value)
          .filter(part => part.tag === octetString)
          .map(part => bytes.subarray(part.from, part.to)),
      )
    : bytes.subarray(value.from, value.to)
