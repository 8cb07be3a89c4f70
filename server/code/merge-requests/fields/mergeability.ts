import { sql } from 'kysely'
import { batch } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { object } from '#server/platform/sql/shape.ts'
import { type CheckName, type CheckStatus, checkStatuses, mergeabilityChecks } from '../present.ts'
import type { MergeRequestNode } from './node.ts'

interface Check {
  readonly identifier: Uppercase<CheckName>
  readonly status: Uppercase<CheckStatus>
}

const statusesOf = batch<number, Readonly<Record<CheckName, CheckStatus>> | null>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number; checks: string }>`
    select i.id, ${object(mergeabilityChecks)}::text as checks
    from issuables i join merge_requests mr on mr.id = i.id join projects p on p.id = i.namespace_id
    where i.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  // PostgreSQL made them of the table of checks.
  const found = new Map(rows.map(row => [row.id, JSON.parse(row.checks) as Record<CheckName, CheckStatus>]))
  return id => found.get(id) ?? null
})

const upper = <Word extends string>(word: Word) => word.toUpperCase() as Uppercase<Word>

/** The conditions of a merge, and whether each is met. */
export async function mergeabilityChecksOf(context: GraphqlContext, it: MergeRequestNode): Promise<readonly Check[]> {
  const statuses = await statusesOf(context, it.id)
  if (statuses === null) return []
  // The keys are those of the table of checks.
  return (Object.entries(statuses) as [CheckName, CheckStatus][]).map(([name, status]) => ({
    identifier: upper(name),
    status: upper(status),
  }))
}

const Identifier = builder.enumType('MergeabilityCheckIdentifier', {
  values: words(Object.keys(mergeabilityChecks).map(upper)),
})
const Status = builder.enumType('MergeabilityCheckStatus', { values: words(checkStatuses.map(upper)) })

/** @source graphql.md 5 */
export const MergeabilityCheck = builder.objectRef<Check>('MergeRequestMergeabilityCheck').implement({
  description: 'A condition for a merge, and whether it is met.',
  fields: t => ({
    identifier: t.field({ type: Identifier, nullable: false, resolve: check => check.identifier }),
    status: t.field({ type: Status, nullable: false, resolve: check => check.status }),
  }),
})
