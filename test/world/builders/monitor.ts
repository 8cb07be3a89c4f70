import { readEvent } from '#server/monitor/error-tracking/read-event.ts'
import { storeEvent } from '#server/monitor/error-tracking/store-events.ts'
import type { BuilderParts } from './builders.ts'

interface GivenError {
  readonly type?: string
  readonly value?: string
  /** The route or function in which it occurs. */
  readonly transaction?: string
  readonly platform?: string
  readonly status?: 'unresolved' | 'resolved' | 'ignored'
  readonly issueId?: number
  readonly frames?: readonly object[]
  readonly timestamp?: number | string
  /** A known error keeps its status. */
  readonly keepsStatus?: boolean
}

export const errorFrames = [
  { filename: 'main.ts', function: 'main', lineno: 3, colno: 1, in_app: true },
  {
    filename: 'src/loom.ts',
    function: 'weave',
    lineno: 41,
    colno: 7,
    pre_context: ['// Before the next pick'],
    context_line: "  throw new Jam('The shuttle jams')",
    post_context: ['}'],
    in_app: true,
  },
] as const

export function monitorBuilders({ db, project, transact }: BuilderParts) {
  return {
    /** An error of the project with one event. */
    error: async ({ type = 'Jam', value = 'The shuttle jams', ...given }: GivenError = {}) => {
      const { transaction = 'POST /picks', platform = 'node', frames = errorFrames, timestamp } = given
      const exception = { values: [{ type, value, stacktrace: { frames } }] }
      const event = readEvent({ exception, transaction, platform, timestamp }, Date.now())
      if (event === null) throw new Error('the event cannot be read')
      await transact(ctx => storeEvent(db, ctx.services, project.id, event))
      const { status = 'unresolved', issueId, keepsStatus = false } = given
      return db
        .updateTable('trackedErrors')
        .set({
          fingerprint: event.fingerprint,
          ...(!keepsStatus && { status, resolvedAt: status === 'resolved' ? new Date().toISOString() : null }),
          ...(issueId !== undefined && { issueId }),
        })
        .where('namespaceId', '=', project.id)
        .where('fingerprint', '=', event.fingerprint)
        .returning('id')
        .executeTakeFirstOrThrow()
    },
  }
}
