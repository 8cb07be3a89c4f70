import { type RawBuilder, sql } from 'kysely'
import type { sshKeyUsages } from '#contract/foundation/keys.ts'
import { userTopic } from '#contract/live-topics.ts'
import { isAdmin, isUser } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { Db, Row } from '#server/platform/sql/database.ts'
import { notExpiredAt } from '#server/platform/sql/expiry.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import './events.ts'

export const sshKeyColumns = [
  'id',
  'userId',
  'title',
  'key',
  'type',
  'bits',
  'fingerprint',
  'usageType',
  'expiresAt',
  'createdAt',
  'lastUsedAt',
] as const

export type SshKeyRow = Row<'sshKeys', (typeof sshKeyColumns)[number]>

/** A key as its owner and administrators see it. */
export function presentSshKey({ id, title, createdAt, expiresAt, lastUsedAt, key, usageType }: SshKeyRow) {
  // The column's check holds the usage to the words of the contract.
  const usage = usageType as (typeof sshKeyUsages)[number]
  return { id, title, createdAt, expiresAt, lastUsedAt, key, usageType: usage }
}

/** A key as other users see it. */
const presentPublicSshKey = (row: SshKeyRow) => ({ ...presentSshKey(row), key: withoutComment(row.key) })

/** Type and base64. The comment of a key often names its owner's machine or email address. */
export const withoutComment = (key: string): string => key.split(' ').slice(0, 2).join(' ')

export const presentSshKeyOnPage = (row: SshKeyRow) => ({
  ...presentSshKey(row),
  kind: keyTypeWord(row),
  fingerprint: row.fingerprint,
})

function keyTypeWord({ type, bits }: SshKeyRow): string {
  if (type === 'ssh-rsa') return `RSA ${bits}`
  const name = type.includes('ed25519') ? 'ED25519' : `ECDSA ${bits}`
  return type.startsWith('sk-') ? `${name} (security key)` : name
}

/** All SSH keys of a user: `maxKeys` bounds them. */
export const sshKeysOf = (db: Db, userId: number): Promise<readonly SshKeyRow[]> =>
  db.selectFrom('sshKeys').select(sshKeyColumns).where('userId', '=', userId).orderBy('id').execute()

/**
 * The SSH keys of a user that other servers may let in: none that has expired, and none of a user who is blocked or
 * banned.
 */
export const usableSshKeysOf = (ctx: Context, userId: number): Promise<readonly SshKeyRow[]> =>
  ctx.db
    .selectFrom('sshKeys')
    .select(sshKeyColumns)
    .where('userId', '=', userId)
    .where(notExpiredAt(sql`${ctx.now}::timestamptz`))
    .where(sql<boolean>`exists (select 1 from users u where u.id = user_id and u.state in ('active', 'deactivated'))`)
    .orderBy('id')
    .execute()

export async function pageOfSshKeys(ctx: Context, userId: number, paging: Paging) {
  const present = seesComments(ctx, userId) ? presentSshKey : presentPublicSshKey
  const { page, perPage, offset } = pageOf(paging)
  const all = ctx.db.selectFrom('sshKeys').where('userId', '=', userId)
  const [rows, { total }] = await Promise.all([
    all.select(sshKeyColumns).orderBy('id').limit(perPage).offset(offset).execute(),
    all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return Paged.offset(
    rows.map(row => present(row)),
    { page, perPage, total },
  )
}

/** @throws NotFound  no such key, or another person's */
export async function showSshKeyOf(ctx: Context, userId: number, keyId: number) {
  const row = await sshKeyOf(ctx, userId, keyId)
  return seesComments(ctx, userId) ? presentSshKey(row) : presentPublicSshKey(row)
}

const seesComments = ({ actor }: Context, userId: number): boolean => isUser(actor, userId) || isAdmin(actor)

/** @throws NotFound  no such key, or another person's */
const sshKeyOf = (ctx: Context, userId: number, keyId: number): Promise<SshKeyRow> =>
  oneSshKey(ctx.db, sql`user_id = ${userId} and id = ${keyId}`)

/** @throws NotFound */
export const sshKeyById = (ctx: Context, keyId: number): Promise<SshKeyRow> => oneSshKey(ctx.db, sql`id = ${keyId}`)

/**
 * @param fingerprint  as `ssh-keygen -l` prints it: `SHA256:…`, or the 16 pairs of digits of MD5
 * @throws NotFound
 */
export function sshKeyByFingerprint(ctx: Context, fingerprint: string): Promise<SshKeyRow> {
  return oneSshKey(ctx.db, hasFingerprint(fingerprint))
}

/** SQL condition: a key of users or of projects has this fingerprint, in any of its forms. */
export function hasFingerprint(fingerprint: string): RawBuilder<unknown> {
  const md5 = /^(?:MD5:)?((?:[0-9a-f]{2}:){15}[0-9a-f]{2})$/i.exec(fingerprint.trim())?.[1]
  // A form decodes the plus signs of base64 as blanks.
  const sha256 = fingerprint.trim().replaceAll(' ', '+').replace(/=+$/, '')
  return md5 === undefined ? sql`fingerprint = ${sha256}` : sql`fingerprint_md5 = ${md5.toLowerCase()}`
}

async function oneSshKey(db: Db, condition: RawBuilder<unknown>): Promise<SshKeyRow> {
  const row = await db.selectFrom('sshKeys').select(sshKeyColumns).where(sql<boolean>`${condition}`).executeTakeFirst()
  if (row === undefined) throw new NotFound('Key')
  return row
}

/** @throws NotFound  no such key, or another user's */
export async function deleteSshKey(ctx: Context, userId: number, keyId: number): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('sshKeys')
    .where('id', '=', keyId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (gone === undefined) throw new NotFound('Key')
  await ctx.events.record('ssh_key.deleted', { keyId, userId }, { topics: [userTopic(userId)] })
}
