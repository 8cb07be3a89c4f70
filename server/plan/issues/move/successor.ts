import { sql } from 'kysely'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { describeChange } from '#server/plan/issuables/changes/change.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import type { AttributeValues } from '#server/plan/issuables/values.ts'

/** The issue that another one was moved to, or the epic that it was promoted to. */
export interface Successor {
  readonly kind: 'moved' | 'promoted'
  readonly id: number
  readonly values: AttributeValues
  /** The values of the issue before. */
  readonly before: AttributeValues
}

/** A change without a system note: the copied notes contain one already. */
const silent = (change: AttributeChange): AttributeChange => ({ ...change, note: null })

/** Close an issue for its successor, which also takes its place in an epic. @returns whether it was open */
export async function closeForSuccessor(
  ctx: Context,
  issue: Pick<IssuableRow, 'id'>,
  { kind, id, values }: Successor,
): Promise<boolean> {
  const [now, actorId] = [sql`${ctx.now}::timestamptz`, sql`${userIdOf(ctx)}::bigint`]
  // The time spent follows its entries, which a move takes along and a promotion does not.
  const link = kind === 'moved' ? sql`moved_to_id = ${id}, time_spent = 0` : sql`promoted_to_id = ${id}`
  const { rows } = await sql<{ wasOpen: boolean }>`
    update issuables i set ${link}, updated_at = ${now}, updated_by_id = ${actorId},
      parent_id = case when ${values.parent !== null} then null else i.parent_id end,
      state = 'closed', closed_at = coalesce(i.closed_at, ${now}), closed_by_id = case when o.state = 'opened' then ${actorId} else i.closed_by_id end,
      state_changed_at = case when o.state = 'opened' then ${now} else i.state_changed_at end
    from issuables o where i.id = ${issue.id} and o.id = i.id returning o.state = 'opened' as was_open`.execute(ctx.db)
  return rows[0]?.wasOpen ?? false
}

/**
 * The change by which a successor replaces an issue in an epic, for the event of its creation; none without an epic.
 */
export const placeTaken = ({ values }: Successor): readonly AttributeChange[] =>
  values.parent === null ? [] : [silent(describeChange('parent', { ...values, parent: null }, values))]

/** Record that an issue was closed for its successor. @param wasOpen  from `closeForSuccessor` */
export async function tellOfSuccessor(
  ctx: Context,
  issue: IssuableRow,
  { kind, id, values, before }: Successor,
  wasOpen: boolean,
): Promise<void> {
  const scope = { namespaceId: issue.namespaceId, topics: topicsOfIssuable(issue) }
  if (values.parent !== null)
    await ctx.events.record(
      'issuable.changed',
      { issuableId: issue.id, changes: [silent(describeChange('parent', before, { ...before, parent: null }))] },
      scope,
    )
  const leadsTo = kind === 'moved' ? { movedToId: id } : { promotedToId: id }
  if (wasOpen) await ctx.events.record('issue.closed', { issueId: issue.id, ...leadsTo }, scope)
  await ctx.events.record(`issue.${kind}`, { issueId: issue.id, toId: id }, scope)
}
