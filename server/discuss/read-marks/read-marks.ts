import { type RawBuilder, sql } from 'kysely'
import { readMarksTopic } from '#contract/live-topics.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Actor, type Context, userIdOrZero } from '#server/context.ts'
import type { NoteableRow } from '#server/discuss/noteables/noteable.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { columnsOf, object, objectWhere } from '#server/platform/sql/shape.ts'

const rm = columnsOf('readMarks', 'rm')

// Bounds the cost of counting.
const maxCounted = 100

interface Seen {
  readonly noteId: number
  readonly descriptionVersionId?: number | undefined
}

/** Move the actor's read mark forward. An older mark, from another tab, changes nothing. */
export async function markRead(
  ctx: Context,
  noteable: Allowed<'issuable:mark-read', NoteableRow>,
  { noteId, descriptionVersionId = 0 }: Seen,
): Promise<void> {
  // Signed in: the ability says so.
  const userId = userIdOrZero(ctx)
  await sql`
    with moved as (
      insert into read_marks as m (user_id, issuable_id, namespace_id, note_id, description_version_id, seen_at)
      select ${userId}, ${noteable.id}, ${noteable.namespaceId},
        least(${noteId}::bigint, (select coalesce(max(n.id), 0) from notes n where n.issuable_id = ${noteable.id})),
        least(${descriptionVersionId}::bigint, (select coalesce(max(v.id), 0) from description_versions v where v.issuable_id = ${noteable.id})),
        ${ctx.now}::timestamptz
      on conflict (user_id, issuable_id) do update set note_id = greatest(m.note_id, excluded.note_id),
        description_version_id = greatest(m.description_version_id, excluded.description_version_id),
        seen_at = greatest(m.seen_at, excluded.seen_at)
      returning 1
    )
    select pg_notify('weft_live', ${JSON.stringify([readMarksTopic(userId)])}) from moved`.execute(ctx.db)
}

/**
 * The read mark of a reader on an issuable and the notes after it, as an expression of JSON: the contract's `Reading`,
 * null for a visitor. The reader's own notes are not new.
 *
 * @param issuable  the alias of `issuables` in the statement
 * @param withInternal  whether internal notes are the reader's to know of
 */
export function readingJson(actor: Actor, issuable: string, withInternal: boolean): RawBuilder<unknown> {
  if (actor.kind !== 'user') return sql`null::json`
  const id = sql.ref(`${issuable}.id`)
  const open = withInternal ? sql`` : sql`and not rn.internal`
  // The query follows the index of the issuable: with `=` in place of comparisons, the planner may walk all notes by
  // their id.
  return sql`(select ${object({
    mark: objectWhere(rm('userId'), { ...rm.fields('noteId', 'descriptionVersionId'), ...rm.moments('seenAt') }),
    last_note_id: sql`coalesce((select rn.id from notes rn where rn.issuable_id between ${id} and ${id} ${open}
        order by rn.issuable_id desc, rn.id desc limit 1), 0)`,
    comment_news: sql`(select ${object({ first_note_id: sql`min(c.id)`, count: sql`count(*)` })} from (select rn.id from notes rn
        where (rn.issuable_id, rn.id) > (rm.issuable_id, rm.note_id) and rn.issuable_id <= rm.issuable_id and not rn.system and rn.author_id <> ${actor.id} ${open}
        order by rn.issuable_id, rn.id limit ${sql.lit(maxCounted)}) c having count(*) > 0)`,
    description_version_id: sql`(select coalesce(max(rv.id), 0) from description_versions rv where rv.issuable_id = ${id})`,
    description_news: sql`(select ${object({
      version_id: sql`max(rv.id)`,
      start_version_id: sql`min(rv.id)`,
      edited_at: sql`iso(max(rv.created_at))`,
      editors: sql`coalesce(json_agg(distinct ru.name) filter (where ru.id <> ${actor.id}), '[]')`,
    })}
        from description_versions rv left join users ru on ru.id = rv.author_id where ${newVersions('rv', 'rm')}
        having bool_or(rv.author_id is distinct from ${actor.id}::bigint))`,
  })}
    from (select 1) one left join read_marks rm on rm.user_id = ${actor.id} and rm.issuable_id = ${id})`
}

/**
 * The news on an issuable of a list for the actor, as an expression of JSON: the contract's `News`, null when there are
 * none. Costs a visitor nothing, and others one look-up by key for each row they never opened.
 *
 * @param within  the project when all rows are of one, whose facts are known
 */
export function newsJson(actor: Actor, issuable: string, within: NamespaceFacts | null): RawBuilder<unknown> {
  if (actor.kind !== 'user') return sql`null::json`
  return sql`(select ${object({ comments: sql`c.count`, is_description_edited: sql`d.edited` })}
    from read_marks rm cross join lateral (select count(*) as count from (select 1 from notes rn where rn.issuable_id = rm.issuable_id
        and rn.id > rm.note_id and not rn.system and rn.author_id <> ${actor.id} and ${visibleNotes(actor, 'rn', within)}
        limit ${sql.lit(maxCounted)}) counted) c
      cross join lateral (select exists (select 1 from description_versions rv where ${newVersions('rv', 'rm')}
        and rv.author_id is distinct from ${actor.id}::bigint) as edited) d
    where rm.user_id = ${actor.id} and rm.issuable_id = ${sql.ref(`${issuable}.id`)} and (c.count > 0 or d.edited))`
}

/** The first stored version is the text from before the first change. */
function newVersions(version: string, mark: string): RawBuilder<unknown> {
  const v = (column: string) => sql.ref(`${version}.${column}`)
  const m = (column: string) => sql.ref(`${mark}.${column}`)
  return sql`${v('issuable_id')} = ${m('issuable_id')} and ${v('id')} > ${m('description_version_id')} and ${v('deleted_at')} is null
    and exists (select 1 from description_versions earlier where earlier.issuable_id = ${v('issuable_id')} and earlier.id < ${v('id')})`
}
