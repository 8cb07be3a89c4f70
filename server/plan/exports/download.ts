import { Readable } from 'node:stream'
import { type Context, selfId } from '#server/context.ts'
import { contentDisposition } from '#server/platform/text/content-disposition.ts'
import { StreamReply } from '#server/slice.ts'
import { csvType, type Exported, exportedLines, exportName } from './exported.ts'

/**
 * A list as a CSV file.
 *
 * @throws Unauthenticated
 * @source product-rules.md 14
 */
export async function downloadCsv(ctx: Context, exported: Exported): Promise<StreamReply> {
  selfId(ctx)
  const { batches } = await exportedLines(ctx, exported)
  async function* lines() {
    for await (const batch of batches) yield batch.join('')
  }
  return new StreamReply(Readable.from(lines(), { objectMode: false }), {
    'content-type': csvType,
    'content-disposition': contentDisposition('attachment', exportName(ctx, exported)),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
}
