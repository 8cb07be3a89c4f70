import type { FieldMapping } from '#contract/monitor/alerts/field-mapping.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { groupOf } from '../grouping/group-of.ts'
import { readSettings } from '../settings.ts'
import { readPayload } from './payload.ts'
import { flatten, isObject } from './plain-json.ts'

/** Characters of a value that the preview shows. */
const shownLength = 200

/** The alert that a payload becomes, and the values of the payload, from which the fields are chosen. @throws Invalid */
export async function previewAlert(
  ctx: Context,
  project: Allowed<'project:admin-alerts', ProjectRow>,
  payload: unknown,
  mapping: FieldMapping,
) {
  if (!isObject(payload)) throw new Invalid({ payload: ['must be a JSON object'] })
  const alerts = readPayload(payload, ctx.now, mapping)
  const [first] = alerts
  if (first === undefined) throw new Invalid({ payload: ['has no alerts'] })
  const { groupingRules } = await readSettings(ctx, project.id)
  const { title, description, severity, startedAt, endedAt, monitoringTool, service, hosts, environment } = first
  return {
    alert: {
      ...{ title, description, severity, startedAt, endedAt, monitoringTool, service, hosts, environment },
      group: groupOf(groupingRules, first)?.name ?? null,
    },
    alertCount: alerts.length,
    values: Object.entries(flatten(payload).details).map(([path, text]) => ({
      path,
      text: text.slice(0, shownLength),
    })),
  }
}
