import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** The target of a reply by mail: its author, the item, and the note that it answers. */
export interface ReplyTarget {
  readonly userId: number
  readonly issuableId: number
  readonly noteId: number | null
}

/** The secrets by database, which never change. */
const secrets = new WeakMap<Db, Promise<string>>()

/** The secret that signs the addresses; it lives in the database, so that every process has the same. */
export function replySecret(db: Db): Promise<string> {
  const known = secrets.get(db)
  if (known !== undefined) return known
  const read = readSecret(db)
  secrets.set(db, read)
  // A failure is not remembered; the caller handles it.
  read.catch(() => secrets.delete(db))
  return read
}

async function readSecret(db: Db): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from server_secrets where name = 'mail_reply'`.execute(db)
  const secret = rows[0]?.value
  if (secret === undefined) throw new Error('the database has no secret for reply addresses')
  return secret
}

/** The address by which the actor comments on an issue; null where no mails are taken in. @source REF-005 */
export async function replyAddress(ctx: Context, issuableId: number): Promise<string | null> {
  const { settings } = ctx.services
  if (settings.smtpInPort === undefined || ctx.actor.kind !== 'user') return null
  const target = { userId: ctx.actor.id, issuableId, noteId: null }
  return `${replyLocalPart(await replySecret(ctx.db), target)}@${mailDomain(settings)}`
}

/**
 * The part before the @ of an address by which one person replies on one item; at most 64 characters for ids below
 * 36^8.
 */
export function replyLocalPart(secret: string, target: ReplyTarget): string {
  return `reply+${[target.userId, target.issuableId, target.noteId ?? 0].map(id => id.toString(36)).join('-')}-${signature(secret, target)}`
}

/** A person without an account who takes part in an issue, as one row of `issue_email_participants`. */
export interface DeskReplyTarget {
  readonly participantId: number
  readonly issuableId: number
}

/** The part before the @ of an address by which a person without an account answers on one issue. */
export const deskLocalPart = (secret: string, { participantId, issuableId }: DeskReplyTarget): string =>
  `desk+${[participantId, issuableId].map(id => id.toString(36)).join('-')}-${sign(secret, `desk:${participantId}:${issuableId}`)}`

/** @returns null for an address that was not made here */
export function readDeskAddress(secret: string, address: string): DeskReplyTarget | null {
  const parts = /^desk\+([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-z]{25})@/.exec(address.toLowerCase())
  if (parts === null) return null
  const [, participant = '', issuable = '', given = ''] = parts
  const target = { participantId: Number.parseInt(participant, 36), issuableId: Number.parseInt(issuable, 36) }
  const right = sign(secret, `desk:${target.participantId}:${target.issuableId}`)
  return timingSafeEqual(Buffer.from(given), Buffer.from(right)) ? target : null
}

/**
 * Read an address again. The signature is compared in constant time, and its case does not matter, as mail servers change it.
 *
 * @returns null for an address that was not made here
 */
export function readReplyAddress(secret: string, address: string): ReplyTarget | null {
  const parts = /^reply\+([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-z]{25})@/.exec(address.toLowerCase())
  if (parts === null) return null
  const [, user = '', issuable = '', note = '', given = ''] = parts
  const noteId = Number.parseInt(note, 36)
  const target = {
    userId: Number.parseInt(user, 36),
    issuableId: Number.parseInt(issuable, 36),
    noteId: noteId === 0 ? null : noteId,
  }
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(secret, target))) ? target : null
}

const signature = (secret: string, { userId, issuableId, noteId }: ReplyTarget): string =>
  sign(secret, `reply:${userId}:${issuableId}:${noteId ?? 0}`)

/** 128 bits as 25 letters and digits of one case. */
function sign(secret: string, text: string): string {
  const mac = createHmac('sha256', secret).update(text).digest()
  return BigInt(`0x${mac.subarray(0, 16).toString('hex')}`)
    .toString(36)
    .padStart(25, '0')
}
