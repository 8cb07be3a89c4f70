import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's side of web push: its keys, and what it reads from a message. @source RFC 8291 section 3.4 */
export function pushBrowser() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    /** @param sealed  the body of the request */
    read: (sealed: Buffer): Record<string, unknown> => {
      const salt = sealed.subarray(0, 16)
      const length = sealed[20] ?? 0
      const theirs = sealed.subarray(21, 21 + length)
      const derive = (secret: Buffer, from: Buffer, info: Buffer, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, info, bytes))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs])
      const secret = derive(keys.computeSecret(theirs), auth, info, 32)
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(21 + length, -16)), decipher.final()])
      if (text.at(-1) !== 2) throw new Error('a message without an end')
      return JSON.parse(text.subarray(0, -1).toString())
    },
  }
}
