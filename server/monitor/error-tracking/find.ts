import { sql } from 'kysely'
import type { ErrorStatus } from '#contract/monitor/error-tracking/error-words.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'

export interface ErrorRow {
  readonly id: number
  readonly namespaceId: number
  readonly fullPath: string
  readonly status: ErrorStatus
  readonly issueId: number | null
}

const columns = sql`t.id, t.namespace_id, n.full_path, t.status, t.issue_id`

/** An error by the address of its page. */
export const errorOfAddress = finder(
  'project',
  null,
  async (ctx: Context, { namespace, errorId }: { readonly namespace: string; readonly errorId: number }) => {
    const { rows } = await sql<ErrorRow & { readonly facts: NamespaceFacts }>`
      select ${columns}, ${projectFacts(ctx.actor, 'n')} as facts
      from tracked_errors t join namespaces n on n.id = t.namespace_id
      where t.id = ${errorId} and lower(n.full_path) = lower(${namespace})`.execute(ctx.db)
    if (rows[0] === undefined) await refuseMoved(ctx, namespace, 'project')
    return found(rows)
  },
)

function found([row]: readonly (ErrorRow & { readonly facts: NamespaceFacts })[]) {
  if (row === undefined) return null
  const { facts, ...rest } = row
  return { row: rest as ErrorRow, facts }
}
