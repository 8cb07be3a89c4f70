import { sql } from 'kysely'
import type { listTokens } from '#contract/foundation/tokens.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import type { Paging } from '#server/slice.ts'
import { type TokenRow, tokenColumns } from './present.ts'

interface TokenFilters extends Omit<InputOf<typeof listTokens>, 'userId' | keyof Paging | 'sort'> {
  /** Null lists the tokens of all users. */
  readonly userId: number | null
  /** Only those of this project or group. */
  readonly namespaceId?: number
  /** Undefined lists both kinds. */
  readonly impersonation?: boolean
}

const tokenOrders = {
  created_asc: sql`created_at asc, id asc`,
  created_desc: sql`created_at desc, id desc`,
  expires_asc: sql`expires_at asc nulls last, id asc`,
  expires_desc: sql`expires_at desc nulls last, id desc`,
  last_used_asc: sql`last_used_at asc nulls last, id asc`,
  last_used_desc: sql`last_used_at desc nulls last, id desc`,
  name_asc: sql`lower(name) asc, id asc`,
  name_desc: sql`lower(name) desc, id desc`,
} as const

interface PageOfTokens {
  readonly sort: keyof typeof tokenOrders
  readonly perPage: number
  readonly offset: number
}

/** A page of tokens with the number of all, in one statement while the page is not beyond the end. */
export async function listTokenRows(
  db: Db,
  given: TokenFilters,
  { sort, perPage, offset }: PageOfTokens,
): Promise<{ readonly rows: readonly TokenRow[]; readonly total: number }> {
  const matching = filtered(db, given)
  const rows = await matching
    .select(tokenColumns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(tokenOrders[sort])
    .limit(perPage)
    .offset(offset)
    .execute()
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await count(db, given))
  return { rows, total }
}

async function count(db: Db, given: TokenFilters): Promise<number> {
  const counted = await filtered(db, given)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return counted.count
}

const activeNow = sql<boolean>`(not revoked and ${notExpired()})`

function filtered(db: Db, given: TokenFilters) {
  const {
    userId,
    namespaceId,
    impersonation,
    createdAfter,
    createdBefore,
    lastUsedAfter,
    lastUsedBefore,
    revoked,
    state,
  } = given
  const { expiresAfter, expiresBefore } = given
  const search = given.search?.trim() ?? ''
  let query = db.selectFrom('personalAccessTokens')
  if (userId !== null) query = query.where('userId', '=', userId)
  if (namespaceId !== undefined) query = query.where('namespaceId', '=', namespaceId)
  if (impersonation !== undefined) query = query.where('impersonation', '=', impersonation)
  if (createdAfter !== undefined) query = query.where('createdAt', '>=', createdAfter)
  if (createdBefore !== undefined) query = query.where('createdAt', '<', createdBefore)
  if (lastUsedAfter !== undefined) query = query.where('lastUsedAt', '>=', lastUsedAfter)
  if (lastUsedBefore !== undefined) query = query.where('lastUsedAt', '<', lastUsedBefore)
  if (expiresAfter !== undefined) query = query.where('expiresAt', '>=', expiresAfter)
  if (expiresBefore !== undefined) query = query.where('expiresAt', '<', expiresBefore)
  if (revoked !== undefined) query = query.where('revoked', '=', revoked)
  if (search !== '') query = query.where(matchesSearch(sql`name`, search))
  if (state !== undefined) query = query.where(state === 'active' ? activeNow : sql<boolean>`not ${activeNow}`)
  return query
}

export function tokenRow(db: Db, id: number): Promise<TokenRow | undefined> {
  return db.selectFrom('personalAccessTokens').select(tokenColumns).where('id', '=', id).executeTakeFirst()
}
