import { later, type Slice } from '#server/slice.ts'
import './events.ts'
import { forgetExports, mailExport } from './mail-csv.ts'

/** Lists as CSV files, downloaded or by email. Each slice with such a list plugs in a `ListExport`. */
export const listExports: Slice = {
  name: 'list-exports',
  followers: [
    later('list_export.requested', (ctx, event) => mailExport(ctx, event.payload.exportId), { takesLong: true }),
  ],
  timedJobs: [{ name: 'forget_list_exports', pattern: '50 3 * * *', run: forgetExports }],
}
