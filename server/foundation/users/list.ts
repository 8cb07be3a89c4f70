import { sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { Forbidden } from '#server/errors.ts'
import { customAttributesJson, showsCustomAttributes } from '#server/foundation/custom-attributes/filter.ts'
import { cursorColumn, isAfter, orderOf, type SortKey, writeCursor } from '#server/platform/sql/keyset.ts'
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
    // An exact match comes first, unless an order is given.
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
  const keys = keysOf(input.orderBy ?? 'id', input.sort ?? 'desc')
  const { cursor } = input
  const rows = await filterUsers(ctx, usersAsked(ctx, input), input, isAdmin(ctx.actor))
    .select(cursorColumn(keys).as('cursor'))
    .$if(cursor !== undefined, query => query.where(sql<boolean>`${isAfter(keys, cursor ?? '')}`))
    .orderBy(orderOf(keys))
    .limit(perPage + 1)
    .execute()
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  const next = rows.length > perPage && last !== undefined ? { cursor: writeCursor(last.cursor) } : null
  return Paged.keyset(show(ctx, shown), { perPage, next })
}

const keyTypes = {
  id: 'bigint',
  name: 'text',
  username: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const

const keysOf = (orderBy: keyof typeof orders, direction: 'asc' | 'desc'): readonly SortKey[] => [
  { value: sql.ref(orders[orderBy]), type: keyTypes[orderBy], direction },
  { value: sql.ref('u.id'), type: 'bigint', direction },
]

/** Lists give only administrators more than the basics. */
function show(ctx: Context, rows: readonly UserRow[]) {
  const { settings } = ctx.services
  return rows.map(row => (isAdmin(ctx.actor) ? presentUser(settings, ctx.actor, row) : presentUserBasic(settings, row)))
}
