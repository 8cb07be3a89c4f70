import { sql } from 'kysely'
import { draftNotesTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import { load } from '#server/access/load.ts'
import { limitTo } from '#server/access/rate-limits.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { discussionOf, textNamespaceOf } from '#server/discuss/noteables/noteable.ts'
import { type Commentable, checkBody, refuseInternal, targetOf } from '#server/discuss/notes/create.ts'
import { keyTaken } from '#server/discuss/notes/idempotency.ts'
import { insertPositions, type NewPlace, replacePosition } from '#server/discuss/notes/positions/position.ts'
import { type CheckedPosition, checkPosition } from '#server/discuss/notes/positions/position-check.ts'
import { commandsIn, explainCommands } from '#server/discuss/quick-actions/run.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import type { FoundDraft } from './find.ts'

/** Drafts of one person on one item; all of them are published by one transaction. */
export const maxDrafts = 200

/** @throws RateLimited  as many as comments */
const countDraft = limitTo({ signedIn: 300 })

interface NewDraft {
  readonly body: string
  /** The discussion it answers; null for one that begins its own. */
  readonly replyTo: string | null
  readonly asThread: boolean
  /** The position of the thread in the diff, if the comment begins one. */
  readonly place: NewPlace | null
  readonly internal: boolean
  /** Whether its thread is to be resolved then; null leaves it unchanged. */
  readonly resolveDiscussion: boolean | null
  readonly idempotencyKey?: string | undefined
}

/**
 * Keep a comment that is published later. No one is notified, and its quick actions do not run.
 *
 * @returns its id; the same for the same key
 * @throws Invalid  blank, too long, one too many, or at no place of the diff
 * @throws Forbidden  an internal one below planner
 * @throws NotFound  the discussion it is to answer
 * @throws Conflict  the key was used for another one
 */
export async function saveDraft(ctx: Context, noteable: Commentable, given: NewDraft): Promise<number> {
  checkBody(given.body)
  countDraft(ctx)
  const thread =
    given.replyTo === null
      ? null
      : await load(ctx, 'note:reply', discussionOf, { noteableId: noteable.id, discussionId: given.replyTo })
  if (thread === null && given.internal) await refuseInternal(ctx, noteable.facts)
  const words = await foresee(ctx, noteable, given.body)
  const authorId = userIdOrZero(ctx)
  const key = given.idempotencyKey ?? null
  const position = thread === null && given.place !== null ? await checkPosition(ctx, noteable, given.place) : null
  const type = position !== null ? 'DiffNote' : thread !== null || given.asThread ? 'DiscussionNote' : null
  const { rows } = await sql<{ id: number }>`
    with kept as (
      insert into draft_notes (namespace_id, issuable_id, author_id, discussion_id, type, body, body_html, markdown_version, foreseen,
        internal, resolve_discussion, idempotency_key, created_at, updated_at)
      select ${noteable.namespaceId}, ${noteable.id}, ${authorId}, ${thread?.discussionId ?? null},
        ${type}, ${given.body}, ${words.html}, ${words.version}, ${words.foreseen}::jsonb,
        ${thread?.internal ?? given.internal}, ${thread === null ? null : given.resolveDiscussion}::boolean, ${key}, ${ctx.now}::timestamptz,
        ${ctx.now}::timestamptz
      where (select count(*) from draft_notes where author_id = ${authorId} and issuable_id = ${noteable.id}) < ${maxDrafts}
        and not exists (select 1 from notes where author_id = ${authorId} and idempotency_key = ${key})
      on conflict (author_id, idempotency_key) where idempotency_key is not null do nothing
      returning id, namespace_id
    )${position === null ? sql`` : sql`, ${positionFrom('kept', position)}`}
    select kept.id, ${told(authorId)} from kept`.execute(ctx.db)
  return rows[0]?.id ?? knownDraft(ctx, noteable, key)
}

async function knownDraft(ctx: Context, noteable: Commentable, key: string | null): Promise<number> {
  const authorId = userIdOrZero(ctx)
  const { rows } = await sql<{ id: number | null; issuableId: number }>`
    select id, issuable_id from draft_notes where author_id = ${authorId} and idempotency_key = ${key}
    union all select null, issuable_id from notes where author_id = ${authorId} and idempotency_key = ${key}`.execute(
    ctx.db,
  )
  const known = rows[0]
  if (known === undefined)
    throw new Invalid({ base: [`A review can have up to ${maxDrafts} comments. Submit it before adding more.`] })
  if (known.issuableId !== noteable.id) throw keyTaken()
  if (known.id === null) throw new Conflict('This comment was already published')
  return known.id
}

interface DraftChange {
  readonly body?: string | undefined
  /** Ignored on a reply. */
  readonly place?: NewPlace | undefined
  readonly resolveDiscussion?: boolean | null | undefined
}

/** @throws Invalid  blank, too long, or at no place of the diff */
export async function changeDraft(
  ctx: Context,
  draft: Allowed<'draft:update', FoundDraft>,
  { body = draft.body, resolveDiscussion = draft.resolveDiscussion, place }: DraftChange,
): Promise<void> {
  checkBody(body)
  const words = await foresee(ctx, { ...draft.noteable, facts: draft.facts.noteable }, body)
  const moved =
    draft.discussionId === null && place !== undefined ? await checkPosition(ctx, draft.noteable, place) : undefined
  await sql`
    with changed as (
      update draft_notes set body = ${body}, body_html = ${words.html}, markdown_version = ${words.version}, foreseen = ${words.foreseen}::jsonb,
        type = ${moved === undefined ? draft.type : 'DiffNote'}, resolve_discussion = ${draft.discussionId === null ? null : resolveDiscussion}::boolean,
        updated_at = ${ctx.now}::timestamptz
      where id = ${draft.id} returning id, namespace_id
    )${moved === undefined ? sql`` : sql`, ${positionFrom('changed', moved)}`}
    select ${told(draft.authorId)} from changed`.execute(ctx.db)
}

export async function deleteDraft(ctx: Context, draft: Allowed<'draft:delete', FoundDraft>): Promise<void> {
  await sql`with gone as (delete from draft_notes where id = ${draft.id} returning id)
    select ${told(draft.authorId)} from gone`.execute(ctx.db)
}

/** Delete all of the actor's drafts on an issuable. */
export async function discardDrafts(ctx: Context, noteableId: number): Promise<void> {
  const authorId = userIdOrZero(ctx)
  await sql`with gone as (delete from draft_notes where author_id = ${authorId} and issuable_id = ${noteableId} returning id)
    select ${told(authorId)} from gone limit 1`.execute(ctx.db)
}

const positionFrom = (drafts: 'kept' | 'changed', position: CheckedPosition) => sql`placed as (
      ${insertPositions('draft_note_id', sql`select id, namespace_id, ${JSON.stringify(position)}::json as position from ${sql.ref(drafts)}`)}
      ${replacePosition}
    )`

/** The author's other pages read again; the name alone reveals nothing to others. */
const told = (authorId: number) => sql`pg_notify('weft_live', ${JSON.stringify([draftNotesTopic(authorId)])}) as told`

async function foresee(ctx: Context, noteable: Commentable, body: string) {
  const target = targetOf(noteable)
  const { text, commands } = commandsIn(ctx, target, body)
  const { html, version, mentionedUsernames } = await renderText(ctx, textNamespaceOf(noteable), text)
  const sentences = await explainCommands(ctx, target, commands)
  return { html, version, foreseen: JSON.stringify({ users: mentionedUsernames, commands: sentences }) }
}
