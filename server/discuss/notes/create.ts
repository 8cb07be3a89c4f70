import { sql } from 'kysely'
import { noteBodyLimit } from '#contract/discuss/notes.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, canBeOneStatement, saidOf, transact } from '#server/context.ts'
import type { ExtractedCommand } from '#server/discuss/quick-actions/extract.ts'
import type { CommandsChanges, CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { type CommandsOutcome, commandsIn, noCommands, runCommands } from '#server/discuss/quick-actions/run.ts'
import { emptyText, type Mentioned, type RenderedText, renderText } from '#server/discuss/references/render.ts'
import { namesAnybody, namesNothing, storeNamed } from '#server/discuss/references/store.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { noteTopics } from './events.ts'
import { claimKey, type KeptAnswer, keepAnswer, keptAnswer, keyTaken } from './idempotency.ts'
import { type InsertedNote, insertLoggedNote, insertNote, type NoteRowToInsert } from './insert.ts'
import { countNote } from './limit.ts'
import { discussionOf, type NoteableRow, noteById, placeOf } from './noteable.ts'
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
  if (text === '')
    return transact(ctx, async inner => {
      const known = key === undefined ? null : await claimKey(inner, noteable.id, key)
      return { kind: 'commands', ...(known ?? (await run(inner, noteable, target, commands, key))) }
    })
  const thread = await threadOf(ctx, noteable, given)
  const rendered = await renderText(ctx, placeOf(noteable), text)
  const note = rowOf(ctx, noteable, given, { text, rendered, thread })
  const event = createdEvent(0, note, rendered, given)
  const isAlone = commands.length === 0 && namesNothing(rendered) && canBeOneStatement(ctx, 'note.created', event)
  if (!isAlone)
    return transact(ctx, inner => writeWithAll(inner, noteable, given, { note, rendered, target, commands }))
  const said = saidOf(ctx, { name: 'note.created', payload: event }, noteTopics(noteable, note.internal))
  const inserted = await insertLoggedNote(ctx, note, said)
  if (inserted === null) return sameNote(ctx, noteable, key ?? '')
  return { ...written(inserted, note, rendered), outcome: noCommands, changes: {} }
}

interface NoteToWrite {
  readonly note: NoteRowToInsert
  readonly rendered: RenderedText
  readonly target: CommandTarget
  readonly commands: readonly ExtractedCommand[]
}

/** The note, whom and what it names, and what its commands do. */
async function writeWithAll(
  ctx: Context,
  noteable: Commentable,
  given: NewNote,
  { note, rendered, target, commands }: NoteToWrite,
): Promise<Written> {
  const key = given.idempotencyKey
  const inserted = await insertNote(ctx, note)
  if (inserted === null) return sameNote(ctx, noteable, key ?? '')
  const { internal } = note
  const source = { issuableId: noteable.id, noteId: inserted.id }
  const named = await storeNamed(ctx, source, rendered, false)
  const place = { namespaceId: noteable.namespaceId, topics: noteTopics(noteable, internal) }
  await ctx.events.record('note.created', createdEvent(inserted.id, note, rendered, given), place)
  if (namesAnybody(named.mentioned)) {
    const { mentioned } = named
    await ctx.events.record('text.named', { ...source, internal, isEdit: false, mentioned }, place)
  }
  await writeCrossReferences(ctx, { issuableId: noteable.id, internal }, named.issuableIds)
  const answer = await run(ctx, noteable, target, commands, key)
  if (!internal) await countOn(ctx, noteable)
  return { ...written(inserted, note, rendered), ...answer }
}

const written = ({ id, json }: InsertedNote, { discussion_id, internal }: NoteRowToInsert, rendered: RenderedText) => ({
  kind: 'note' as const,
  noteId: id,
  discussionId: discussion_id,
  json: new RawJson(json),
  internal,
  mentioned: rendered.mentioned,
})

function createdEvent(noteId: number, note: NoteRowToInsert, { mentioned }: RenderedText, { isOfReview }: NewNote) {
  return {
    noteId,
    issuableId: note.issuable_id,
    discussionId: note.discussion_id,
    internal: note.internal,
    mentioned,
    ...(isOfReview && { isOfReview: true }),
  }
}

/** Run the commands of a text, and keep what they did for whoever sends it again. */
async function run(
  ctx: Context,
  noteable: Commentable,
  target: CommandTarget,
  commands: readonly ExtractedCommand[],
  key: string | undefined,
): Promise<KeptAnswer> {
  const { changes, ...outcome } = await runCommands(ctx, target, commands)
  const answer = { outcome, changes }
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
  if (!may(ctx.actor, 'issuable:comment-internally', facts)) throw new Forbidden()
  if (!(await readSiteSettings(ctx.db)).internalNotesEnabled) throw new Forbidden()
}

interface NoteParts {
  readonly text: string
  readonly rendered: RenderedText
  readonly thread: Thread | null
}

function rowOf(ctx: Context, noteable: Commentable, given: NewNote, parts: NoteParts): NoteRowToInsert {
  const { text, rendered, thread } = parts
  // Whoever comments is signed in: the rule says so.
  const authorId = ctx.actor.kind === 'user' ? ctx.actor.id : 0
  const isThread = thread !== null || given.as === 'thread'
  const mayDate = may(ctx.actor, 'issuable:set-timestamps', noteable.facts)
  const isResolved = thread?.isResolved ?? false
  return {
    namespace_id: noteable.namespaceId,
    issuable_id: noteable.id,
    discussion_id: thread?.id ?? makeDiscussionId(),
    type: isThread ? 'DiscussionNote' : null,
    author_id: authorId,
    body: text,
    body_html: rendered.html,
    markdown_version: rendered.version,
    internal: thread?.internal ?? given.internal ?? false,
    resolvable: isThread,
    resolved_at: isResolved ? ctx.now : null,
    resolved_by_id: isResolved ? authorId : null,
    idempotency_key: given.idempotencyKey ?? null,
    created_at: (mayDate ? given.createdAt : undefined) ?? ctx.now,
    updated_at: ctx.now,
  }
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
  // What they wrote as a reporter may be out of their sight by now.
  await load(ctx, 'note:read', noteById, found.id)
  const answer = (await keptAnswer(ctx, noteable.id, key)) ?? { outcome: noCommands, changes: {} }
  const { id: noteId, discussionId, internal } = found
  return { kind: 'note', noteId, discussionId, json: null, internal, mentioned: emptyText.mentioned, ...answer }
}
