import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { FeatureFlag, listFeatureFlags } from '#contract/deploy/feature-flags/flags.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { Paged, pageOf } from '#server/slice.ts'
import { flagSql, type StoredFlag } from './find.ts'
import { presentFlag } from './present.ts'

/** The flags of a project by name. @source rest.md 12.1 */
export async function listFlags(ctx: Context, projectId: number, input: InputOf<typeof listFeatureFlags>) {
  const { page, perPage, offset } = pageOf(input)
  const { scope, search = '' } = input
  const matching = sql`feature_flags f where f.namespace_id = ${projectId} and ${matchesSearch(sql`f.name`, search)}
    ${scope === undefined ? sql`` : sql`and f.active = ${scope === 'enabled'}`}`
  const { rows } = await sql<{ total: number; flags: readonly StoredFlag[] }>`
    select (select count(*) from ${matching}) as total, coalesce((select json_agg(item) from (
      select ${flagSql} as item from ${matching} order by f.name limit ${perPage} offset ${offset}) listed), '[]') as flags`.execute(
    ctx.db,
  )
  const [{ total, flags } = { total: 0, flags: [] }] = rows
  return Paged.offset<Static<typeof FeatureFlag>[]>(flags.map(presentFlag), { page, perPage, total })
}
