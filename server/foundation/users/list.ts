import { sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Malformed } from '#server/errors.ts'
import { customAttributesJson, showsCustomAttributes } from '#server/foundation/custom-attributes/filter.ts'
import { isOfType } from '#server/platform/sql/cursor-value.ts'
import { Paged, pageOf } from '#server/slice.ts'
import { presentUser, presentUserBasic } from './present.ts'
import { countUsers, filterUsers, selectUsers, type UserFilters, type UserRow } from './queries.ts'

const orders = {
  id: 'u.id',
  name: 'u.name',
  username: 'u.username',
  created_at: 'u.createdAt',
  updated_at: 'u.updatedAt',
} as const

/** A page of users. @throws Forbidden  signed out and not looking up a username */
export async function listUsers(ctx: Context, input: UserFilters) {
  if (ctx.actor.kind === 'anonymous' && (input.username ?? '') === '') throw new Forbidden()
  return input.pagination === 'keyset' ? byKey(ctx, input) : byNumber(ctx, input)
}

const usersAsked = (ctx: Context, input: UserFilters) =>
  selectUsers(ctx.db).$if(showsCustomAttributes(ctx, input), query =>
    query.select(
      sql<NonNullable<UserRow['customAttributes']>>`${customAttributesJson('user', sql`u.id`)}`.as('customAttributes'),
    ),
  )

async function byNumber(ctx: Context, input: UserFilters) {
  const admin = isAdmin(ctx.actor)
  const { page, perPage, offset } = pageOf(input)
  const search = input.search?.trim() ?? ''
  const rows = await filterUsers(ctx, usersAsked(ctx, input), input, admin)
    // Whoever is called exactly so comes first, unless an order is asked for.
    .$if(search !== '' && input.orderBy === undefined, query =>
      query.orderBy(sql`(lower(u.username) = lower(${search}))`, 'desc'),
    )
    .orderBy(orders[input.orderBy ?? 'id'], input.sort ?? 'desc')
    .orderBy('u.id', input.sort ?? 'desc')
    .limit(perPage)
    .offset(offset)
    .execute()
  const total = await countUsers(ctx, input, admin)
  return Paged.offset(show(ctx, rows), { page, perPage, total })
}

async function byKey(ctx: Context, input: UserFilters) {
  const { perPage } = pageOf(input)
  const orderBy = input.orderBy ?? 'id'
  const direction = input.sort ?? 'desc'
  const after = input.cursor === undefined ? null : readCursor(input.cursor, orderBy)
  const column = orders[orderBy]
  const rows = await filterUsers(ctx, usersAsked(ctx, input), input, isAdmin(ctx.actor))
    // Moments are shown to the millisecond; the key has them in full.
    .select(sql<string>`${sql.ref(column)}::text`.as('key'))
    .$if(after !== null, query =>
      query.where(
        sql<boolean>`(${sql.ref(column)}, u.id) ${sql.raw(direction === 'asc' ? '>' : '<')}
          (${after?.key ?? ''}::${sql.raw(keyTypes[orderBy])}, ${after?.id ?? 0}::bigint)`,
      ),
    )
    .orderBy(column, direction)
    .orderBy('u.id', direction)
    .limit(perPage + 1)
    .execute()
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  const next =
    rows.length > perPage && last !== undefined ? { cursor: writeCursor({ key: last.key, id: last.id }) } : null
  return Paged.keyset(show(ctx, shown), { perPage, next })
}

const keyTypes = {
  id: 'bigint',
  name: 'text',
  username: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const

interface Cursor {
  readonly key: string
  readonly id: number
}

const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.key, cursor.id])).toString('base64url')

/** @throws Malformed  a cursor this list has not given, or one of another order */
function readCursor(text: string, orderBy: keyof typeof orders): Cursor {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch (error) {
    throw new Malformed('cursor is invalid', { cause: error })
  }
  if (!Array.isArray(parsed) || typeof parsed[0] !== 'string' || !Number.isSafeInteger(parsed[1]))
    throw new Malformed('cursor is invalid')
  const key: string = parsed[0]
  if (!isOfType(key, keyTypes[orderBy])) throw new Malformed('cursor is invalid')
  return { key, id: parsed[1] }
}

/** In lists only administrators get more than the basics. */
function show(ctx: Context, rows: readonly UserRow[]) {
  const { settings } = ctx.services
  return rows.map(row => (isAdmin(ctx.actor) ? presentUser(settings, ctx.actor, row) : presentUserBasic(settings, row)))
}
