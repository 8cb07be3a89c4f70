import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { listTopics } from '#server/discuss/noteables/live-topics.ts'
import { loadTarget, runCommands } from '#server/discuss/quick-actions/run.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { type CreatedIssuable, insertIssuable } from '#server/plan/issuables/changes/insert.ts'
import { checkDates } from '#server/plan/issuables/changes/normalize.ts'
import { type NewIssuable, prepareIssuable } from '#server/plan/issuables/changes/prepare.ts'
import { type EpicPlan, planColumns } from './plan.ts'

type NewEpic = NewIssuable & EpicPlan

/**
 * Open an epic. Quick actions in its description run when it is there.
 *
 * @throws Invalid  a value breaks a rule
 * @throws Conflict  its parent is full, or deep enough already
 */
export function createEpic(
  ctx: Context,
  group: Allowed<'group:create-epic', GroupRow>,
  { color, startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed, ...given }: NewEpic,
): Promise<CreatedIssuable> {
  const columns = planColumns({ color, startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed })
  // The new epic has no contents from which dates would follow.
  checkDates({
    startDate: (columns.startDateIsFixed && columns.startDateFixed) || null,
    dueDate: (columns.dueDateIsFixed && columns.dueDateFixed) || null,
  })
  return prepareIssuable(
    ctx,
    group,
    { ...given, type: 'epic' },
    { setsMetadata: true },
    (outer, { row, commands, reviewerIds: _none, ...created }) =>
      transact(outer, async inner => {
        const epic = await insertIssuable(inner, group.id, 'epic', row)
        await inner.db
          .insertInto('epics')
          .values({ id: epic.id, ...columns })
          .execute()
        await sql`select date_epic(${epic.id})`.execute(inner.db)
        await inner.events.record(
          'epic.created',
          { issuableId: epic.id, ...created },
          { namespaceId: group.id, topics: listTopics('epic', group.id, group.ancestorIds) },
        )
        const target = commands.length === 0 ? null : await loadTarget(inner, epic.id)
        if (target !== null) await runCommands(inner, target, commands)
        return epic
      }),
  )
}
