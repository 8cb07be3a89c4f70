import { sql } from 'kysely'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { Issue } from '#server/plan/issuables/fields/issue-node.ts'

const dueOf = batch<number, string | null>(async ({ db }, ids) => {
  const { rows } = await sql<{ id: number; dueAt: string }>`
    select s.issuable_id as id, s.due_at from incident_slas s join issuables i on i.id = s.issuable_id
    where s.issuable_id = any (${[...ids]}::bigint[]) and i.type = 'incident'`.execute(db)
  const found = new Map(rows.map(row => [row.id, row.dueAt]))
  return id => found.get(id) ?? null
})

/** @source graphql.md 7.1 */
export const slaFields = (): void =>
  builder.objectField(Issue, 'slaDueAt', t =>
    t.field({
      type: 'Time',
      description: 'Time by which the incident is to be resolved. Null if its project sets no limit for its severity.',
      resolve: ({ id }, _args, context) => dueOf(context, id),
    }),
  )
