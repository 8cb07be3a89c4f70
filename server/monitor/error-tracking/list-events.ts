import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { rowsInWindow, runIn, type SortKey } from '#server/platform/sql/keyset.ts'
import { cursorsOf, windowOf } from '#server/platform/sql/list-cursors.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

import type { ErrorRow } from './find.ts'
import { eventFields } from './present.ts'

const eventsPerPage = 10

/** The latest first. */
const order: readonly SortKey[] = [
  { value: sql`e.occurred_at`, type: 'timestamptz', direction: 'desc' },
  { value: sql`e.id`, type: 'bigint', direction: 'desc' },
]

/** The events of an error that are kept. @throws Malformed  a cursor that the list did not give */
export async function showEvents(
  ctx: Context,
  { id }: Allowed<'project:read-errors', ErrorRow>,
  { cursor }: { readonly cursor?: string | undefined },
) {
  const window = windowOf(cursor, eventsPerPage)
  const { rows, hasMore } = await rowsInWindow<{ readonly json: string }>(
    runIn(ctx.db),
    {
      columns: sql`${object(eventFields)}::text as json`,
      from: sql`error_events e join tracked_errors t on t.id = e.error_id`,
      where: sql`e.error_id = ${id}`,
      keys: order,
    },
    window,
  )
  return {
    events: new RawJson(`[${rows.map(({ json }) => json).join(',')}]`),
    pagination: cursorsOf(window.start, rows, hasMore),
  }
}
