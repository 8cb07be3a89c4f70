import { finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { defaultSelection, type IssuableRow, selectIssuable } from '#server/plan/issuables/find.ts'

/** The incident of an address of a page; other items are not found. */
export const incidentOfAddress = finder(
  'issuable',
  'Incident',
  async (ctx: Context, { namespace, iid }: { readonly namespace: string; readonly iid: number }) => {
    const found = await selectIssuable<IssuableRow>(ctx, 'issue', 'by-iid', { ref: namespace, iid }, defaultSelection)
    return found?.row.type === 'incident' ? found : null
  },
)
