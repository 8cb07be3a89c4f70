import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { Row } from '#server/platform/sql/database.ts'
import { notExpiredAt } from '#server/platform/sql/expiry.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'

const columns = ['id', 'name', 'username', 'expiresAt', 'scopes', 'revoked', 'createdAt', 'lastUsedAt'] as const

type DeployTokenRow = Row<'deployTokens', (typeof columns)[number]>

/** @param now  ISO 8601 */
export function presentDeployToken(row: Omit<DeployTokenRow, 'createdAt' | 'lastUsedAt'>, now: string) {
  const { id, name, username, expiresAt, scopes, revoked } = row
  return { id, name, username, expiresAt, scopes, revoked, expired: expiresAt !== null && expiresAt <= now }
}

/** @param namespaceId  null for the tokens of all projects and groups */
export async function pageOfDeployTokens(
  ctx: Context,
  namespaceId: number | null,
  { active, ...paging }: Paging & { readonly active?: boolean },
) {
  const { page, perPage, offset } = pageOf(paging)
  let all = ctx.db.selectFrom('deployTokens')
  if (namespaceId !== null) all = all.where('namespaceId', '=', namespaceId)
  if (active === true) all = all.where(isActive(ctx.now))
  if (active === false) all = all.where(sql<boolean>`not ${isActive(ctx.now)}`)
  const [rows, { total }] = await Promise.all([
    all.select(columns).orderBy('id').limit(perPage).offset(offset).execute(),
    all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return Paged.offset(
    rows.map(row => presentDeployToken(row, ctx.now)),
    { page, perPage, total },
  )
}

const maxShown = 100

/** The active tokens of a project or group, the latest first, as its settings page shows them. */
export async function deployTokensOnPage(ctx: Context, namespaceId: number) {
  const rows = await ctx.db
    .selectFrom('deployTokens')
    .select(columns)
    .where('namespaceId', '=', namespaceId)
    .where(isActive(ctx.now))
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute()
  return rows.map(row => ({
    ...presentDeployToken(row, ctx.now),
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
  }))
}

const isActive = (now: string): RawBuilder<boolean> =>
  sql<boolean>`(not revoked and ${notExpiredAt(sql`${now}::timestamptz`)})`

/** @throws NotFound  no such token here */
export async function deployTokenOf(ctx: Context, namespaceId: number, tokenId: number): Promise<DeployTokenRow> {
  const row = await ctx.db
    .selectFrom('deployTokens')
    .select(columns)
    .where('id', '=', tokenId)
    .where('namespaceId', '=', namespaceId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound('Deploy Token')
  return row
}
