import {
  createErrorClientKey,
  createIssueFromError,
  setErrorTrackingSettings,
  updateErrorStatus,
} from '#contract/monitor/error-tracking/errors.ts'
import type { Services } from '#server/context.ts'
import { readEvent } from '#server/monitor/error-tracking/read-event.ts'
import { storeEvent } from '#server/monitor/error-tracking/store-events.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { DemoCaller } from './caller.ts'

const minuteMs = 60_000

interface DemoError {
  readonly type: string
  readonly value: string
  readonly transaction: string
  readonly platform: string
  readonly level?: string
  /** Minutes ago of its events. */
  readonly minutesAgo: readonly number[]
  readonly looms: number
  readonly frames: readonly object[]
  readonly end?: 'resolved' | 'ignored' | 'issue'
}

const server = [
  {
    filename: 'node:internal/process/task_queues',
    function: 'processTicksAndRejections',
    lineno: 105,
    colno: 5,
    in_app: false,
  },
  { filename: 'src/server.ts', function: 'handlePick', lineno: 58, colno: 11, in_app: true },
]

const errors: readonly DemoError[] = [
  {
    type: 'SelectorBusy',
    value: 'E 4021 selector busy (pick=212, color=3)',
    transaction: 'POST /looms/:id/picks',
    platform: 'node',
    minutesAgo: [3, 4, 9, 15, 16, 40, 75, 130, 131, 200, 260, 420, 700, 900, 1100],
    looms: 4,
    frames: [
      ...server,
      {
        filename: 'src/selector.ts',
        function: 'latchPick',
        lineno: 31,
        colno: 13,
        pre_context: [
          '  const waiting = queue.length',
          '  // The previous solenoid has not reported back.',
          '  if (waiting > 1)',
        ],
        context_line: '    throw new SelectorBusy(pick, color)',
        post_context: ['  queue.push({ pick, color })', '}'],
        in_app: true,
      },
    ],
    end: 'issue',
  },
  {
    type: 'KeyError',
    value: "'tension'",
    transaction: 'jobs.collect_tensions',
    platform: 'python',
    minutesAgo: [25, 85, 145, 205, 265],
    looms: 2,
    frames: [
      { filename: 'loom/jobs.py', function: 'collect_tensions', lineno: 12, in_app: true },
      {
        filename: 'loom/beams.py',
        function: 'tension_of',
        lineno: 44,
        pre_context: ['def tension_of(report):'],
        context_line: '    return float(report["tension"])',
        post_context: ['', ''],
        in_app: true,
      },
    ],
  },
  {
    type: 'TypeError',
    value: "Cannot read properties of undefined (reading 'shafts')",
    transaction: '/patterns/herringbone',
    platform: 'javascript',
    minutesAgo: [300, 310, 2_000, 2_900],
    looms: 3,
    frames: [
      { filename: 'app.js', function: 'renderPattern', lineno: 210, colno: 18, in_app: true },
      {
        filename: 'pattern.js',
        function: 'draftOf',
        lineno: 17,
        colno: 22,
        context_line: '  const shafts = pattern.weaving.shafts',
        in_app: true,
      },
    ],
  },
  {
    type: 'Slow connection to loom 5',
    value: '',
    transaction: 'GET /looms/:id',
    platform: 'node',
    level: 'warning',
    minutesAgo: [50, 600, 1_900],
    looms: 1,
    frames: server,
    end: 'ignored',
  },
  {
    type: 'LampTimeout',
    value: 'The stop lamp did not go off within 500 ms',
    transaction: 'POST /looms/:id/stop',
    platform: 'node',
    minutesAgo: [4_000, 5_000],
    looms: 2,
    frames: server,
    end: 'resolved',
  },
]

/** Errors that the applications of the demo have sent: new ones, one with an issue, one resolved, one ignored. */
export async function makeErrors(db: Db, services: Services, as: DemoCaller, id: string): Promise<void> {
  await as('mina', setErrorTrackingSettings, { id, active: true, integrated: true })
  await as('mina', createErrorClientKey, { id })
  const project = await db.selectFrom('namespaces').select('id').where('fullPath', '=', id).executeTakeFirstOrThrow()
  const nowMs = Date.now()
  const events = errors.flatMap(({ type, value, frames, minutesAgo, looms, end: _end, ...rest }) =>
    minutesAgo.flatMap((minutes, index) => {
      const event = readEvent(
        {
          ...rest,
          exception: { values: [{ type, value, stacktrace: { frames } }] },
          timestamp: (nowMs - minutes * minuteMs) / 1000,
          user: { id: `loom-${index % looms}` },
          release: minutes > 1_000 ? 'loom@2.3.0' : 'loom@2.4.1',
          environment: 'production',
          tags: { hall: index % 2 === 0 ? 'east' : 'west' },
        },
        nowMs,
      )
      return event === null ? [] : [event]
    }),
  )
  await Promise.all(events.map(event => storeEvent(db, services, project.id, event)))
  for (const { type, value, end } of errors) {
    if (end === undefined) continue
    const { id: errorId } = await db
      .selectFrom('trackedErrors')
      .select('id')
      .where('namespaceId', '=', project.id)
      .where('name', '=', type)
      .executeTakeFirstOrThrow()
    const error = { namespace: id, errorId }
    if (end === 'issue')
      await as('dan', createIssueFromError, {
        ...error,
        title: `${type}: ${value}`,
        description: 'It began with the build of Tuesday, and only on the wide looms. See #1.',
      })
    else await as('dan', updateErrorStatus, { ...error, status: end })
  }
}
