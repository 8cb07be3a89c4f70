import { sql } from 'kysely'
import { type IssuableSeries, referenceOf } from '#contract/issuable-kinds.ts'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { noteTopics } from '#server/discuss/noteables/live-topics.ts'
import { type NoteableRow, noteableById, pathOf, textNamespaceOf } from '#server/discuss/noteables/noteable.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { camelCase } from '#server/platform/text/case.ts'
import { writeSystemNotes } from './history/system-note.ts'
import type { ReadableNoteable } from './page/page.ts'

/** A series in the name of an input: `mergeRequest`. */
type Camel<Series extends string> = Series extends `${infer Start}_${infer End}` ? `${Start}${Capitalize<End>}` : Series

/** The threads that a new issue of a project is to take over: one, or all open ones of the noteable with a number or an id. */
export type FollowUpWish = {
  readonly discussionToResolve?: string | undefined
  readonly noteableId?: number | undefined
} & {
  readonly [Name in `${Camel<IssuableSeries>}ToResolveDiscussionsOf`]?: number | undefined
}

interface OpenThread {
  readonly discussionId: string
  readonly firstId: number
  readonly authorId: number
  readonly username: string
  readonly body: string
  readonly comments: number
  readonly internal: boolean
}

/** Open threads of one issuable that the actor may resolve. */
interface FollowUp {
  readonly noteable: NoteableRow & { readonly isConfidential: boolean }
  readonly threads: readonly OpenThread[]
}

const inputOf = (series: IssuableSeries) =>
  // The same by letters as by type.
  camelCase(`${series}_to_resolve_discussions_of`) as `${Camel<IssuableSeries>}ToResolveDiscussionsOf`

const maxThreads = 100

/** The named threads; null when there is none that the actor knows of and may resolve. */
export async function followUpOf(ctx: Context, projectId: number, wish: FollowUpWish): Promise<FollowUp | null> {
  const { discussionToResolve: discussionId, noteableId } = wish
  const series = ctx.services.plugs.noteables.map(kind => kind.series)
  const ofWish = series.find(each => wish[inputOf(each)] !== undefined)
  if (discussionId === undefined && noteableId === undefined && ofWish === undefined) return null
  const among = sql`i.series = any (${series}::text[])`
  const { rows: found } = await sql<{ id: number }>`
    select i.id from issuables i where i.namespace_id = ${projectId} and ${
      discussionId !== undefined
        ? sql`${among} and i.id = (select n.issuable_id from notes n where n.discussion_id = ${discussionId} limit 1)`
        : ofWish === undefined
          ? sql`${among} and i.id = ${noteableId}`
          : sql`i.series = ${ofWish} and i.iid = ${wish[inputOf(ofWish)]}`
    }`.execute(ctx.db)
  if (found[0] === undefined) return null
  const noteable = await loadIfAllowed(ctx, 'issuable:comment', noteableById, found[0].id)
  if (noteable === null) return null
  const threads = (await openThreads(ctx, noteable, discussionId)).filter(thread =>
    may(ctx.actor, 'note:resolve', {
      noteable: noteable.facts,
      authorId: thread.authorId,
      internal: thread.internal,
      system: false,
    }),
  )
  return threads.length === 0
    ? null
    : { noteable: { ...noteable, isConfidential: noteable.facts.confidential }, threads }
}

async function openThreads(
  ctx: Context,
  noteable: ReadableNoteable,
  discussionId: string | undefined,
): Promise<readonly OpenThread[]> {
  const { rows } = await sql<OpenThread>`
    with threads as (select n.discussion_id, count(*) as comments, bool_or(n.internal) as internal,
        (array_agg(n.id order by n.created_at, n.id))[1] as first_id
      from notes n where n.issuable_id = ${noteable.id} and n.resolvable and ${visibleNotes(ctx.actor, 'n', noteable.facts.namespace)}
        ${discussionId === undefined ? sql`` : sql`and n.discussion_id = ${discussionId}`}
      group by n.discussion_id having bool_or(n.resolved_at is null))
    select t.*, f.author_id, u.username, f.body from threads t join notes f on f.id = t.first_id join users u on u.id = f.author_id
    order by f.created_at, f.id limit ${maxThreads}`.execute(ctx.db)
  return rows
}

/** The first values of the form of the new issue. @source DISC-028; wording as in the contract's pages */
export function followUpTexts(ctx: Context, { noteable, threads }: FollowUp): { title: string; description: string } {
  const { externalUrl } = ctx.services.settings
  const origin = new URL(externalUrl).origin
  const items = threads.map(thread => {
    const url = `${origin}${siteBase(ctx)}${pathOf(noteable)}#note_${thread.firstId}`
    const others = thread.comments - 1
    const more = others === 0 ? '' : ` (+${others} ${others === 1 ? 'comment' : 'comments'})`
    const quote = thread.body
      .trim()
      .split('\n')
      .map(line => `    > ${line}`.trimEnd())
      .join('\n')
    return `- [ ] @${thread.username} started a [discussion](${url}):${more}\n\n${quote}\n`
  })
  const discussions = threads.length === 1 ? 'discussion' : 'discussions'
  return {
    title: `Follow-up from "${noteable.title}"`.slice(0, titleLimit),
    description: `The following ${discussions} from ${referenceOf(noteable.type, noteable.iid)} should be addressed:\n\n${items.join('\n')}`,
  }
}

/** Resolve the threads that an issue has taken over, and say so at their ends. */
export async function resolveInFavour(
  ctx: Context,
  { noteable, threads }: FollowUp,
  issue: { readonly id: number; readonly iid: number },
): Promise<void> {
  const by = userIdOf(ctx)
  await sql`
    update notes set resolved_at = ${ctx.now}, resolved_by_id = ${by}, updated_at = ${ctx.now}
    where issuable_id = ${noteable.id} and discussion_id = any (${threads.map(each => each.discussionId)}::text[])
      and resolvable and resolved_at is null`.execute(ctx.db)
  const notes = threads.map(({ discussionId, internal }) => ({
    action: 'discussion',
    text: `created #${issue.iid} to continue this discussion`,
    // Only those who may know of the new issue read of it.
    details: { sourceId: issue.id },
    discussionId,
    internal,
  }))
  await writeSystemNotes(ctx, noteable.id, textNamespaceOf(noteable), notes)
  for (const { discussionId, internal } of threads) {
    await ctx.events.record(
      'discussion.resolved',
      { issuableId: noteable.id, discussionId, resolved: true },
      { namespaceId: noteable.namespaceId, topics: noteTopics(noteable, internal) },
    )
  }
}
