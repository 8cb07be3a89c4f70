import { eventWords, type StageEvent } from '#contract/insights/stage-events.ts'
import type { StageRecord } from '#contract/insights/value-streams.ts'
import type { Context } from '#server/context.ts'
import type { Wire } from '#server/platform/text/case.ts'
import type { StreamReply } from '#server/slice.ts'
import { csvReply } from '../csv-reply.ts'
import { type Figures, type RecordsInput, recordsOf } from './figures.ts'
import type { Window } from './passages.ts'
import type { InsightPlace, StageRow, StreamRow } from './streams.ts'
import type { tasksByTypeOf } from './tasks-by-type.ts'

const rowsAtOnce = 1_000

const inDays = ({ from, to }: Window): string => `${from}_${to}`
const eventTitle = (event: StageEvent, label: StageRow['startEventLabel']): string =>
  label === null ? eventWords(event).label : `${eventWords(event).label}: ${label.title}`

/** The figures of the stages, a line each. Durations are in seconds. */
export function figuresCsv(
  { name }: StreamRow,
  stages: readonly StageRow[],
  figures: readonly Figures[],
  days: Window,
): StreamReply {
  const head = [
    'Stage',
    'Start',
    'End',
    'Items',
    'Median (s)',
    'Average (s)',
    '75th percentile (s)',
    '95th percentile (s)',
  ]
  const lines = stages.map((stage, index) => {
    const { count = 0, median = null, average = null, p75 = null, p95 = null } = figures[index] ?? {}
    return [
      stage.title,
      eventTitle(stage.startEventIdentifier, stage.startEventLabel),
      eventTitle(stage.endEventIdentifier, stage.endEventLabel),
      ...[count, median, average, p75, p95],
    ]
  })
  return csvReply(`${name} ${inDays(days)}`, [head, ...lines])
}

/** The items of a stage, a line each, read in batches. */
export function recordsCsv(
  ctx: Context,
  shown: { readonly place: InsightPlace; readonly stage: StageRow; readonly days: Window },
  input: RecordsInput,
): StreamReply {
  async function* rows() {
    yield ['Reference', 'Title', 'Author', 'Started at', 'Ended at', 'Duration (s)', 'URL']
    for (let offset = 0; ; offset += rowsAtOnce) {
      const items = await recordsOf(ctx, shown, input, { offset, limit: rowsAtOnce })
      for (const item of items) {
        // The text is that of the statement.
        const record = JSON.parse(item) as Wire<StageRecord>
        yield [
          record.reference,
          record.title,
          record.author.username,
          record.started_at,
          record.end_event_timestamp,
          record.duration_in_milliseconds / 1000,
          `${ctx.services.settings.externalUrl}${record.path}`,
        ]
      }
      if (items.length < rowsAtOnce) return
    }
  }
  return csvReply(`${shown.stage.title} ${inDays(shown.days)}`, rows())
}

/** The new items with each label, by day. Days without any are left out. */
export function tasksCsv(tasks: Awaited<ReturnType<typeof tasksByTypeOf>>, days: Window): StreamReply {
  const rows = tasks.flatMap(({ label, series }) =>
    series.filter(([, items]) => items > 0).map(([day, items]) => [label.title, day, items]),
  )
  return csvReply(`Tasks by type ${inDays(days)}`, [['Label', 'Day', 'Items'], ...rows])
}
