import { sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { emailsOf } from '#server/foundation/users/emails/list.ts'
import { readOpenpgpKey } from '#server/platform/keys/openpgp-key.ts'
import { type Db, isTaken, type Row } from '#server/platform/sql/database.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import './events.ts'
import { checkMayHaveKey, mailNewKey, parsed } from './new-key.ts'

const gpgKeyColumns = ['id', 'key', 'fingerprint', 'subkeyIds', 'emails', 'createdAt'] as const

type GpgKeyRow = Row<'gpgKeys', (typeof gpgKeyColumns)[number]>

export const presentGpgKey = ({ id, key, createdAt }: GpgKeyRow) => ({ id, key, createdAt })

/**
 * Add a public OpenPGP key to an account, and mail its owner.
 *
 * @throws Invalid
 */
export async function addGpgKey(ctx: Context, userId: number, armored: string): Promise<GpgKeyRow> {
  const text = armored.replace(/\r\n?/g, '\n').trim()
  const { key, problems } = parsed(() => readOpenpgpKey(text))
  if (key === null) throw new Invalid({ key: problems })
  await checkMayHaveKey(ctx, 'gpgKeys', userId)
  const { fingerprint, subkeyIds, emails } = key
  const row = await ctx.db
    .insertInto('gpgKeys')
    .values({ userId, key: text, fingerprint, subkeyIds, emails, createdAt: ctx.now })
    .returning(gpgKeyColumns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (!isTaken(error, 'gpg_keys_fingerprint')) throw error
      throw new Invalid({ key: ['has already been taken'] }, { cause: error })
    })
  await mailNewKey(ctx, userId, { kind: 'GPG', name: key.userIds[0] ?? '', fingerprint, page: 'gpg_keys' })
  await ctx.events.record('gpg_key.created', { keyId: row.id, userId }, { topics: [userTopic(userId)] })
  return row
}

/** All GPG keys of a user: `maxKeys` bounds them. */
export const gpgKeysOf = (db: Db, userId: number): Promise<readonly GpgKeyRow[]> =>
  db.selectFrom('gpgKeys').select(gpgKeyColumns).where('userId', '=', userId).orderBy('id').execute()

export async function pageOfGpgKeys(ctx: Context, userId: number, paging: Paging) {
  const { page, perPage, offset } = pageOf(paging)
  const all = ctx.db.selectFrom('gpgKeys').where('userId', '=', userId)
  const [rows, { total }] = await Promise.all([
    all.select(gpgKeyColumns).orderBy('id').limit(perPage).offset(offset).execute(),
    all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return Paged.offset(rows.map(presentGpgKey), { page, perPage, total })
}

/** @throws NotFound  no such key, or another user's */
export async function gpgKeyOf(ctx: Context, userId: number, keyId: number): Promise<GpgKeyRow> {
  const row = await ctx.db
    .selectFrom('gpgKeys')
    .select(gpgKeyColumns)
    .where('id', '=', keyId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound('GPG Key')
  return row
}

/** @throws NotFound  no such key, or another user's */
export async function deleteGpgKey(ctx: Context, userId: number, keyId: number): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('gpgKeys')
    .where('id', '=', keyId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (gone === undefined) throw new NotFound('GPG Key')
  await ctx.events.record('gpg_key.deleted', { keyId, userId }, { topics: [userTopic(userId)] })
}

/** The GPG keys page: the addresses of each key, and whether they are confirmed ones of its owner. */
export async function gpgKeysForPage(ctx: Context, userId: number) {
  const [keys, addresses] = await Promise.all([gpgKeysOf(ctx.db, userId), emailsOf(ctx, userId)])
  const own = new Set(addresses.flatMap(each => (each.confirmedAt === null ? [] : [each.email.toLowerCase()])))
  return keys.map(row => ({
    ...presentGpgKey(row),
    fingerprint: row.fingerprint,
    subkeyIds: row.subkeyIds,
    emails: row.emails.map(email => ({ email, isVerified: own.has(email) })),
  }))
}
