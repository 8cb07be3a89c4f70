import { type RawBuilder, sql } from 'kysely'
import { type Context, writeLogged } from '#server/context.ts'
import { draftColumns, type EventDraft } from '#server/platform/events/log.ts'
import { batchWrites } from '#server/platform/sql/batch-writes.ts'
import { Unflushed } from '#server/platform/sql/durable.ts'
import { insertPositions, positionOfDiscussion } from './positions/position.ts'
import type { CheckedPosition } from './positions/position-check.ts'
import { noteJson } from './present.ts'

/** A comment's row, by its columns. */
export interface NoteRowToInsert {
  readonly namespace_id: number
  readonly issuable_id: number
  readonly discussion_id: string
  readonly type: 'DiscussionNote' | 'DiffNote' | null
  readonly author_id: number
  readonly body: string
  readonly body_html: string
  readonly markdown_version: number
  readonly internal: boolean
  readonly resolvable: boolean
  readonly resolved_at: string | null
  readonly resolved_by_id: number | null
  readonly idempotency_key: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly external_author?: string
  readonly external_is_unverified?: boolean
  /** The position of the first note of a discussion in a diff; stored in a row of its own. */
  readonly position?: CheckedPosition
}

export interface InsertedNote {
  readonly id: number
  /** The note in the API. */
  readonly json: string
}

/** Insert only the row of a comment; the caller records its event and counts it. @returns null when it was stored before, by its key */
export async function insertNote(ctx: Context, note: NoteRowToInsert): Promise<InsertedNote | null> {
  const [inserted] = await (await insert(ctx, [{ note }])).flushed(ctx.db)
  return inserted ?? null
}

interface LoggedNote {
  readonly ctx: Context
  readonly note: NoteRowToInsert
  /** The event of the note; the note's id is filled in. */
  readonly draft: EventDraft
}

/**
 * Insert a comment, count it on its issuable and log its event in one statement, which commits. Concurrent writers of one
 * issuable share it. @returns null when it was stored before, by its key
 */
export const insertLoggedNote = (
  ctx: Context,
  note: NoteRowToInsert,
  draft: EventDraft,
): Promise<InsertedNote | null> => insertBatch(ctx.db, note.issuable_id, { ctx, note, draft })

const insertBatch = batchWrites<LoggedNote, InsertedNote | null>(async (_db, group) => {
  const [first] = group
  return first === undefined ? new Unflushed([]) : insert(first.ctx, group)
})

interface NoteInsert {
  readonly note: NoteRowToInsert
  readonly draft?: EventDraft
}

const columns = sql`namespace_id, issuable_id, discussion_id, type, author_id, body, body_html, markdown_version, internal, resolvable,
  resolved_at, resolved_by_id, idempotency_key, created_at, updated_at, external_author, external_is_unverified`
const givenColumns = sql`namespace_id, issuable_id, discussion_id, type, author_id, body, body_html, markdown_version, internal, resolvable,
  resolved_at, resolved_by_id, idempotency_key, created_at, updated_at, external_author, coalesce(external_is_unverified, false)`

/** The ids are drawn before the rows are made, so that each row is known by whom it was given for. */
async function insert(
  ctx: Context,
  given: readonly NoteInsert[],
): Promise<Unflushed<readonly (InsertedNote | null)[]>> {
  const { settings } = ctx.services
  const drafts = given.flatMap(({ draft }) => draft ?? [])
  const mayReply = given.some(({ note }) => note.type !== null)
  const isInDiff = given.some(({ note }) => note.type === 'DiffNote')
  const values = {
    rows: JSON.stringify(given.map(({ note, draft }) => ({ ...note, draft }))),
  }
  const written = await writeLogged<InsertedNote & { readonly place: number }, typeof values>(
    ctx,
    {
      key: `insert notes ${mayReply} ${isInDiff} ${settings.externalUrl}`,
      values,
      log: drafts.length === 0 ? null : { namespaceId: given[0]?.note.namespace_id ?? 0, drafts },
    },
    (parameter, log) => sql`
    with given as materialized (
      select nextval('notes_id_seq') as id, row_number() over () as place, g.* from json_to_recordset(${parameter.rows}::json) as g(
        namespace_id bigint, issuable_id bigint, discussion_id text, type text, author_id bigint, body text, body_html text,
        markdown_version integer, internal boolean, resolvable boolean, resolved_at timestamptz, resolved_by_id bigint,
        idempotency_key text, created_at timestamptz, updated_at timestamptz, external_author text, external_is_unverified boolean, position json, draft json)
    ), n as (
      insert into notes (id, ${columns}) overriding system value select id, ${givenColumns} from given order by place
      on conflict (author_id, idempotency_key) where idempotency_key is not null do nothing
      returning *
    )${mayReply ? turned : sql``}${isInDiff ? placed : sql``}${log === null ? sql`` : sql`, ${countedNotes}, ${noteDrafts}, ${log}`}
    select given.place, n.id, ${noteJson(settings, isInDiff ? givenPosition : null)}::text as json from n join given using (id) ${insertedNoteJoins}
      ${log === null ? sql`` : sql`cross join (select count(*) from published) t`}`,
  )
  return written.map(rows => {
    const byPlace = new Map(rows.map(({ place, id, json }) => [place, { id, json }]))
    return given.map((_, index) => byPlace.get(index + 1) ?? null)
  })
}

// PostgreSQL has no statistics of rows that the statement itself inserts: for a plain join it would expect enough rows
// to read all issuables up to the one of the comment.
const insertedNoteJoins: RawBuilder<unknown> = sql`cross join lateral (select i.* from issuables i where i.id = n.issuable_id offset 0) i
      cross join lateral (select u.* from users u where u.id = n.author_id offset 0) author
      left join lateral (select u.* from users u where u.id = n.resolved_by_id offset 0) resolver on true`

/** Turn the single note that a reply answers into a discussion. */
const turned: RawBuilder<unknown> = sql`, turned as (
      update notes e set type = 'DiscussionNote', resolvable = true, updated_at = n.updated_at
      from n where n.type is not null and e.discussion_id = n.discussion_id and e.issuable_id = n.issuable_id and e.type is null and not e.system
    )`

const placed: RawBuilder<unknown> = sql`, placed as (
      ${insertPositions('note_id', sql`select n.id, n.namespace_id, given.position from n join given using (id)`)}
    )`

// A statement does not see the rows that it inserts.
const givenPosition = sql`coalesce(
  case when given.position -> 'carried' ->> 'state' in ('untouched', 'moved') then (given.position -> 'carried' -> 'position')::jsonb end,
  given.position::jsonb - '{file_hash,line_code,excerpt,carried,commit_id}'::text[], ${positionOfDiscussion()})`

// Internal notes count nowhere: they only take the row.
const countedNotes: RawBuilder<unknown> = sql`commented as (
      update issuables i set notes_count = i.notes_count + c.amount, updated_at = greatest(i.updated_at, c.at)
      from (select issuable_id, count(*) filter (where not internal) as amount, max(updated_at) filter (where not internal) as at
        from n group by issuable_id) c
      where i.id = c.issuable_id returning i.id
    )`

// The issuable's row before the log's, as all changes of an issuable take them: else two could wait for each other.
const noteDrafts: RawBuilder<unknown> = sql`drafts as (
      select row_number() over (order by n.id) as place, s.name, s.actor_id, s.payload || jsonb_build_object('noteId', n.id) as payload,
        s.topics, s.created_at, s.later, s.batched
      from (select count(*) from commented) c cross join n join given using (id)
        cross join lateral json_to_record(given.draft) as s(${draftColumns})
    )`
