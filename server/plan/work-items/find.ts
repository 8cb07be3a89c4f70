import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import type { AbilityOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { epicById } from '#server/plan/epics/find.ts'
import { type IssuableRow, issueById } from '#server/plan/issuables/find.ts'

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
  const { rows } = await sql<{ series: string }>`
    select series from issuables where id = ${id} and series in ('issue', 'epic')`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Work item')
  // Both finders are about issuables, whose rows have these columns.
  return rows[0].series === 'epic'
    ? (load(ctx, ability, epicById as never, { id }) as Promise<Allowed<A, IssuableRow>>)
    : (load(ctx, ability, issueById as never, { issueId: id }) as Promise<Allowed<A, IssuableRow>>)
}
