import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** A participant of an issue by mail alone, as one row of `issue_email_participants`. */
interface Outsider {
  readonly participantId: number
  readonly issuableId: number
}

const cipher = 'aes-256-gcm'
const prefix = 'o.'
const [ivBytes, idsBytes, tagBytes] = [12, 16, 16]

/** The key in the mails to an outsider: signed, and sealed, so that it reveals nothing. */
export function outsiderKey(secret: string, { participantId, issuableId }: Outsider): string {
  const iv = randomBytes(ivBytes)
  const ids = Buffer.alloc(idsBytes)
  ids.writeBigInt64BE(BigInt(participantId))
  ids.writeBigInt64BE(BigInt(issuableId), 8)
  const seal = createCipheriv(cipher, sealing(secret), iv)
  const sealed = Buffer.concat([seal.update(ids), seal.final()])
  return prefix + Buffer.concat([iv, sealed, seal.getAuthTag()]).toString('base64url')
}

/** @returns null for a key that was not made here */
export function readOutsiderKey(secret: string, key: string): Outsider | null {
  if (!key.startsWith(prefix)) return null
  const bytes = Buffer.from(key.slice(prefix.length), 'base64url')
  if (bytes.length !== ivBytes + idsBytes + tagBytes) return null
  const open = createDecipheriv(cipher, sealing(secret), bytes.subarray(0, ivBytes))
  open.setAuthTag(bytes.subarray(ivBytes + idsBytes))
  try {
    const ids = Buffer.concat([open.update(bytes.subarray(ivBytes, ivBytes + idsBytes)), open.final()])
    return { participantId: Number(ids.readBigInt64BE()), issuableId: Number(ids.readBigInt64BE(8)) }
  } catch {
    // The seal is broken.
    return null
  }
}

const sealing = (secret: string): Buffer => createHash('sha256').update(`outsiders:${secret}`).digest()
