import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { NotFound } from '#server/errors.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { columnsOf, object, objectWhere } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { ErrorRow } from './find.ts'
import { errorPathSql } from './paths.ts'
import { errorFields, eventFields, eventOrLatest, frequencySql, latestEvent, stackTraceFields } from './present.ts'

const t = columnsOf('trackedErrors', 't')
const e = columnsOf('errorEvents', 'e')
const i = columnsOf('issuables', 'i')

interface AskedEvent {
  readonly event?: number | undefined
}

/** The page of an error, without its stack trace. @throws NotFound  an event that it does not have · @source rest.md 17.8 */
export async function showError(
  ctx: Context,
  error: Allowed<'project:read-errors', ErrorRow>,
  { event }: AskedEvent = {},
) {
  const { actor, services } = ctx
  const { externalUrl } = services.settings
  const path = pagePathSql('i', 'n', 'issue')
  const { rows } = await sql<{ json: string }>`
    select ${object({
      ...errorFields(services.settings),
      frequency: frequencySql(ctx.now),
      integrated: sql.lit(true),
      first_release_version: t('firstRelease'),
      last_release_version: t('lastRelease'),
      environment: sql`e.payload->'environment'`,
      server_name: sql`e.payload->'serverName'`,
      tags: object({ ...t.fields('level'), logger: sql`e.payload->'logger'` }),
      ...t.fields('groupedBy'),
      event: objectWhere(e('id'), {
        ...eventFields,
        older_id: neighbor('<'),
        newer_id: neighbor('>'),
      }),
      own_tags: sql`coalesce(e.payload->'tags', '[]')`,
      gitlab_issue: sql`case when i.id is not null then ${externalUrl} || ${path} end`,
      issue: objectWhere(i('id'), { ...i.fields('iid', 'title', 'state'), path }),
    })}::text as json
    from tracked_errors t join namespaces n on n.id = t.namespace_id ${eventOrLatest(event)}
    left join issuables i on i.id = t.issue_id and ${visibleIssuables(actor, 'i', { series: 'issue' })}
    where t.id = ${error.id}`.execute(ctx.db)
  return {
    error: json(rows),
    namespace: await showHeader(ctx, { id: error.namespaceId, facts: error.facts }),
    permissions: {
      canUpdateErrors: may(actor, 'project:update-errors', error.facts),
      canAdminErrors: may(actor, 'project:admin-errors', error.facts),
      canCreateIssue: may(actor, 'project:create-issue', error.facts),
    },
  }
}

/** The event next to `e` of its error, before or after it. */
const neighbor = (side: '<' | '>') => {
  const direction = side === '<' ? sql`desc` : sql`asc`
  return sql`(select x.id from error_events x where x.error_id = e.error_id and (x.occurred_at, x.id) ${sql.raw(side)} (e.occurred_at, e.id)
    order by x.occurred_at ${direction}, x.id ${direction} limit 1)`
}

/** The stack trace of an event of an error, if none is named of the latest. */
export async function showStackTrace(
  ctx: Context,
  { id }: Allowed<'project:read-errors', ErrorRow>,
  { event }: AskedEvent = {},
) {
  const { rows } = await sql<{ json: string }>`
    select ${object(stackTraceFields)}::text as json from tracked_errors t ${eventOrLatest(event)}
    where t.id = ${id} and e.id is not null`.execute(ctx.db)
  return { error: json(rows) }
}

/**
 * The error that an issue was created from, with its stack trace.
 *
 * @throws NotFound  it was created from none, or the actor cannot read errors
 */
export async function showErrorOfIssue(ctx: Context, issue: Allowed<'issuable:read', IssuableRow>) {
  if (!may(ctx.actor, 'project:read-errors', issue.facts.namespace)) throw new NotFound()
  const { rows } = await sql<{ json: string }>`
    select ${object({
      ...errorFields(ctx.services.settings),
      ...stackTraceFields,
      path: errorPathSql,
    })}::text as json
    from tracked_errors t join namespaces n on n.id = t.namespace_id ${latestEvent}
    where t.issue_id = ${issue.id} and t.namespace_id = ${issue.namespaceId} and e.id is not null`.execute(ctx.db)
  return { error: json(rows) }
}

function json([row]: readonly { readonly json: string }[]): RawJson {
  if (row === undefined) throw new NotFound('Error')
  return new RawJson(row.json)
}
