import { type RawBuilder, sql } from 'kysely'
import { hasPositions } from '#contract/issuable-kinds.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { hasRole } from '#server/access/levels.ts'
import { runForActor } from '#server/access/run-for-actor.ts'
import type { Context } from '#server/context.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { NotFound } from '#server/errors.ts'
import { object } from '#server/platform/sql/shape.ts'
import { isAmong } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { positionOfDiscussion } from './positions/position.ts'
import { isApiNote, noteJoins, noteJson } from './present.ts'

interface Readable {
  readonly id: number
  readonly facts: IssuableFacts
}

interface NoteListing {
  readonly sort?: 'asc' | 'desc'
  readonly orderBy?: 'created_at' | 'updated_at'
  readonly activityFilter?: 'all_notes' | 'only_comments' | 'only_activity'
  readonly perPage: number
  readonly offset: number
}

interface ListedRow {
  readonly json: string
  readonly total: number
}

interface ListedJson {
  readonly items: RawJson
  readonly total: number
}

const jsonOf = (ctx: Context, { facts }: Readable): RawBuilder<unknown> =>
  noteJson(ctx.services.settings, hasPositions(facts.type) ? positionOfDiscussion() : null)

/** One page of an issuable's notes, by one statement. */
export async function listNotes(ctx: Context, noteable: Readable, listing: NoteListing): Promise<ListedJson> {
  const { orderBy = 'created_at', sort = 'desc', activityFilter = 'all_notes', perPage, offset } = listing
  const values = { noteableId: noteable.id, perPage, offset }
  const [row] = await runForActor<ListedRow, typeof values>(
    ctx,
    `notes ${orderBy} ${sort} ${activityFilter} ${sightKey(ctx, noteable)}`,
    values,
    (reader, parameter) => {
      const column = sql.ref(orderBy)
      const direction = sort === 'asc' ? sql`asc` : sql`desc`
      const where = sql`n.issuable_id = ${parameter.noteableId} and ${isApiNote('n')}
        and ${visibleNotes(reader.actor, 'n', noteable.facts.namespace)} ${activities[activityFilter]}`
      return sql`
        with page as (select n.* from notes n where ${where} order by n.${column} ${direction}, n.id ${direction}
          limit ${parameter.perPage} offset ${parameter.offset})
        select coalesce((select json_agg(${jsonOf(reader, noteable)} order by n.${column} ${direction}, n.id ${direction})
          from page n ${noteJoins}), '[]')::text as json, (select count(*) from notes n where ${where}) as total`
    },
    false,
  )
  return listed(row)
}

/** Identifies the condition on visible notes and the JSON of a note, as far as these differ for one actor. */
const sightKey = ({ actor }: Context, { facts }: Readable): string =>
  `${hasRole(actor, facts.namespace, 'planner')} ${hasPositions(facts.type)}`

const activities = {
  all_notes: sql``,
  only_comments: sql`and not n.system`,
  only_activity: sql`and n.system`,
}

/** One note as the REST API shows it. The caller has loaded it for the actor. */
export async function showNote(ctx: Context, noteId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`select ${noteJson(ctx.services.settings)}::text as json
    from notes n ${noteJoins} where n.id = ${noteId}`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? 'null')
}

/** One page of an issuable's discussions, oldest first. */
export async function listDiscussions(
  ctx: Context,
  noteable: Readable,
  page: { readonly perPage: number; readonly offset: number },
): Promise<ListedJson> {
  const values = { noteableId: noteable.id, perPage: page.perPage, offset: page.offset }
  const [row] = await runForActor<ListedRow, typeof values>(
    ctx,
    `discussions ${sightKey(ctx, noteable)}`,
    values,
    (reader, parameter) => sql`
    with seen as materialized (select ${noteColumns} from notes n where n.issuable_id = ${parameter.noteableId} and ${isApiNote('n')}
      and ${visibleNotes(reader.actor, 'n', noteable.facts.namespace)}),
    firsts as (select distinct on (discussion_id) discussion_id, type is null as individual_note, created_at, id from seen
      order by discussion_id, created_at, id),
    page as materialized (select * from firsts order by created_at, id limit ${parameter.perPage} offset ${parameter.offset}),
    threads as materialized (select n.discussion_id, json_agg(${jsonOf(reader, noteable)} order by n.created_at, n.id) as notes
      from seen n ${noteJoins} where ${isAmong(sql`n.discussion_id`, sql`select discussion_id from page`)} group by n.discussion_id)
    select coalesce((select json_agg(${object({
      id: sql`page.discussion_id`,
      individual_note: sql`page.individual_note`,
      notes: sql`threads.notes`,
    })} order by page.created_at, page.id) from page join threads using (discussion_id)), '[]')::text as json,
      (select count(*) from firsts) as total`,
    false,
  )
  return listed(row)
}

/** The columns of a note that `noteJson` reads, without the rendered text, the longest part of a row. */
const noteColumns = sql`n.id, n.discussion_id, n.type, n.body, n.author_id, n.created_at, n.updated_at, n.system, n.issuable_id,
  n.namespace_id, n.resolvable, n.resolved_at, n.resolved_by_id, n.internal`

/** One discussion with its notes. @throws NotFound */
export async function showDiscussion(ctx: Context, noteable: Readable, discussionId: string): Promise<RawJson> {
  const { rows } = await sql<{ json: string | null }>`
    with seen as materialized (select n.* from notes n where n.discussion_id = ${discussionId} and n.issuable_id = ${noteable.id}
      and ${isApiNote('n')} and ${visibleNotes(ctx.actor, 'n', noteable.facts.namespace)})
    select (select ${object({
      id: sql`page.discussion_id`,
      individual_note: sql`page.type is null`,
      notes: notesOf(ctx, noteable, sql`seen`),
    })}::text from seen page order by page.created_at, page.id limit 1) as json`.execute(ctx.db)
  const json = rows[0]?.json ?? null
  if (json === null) throw new NotFound('Discussion')
  return new RawJson(json)
}

/** The notes of the discussion `page` as a JSON array. */
function notesOf(ctx: Context, noteable: Readable, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_agg(${jsonOf(ctx, noteable)} order by n.created_at, n.id) from ${from} n ${noteJoins}
    where n.discussion_id = page.discussion_id)`
}

const listed = (row: { readonly json: string; readonly total: number } | undefined): ListedJson => ({
  items: new RawJson(row?.json ?? '[]'),
  total: row?.total ?? 0,
})
