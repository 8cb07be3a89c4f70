import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/feeds/webhooks.ts'
import type { Context } from '#server/context.ts'
import { Unprocessable } from '#server/errors.ts'
import type { HookCall } from './calls.ts'
import { deploymentSample } from './deployment-calls.ts'
import { emojiSample } from './emoji-calls.ts'
import type { HookPlace } from './hooks.ts'
import { issueCall } from './issue-calls.ts'
import { mergeRequestCall } from './merge-request-calls.ts'
import { messages } from './messages.ts'
import { milestoneSample } from './milestone-calls.ts'
import { noteCall } from './note-calls.ts'
import { pushSample } from './push-calls.ts'
import { releaseSample } from './release-calls.ts'
import { surroundingsOf } from './surroundings.ts'

/**
 * The latest item of a kind, as if its event had just happened.
 *
 * @throws Unprocessable  there is none, or nothing of that kind exists here
 */
export async function sampleCall(ctx: Context, place: HookPlace, trigger: WebhookEvent): Promise<HookCall> {
  const projectId = place.kind === 'project' ? place.id : await projectBelow(ctx, place.id)
  const surroundings = projectId === null ? null : await surroundingsOf(ctx, projectId)
  if (surroundings === null) throw new Unprocessable(messages.nothingToTest)
  const call = await sampleIn(ctx, surroundings, trigger)
  if (call === null) throw new Unprocessable(messages.nothingToTest)
  return call
}

async function sampleIn(
  ctx: Context,
  place: NonNullable<Awaited<ReturnType<typeof surroundingsOf>>>,
  trigger: WebhookEvent,
): Promise<HookCall | null> {
  switch (trigger) {
    case 'push_events':
      return pushSample(ctx, place, 'branch')
    case 'tag_push_events':
      return pushSample(ctx, place, 'tag')
    case 'issues_events':
    case 'confidential_issues_events': {
      const id = await latest(
        ctx,
        sql`select i.id from issuables i where i.namespace_id = ${place.projectId}
        and i.type in ('issue', 'incident', 'task') and i.confidential = ${trigger !== 'issues_events'} order by i.id desc limit 1`,
      )
      return id === null ? null : issueCall(ctx, place, id, 'open')
    }
    case 'note_events':
    case 'confidential_note_events': {
      const id = await latest(
        ctx,
        sql`select n.id from notes n join issuables i on i.id = n.issuable_id
        where i.namespace_id = ${place.projectId} and i.type in ('issue', 'incident', 'task', 'merge_request') and not n.system
          and (n.internal or i.confidential) = ${trigger !== 'note_events'} order by n.id desc limit 1`,
      )
      return id === null ? null : noteCall(ctx, place, id, 'create')
    }
    case 'merge_requests_events': {
      const id = await latest(
        ctx,
        sql`select mr.id from merge_requests mr where mr.namespace_id = ${place.projectId} order by mr.id desc limit 1`,
      )
      return id === null ? null : mergeRequestCall(ctx, place, id, 'open')
    }
    case 'emoji_events':
      return emojiSample(ctx, place)
    case 'deployment_events':
      return deploymentSample(ctx, place)
    case 'milestone_events':
      return milestoneSample(ctx, place.projectId)
    case 'releases_events':
      return releaseSample(ctx, place)
    default:
      throw new Unprocessable(messages.noTest)
  }
}

async function latest(ctx: Context, query: ReturnType<typeof sql>): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`${query}`.execute(ctx.db)
  return rows[0]?.id ?? null
}

async function projectBelow(ctx: Context, groupId: number): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('namespaces')
    .select('id')
    .where('kind', '=', 'project')
    .where(sql<boolean>`${groupId}::bigint = any (ancestor_ids)`)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id ?? null
}
