import { createHash } from 'node:crypto'
import { BadKey } from './unusable-key.ts'

/** An OpenPGP public key, as far as it says whose it is. */
interface OpenpgpKey {
  /** The fingerprint of the primary key, in upper-case hexadecimal digits. */
  readonly fingerprint: string
  /** The key ids of the subkeys: 16 hexadecimal digits each. */
  readonly subkeyIds: readonly string[]
  /** `Rita <rita@weft.test>`, in the order of the key. */
  readonly userIds: readonly string[]
  readonly emails: readonly string[]
}

const packet = { secretKey: 5, publicKey: 6, secretSubkey: 7, userId: 13, publicSubkey: 14 } as const

/** User ids and subkeys of a key at most. */
const maxParts = 50

/**
 * Read the packets of an armored public key. Its signatures are not verified: it is its owner who publishes it.
 *
 * @throws BadKey
 * @source RFC 9580, sections 4.2, 5.5, 5.11 and 6.2
 */
export function readOpenpgpKey(given: string): OpenpgpKey {
  const primaries: string[] = []
  const subkeys: string[] = []
  const userIds: string[] = []
  for (const { tag, body } of packetsOf(dearmored(given))) {
    if (tag === packet.secretKey || tag === packet.secretSubkey) throw privateKey()
    if (tag === packet.publicKey) primaries.push(fingerprintOf(body))
    if (tag === packet.publicSubkey) subkeys.push(fingerprintOf(body))
    if (tag === packet.userId) userIds.push(oneText(body))
  }
  const [fingerprint, ...others] = primaries
  if (fingerprint === undefined || userIds.length === 0) throw invalid()
  if (others.length > 0) throw new BadKey('must be a single key. Add one key at a time')
  if (userIds.length + subkeys.length > maxParts) throw new BadKey('has too many user IDs or subkeys')
  const emails = userIds.flatMap(id => /<([^<>\s]+@[^<>\s]+)>\s*$|^([^<>\s]+@[^<>\s]+)$/.exec(id)?.slice(1) ?? [])
  return {
    fingerprint,
    subkeyIds: subkeys.map(keyIdOf),
    userIds,
    emails: [...new Set(emails.filter(email => email !== undefined).map(email => email.toLowerCase()))],
  }
}

/** The key id within a fingerprint: its last 64 bits, or from version 6 on its first. */
const keyIdOf = (fingerprint: string): string =>
  fingerprint.length === 40 ? fingerprint.slice(-16) : fingerprint.slice(0, 16)

const invalid = () => new BadKey('is invalid')
const privateKey = () => new BadKey('is a private key. Keep it secret, and export the public key instead')

function dearmored(given: string): Buffer {
  if (/-----BEGIN PGP PRIVATE KEY BLOCK-----/.test(given)) throw privateKey()
  const blocks = given.split(/^-----BEGIN PGP PUBLIC KEY BLOCK-----[ \t]*$/m).slice(1)
  const [block = '', ...others] = blocks.map(each => each.split(/^-----END PGP PUBLIC KEY BLOCK-----/m, 1)[0] ?? '')
  if (others.length > 0) throw new BadKey('must be a single key. Add one key at a time')
  if (!/-----END PGP PUBLIC KEY BLOCK-----\s*$/.test(given)) throw invalid()
  // Headers such as `Version:` end with an empty line.
  const lines = block.split(/\r?\n/).map(line => line.trim())
  const empty = lines.findIndex((line, index) => index > 0 && line === '')
  const content = lines.slice(empty + 1).filter(line => line !== '')
  const last = content.at(-1) ?? ''
  const checksum = /^=([A-Za-z0-9+/]{4})$/.exec(last)?.[1]
  const base64 = (checksum === undefined ? content : content.slice(0, -1)).join('')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw invalid()
  const bytes = Buffer.from(base64, 'base64')
  if (checksum !== undefined && Buffer.from(checksum, 'base64').readUIntBE(0, 3) !== crc24(bytes)) throw invalid()
  return bytes
}

/** @source RFC 9580, section 6.1.1 */
function crc24(bytes: Buffer): number {
  let crc = 0xb704ce
  for (const byte of bytes) {
    crc ^= byte << 16
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x800000 ? ((crc << 1) ^ 0x864cfb) & 0xffffff : crc << 1
  }
  return crc
}

interface Packet {
  readonly tag: number
  readonly body: Buffer
}

function packetsOf(bytes: Buffer): readonly Packet[] {
  const packets: Packet[] = []
  for (let at = 0; at < bytes.length; ) {
    const header = bytes.readUInt8(at)
    if ((header & 0x80) === 0) throw invalid()
    const isNew = (header & 0x40) !== 0
    const { length, headerBytes } = isNew ? newLength(bytes, at) : oldLength(bytes, at, header & 3)
    const from = at + headerBytes
    if (from + length > bytes.length) throw invalid()
    packets.push({ tag: isNew ? header & 0x3f : (header >> 2) & 0xf, body: bytes.subarray(from, from + length) })
    at = from + length
  }
  return packets
}

interface Length {
  readonly length: number
  /** The size of the tag and the length together. */
  readonly headerBytes: number
}

function newLength(bytes: Buffer, at: number): Length {
  const first = byteAt(bytes, at + 1)
  if (first < 192) return { length: first, headerBytes: 2 }
  if (first < 224) return { length: ((first - 192) << 8) + byteAt(bytes, at + 2) + 192, headerBytes: 3 }
  // Keys have no partial lengths.
  if (first !== 255 || at + 6 > bytes.length) throw invalid()
  return { length: bytes.readUInt32BE(at + 2), headerBytes: 6 }
}

function oldLength(bytes: Buffer, at: number, kind: number): Length {
  const size = [1, 2, 4][kind]
  if (size === undefined || at + 1 + size > bytes.length) throw invalid()
  return { length: bytes.readUIntBE(at + 1, size), headerBytes: 1 + size }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw invalid()
  return byte
}

/** @source RFC 9580, section 5.5.4 */
function fingerprintOf(body: Buffer): string {
  const hash = (algorithm: string, start: number, lengthBytes: number) => {
    const head = Buffer.alloc(1 + lengthBytes)
    head.writeUInt8(start)
    head.writeUIntBE(body.length, 1, lengthBytes)
    return createHash(algorithm).update(head).update(body).digest('hex').toUpperCase()
  }
  switch (body[0]) {
    case 4:
      if (body.length > 0xffff) throw invalid()
      return hash('sha1', 0x99, 2)
    case 6:
      return hash('sha256', 0x9b, 4)
    default:
      throw new BadKey('is of an unsupported version. Use a version 4 or version 6 key')
  }
}

/** Control characters cannot be stored or shown. */
const oneText = (body: Buffer): string =>
  body
    .toString('utf8')
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed()
