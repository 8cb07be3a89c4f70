import { sql } from 'kysely'
import { noteBodyLimit } from '#contract/discuss/notes.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { ExtractedCommand } from '#server/discuss/quick-actions/extract.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { type CommandsOutcome, commandsIn, noCommands, runCommands } from '#server/discuss/quick-actions/run.ts'
import { emptyText, type Mentioned, type RenderedText, renderText } from '#server/discuss/references/render.ts'
import { namesAnybody, storeNamed } from '#server/discuss/references/store.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { noteTopics } from './events.ts'
import { type CommandsChanges, claimKey, type KeptAnswer, keepAnswer, keptAnswer, keyTaken } from './idempotency.ts'
import { countNote } from './limit.ts'
import { discussionOf, type NoteableRow, placeOf } from './noteable.ts'
import { noteJoins, noteJson } from './present.ts'
import { makeDiscussionId, writeCrossReferences } from './system-note.ts'

/** An issuable on which the actor may comment. */
export type Commentable = NoteableRow & { readonly facts: IssuableFacts }

export interface NewNote {
  readonly body: string
  readonly internal?: boolean
  /** Owners only; from others it is dropped. */
  readonly createdAt?: string
  readonly idempotencyKey?: string
  /** One of several that are published together, and told of together. */
  readonly isOfReview?: boolean
  /** A thread, a single note, or a reply in a discussion of this issuable. */
  readonly as: 'thread' | 'single' | { readonly replyTo: string }
}

export type Written =
  | {
      readonly kind: 'note'
      readonly noteId: number
      readonly discussionId: string
      /** As the API shows it; null when it was stored before. */
      readonly json: RawJson | null
      readonly internal: boolean
      /** Whom it names for the first time: nobody when it was stored before. */
      readonly mentioned: Mentioned
      readonly outcome: CommandsOutcome
      readonly changes: CommandsChanges
    }
  | { readonly kind: 'commands'; readonly outcome: CommandsOutcome; readonly changes: CommandsChanges }

/** The most notes an issuable takes. @source product rules section 8 */
const notesAtMost = 5_000

/**
 * Write a note and run the quick actions in it. A text of nothing but commands leaves no note.
 *
 * @throws Invalid  blank, too long, or one note too many
 * @throws Forbidden  an internal note below reporter
 * @throws NotFound  the discussion to reply to
 */
export async function createNote(ctx: Context, noteable: Commentable, given: NewNote): Promise<Written> {
  checkBody(given.body)
  countNote(ctx)
  if (noteable.notesCount >= notesAtMost)
    throw new Invalid({ base: [`A discussion takes ${notesAtMost} notes at most.`] })
  const target = targetOf(noteable)
  const { text, commands } = commandsIn(ctx, target, given.body)
  const key = given.idempotencyKey
  if (text === '') {
    const known = key === undefined ? null : await claimKey(ctx, noteable.id, key)
    return { kind: 'commands', ...(known ?? (await run(ctx, noteable, target, commands, key))) }
  }
  const thread = await threadOf(ctx, noteable, given)
  const rendered = await renderText(ctx, placeOf(noteable), text)
  const discussionId = thread?.id ?? makeDiscussionId()
  const note = await insertNote(ctx, noteable, given, { text, rendered, discussionId, thread })
  if (note === null) return sameNote(ctx, noteable, key ?? '')
  const noteId = note.id
  const internal = thread?.internal ?? given.internal ?? false
  const named = await storeNamed(ctx, { issuableId: noteable.id, noteId }, rendered, false)
  const place = { namespaceId: noteable.namespaceId, topics: noteTopics(noteable, internal) }
  await ctx.events.record(
    'note.created',
    {
      noteId,
      issuableId: noteable.id,
      discussionId,
      internal,
      mentioned: rendered.mentioned,
      ...(given.isOfReview && { isOfReview: true }),
    },
    place,
  )
  if (namesAnybody(named.mentioned)) {
    const { mentioned } = named
    await ctx.events.record(
      'text.named',
      { issuableId: noteable.id, noteId, internal, isEdit: false, mentioned },
      place,
    )
  }
  await writeCrossReferences(ctx, { issuableId: noteable.id, internal }, named.issuableIds)
  const answer = await run(ctx, noteable, target, commands, key)
  if (!internal) await countOn(ctx, noteable)
  const { mentioned } = rendered
  return { kind: 'note', noteId, discussionId, json: new RawJson(note.json), internal, mentioned, ...answer }
}

/** Run the commands of a text, and keep what they did for whoever sends it again. */
async function run(
  ctx: Context,
  noteable: Commentable,
  target: CommandTarget,
  commands: readonly ExtractedCommand[],
  key: string | undefined,
): Promise<KeptAnswer> {
  const outcome = await runCommands(ctx, target, commands)
  const answer = { outcome, changes: changesOf(commands, outcome) }
  if (key !== undefined && commands.length > 0) await keepAnswer(ctx, noteable.id, key, answer)
  return answer
}

/** @throws Invalid */
export function checkBody(body: string): void {
  if (body.trim() === '') throw new Invalid({ note: ["can't be blank"] })
  if (body.length > noteBodyLimit) throw new Invalid({ note: [`is too long (maximum is ${noteBodyLimit} characters)`] })
}

export const targetOf = (noteable: Commentable): CommandTarget => ({
  id: noteable.id,
  namespaceId: noteable.namespaceId,
  ancestorIds: noteable.ancestorIds,
  iid: noteable.iid,
  type: noteable.type,
  state: noteable.state,
  facts: noteable.facts,
})

/** A comment on which nothing but one emoji stands becomes a reaction; its name, or null. */
export function soleEmoji(body: string): string | null {
  const name = /^\s*:([\w+-]{1,60}):\s*$/.exec(body)?.[1]
  return name === undefined ? null : (emojiByName(name)?.name ?? null)
}

export function changesOf(commands: readonly ExtractedCommand[], outcome: CommandsOutcome): CommandsChanges {
  if (!outcome.names.includes('react')) return {}
  const reaction = commands.find(each => each.name === 'react' || each.name === 'award')
  const emoji = emojiByName(reaction?.argument.trim().replace(/^:|:$/g, '') ?? '')
  return emoji === undefined ? {} : { emoji_award: emoji.name }
}

interface Thread {
  readonly id: string
  readonly internal: boolean
  readonly isResolved: boolean
}

async function threadOf(ctx: Context, noteable: Commentable, given: NewNote): Promise<Thread | null> {
  if (typeof given.as === 'string') {
    if (given.internal) await refuseInternal(ctx, noteable.facts)
    return null
  }
  const first = await load(ctx, 'note:reply', discussionOf, { noteableId: noteable.id, discussionId: given.as.replyTo })
  return {
    id: first.discussionId,
    internal: first.internal,
    isResolved: first.resolvable && first.resolvedAt !== null,
  }
}

/** @throws Forbidden  below reporter, and where the site has no internal notes */
export async function refuseInternal(ctx: Context, facts: IssuableFacts): Promise<void> {
  if (!may(ctx.actor, 'issue:comment-internally', facts)) throw new Forbidden()
  if (!(await readSiteSettings(ctx.db)).internalNotesEnabled) throw new Forbidden()
}

interface NoteParts {
  readonly text: string
  readonly rendered: RenderedText
  readonly discussionId: string
  readonly thread: Thread | null
}

/** The new note; null when the same note has been stored before. */
async function insertNote(
  ctx: Context,
  noteable: Commentable,
  given: NewNote,
  parts: NoteParts,
): Promise<{ readonly id: number; readonly json: string } | null> {
  // Whoever comments is signed in: the rule says so.
  const authorId = ctx.actor.kind === 'user' ? ctx.actor.id : 0
  const isThread = parts.thread !== null || given.as === 'thread'
  const mayDate = given.createdAt !== undefined && may(ctx.actor, 'issue:set-timestamps', noteable.facts)
  const createdAt = mayDate ? given.createdAt : ctx.now
  const internal = parts.thread?.internal ?? given.internal ?? false
  const isResolved = parts.thread?.isResolved ?? false
  const { settings } = ctx.services
  const values = {
    namespaceId: noteable.namespaceId,
    issuableId: noteable.id,
    discussionId: parts.discussionId,
    type: isThread ? 'DiscussionNote' : null,
    authorId,
    text: parts.text,
    html: parts.rendered.html,
    version: parts.rendered.version,
    internal,
    isThread,
    resolvedAt: isResolved ? ctx.now : null,
    resolvedById: isResolved ? authorId : null,
    idempotencyKey: given.idempotencyKey ?? null,
    createdAt,
    now: ctx.now,
  }
  const isReply = parts.thread !== null
  const rows = await runStatement<{ readonly id: number; readonly json: string }, typeof values>(
    ctx.db,
    `insert note ${isReply} ${settings.externalUrl}`,
    values,
    place => sql`
    with n as (
      insert into notes (namespace_id, issuable_id, discussion_id, type, author_id, body, body_html, markdown_version, internal, resolvable,
        resolved_at, resolved_by_id, idempotency_key, created_at, updated_at)
      values (${place.namespaceId}, ${place.issuableId}, ${place.discussionId}, ${place.type}, ${place.authorId},
        ${place.text}, ${place.html}, ${place.version}, ${place.internal}, ${place.isThread},
        ${place.resolvedAt}, ${place.resolvedById}, ${place.idempotencyKey}, ${place.createdAt}, ${place.now})
      on conflict (author_id, idempotency_key) where idempotency_key is not null do nothing
      returning *
    )${
      isReply
        ? sql`, turned as (
      update notes e set type = 'DiscussionNote', resolvable = true, updated_at = ${place.now}
      from n where e.discussion_id = n.discussion_id and e.issuable_id = n.issuable_id and e.type is null and not e.system
    )`
        : sql``
    }
    select n.id, ${noteJson(settings)}::text as json from n ${noteJoins}`,
  )
  return rows[0] ?? null
}

/** Everybody who comments changes this row: the last statement of a note, so that they wait for each other the least. */
async function countOn(ctx: Context, { id }: Commentable): Promise<void> {
  await runStatement(
    ctx.db,
    'count note',
    { id, now: ctx.now },
    place => sql`update issuables set notes_count = notes_count + 1, updated_at = greatest(updated_at, ${place.now}::timestamptz)
      where id = ${place.id}`,
  )
}

async function sameNote(ctx: Context, noteable: Commentable, key: string): Promise<Written> {
  const found = await ctx.db
    .selectFrom('notes')
    .select(['id', 'discussionId', 'internal'])
    .where('authorId', '=', ctx.actor.kind === 'user' ? ctx.actor.id : 0)
    .where('idempotencyKey', '=', key)
    .where('issuableId', '=', noteable.id)
    .executeTakeFirst()
  if (found === undefined) throw keyTaken()
  const answer = (await keptAnswer(ctx, noteable.id, key)) ?? { outcome: noCommands, changes: {} }
  const { id: noteId, discussionId, internal } = found
  return { kind: 'note', noteId, discussionId, json: null, internal, mentioned: emptyText.mentioned, ...answer }
}
