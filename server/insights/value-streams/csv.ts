import { Readable } from 'node:stream'
import { eventWords, type StageEvent } from '#contract/insights/stage-events.ts'
import type { StageRecord } from '#contract/insights/value-streams.ts'
import type { Context } from '#server/context.ts'
import type { Wire } from '#server/platform/text/case.ts'
import { contentDisposition } from '#server/platform/text/content-disposition.ts'
import { csvRow } from '#server/platform/text/csv.ts'
import { StreamReply } from '#server/slice.ts'
import { type Figures, type RecordsInput, recordsOf } from './figures.ts'
import type { Window } from './passages.ts'
import type { InsightPlace, StageRow, StreamRow } from './streams.ts'

const rowsAtOnce = 1_000

const csvReply = (lines: AsyncIterable<string> | Iterable<string>, name: string) =>
  new StreamReply(Readable.from(lines, { objectMode: false }), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': contentDisposition('attachment', `${name}.csv`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })

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
    return csvRow([
      stage.title,
      eventTitle(stage.startEventIdentifier, stage.startEventLabel),
      eventTitle(stage.endEventIdentifier, stage.endEventLabel),
      ...[count, median, average, p75, p95],
    ])
  })
  return csvReply([csvRow(head), ...lines], `${name} ${inDays(days)}`)
}

/** The items of a stage, a line each, read in batches. */
export function recordsCsv(
  ctx: Context,
  shown: { readonly place: InsightPlace; readonly stage: StageRow; readonly days: Window },
  input: RecordsInput,
): StreamReply {
  async function* lines() {
    yield csvRow(['Reference', 'Title', 'Author', 'Started at', 'Ended at', 'Duration (s)', 'URL'])
    for (let offset = 0; ; offset += rowsAtOnce) {
      const items = await recordsOf(ctx, shown, input, { offset, limit: rowsAtOnce })
      for (const item of items) {
        // The text is that of the statement.
        const record = JSON.parse(item) as Wire<StageRecord>
        yield csvRow([
          record.reference,
          record.title,
          record.author.username,
          record.started_at,
          record.end_event_timestamp,
          record.duration_in_milliseconds / 1000,
          `${ctx.services.settings.externalUrl}${record.path}`,
        ])
      }
      if (items.length < rowsAtOnce) return
    }
  }
  return csvReply(lines(), `${shown.stage.title} ${inDays(shown.days)}`)
}
