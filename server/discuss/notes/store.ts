import { sql } from 'kysely'
import { load } from '#server/access/load.ts'
import { type Context, canBeOneStatement, eventDraft, transact } from '#server/context.ts'
import { noteTopics, type TopicSource } from '#server/discuss/noteables/live-topics.ts'
import { noteById } from '#server/discuss/noteables/noteable.ts'
import type { ExtractedCommand } from '#server/discuss/quick-actions/extract.ts'
import type { CommandsChanges, CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { type CommandsOutcome, noCommands } from '#server/discuss/quick-actions/run.ts'
import { emptyText, type Mentioned, type RenderedText } from '#server/discuss/references/render.ts'
import { namesAnybody, namesNothing, storeNamed } from '#server/discuss/references/store.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { suggests } from '../suggestions/blocks.ts'
import { storeSuggestions } from '../suggestions/store.ts'
import { runAndKeep } from './commands.ts'
import { writeCrossReferences } from './history/system-note.ts'
import { type KeptAnswer, keptAnswer, keyTaken } from './idempotency.ts'
import { type InsertedNote, insertLoggedNote, insertNote, type NoteRowToInsert } from './insert.ts'
import { noteJoins, noteJson } from './present.ts'

/** A note that is ready to be written, with its rendered text and its commands. */
interface NoteToStore {
  readonly note: NoteRowToInsert
  readonly noteable: TopicSource
  readonly rendered: RenderedText
  readonly target: CommandTarget
  readonly commands: readonly ExtractedCommand[]
  readonly isOfReview: boolean
}

export interface StoredNote {
  readonly noteId: number
  readonly discussionId: string
  /** The note in the API; null when it was stored before. */
  readonly json: RawJson | null
  readonly internal: boolean
  /** The users that it mentions; none when it was stored before. */
  readonly mentioned: Mentioned
  readonly outcome: CommandsOutcome
  readonly changes: CommandsChanges
}

/**
 * Write a note with its event, count it, store its references and run its commands, in one transaction. A note that was stored
 * before under the same idempotency key stays as it is.
 *
 * Most notes have no references and no commands: then all of it is one statement, which concurrent writers of one issuable share
 * (docs/decisions/0002-one-statement-for-a-comment.md). Both ways leave the same rows and events.
 *
 * @throws Conflict  the key was used for another note
 */
export async function storeNote(ctx: Context, given: NoteToStore): Promise<StoredNote> {
  const isOneStatement =
    given.commands.length === 0 &&
    !hasSuggestions(given) &&
    namesNothing(given.rendered) &&
    canBeOneStatement(ctx, 'note.created', createdEvent(given, 0))
  const stored = isOneStatement
    ? await storeByStatement(ctx, given)
    : await transact(ctx, inner => storeStepByStep(inner, given))
  return stored ?? storedBefore(ctx, given)
}

async function storeByStatement(ctx: Context, given: NoteToStore): Promise<StoredNote | null> {
  const { note, noteable } = given
  const topics = noteTopics(noteable, note.internal)
  const event = eventDraft(ctx, { name: 'note.created', payload: createdEvent(given, 0) }, topics)
  const inserted = await insertLoggedNote(ctx, note, event)
  return inserted && storedNote(given, inserted, { outcome: noCommands, changes: {} })
}

async function storeStepByStep(ctx: Context, given: NoteToStore): Promise<StoredNote | null> {
  const { note, noteable, rendered } = given
  const { internal } = note
  const inserted = await insertNote(ctx, note)
  if (inserted === null) return null
  if (hasSuggestions(given)) await storeSuggestions(ctx, inserted.id, note.body)
  const source = { issuableId: noteable.id, noteId: inserted.id }
  const { mentioned, issuableIds } = await storeNamed(ctx, source, rendered, false)
  const place = { namespaceId: noteable.namespaceId, topics: noteTopics(noteable, internal) }
  await ctx.events.record('note.created', createdEvent(given, inserted.id), place)
  if (namesAnybody(mentioned))
    await ctx.events.record('text.named', { ...source, internal, isEdit: false, mentioned }, place)
  await writeCrossReferences(ctx, { issuableId: noteable.id, internal }, issuableIds)
  const answer = await runAndKeep(ctx, { ...given.target, noteId: inserted.id }, given.commands, note.idempotency_key)
  // Every comment updates the issuable's row: last, so that the row is locked as briefly as possible.
  if (!internal) await countOn(ctx, noteable.id)
  const json = hasSuggestions(given) ? await noteAgain(ctx, inserted) : inserted.json
  return storedNote(given, { ...inserted, json }, answer)
}

const hasSuggestions = ({ note }: NoteToStore): boolean => note.type === 'DiffNote' && suggests(note.body)

/** The note in the API, with its suggestions. */
async function noteAgain(ctx: Context, { id, json }: InsertedNote): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select ${noteJson(ctx.services.settings)}::text as json from notes n ${noteJoins} where n.id = ${id}`.execute(
    ctx.db,
  )
  return rows[0]?.json ?? json
}

function createdEvent({ note, rendered, isOfReview }: NoteToStore, noteId: number) {
  return {
    noteId,
    issuableId: note.issuable_id,
    discussionId: note.discussion_id,
    internal: note.internal,
    mentioned: rendered.mentioned,
    ...(isOfReview && { isOfReview: true }),
  }
}

const storedNote = ({ note, rendered }: NoteToStore, { id, json }: InsertedNote, answer: KeptAnswer): StoredNote => ({
  noteId: id,
  discussionId: note.discussion_id,
  json: new RawJson(json),
  internal: note.internal,
  mentioned: rendered.mentioned,
  ...answer,
})

async function countOn(ctx: Context, issuableId: number): Promise<void> {
  await runStatement(
    ctx.db,
    'count note',
    { id: issuableId, now: ctx.now },
    parameter => sql`update issuables set notes_count = notes_count + 1, updated_at = greatest(updated_at, ${parameter.now}::timestamptz)
      where id = ${parameter.id}`,
  )
}

/** The note that was stored before under the key. */
async function storedBefore(ctx: Context, { note, noteable }: NoteToStore): Promise<StoredNote> {
  const key = note.idempotency_key ?? ''
  const found = await ctx.db
    .selectFrom('notes')
    .select(['id', 'discussionId', 'internal'])
    .where('authorId', '=', note.author_id)
    .where('idempotencyKey', '=', key)
    .where('issuableId', '=', noteable.id)
    .executeTakeFirst()
  if (found === undefined) throw keyTaken()
  // The author may have lost the permission to read it.
  await load(ctx, 'note:read', noteById, found.id)
  const answer = (await keptAnswer(ctx, noteable.id, key)) ?? { outcome: noCommands, changes: {} }
  const { id: noteId, discussionId, internal } = found
  return { noteId, discussionId, json: null, internal, mentioned: emptyText.mentioned, ...answer }
}
