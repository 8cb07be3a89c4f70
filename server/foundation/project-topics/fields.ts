import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { avatarSql, isKnown } from './queries.ts'

interface TopicNode {
  readonly id: number
  readonly name: string
  readonly title: string
  readonly description: string
  readonly descriptionHtml: string
  readonly avatarUrl: string | null
}

/** @source graphql.md 5: `topics` */
export function topicFields(): void {
  const Topic = builder.objectRef<TopicNode>('Topic').implement({
    description: 'A project topic.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: topic => gid('Projects::Topic', topic.id) }),
      name: t.exposeString('name', { nullable: false }),
      title: t.exposeString('title', { nullable: false }),
      description: t.string({ resolve: ({ description }) => description || null }),
      descriptionHtml: t.exposeString('descriptionHtml'),
      avatarUrl: t.exposeString('avatarUrl'),
    }),
  })
  const TopicConnection = connectionOf(Topic)
  builder.queryField('topics', t =>
    t.field({
      type: TopicConnection,
      description: 'Project topics, most used first.',
      args: { ...pageArgs, search: t.arg.string() },
      resolve: (_root, { search, ...args }, context) => {
        const { weft } = context
        const words = bounded('search', search) ?? ''
        const isFound = matchesSearch(sql`t.name || ' ' || t.title`, words)
        return pageOfRows<TopicNode>(context, args, {
          columns: sql`t.id, t.name, t.title, t.description, t.description_html, ${avatarSql(weft)} as avatar_url`,
          from: sql`(select t.*, coalesce(used.count, 0)::integer as count from topics t left join (
              select given.name, count(*) as count from projects p join namespaces n on n.id = p.id, unnest(p.topics) given (name)
              where p.topics <> '{}' and ${visibleNamespaces(weft.actor, 'n')} group by given.name) used on used.name = t.name) t`,
          where: sql`${isFound} and ${isKnown(weft, sql`t.count`)}`,
          keys: [
            { value: sql`t.count`, type: 'integer', direction: 'desc' },
            { value: nameOrder(sql`t.name`), type: 'text', direction: 'asc' },
            { value: sql`t.id`, type: 'bigint', direction: 'asc' },
          ],
        })
      },
    }),
  )
}
