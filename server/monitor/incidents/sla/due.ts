import { sql } from 'kysely'
import { slaSeverities } from '#contract/monitor/incidents/sla-limits.ts'
import type { Context } from '#server/context.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import { batchDistinct } from '#server/platform/sql/concurrently.ts'
import { on } from '#server/slice.ts'

const minutes = sql`case i.severity ${sql.join(
  slaSeverities.map(severity => sql`when ${sql.lit(severity.toUpperCase())} then ${sql.ref(`s.${severity}_minutes`)}`),
  sql` `,
)} else s.unknown_minutes end`

/**
 * Set the moment by which incidents are to be resolved, by their severity: their creation and the limit of their project. An incident
 * whose moment has passed keeps it.
 */
const setDue = batchDistinct(
  async (ctx: Context, ids: readonly number[]): Promise<readonly undefined[]> => {
    const among = sql`any (${[...ids]}::bigint[])`
    await sql`
      with limits as (select i.id, i.state, i.created_at + make_interval(mins => ${minutes}) as due_at
        from issuables i join incident_settings s on s.project_id = i.namespace_id
        where i.id = ${among} and i.type = 'incident' and s.has_sla and ${minutes} is not null),
      gone as (delete from incident_slas where issuable_id = ${among} and missed_at is null and issuable_id not in (select id from limits))
      insert into incident_slas (issuable_id, due_at, is_running) select id, due_at, state = 'opened' from limits order by id
      on conflict (issuable_id) do update set due_at = excluded.due_at where incident_slas.missed_at is null`.execute(
      ctx.db,
    )
    return ids.map(() => undefined)
  },
  id => id,
)

const setRunning = (isRunning: boolean) =>
  batchDistinct(
    async (ctx: Context, ids: readonly number[]): Promise<readonly undefined[]> => {
      await sql`update incident_slas set is_running = ${isRunning} where issuable_id = any (${[...ids]}::bigint[])`.execute(
        ctx.db,
      )
      return ids.map(() => undefined)
    },
    id => id,
  )
const [stop, start] = [setRunning(false), setRunning(true)]

const movesDue = ({ attribute, from, to }: AttributeChange, isIncident: boolean): boolean =>
  (attribute === 'severity' && isIncident) || (attribute === 'type' && (from === 'incident' || to === 'incident'))

const ofIncident = ({ isIncident }: { readonly isIncident?: true }): boolean => isIncident === true

/** @source product-rules.md 15 */
export const dueFollowers = [
  on('issue.created', async (ctx, { payload: { issueId } }) => void (await setDue(ctx, issueId)), ofIncident),
  on(
    'issuable.changed',
    async (ctx, { payload: { issuableId } }) => void (await setDue(ctx, issuableId)),
    ({ isIncident = false, changes }) => changes.some(change => movesDue(change, isIncident)),
  ),
  on('issue.closed', async (ctx, { payload: { issueId } }) => void (await stop(ctx, issueId)), ofIncident),
  on('issue.reopened', async (ctx, { payload: { issueId } }) => void (await start(ctx, issueId)), ofIncident),
  // The successor of a moved incident has the same moment, whatever its project sets.
  on('issue.moved', async (ctx, { payload: { issueId, toId } }) => {
    await sql`
      insert into incident_slas (issuable_id, due_at, missed_at, is_running)
      select i.id, s.due_at, s.missed_at, i.state = 'opened' from incident_slas s, issuables i where s.issuable_id = ${issueId} and i.id = ${toId}
      on conflict do nothing`.execute(ctx.db)
    await stop(ctx, issueId)
  }),
]
