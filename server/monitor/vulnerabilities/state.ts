import { sql } from 'kysely'
import type { DismissalReason, VulnerabilityState } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Invalid, Unchanged } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import type { Current } from '#server/slice.ts'
import { vulnerabilitiesScope } from './events.ts'
import type { VulnerabilityRow } from './find.ts'
import { messages } from './messages.ts'

export interface StateChange {
  readonly state: VulnerabilityState
  readonly comment?: string | null | undefined
  readonly dismissalReason?: DismissalReason | null | undefined
}

export type UpdatableVulnerability = Allowed<'project:update-vulnerabilities', VulnerabilityRow>

/**
 * Set the state of a vulnerability, with the reason.
 *
 * @throws Unchanged  it has this state already · @throws Invalid  a reason of another state
 */
export async function setState(ctx: Context, { id, namespaceId }: UpdatableVulnerability, change: StateChange) {
  if ((await changeRows(ctx, namespaceId, [id], change)) === 0) throw new Unchanged()
}

/** Set the state of several vulnerabilities of a project; those that have it already stay as they are. @returns how many changed */
export const setStates = (
  ctx: Context,
  project: Allowed<'project:update-vulnerabilities', ProjectRow>,
  ids: readonly number[],
  change: StateChange,
): Promise<number> => changeRows(ctx, project.id, ids, change)

/** The state of a vulnerability, held until the transaction ends. */
export async function currentState(ctx: Context, id: number): Promise<Current> {
  const { rows } = await sql<{ state: VulnerabilityState }>`
    select state from vulnerabilities where id = ${id} for no key update`.execute(ctx.db)
  return rows[0]
}

async function changeRows(
  ctx: Context,
  projectId: number,
  ids: readonly number[],
  { state, comment, dismissalReason }: StateChange,
): Promise<number> {
  if (dismissalReason != null && state !== 'dismissed') throw new Invalid({ dismissalReason: [messages.reason] })
  const { rows } = await sql<{ id: number }>`
    with locked as (
      select id, state from vulnerabilities where namespace_id = ${projectId} and id = any (${[...ids]}::bigint[]) and state <> ${state}
      order by id for no key update
    ), changed as (
      update vulnerabilities v set state = ${state}, state_comment = ${comment?.trim() ?? ''}, dismissal_reason = ${dismissalReason ?? null}::text,
        state_changed_at = ${ctx.now}::timestamptz, state_changed_by_id = ${userIdOf(ctx)}::bigint, updated_at = ${ctx.now}::timestamptz
      from locked where v.id = locked.id returning v.id, locked.state as from_state
    )
    insert into vulnerability_changes (vulnerability_id, kind, from_state, to_state, comment, dismissal_reason, author_id, created_at)
    select id, 'state', from_state, ${state}, ${comment?.trim() ?? ''}, ${dismissalReason ?? null}::text, ${userIdOf(ctx)}::bigint, ${ctx.now}::timestamptz
    from changed returning vulnerability_id as id`.execute(ctx.db)
  if (rows.length > 0)
    await ctx.events.record(
      'vulnerability.state_changed',
      { vulnerabilityIds: rows.map(({ id }) => id), to: state },
      vulnerabilitiesScope(projectId),
    )
  return rows.length
}
