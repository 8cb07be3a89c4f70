import { sql } from 'kysely'
import type { StackTraceEntry } from '#contract/monitor/error-tracking/error-words.ts'
import { may } from '#server/access/may.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { ErrorTrackingWidget, factsOfItem, type WorkItemNode } from '#server/plan/work-items/node.ts'
import { latestEvent } from './present.ts'

interface ErrorOfIssue {
  readonly issueId: number
  readonly id: number
  readonly entries: readonly StackTraceEntry[]
}

const errorOfIssue = batch<number, ErrorOfIssue | null>(async (ctx, ids) => {
  const { rows } = await sql<ErrorOfIssue>`
    select t.issue_id, t.id, coalesce(e.payload->'entries', '[]') as entries
    from tracked_errors t join issuables i on i.id = t.issue_id and i.namespace_id = t.namespace_id ${latestEvent}
    where t.issue_id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.issueId, row]))
  return id => found.get(id) ?? null
})

/** The error that an issue was created from, for those who may read the errors of its project. */
async function errorOf(context: GraphqlContext, item: WorkItemNode): Promise<ErrorOfIssue | null> {
  const facts = await factsOfItem(context, item)
  if (facts === null || !may(context.weft.actor, 'project:read-errors', facts.namespace)) return null
  return errorOfIssue(context, item.id)
}

type Call = StackTraceEntry & { readonly place: number }

/** @source graphql.md 8: `WorkItemWidgetErrorTracking` */
export function errorWidgetFields(): void {
  const Status = builder.enumType('ErrorTrackingStatus', {
    values: words(['ERROR', 'NOT_FOUND', 'RETRY', 'SUCCESS']),
  })
  const Line = builder.objectRef<StackTraceEntry['context'][number]>('ErrorTrackingStackTraceContext').implement({
    description: 'Line of code in a stack trace.',
    fields: t => ({
      lineNumber: t.int({ resolve: ([line]) => line }),
      line: t.string({ resolve: ([, code]) => code }),
    }),
  })
  const StackTrace = builder.objectRef<Call>('ErrorTrackingStackTrace').implement({
    description: 'Call in a stack trace.',
    fields: t => ({
      filename: t.string({ resolve: ({ filename }) => filename }),
      absolutePath: t.string({ resolve: ({ filename }) => filename }),
      lineNumber: t.int({ resolve: ({ lineNo }) => lineNo }),
      columnNumber: t.int({ resolve: ({ colNo }) => colNo }),
      function: t.string({ resolve: call => call.function }),
      context: t.field({ type: [Line], resolve: ({ context }) => [...context] }),
    }),
  })
  const StackTraceConnection = connectionOf(StackTrace)
  builder.objectFields(ErrorTrackingWidget, t => ({
    identifier: t.field({
      type: 'BigInt',
      description: 'ID of the error that the issue was created from. Null if the current user cannot read errors.',
      resolve: async ({ item }, _args, context) => (await errorOf(context, item))?.id ?? null,
    }),
    status: t.field({
      type: Status,
      resolve: async ({ item }, _args, context) => ((await errorOf(context, item)) === null ? 'NOT_FOUND' : 'SUCCESS'),
    }),
    stackTrace: t.field({
      type: StackTraceConnection,
      description: 'Stack trace of the latest event. The outermost call is first.',
      args: pageArgs,
      resolve: async ({ item }, args, context) => {
        const error = await errorOf(context, item)
        if (error === null) return emptyPage
        const calls = error.entries.map((entry, place): Call => ({ ...entry, place }))
        return pageOfList(context, args, calls, ({ place }) => place)
      },
    }),
  }))
}
