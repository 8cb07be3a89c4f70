import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { avatarSql } from '#server/foundation/users/present.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { ReadableNoteable } from './page.ts'

const u = columnsOf('users', 'u')

/** The number of notes on an issuable, and its open threads, for its reader. One statement. */
export async function showSummary(ctx: Context, noteable: ReadableNoteable): Promise<RawJson> {
  const seen = sql`n.issuable_id = ${noteable.id} and ${visibleNotes(ctx.actor, 'n', noteable.facts.namespace)}`
  const { rows } = await sql<{ json: string }>`
    with threads as (select bool_and(n.resolved_at is not null) as is_resolved, min(n.created_at) as first_at,
        (array_agg(n.id order by n.created_at, n.id))[1] as first_id
      from notes n where ${seen} and n.resolvable group by n.discussion_id),
    open as (select first_id, first_at from threads where not is_resolved order by first_at, first_id limit 1000)
    select ${object({
      comments: sql`(select count(*) from notes n where ${seen} and not n.system)`,
      threads: sql`(select count(*) from threads)`,
      unresolved: sql`(select count(*) from threads where not is_resolved)`,
      unresolved_note_ids: sql`coalesce((select json_agg(first_id order by first_at, first_id) from open), '[]')`,
    })}::text as json`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? 'null')
}

const maxFound = 50
const before = 40
const excerptLength = 160

/** The newest comments of an issuable that hold some words, whatever their case. One statement. */
export async function searchNotes(ctx: Context, noteable: ReadableNoteable, words: string): Promise<RawJson> {
  const wanted = words.trim()
  if (wanted === '') return new RawJson('[]')
  const base = siteBase(ctx)
  const { rows } = await sql<{ json: string }>`
    with found as (select n.id, n.discussion_id, n.author_id, n.created_at, n.body, strpos(lower(n.body), lower(${wanted})) as place
      from notes n where n.issuable_id = ${noteable.id} and not n.system and ${visibleNotes(ctx.actor, 'n', noteable.facts.namespace)}
        and strpos(lower(n.body), lower(${wanted})) > 0
      order by n.created_at desc, n.id desc limit ${maxFound})
    select coalesce(json_agg(${object({
      id: sql`f.id`,
      discussion_id: sql`f.discussion_id`,
      created_at: sql`iso(f.created_at)`,
      author: object({ ...u.fields('id', 'username', 'name'), avatar_url: avatarSql('u', sql`${base}::text`) }),
      excerpt: sql`case when f.place > ${before} then '…' else '' end
          || substr(f.body, greatest(f.place - ${before}, 1), ${excerptLength})
          || case when length(f.body) > f.place + ${excerptLength - before} then '…' else '' end`,
    })}
      order by f.created_at desc, f.id desc), '[]')::text as json
    from found f join users u on u.id = f.author_id`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '[]')
}
