import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import type { AbilityOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { type IssuableRow, issuableOfType } from '#server/plan/issuables/find.ts'
import { batch } from '#server/platform/sql/concurrently.ts'

/**
 * A work item by its id, for an ability.
 *
 * @throws NotFound  there is none that the actor may know of
 * @throws Forbidden  not theirs to do that with
 */
export async function loadWorkItem<A extends AbilityOf<'issuable'>>(
  ctx: Context,
  ability: A,
  id: number,
): Promise<Allowed<A, IssuableRow>> {
  const type = await typeOf(ctx, id)
  if (type === null) throw new NotFound('Work item')
  // The finder is about issuables, whose rows have these columns.
  return load(ctx, ability, issuableOfType as never, { id, type }) as Promise<Allowed<A, IssuableRow>>
}

const typeOf = batch(async (ctx: Context, ids: readonly number[]): Promise<readonly (string | null)[]> => {
  const { rows } = await sql<{ id: number; type: string }>`
    select id, type from issuables where id = any (${[...ids]}::bigint[]) and series in ('issue', 'epic')`.execute(
    ctx.db,
  )
  const types = new Map(rows.map(row => [row.id, row.type]))
  return ids.map(id => types.get(id) ?? null)
})
