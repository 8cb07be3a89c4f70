import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes as 43 characters that fit into an address or a cookie. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a secret: its SHA-256. Only for secrets of full randomness, which need no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
