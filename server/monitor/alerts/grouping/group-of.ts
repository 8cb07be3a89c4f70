import { createHash } from 'node:crypto'
import { type GroupingField, groupingLabel } from '#contract/monitor/alerts/grouping-fields.ts'
import type { GroupingRule } from '#contract/monitor/alerts/grouping-rules.ts'
import type { ReceivedAlert } from '../receive/payload.ts'

/** The group of an alert by the rules of its project. */
export interface AlertGroup {
  /** SHA-256 of the rule and the values. */
  readonly key: Buffer
  /** `Service: checkout` */
  readonly name: string
  /** An alert joins the group so long after the event before it. */
  readonly minutes: number
}

/** The group of an alert by the first rule of whose fields it has all; null if there is none. */
export function groupOf(rules: readonly GroupingRule[], alert: ReceivedAlert): AlertGroup | null {
  for (const { fields, minutes } of rules) {
    const values = fields.map(field => fieldOf(alert, field))
    if (values.every(value => value !== ''))
      return {
        key: createHash('sha256')
          .update(JSON.stringify([fields, values]))
          .digest(),
        name: fields.map((field, index) => `${groupingLabel(field)}: ${values[index]}`).join(', '),
        minutes,
      }
  }
  return null
}

/** The group of alerts that came while too many others did. */
export const floodGroup: AlertGroup = {
  key: createHash('sha256').update('flood').digest(),
  name: 'many alerts at the same time',
  minutes: 10,
}

const own: Readonly<Record<GroupingField, (alert: ReceivedAlert) => string>> = {
  service: alert => alert.service,
  title: alert => alert.title,
  severity: alert => alert.severity,
  monitoring_tool: alert => alert.monitoringTool,
  environment: alert => alert.environment,
  hosts: alert => alert.hosts.join(', '),
}

const fieldOf = (alert: ReceivedAlert, field: string): string =>
  Object.hasOwn(own, field)
    ? own[field as GroupingField](alert)
    : Object.hasOwn(alert.details, field)
      ? (alert.details[field] ?? '')
      : ''
