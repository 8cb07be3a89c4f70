import { sql } from 'kysely'
import type { PlainValues } from '#contract/plan/attributes/plain-attributes.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { statusNote } from '../attributes/escalation-status.ts'
import { type IssuableRow, incidentMark } from '../find.ts'
import { ownChangesTopics } from './own-changes-topics.ts'

type Status = NonNullable<PlainValues['escalationStatus']>

/**
 * Set the status of an incident as a consequence of another change, whose permission was checked. Nothing happens to other
 * issuables, or if the status is not one of `from`.
 *
 * @param because  the end of the sentence in its history: "by closing the incident"
 */
export async function setStatus(
  ctx: Context,
  issuable: Pick<IssuableRow, 'id' | 'iid' | 'namespaceId' | 'ancestorIds' | 'type'>,
  { from, to, because }: { readonly from: readonly Status[]; readonly to: Status; readonly because: string },
): Promise<void> {
  if (issuable.type !== 'incident') return
  const { rows } = await sql<{ before: Status }>`
    update issuables i set escalation_status = ${to}, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint
    from (select id, coalesce(escalation_status, 'TRIGGERED') as before from issuables where id = ${issuable.id} for no key update) o
    where i.id = o.id and o.before = any (${[...from]}::text[]) returning o.before`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) return
  const change = { attribute: 'escalationStatus', from: row.before, to, note: statusNote(to, because) } as const
  await ctx.events.record(
    'issuable.changed',
    { issuableId: issuable.id, ...incidentMark(issuable), changes: [change] },
    { namespaceId: issuable.namespaceId, topics: [...topicsOfIssuable(issuable), ...ownChangesTopics(ctx)] },
  )
}
