import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto'
import { oneLine } from '#server/platform/text/one-line.ts'
import { BrokenWire, SshReader } from './ssh-wire.ts'
import { BadKey } from './unusable-key.ts'

/** A public key of a kind that OpenSSH makes. */
export interface SshKey {
  /** `ssh-ed25519`, `ssh-rsa` … */
  readonly type: string
  readonly bits: number
  /** The key as OpenSSH stores it: type, base64 and, if there is one, the comment. */
  readonly text: string
  readonly comment: string
  /** The fingerprint, as `ssh-keygen -l` prints it: `SHA256:` and base64 without padding. */
  readonly fingerprint: string
  /** The fingerprint, as `ssh-keygen -l -E md5` prints it, without the prefix `MD5:`. */
  readonly fingerprintMd5: string
}

/** Shorter ones can be broken. @source NIST SP 800-131A */
const rsaBitsAtLeast = 2048
const maxRsaBits = 16_384

/**
 * Read one line of an `id_….pub` file. Every field is checked, so that a key with a missing or changed character is refused.
 *
 * @throws BadKey
 * @source sshd(8), AUTHORIZED_KEYS; RFC 4253, section 6.6; RFC 5656; RFC 8709; openssh PROTOCOL.u2f
 */
export function readSshKey(given: string): SshKey {
  const text = given.trim()
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    throw new BadKey('is a private key. Keep it secret, and paste the file that ends in .pub')
  const lines = text.split(/[\r\n]+/)
  if (lines.length > 1) throw new BadKey('must be a single key on one line')
  const [type = '', base64 = '', ...words] = text.split(/[ \t]+/)
  if (type === 'ssh-dss') throw new BadKey('type is forbidden. Must be RSA, ECDSA, ED25519, ECDSA_SK, or ED25519_SK')
  const blob = Buffer.from(base64, 'base64')
  // Characters that are not base64 are skipped by the decoder, and would be missing from the text that is made again.
  if (
    !/^[A-Za-z0-9+/]+={0,2}$/.test(base64) ||
    blob.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, '')
  )
    throw invalid()
  const bits = bitsOf(type, blob)
  const comment = oneLine(words.join(' '))
  return {
    type,
    bits,
    comment,
    text: [type, blob.toString('base64'), comment].filter(part => part !== '').join(' '),
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
    fingerprintMd5: (createHash('md5').update(blob).digest('hex').match(/../g) ?? []).join(':'),
  }
}

const invalid = (cause?: unknown) => new BadKey('is invalid', { cause })

const curves: Readonly<Record<string, { readonly crv: string; readonly bits: number }>> = {
  nistp256: { crv: 'P-256', bits: 256 },
  nistp384: { crv: 'P-384', bits: 384 },
  nistp521: { crv: 'P-521', bits: 521 },
}

/** The size of a key whose bytes are sound. @throws BadKey */
function bitsOf(type: string, blob: Buffer): number {
  try {
    const reader = new SshReader(blob)
    if (reader.text() !== type) throw invalid()
    const bits = readFields(type, reader)
    reader.end()
    return bits
  } catch (error) {
    throw error instanceof BadKey ? error : invalid(error)
  }
}

function readFields(type: string, reader: SshReader): number {
  switch (type) {
    case 'ssh-rsa': {
      const exponent = reader.positive()
      const modulus = reader.positive()
      const bits = modulus.length * 8 - Math.clz32(modulus[0] ?? 0) + 24
      if (bits < rsaBitsAtLeast) throw new BadKey(`must be at least ${rsaBitsAtLeast} bits`)
      if (bits > maxRsaBits) throw new BadKey(`must be at most ${maxRsaBits} bits`)
      checkKey({ kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') })
      return bits
    }
    case 'ssh-ed25519':
      return ed25519(reader)
    case 'ecdsa-sha2-nistp256':
    case 'ecdsa-sha2-nistp384':
    case 'ecdsa-sha2-nistp521':
      return ecdsa(reader, type.slice('ecdsa-sha2-'.length))
    case 'sk-ssh-ed25519@openssh.com': {
      const bits = ed25519(reader)
      reader.bytes()
      return bits
    }
    case 'sk-ecdsa-sha2-nistp256@openssh.com': {
      const bits = ecdsa(reader, 'nistp256')
      reader.bytes()
      return bits
    }
    default:
      throw new BrokenWire()
  }
}

function ed25519(reader: SshReader): number {
  const point = reader.bytes()
  if (point.length !== 32) throw new BrokenWire()
  checkKey({ kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') })
  return 256
}

function ecdsa(reader: SshReader, name: string): number {
  const curve = curves[name]
  const size = Math.ceil((curve?.bits ?? 0) / 8)
  if (curve === undefined || reader.text() !== name) throw new BrokenWire()
  const point = reader.bytes()
  if (point[0] !== 4 || point.length !== 1 + 2 * size) throw new BrokenWire()
  const [x, y] = [point.subarray(1, 1 + size), point.subarray(1 + size)]
  checkKey({ kty: 'EC', crv: curve.crv, x: x.toString('base64url'), y: y.toString('base64url') })
  return curve.bits
}

/** @throws Error  the numbers make no key: a point that is not on its curve */
function checkKey(key: JsonWebKey): void {
  createPublicKey({ key, format: 'jwk' })
}
