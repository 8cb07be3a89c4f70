import { type RawBuilder, sql } from 'kysely'
import { errorsPath } from '#contract/monitor/error-tracking/error-paths.ts'
import {
  type ErrorSort,
  type ErrorStatus,
  usualErrorSort,
  usualErrorStatus,
} from '#contract/monitor/error-tracking/error-words.ts'
import type { listErrors } from '#contract/monitor/error-tracking/errors.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { rowsInWindow, runIn, type SortKey } from '#server/platform/sql/keyset.ts'
import { cursorsOf, windowOf } from '#server/platform/sql/list-cursors.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

import { errorFields, frequencySql } from './present.ts'
import { isErrorTrackingOn } from './settings.ts'

const errorsPerPage = 20

/** The orders of a list of errors, each with an index. */
export const errorOrders: Readonly<Record<ErrorSort, readonly SortKey[]>> = {
  last_seen: orderBy({ value: sql`t.last_seen_at`, type: 'timestamptz' }),
  first_seen: orderBy({ value: sql`t.first_seen_at`, type: 'timestamptz' }),
  frequency: orderBy({ value: sql`t.events_count`, type: 'bigint' }),
}

function orderBy(key: Pick<SortKey, 'value' | 'type'>): readonly SortKey[] {
  return [
    { ...key, direction: 'desc' },
    { value: sql`t.id`, type: 'bigint', direction: 'desc' },
  ]
}

/** The errors of a project that a search finds, as a condition on `tracked_errors t`. */
export function errorsWhere(
  projectId: number,
  { search = '', status }: { readonly search?: string | undefined; readonly status?: ErrorStatus },
): RawBuilder<boolean> {
  return sql<boolean>`t.namespace_id = ${projectId} ${status === undefined ? sql`` : sql`and t.status = ${status}`}
    and ${matchesSearch(sql`concat_ws(' ', t.name, t.description, t.actor)`, search)}`
}

/**
 * The page of a project's errors.
 *
 * @throws Malformed  a cursor that the list did not give
 * @source rest.md 17.8
 */
export async function showErrors(
  ctx: Context,
  project: Allowed<'project:read-errors', ProjectRow>,
  { searchTerm, sort = usualErrorSort, cursor, issueStatus: status = usualErrorStatus }: InputOf<typeof listErrors>,
) {
  const { actor, services } = ctx
  const window = windowOf(cursor, errorsPerPage)
  const { rows, hasMore } = await rowsInWindow<{ readonly json: string }>(
    runIn(ctx.db),
    {
      columns: sql`${object({ ...errorFields(services.settings), frequency: frequencySql(ctx.now) })}::text as json`,
      from: sql`tracked_errors t join namespaces n on n.id = t.namespace_id`,
      where: errorsWhere(project.id, { search: searchTerm, status }),
      keys: errorOrders[sort],
    },
    window,
  )
  return {
    errors: new RawJson(`[${rows.map(({ json }) => json).join(',')}]`),
    pagination: cursorsOf(window.start, rows, hasMore),
    externalUrl: `${services.settings.externalUrl}${errorsPath(project.fullPath)}`,
    namespace: await showHeader(ctx, project),
    isEnabled: await isErrorTrackingOn(ctx, project.id),
    permissions: {
      canUpdateErrors: may(actor, 'project:update-errors', project.facts),
      canAdminErrors: may(actor, 'project:admin-errors', project.facts),
    },
  }
}
