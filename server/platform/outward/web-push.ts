import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  generateKeyPairSync,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
  sign,
} from 'node:crypto'

/** The keys of a browser, in base64url: its public key, and the secret that it shares with the server. */
export interface PushKeys {
  readonly p256dh: string
  readonly auth: string
}

/** Bytes of a message that every push service takes. @source RFC 8030 section 7.2 */
export const mostPushBytes = 4096
const recordHeaderBytes = 86
const tagBytes = 16

/** Bytes of the text of a message, at most. */
export const mostPushText = mostPushBytes - recordHeaderBytes - tagBytes - 1

const curve = 'prime256v1'
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')

/** Whether these are the keys of a browser: a point of the curve, and 16 bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (bytesOf(auth).length !== 16 || bytesOf(p256dh).length !== 65) return false
  try {
    newKeys().computeSecret(bytesOf(p256dh))
    return true
  } catch {
    // A point that is not on the curve.
    return false
  }
}

function newKeys(): ECDH {
  const keys = createECDH(curve)
  keys.generateKeys()
  return keys
}

/**
 * Encrypt a message for one browser, which alone can read it.
 *
 * @param text  at most `mostPushText` bytes
 * @param random  the keys and salt of this message; made here, except in tests
 * @source RFC 8291 section 3.4, RFC 8188 section 2
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: PushKeys,
  random: { readonly keys: ECDH; readonly salt: Buffer } = { keys: newKeys(), salt: randomBytes(16) },
): Buffer {
  const { keys, salt } = random
  const [theirs, ours] = [bytesOf(p256dh), keys.getPublicKey()]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derive(keys.computeSecret(theirs), bytesOf(auth), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The last record of a message ends with a 2.
  const sealed = Buffer.concat([cipher.update(Buffer.concat([Buffer.from(text), Buffer.of(2)])), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(mostPushBytes)
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, sealed, cipher.getAuthTag()])
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** A new pair of keys by which push services know the server, as JSON. @source RFC 8292 */
export const newVapidKey = (): string =>
  JSON.stringify(generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ format: 'jwk' }))

/** The public part of such a key in base64url, as browsers take it. */
export function vapidPublicKey(key: string): string {
  const { x, y } = jwkOf(key)
  return Buffer.concat([Buffer.of(4), bytesOf(x ?? ''), bytesOf(y ?? '')]).toString('base64url')
}

// Only `newVapidKey` makes them.
const jwkOf = (key: string) => JSON.parse(key) as JsonWebKey & { readonly x?: string; readonly y?: string }

const tokenHours = 12

/**
 * The header by which a push service knows the server.
 *
 * @param contact  an address of `https:` or `mailto:` at which the push service reaches the operator
 * @source RFC 8292 sections 2 and 3
 */
export function vapidHeader(
  key: string,
  { endpoint, contact, now }: { readonly endpoint: URL; readonly contact: string; readonly now: string },
): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const expires = Math.floor(Date.parse(now) / 1000) + tokenHours * 3600
  const claims = { aud: endpoint.origin, exp: expires, sub: contact }
  const token = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const privateKey = createPrivateKey({ key: jwkOf(key), format: 'jwk' })
  const signature = sign('sha256', Buffer.from(token), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${token}.${signature.toString('base64url')}, k=${vapidPublicKey(key)}`
}
