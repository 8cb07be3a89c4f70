import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { noteableTypeSql } from '#server/discuss/noteables/noteable.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Awardable } from './react.ts'

const a = columnsOf('awardEmoji', 'a')

const awardJson = (ctx: Context): RawBuilder<unknown> =>
  object({
    ...a.fields('id', 'name'),
    user: userBasicJson(ctx.services.settings, 'u'),
    ...a.moments('createdAt', 'updatedAt'),
    awardable_id: sql`coalesce(a.note_id, a.issuable_id)`,
    awardable_type: sql`case when a.note_id is not null then 'Note'
    else ${noteableTypeSql('i')} end`,
  })

const joins = sql`join users u on u.id = a.user_id join issuables i on i.id = a.issuable_id`

const onThe = ({ issuable, noteId }: Pick<Awardable, 'noteId'> & { issuable: { id: number } }): RawBuilder<unknown> =>
  sql`a.issuable_id = ${issuable.id} and coalesce(a.note_id, 0) = ${noteId ?? 0}`

interface On {
  readonly issuable: { readonly id: number }
  readonly noteId: number | null
}

/** One page of the reactions to an issuable or a note, oldest first. */
export async function listAwards(ctx: Context, on: On, page: { readonly perPage: number; readonly offset: number }) {
  const { rows } = await sql<{ json: string; total: number }>`
    with page as (select a.* from award_emoji a where ${onThe(on)} order by a.id limit ${page.perPage} offset ${page.offset})
    select coalesce((select json_agg(${awardJson(ctx)} order by a.id) from page a ${joins}), '[]')::text as json,
      (select count(*) from award_emoji a where ${onThe(on)}) as total`.execute(ctx.db)
  return { items: new RawJson(rows[0]?.json ?? '[]'), total: rows[0]?.total ?? 0 }
}

/** One reaction, of the given item if there is one. @throws NotFound */
export async function showAward(ctx: Context, awardId: number, on?: On): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`select ${awardJson(ctx)}::text as json from award_emoji a ${joins}
    where a.id = ${awardId} ${on === undefined ? sql`` : sql`and ${onThe(on)}`}`.execute(ctx.db)
  const json = rows[0]?.json
  if (json === undefined) throw new NotFound('Award Emoji')
  return new RawJson(json)
}

/** The author of a reaction; null if it does not exist. */
export async function ownerOfAward(ctx: Context, awardId: number, on: On): Promise<number | null> {
  const { rows } = await sql<{ userId: number }>`
    select a.user_id from award_emoji a where a.id = ${awardId} and ${onThe(on)}`.execute(ctx.db)
  return rows[0]?.userId ?? null
}
