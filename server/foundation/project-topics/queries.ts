import { type RawBuilder, sql } from 'kysely'
import type { listTopics as listTopicsOperation } from '#contract/foundation/project-topics.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { isAdmin } from '#server/access/facts.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { projectCard } from '#server/foundation/namespaces/cards.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'

const t = columnsOf('topics', 't')

/** The address of the avatar, over `topics t`. */
export const avatarSql = (ctx: Context): RawBuilder<string | null> => sql<
  string | null
>`case when t.avatar_upload_id is not null
  then ${sql.lit(ctx.services.settings.externalUrl)} || '/uploads/-/system/projects/topic/avatar/' || t.id || '/' || t.avatar_upload_id end`

/** The JSON of a topic, over `topics t` and its count of projects. */
const json = (ctx: Context, count: RawBuilder<unknown>) =>
  object({
    ...t.fields('id', 'name', 'title'),
    description: sql`nullif(t.description, '')`,
    total_projects_count: count,
    avatar_url: avatarSql(ctx),
  })

/** A topic that only projects use which the actor cannot see is hidden: its name would reveal them. */
export const isKnown = (ctx: Context, count: RawBuilder<unknown>): RawBuilder<boolean> =>
  isAdmin(ctx.actor) ? sql<boolean>`true` : sql<boolean>`(t.curated or ${count} > 0)`

/** The number of projects with the topic that the actor may see, over `topics t`. */
const countOf = (
  ctx: Context,
): RawBuilder<number> => sql<number>`(select count(*) from projects p join namespaces n on n.id = p.id
  where p.topics @> array[t.name] and ${visibleNamespaces(ctx.actor, 'n')})`

/** A page of the topics the actor may know of, the most used first, in one statement. */
export async function listTopics(
  ctx: Context,
  input: InputOf<typeof listTopicsOperation>,
): Promise<Paged<ReplyOf<typeof listTopicsOperation>>> {
  const { page, perPage, offset } = pageOf(input)
  const words = input.search ?? ''
  const isFound = matchesSearch(sql`t.name || ' ' || t.title`, words)
  const isUnused = input.withoutProjects === true ? sql`t.count = 0` : sql`true`
  const { rows } = await sql<{ items: string; total: number }>`
    with used as (
      select given.name, count(*) as count from projects p join namespaces n on n.id = p.id, unnest(p.topics) given (name)
      where p.topics <> '{}' and ${visibleNamespaces(ctx.actor, 'n')} group by given.name
    ), found as (
      select t.*, coalesce(used.count, 0) as count from topics t left join used on used.name = t.name where ${isFound}
    ), known as (
      select t.*, row_number() over (order by t.count desc, ${nameOrder(sql`t.name`)}) as place from found t
      where ${isKnown(ctx, sql`t.count`)} and ${isUnused}
    )
    select coalesce((select json_agg(${json(ctx, sql`t.count`)} order by t.place) from known t
        where t.place > ${offset} and t.place <= ${offset + perPage}), '[]')::text as items,
      (select count(*) from known) as total`.execute(ctx.db)
  return Paged.offset<ReplyOf<typeof listTopicsOperation>>(new RawJson(rows[0]?.items ?? '[]'), {
    page,
    perPage,
    total: rows[0]?.total ?? 0,
  })
}

/** @throws NotFound  no such topic, or none that the actor may know of */
export async function showTopic(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${json(ctx, sql`t.count`)}::text as json from (select t.*, ${countOf(ctx)} as count from topics t where t.id = ${id}) t
    where ${isKnown(ctx, sql`t.count`)}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Topic')
  return new RawJson(rows[0].json)
}

/** A topic with a page of its projects. @throws NotFound  as above */
export async function showTopicPage(
  ctx: Context,
  input: { readonly name: string; readonly page?: number; readonly perPage?: number },
): Promise<RawJson> {
  const { perPage, offset } = pageOf(input)
  const { rows } = await sql<{ json: string }>`
    with topic as (
      select * from (select t.*, ${countOf(ctx)} as count from topics t where lower(t.name) = lower(${input.name})) t
      where ${isKnown(ctx, sql`t.count`)}
    ), listed as (
      select n.id, row_number() over (order by p.last_activity_at desc, n.id desc) as place
      from topic join projects p on p.topics @> array[topic.name] join namespaces n on n.id = p.id
      where ${visibleNamespaces(ctx.actor, 'n')} order by place limit ${perPage + 1} offset ${offset}
    )
    select ${object({
      topic: json(ctx, sql`t.count`),
      ...t.fields('descriptionHtml'),
      projects: sql`coalesce((select json_agg(${projectCard(ctx)} order by s.place)
        from (select * from listed order by place limit ${perPage}) s
        join namespaces n on n.id = s.id join projects p on p.id = n.id), '[]'::json)`,
      has_next: sql`(select count(*) from listed) > ${perPage}`,
    })}::text as json from topic t`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Topic')
  return new RawJson(rows[0].json)
}

/** The upload of a topic's present avatar. @throws NotFound */
export async function topicAvatar(ctx: Context, id: number, uploadId: number) {
  const upload = await ctx.db
    .selectFrom('topics as t')
    .innerJoin('uploads as f', 'f.id', 't.avatarUploadId')
    .select(['f.filename', 'f.mediaType', 'f.sizeBytes', 'f.storageKey'])
    .where('t.id', '=', id)
    .where('f.id', '=', uploadId)
    .executeTakeFirst()
  if (upload === undefined) throw new NotFound('Upload')
  return upload
}
