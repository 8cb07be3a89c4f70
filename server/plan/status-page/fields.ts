import { sql } from 'kysely'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { Issue } from '#server/plan/issuables/fields/issue-node.ts'
import { hasStatusPage, isPublished } from '#server/plan/issuables/published.ts'

const publishedIncident = batch<number, boolean | null>(async ({ db }, ids) => {
  const { rows } = await sql<{ id: number; published: boolean }>`
    select i.id, ${isPublished('i')} as published from issuables i join projects p on p.id = i.namespace_id
    where i.id = any (${[...ids]}::bigint[]) and i.type = 'incident' and ${hasStatusPage('p')}`.execute(db)
  const found = new Map(rows.map(row => [row.id, row.published]))
  return id => found.get(id) ?? null
})

/** @source graphql.md 5 */
export const statusPageFields = (): void =>
  builder.objectField(Issue, 'statusPagePublishedIncident', t =>
    t.boolean({
      description: 'Whether the incident is on the public status page. Null if its project has none.',
      resolve: ({ id }, _args, context) => publishedIncident(context, id),
    }),
  )
