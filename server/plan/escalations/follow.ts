import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { setStatus } from '#server/plan/issuables/changes/set-status.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import { later, on } from '#server/slice.ts'
import { endEscalation, pageFor, startEscalation, startReminders } from './paging.ts'

const changeOf = (changes: readonly AttributeChange[], name: 'escalationPolicy' | 'escalationStatus') =>
  changes.find(({ attribute }) => attribute === name)

/** The escalation of an incident follows its policy and its status. @source product-rules.md 15 */
export const escalationFollowers = [
  on(
    'issuable.changed',
    (ctx, { payload: { issuableId, changes } }) => followChange(ctx, issuableId, changes),
    ({ changes }) =>
      changeOf(changes, 'escalationPolicy') !== undefined || changeOf(changes, 'escalationStatus') !== undefined,
  ),
  // The status of the incident may have been set to triggered while it was closed.
  on('issue.reopened', (ctx, { payload: { issueId } }) => startEscalation(ctx, issueId)),
  later('escalation.due', (ctx, { payload: { issueId } }) => transact(ctx, inner => pageFor(inner, issueId))),
]

async function followChange(ctx: Context, issueId: number, changes: readonly AttributeChange[]): Promise<void> {
  const policy = changeOf(changes, 'escalationPolicy')
  if (policy !== undefined) {
    if (policy.to === null) return endEscalation(ctx, issueId)
    await trigger(ctx, issueId)
    return startEscalation(ctx, issueId)
  }
  switch (changeOf(changes, 'escalationStatus')?.to) {
    case 'TRIGGERED':
      return startEscalation(ctx, issueId)
    case 'ACKNOWLEDGED':
      await endEscalation(ctx, issueId, 'ACKNOWLEDGED')
      return startReminders(ctx, issueId)
    default:
      return endEscalation(ctx, issueId)
  }
}

async function trigger(ctx: Context, issueId: number): Promise<void> {
  const { rows } = await sql<Parameters<typeof setStatus>[1]>`
    select i.id, i.iid, i.type, i.namespace_id, n.ancestor_ids from issuables i join namespaces n on n.id = i.namespace_id
    where i.id = ${issueId} and i.state = 'opened'`.execute(ctx.db)
  const [incident] = rows
  if (incident === undefined) return
  const from = ['ACKNOWLEDGED', 'RESOLVED', 'IGNORED'] as const
  await setStatus(ctx, incident, { from, to: 'TRIGGERED', because: 'by starting its escalation' })
}
