import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type CopyEnds, copiesTable, type NoteCopies } from '#server/discuss/copies/copies.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { renderBatch } from '#server/discuss/references/render.ts'
import { markdownVersion } from '#server/platform/markdown/markdown.ts'
import { makeDiscussionId } from './history/system-note.ts'

// Characters of notes that are held in memory together.
const batchLength = 4_000_000

interface Original {
  readonly id: number
  readonly discussionId: string
  readonly body: string
}

/**
 * Copy the notes of an issuable with their threads, authors, dates and history, in a fixed number of statements for each
 * `batchLength` of text. Internal notes stay internal.
 *
 * @param rewrite  texts as they have to be written in the other place
 */
export async function copyNotes(
  ctx: Context,
  ends: CopyEnds,
  rewrite: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<NoteCopies> {
  const { rows: batches } = await sql<{ ids: number[] }>`
    select array_agg(id order by id) as ids from (
      select id, sum(length(body)) over (order by id) / ${sql.lit(batchLength)} as batch from notes where issuable_id = ${ends.fromId}) n
    group by batch order by batch`.execute(ctx.db)
  const threads = new Map<string, string>()
  const copies: { fromIds: number[]; toIds: number[] } = { fromIds: [], toIds: [] }
  for (const { ids } of batches) {
    const { rows: originals } = await sql<Original>`
      select id, discussion_id, body from notes where id = any (${ids}::bigint[]) order by id`.execute(ctx.db)
    for (const { fromId, toId } of await copyBatch(ctx, ends, originals, threads, rewrite)) {
      copies.fromIds.push(fromId)
      copies.toIds.push(toId)
    }
  }
  await copyDescriptionVersions(ctx, ends, copies)
  return copies
}

async function copyBatch(
  ctx: Context,
  { toId, to }: CopyEnds,
  originals: readonly Original[],
  threads: Map<string, string>,
  rewrite: (texts: readonly string[]) => Promise<readonly string[]>,
) {
  const bodies = await rewrite(originals.map(note => note.body))
  const rendered = await renderBatch(
    ctx,
    to,
    bodies.map(text => ({ text })),
  )
  const copies = originals.map(({ id, discussionId }, index) => {
    const thread = threads.get(discussionId) ?? makeDiscussionId()
    threads.set(discussionId, thread)
    return { id, discussion_id: thread, body: bodies[index], html: rendered[index]?.html ?? '' }
  })
  const { rows } = await sql<{ fromId: number; toId: number }>`
    with given as materialized (
      select g.*, nextval('notes_id_seq') as to_id from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb)
        as g(id bigint, discussion_id text, body text, html text) order by g.id
    ), copied as (
      insert into notes (id, namespace_id, issuable_id, discussion_id, type, author_id, body, body_html, markdown_version, internal, system,
        system_action, system_details, resolvable, resolved_at, resolved_by_id, resolved_by_push, last_edited_at, last_edited_by_id,
        created_at, updated_at, reacted_at, external_author, external_is_unverified) overriding system value
      select g.to_id, ${to.id}, ${toId}, g.discussion_id, n.type, n.author_id, g.body, g.html, ${markdownVersion}, n.internal, n.system,
        n.system_action, ${detailsThere(to)}, n.resolvable, n.resolved_at, n.resolved_by_id, n.resolved_by_push, n.last_edited_at, n.last_edited_by_id,
        n.created_at, n.updated_at, n.reacted_at, n.external_author, n.external_is_unverified
      from given g join notes n on n.id = g.id order by g.to_id
    )
    select id as from_id, to_id from given order by to_id`.execute(ctx.db)
  return rows
}

/** The details of a system note `n`: its labels, milestones and iterations are those of the other place, as far as it has them. */
function detailsThere({ ancestorIds }: TextNamespace): RawBuilder<unknown> {
  const above = sql`${[...ancestorIds]}::bigint[]`
  const labels = (name: 'added' | 'removed') => sql`${sql.lit(name)}, coalesce((
    select jsonb_agg(there.id) from jsonb_array_elements_text(n.system_details->${sql.lit(name)}) a(id) join labels here on here.id = a.id::bigint
      cross join lateral (select l.id from labels l where l.namespace_id = any (${above}) and lower(l.title) = lower(here.title)
        order by array_position(${above}, l.namespace_id) desc limit 1) there), '[]')`
  const milestone = (name: 'from' | 'to') => sql`${sql.lit(name)}, (
    select m.id from milestones here join milestones m on m.namespace_id = any (${above}) and lower(m.title) = lower(here.title)
    where here.id = (n.system_details->>${sql.lit(name)})::bigint order by array_position(${above}, m.namespace_id) desc limit 1)`
  const iteration = (name: 'from' | 'to') => sql`${sql.lit(name)}, (
    select it.id from iterations it where it.id = (n.system_details->>${sql.lit(name)})::bigint and it.namespace_id = any (${above}))`
  return sql`case when n.system_details is null then null
    else case n.system_action
      when 'label' then jsonb_build_object(${labels('added')}, ${labels('removed')})
      when 'milestone' then jsonb_build_object(${milestone('from')}, ${milestone('to')})
      when 'iteration' then jsonb_build_object(${iteration('from')}, ${iteration('to')})
      else n.system_details end end`
}

/** The versions of a description, with the system notes about them. */
async function copyDescriptionVersions(ctx: Context, { fromId, toId }: CopyEnds, copies: NoteCopies): Promise<void> {
  await sql`
    insert into description_versions (issuable_id, note_id, author_id, description, created_at, deleted_at)
    select ${toId}, c.to_id, v.author_id, v.description, v.created_at, v.deleted_at
    from description_versions v left join ${copiesTable(copies)} on c.from_id = v.note_id
    where v.issuable_id = ${fromId} order by v.id`.execute(ctx.db)
}
