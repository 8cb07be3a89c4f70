import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { messages } from './messages.ts'

interface MilestoneChoice {
  readonly milestones?: readonly string[] | undefined
  readonly milestoneIds?: readonly number[] | undefined
}

/**
 * The ids of milestones of a project or of the groups above it; undefined where none are given.
 *
 * @throws Invalid  some do not exist
 */
export async function milestonesFor(
  ctx: Context,
  project: Pick<ProjectRow, 'ancestorIds'>,
  { milestones, milestoneIds }: MilestoneChoice,
): Promise<readonly number[] | undefined> {
  if (milestones !== undefined && milestoneIds !== undefined) throw new Invalid(messages.milestonesTwice)
  const wanted = [...new Set<string | number>((milestones ?? milestoneIds ?? []).filter(each => each !== ''))]
  if (milestones === undefined && milestoneIds === undefined) return undefined
  if (wanted.length === 0) return []
  const { rows } = await sql<{ id: number; title: string }>`
    select distinct on (m.title) m.id, m.title from milestones m
    where m.namespace_id = any (${[...project.ancestorIds]}::bigint[])
      and ${milestones === undefined ? sql`m.id = any (${wanted}::bigint[])` : sql`m.title = any (${wanted}::text[])`}
    order by m.title, array_position(${[...project.ancestorIds]}::bigint[], m.namespace_id) desc`.execute(ctx.db)
  const found = new Set<string | number>(rows.map(row => (milestones === undefined ? row.id : row.title)))
  const unknown = wanted.filter(each => !found.has(each))
  if (unknown.length > 0) throw new Invalid(messages.unknownMilestones(unknown.map(String)))
  return rows.map(row => row.id)
}

export async function setMilestones(ctx: Context, releaseId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with kept as (delete from release_milestones where release_id = ${releaseId} and milestone_id <> all (${[...ids]}::bigint[]))
    insert into release_milestones (release_id, milestone_id)
    select ${releaseId}, unnest(${[...ids]}::bigint[]) on conflict do nothing`.execute(ctx.db)
}
