import { sql } from 'kysely'
import { loadIfAllowed } from '#server/access/load.ts'
import { type Context, createContext, type Services, transact } from '#server/context.ts'
import { automationActor } from '#server/foundation/users/automation.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { scheduleIterations } from '#server/plan/iterations/schedule.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** Issues that move in one transaction, at most. */
const issuesAtOnce = 100

/**
 * Have every automatic cadence make the iterations it lacks, and move open issues of iterations that have ended on to the current
 * one where the cadence rolls over. To be run when the day begins; run again, it goes on where it was broken off.
 */
export async function turnIterations(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const actor = await automationActor(db)
  const ctx = createContext({ actor, db, services, requestId: 'turn-iterations', now })
  const { rows: cadences } = await sql<{ id: number; rollOver: boolean }>`
    select id, roll_over from iteration_cadences where active and automatic and start_date <= ${now.slice(0, 10)}::date order by id`.execute(
    db,
  )
  for (const { id, rollOver } of cadences) {
    try {
      await transact(ctx, inner => scheduleIterations(inner, id))
      if (rollOver) await rollOn(ctx, id)
    } catch (error) {
      // The other cadences go on.
      services.log.error({ err: error, cadenceId: id }, 'iterations of a cadence were not scheduled')
    }
  }
}

async function rollOn(ctx: Context, cadenceId: number): Promise<void> {
  const today = ctx.now.slice(0, 10)
  let after = 0
  for (;;) {
    const { rows } = await sql<{ issueId: number; iterationId: number }>`
      select i.id as issue_id, present.id as iteration_id from iterations past
      join issuables i on i.iteration_id = past.id and i.state = 'opened' and i.id > ${after}
      join iterations present on present.cadence_id = past.cadence_id and present.start_date <= ${today}::date and present.due_date >= ${today}::date
      where past.cadence_id = ${cadenceId} and past.due_date < ${today}::date
      order by i.id limit ${issuesAtOnce}`.execute(ctx.db)
    const last = rows.at(-1)
    if (last === undefined) return
    await transact(ctx, async inner => {
      for (const { issueId, iterationId } of rows) {
        const issue = await loadIfAllowed(inner, 'issuable:set-metadata', issueById, { issueId })
        // Issues of an archived project stay, and do not hold up the others.
        if (issue !== null) await changeIssuable(inner, issue, { iteration: iterationId })
      }
    })
    after = last.issueId
  }
}
