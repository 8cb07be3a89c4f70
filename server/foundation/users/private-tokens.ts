import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type Context, selfId, type UserActor } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** The access that a token of a private address gives: creating issues by mail, or reading feeds. */
export type PrivateTokenKind = 'mail' | 'feed'

/** The secrets by database, which never change. */
const secrets = new WeakMap<Db, string>()

/** The secret by which private addresses are signed. */
export async function privateSecret(db: Db): Promise<string> {
  const known = secrets.get(db)
  if (known !== undefined) return known
  const { rows } = await sql<{ value: string }>`select value from server_secrets where name = 'private_tokens'`.execute(
    db,
  )
  const secret = rows[0]?.value
  if (secret === undefined) throw new Error('the database has no secret for private tokens')
  secrets.set(db, secret)
  return secret
}

const resetsOf = { mail: sql.ref('t.mail_resets'), feed: sql.ref('t.feed_resets') } as const

/** The actor's token of a kind: their id and 25 letters and digits of one case. */
export async function privateToken(ctx: Context, kind: PrivateTokenKind): Promise<string> {
  const userId = selfId(ctx)
  const { rows } = await sql<{ resets: number }>`
    select ${resetsOf[kind]} as resets from private_tokens t where t.user_id = ${userId}`.execute(ctx.db)
  return `${userId.toString(36)}${signature(await privateSecret(ctx.db), kind, userId, rows[0]?.resets ?? 0)}`
}

/** Make the actor's token of a kind worthless, with every address that holds it. @returns the new one */
export async function resetPrivateToken(ctx: Context, kind: PrivateTokenKind): Promise<string> {
  const column = sql.ref(`${kind}_resets`)
  await sql`insert into private_tokens as t (user_id, ${column}) values (${selfId(ctx)}, 1)
    on conflict (user_id) do update set ${column} = ${resetsOf[kind]} + 1`.execute(ctx.db)
  return privateToken(ctx, kind)
}

/**
 * The person whose token this is, now. Its case does not matter, as mail servers change it.
 *
 * @returns null for a token that was reset or never made; `actor` is null for a blocked user
 */
export async function holderOf(
  db: Db,
  kind: PrivateTokenKind,
  token: string,
): Promise<{ readonly actor: UserActor | null } | null> {
  const [, id = '', given = ''] = /^([0-9a-z]{1,10})([0-9a-z]{25})$/.exec(token.toLowerCase()) ?? []
  const userId = Number.parseInt(id, 36)
  if (!Number.isSafeInteger(userId)) return null
  const { rows } = await sql<Omit<UserActor, 'kind'> & { readonly state: string; readonly resets: number }>`
    select u.id, u.username, u.name, u.is_admin, u.is_external, u.state, coalesce(${resetsOf[kind]}, 0) as resets
    from users u left join private_tokens t on t.user_id = u.id where u.id = ${userId}`.execute(db)
  const [found] = rows
  if (found === undefined) return null
  const { state, resets, ...user } = found
  const expected = signature(await privateSecret(db), kind, userId, resets)
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return null
  return { actor: state === 'active' ? { kind: 'user', ...user } : null }
}

/** 128 bits as 25 letters and digits of one case. */
function signature(secret: string, kind: PrivateTokenKind, userId: number, resets: number): string {
  const mac = createHmac('sha256', secret).update(`${kind}:${userId}:${resets}`).digest()
  return BigInt(`0x${mac.subarray(0, 16).toString('hex')}`)
    .toString(36)
    .padStart(25, '0')
}
