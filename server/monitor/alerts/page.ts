import { sql } from 'kysely'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { hasRole } from '#server/access/levels.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { reportAbusePath } from '#server/discuss/abuse-reports/path.ts'
import { notesData } from '#server/discuss/notes/page/notes-data.ts'
import { NotFound } from '#server/errors.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { replyAddressOf } from '#server/plan/issuables/reply-address.ts'
import { pageFields, pageJoins, pagePermissions, viewerFields } from '#server/plan/issues/page/page-parts.ts'
import { columnsOf, object, objectb } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { ReadableAlert } from './find.ts'
import { factsJson, incidentJson } from './queries.ts'

const i = columnsOf('issuables', 'i')

interface AlertPageRow {
  readonly alert: string
  readonly facts: string
  readonly incident: string
  readonly viewer: string
  readonly notesFilter: number | null
}

/** The fields of an alert's page, without its discussion. */
export async function showAlertPage(ctx: Context, alert: ReadableAlert) {
  const { actor } = ctx
  const { facts } = alert
  const row = await readPage(ctx, alert.id, hasRole(actor, facts.namespace, 'planner'))
  return {
    namespace: await showHeader(ctx, { id: alert.namespaceId, facts: facts.namespace }),
    alert: new RawJson(row.alert),
    facts: new RawJson(row.facts),
    incident: new RawJson(row.incident),
    viewer: new RawJson(row.viewer),
    replyAddress: await replyAddressOf(ctx, alert.id, may(actor, 'issuable:comment', facts)),
    reportAbusePath: may(actor, 'issuable:report-abuse', facts) ? reportAbusePath(ctx) : null,
    notesData: notesData(ctx, issuableKinds.alert, alert, row.notesFilter ?? 0),
    permissions: {
      ...pagePermissions(actor, facts),
      canEscalate: may(actor, 'issuable:escalate', facts),
      canCreateIncident:
        may(actor, 'issuable:escalate', facts) && may(actor, 'project:create-incident', facts.namespace),
    },
  }
}

async function readPage(ctx: Context, id: number, seesAll: boolean): Promise<AlertPageRow> {
  const { actor } = ctx
  const { settings } = ctx.services
  const { rows } = await sql<AlertPageRow>`
    select viewer.issue_notes_filter as notes_filter, ${object(viewerFields(actor, seesAll))}::text as viewer,
      (${object(pageFields(settings, 'alert', actor, sql`${ctx.now}`, seesAll))}::jsonb
        || ${objectb({ ...i.fields('titleHtml'), description_html: sql.lit('') })})::text as alert,
      ${factsJson}::text as facts, coalesce(${incidentJson(ctx)}::text, 'null') as incident
    from issuables i ${pageJoins(settings, actor, 'alert', seesAll)} join alerts al on al.id = i.id where i.id = ${id}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound('Alert')
  return found
}
