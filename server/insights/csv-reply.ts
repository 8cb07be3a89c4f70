import { Readable } from 'node:stream'
import { contentDisposition } from '#server/platform/text/content-disposition.ts'
import { csvRow } from '#server/platform/text/csv.ts'
import { StreamReply } from '#server/slice.ts'

type Row = Parameters<typeof csvRow>[0]

/** A download of rows as CSV, under a name without its ending. */
export function csvReply(name: string, rows: AsyncIterable<Row> | Iterable<Row>): StreamReply {
  async function* lines() {
    for await (const row of rows) yield csvRow(row)
  }
  return new StreamReply(Readable.from(lines(), { objectMode: false }), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': contentDisposition('attachment', `${name}.csv`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
}
