import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/feeds/webhooks.ts'
import { coversName } from '#server/code/protected-refs/name-pattern.ts'
import { type Context, transact } from '#server/context.ts'
import { disabledAfter, type HookRow, hooks } from './hooks.ts'

/** The calls to a webhook for one change. */
export interface HookCall {
  /** The flag that a webhook must have set. */
  readonly trigger: WebhookEvent
  /** A second flag that the webhook must have set for a confidential item. */
  readonly alsoNeeds?: WebhookEvent
  /** `X-Gitlab-Event`. */
  readonly header: string
  readonly payload: Readonly<Record<string, unknown>>
  /** The branch of a push; null for a tag or any other event. */
  readonly branch?: string | null
}

/** Webhooks of some projects or groups, and of the groups above them, that are called now, by project or group. */
export async function hooksFor(
  ctx: Context,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, readonly HookRow[]>> {
  const { rows: places } = await sql<{ projectId: number; hookId: number }>`
    select n.id as project_id, w.id as hook_id from namespaces n
    join webhooks w on w.namespace_id = n.id or w.namespace_id = any (n.ancestor_ids)
    where n.id = any (${[...new Set(projectIds)]}::bigint[]) and w.recent_failures < ${disabledAfter}
      and (w.disabled_until is null or w.disabled_until <= ${ctx.now}::timestamptz)
    order by w.id`.execute(ctx.db)
  if (places.length === 0) return new Map()
  const rows = await hooks(ctx)
    .where(
      'id',
      'in',
      places.map(each => each.hookId),
    )
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  const found = new Map<number, HookRow[]>()
  for (const { projectId, hookId } of places) {
    const row = byId.get(hookId)
    if (row !== undefined) found.set(projectId, [...(found.get(projectId) ?? []), row])
  }
  return found
}

/**
 * Store the calls to the webhooks that want an event; they are sent after the commit.
 *
 * @param source  names the change, so that following it twice sends it once
 */
export async function queueCalls(
  ctx: Context,
  projectId: number,
  callees: readonly HookRow[],
  calls: readonly HookCall[],
  source: string,
): Promise<void> {
  const values = calls.flatMap((call, index) => {
    const eventUuid = randomUUID()
    return callees
      .filter(hook => wants(hook, call))
      .map(hook => ({
        webhookId: hook.id,
        source: `${source} ${index}`,
        trigger: call.trigger,
        eventUuid,
        eventHeader: call.header,
        payload: JSON.stringify(call.payload),
        nextAttemptAt: ctx.now,
        createdAt: ctx.now,
      }))
  })
  if (values.length === 0) return
  await transact(ctx, async inner => {
    const made = await inner.db
      .insertInto('webhookDeliveries')
      .values(values)
      .onConflict(conflict => conflict.columns(['webhookId', 'source']).doNothing())
      .returning('id')
      .execute()
    for (const { id } of made)
      await inner.events.record('webhook.queued', { deliveryId: id }, { namespaceId: projectId })
  })
}

const wants = (hook: HookRow, { trigger, alsoNeeds, branch }: HookCall): boolean =>
  hook.events.includes(trigger) &&
  (alsoNeeds === undefined || hook.events.includes(alsoNeeds)) &&
  (branch == null ||
    hook.branchFilterStrategy === 'all_branches' ||
    hook.branchFilter === '' ||
    coversName(hook.branchFilter, branch))
