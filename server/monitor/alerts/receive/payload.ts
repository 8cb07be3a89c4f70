import { createHash } from 'node:crypto'
import { type AlertSeverity, alertLimits } from '#contract/monitor/alerts/alert-limits.ts'
import type { FieldMapping } from '#contract/monitor/alerts/field-mapping.ts'
import { mappedFields } from '#contract/monitor/alerts/mapped-fields.ts'
import { Unprocessable } from '#server/errors.ts'
import { flatten, isObject, type JsonObject, lineOf, textOf, valueAt } from './plain-json.ts'

/** An alert as a monitoring tool sent it, cut to the limits of the stored columns. */
export interface ReceivedAlert {
  readonly title: string
  readonly description: string
  readonly severity: AlertSeverity
  /** ISO 8601 */
  readonly startedAt: string
  /** Whether the monitoring tool named the start: its clock is that of the end, too. */
  readonly namesStart: boolean
  /** Set when the alert is over. */
  readonly endedAt: string | null
  readonly monitoringTool: string
  readonly service: string
  readonly hosts: readonly string[]
  readonly environment: string
  readonly runbook: string
  readonly details: Readonly<Record<string, string>>
  readonly detailsLeftOut: number
  /** SHA-256 of the values that distinguish it from other alerts of the project. */
  readonly fingerprint: Buffer
}

/** The field of a payload with the number of its alerts that are missing. @source Alertmanager, webhook_config */
export const leftOutField = 'truncatedAlerts'

/**
 * Read the alerts of a payload: one of generic keys, or those of a payload of Alertmanager. Alerts that were left out
 * are reported by an alert of their own.
 *
 * @param now  ISO 8601; the start of an alert that names none
 * @param mapping  where the values of generic keys stand in a payload that is not of Alertmanager
 * @throws Unprocessable  it is not a payload of alerts, or is nested too deeply
 * @source rest.md 14
 */
export function readPayload(payload: JsonObject, now: string, mapping: FieldMapping = {}): readonly ReceivedAlert[] {
  const { alerts } = payload
  if (Array.isArray(alerts) && (payload.version !== undefined || payload.groupKey !== undefined)) {
    const kept = alerts.slice(0, alertLimits.alertsOfPayload)
    const told = Number(payload[leftOutField])
    const leftOut = alerts.length - kept.length + (Number.isSafeInteger(told) && told > 0 ? told : 0)
    // Grafana sends what Alertmanager sends, and the organization.
    const tool = payload.orgId === undefined ? 'Prometheus' : 'Grafana'
    const read = kept.map(alert => {
      if (!isObject(alert)) throw new Unprocessable('Alerts must be objects')
      return readAlertmanager(alert, tool, now)
    })
    return leftOut === 0 ? read : [...read, tellLeftOut(leftOut, kept.length, now)]
  }
  return [readGeneric(mapped(payload, mapping), now)]
}

/** The alert about alerts that were not accepted. Those of a project are one alert. */
function tellLeftOut(leftOut: number, kept: number, now: string): ReceivedAlert {
  const counts = leftOut === 1 ? '1 alert was' : `${leftOut} alerts were`
  return {
    title: 'A request had more alerts than can be accepted',
    description:
      `${counts} left out, and ${kept} accepted. A request can have up to ${alertLimits.alertsOfPayload} alerts and ` +
      `${alertLimits.payloadBytes / 1024} KiB. Group alerts by more labels in the monitoring tool.`,
    severity: 'HIGH',
    startedAt: now,
    namesStart: false,
    endedAt: null,
    monitoringTool: 'Weft',
    service: '',
    hosts: [],
    environment: '',
    runbook: '',
    details: {},
    detailsLeftOut: 0,
    fingerprint: hashOf(['alerts left out']),
  }
}

const genericKeys = new Set<string>(mappedFields)

/** A payload with the values of generic keys from where they stand in it. A value that is not there is left out. */
function mapped(payload: JsonObject, mapping: FieldMapping): JsonObject {
  const paths = Object.entries(mapping)
  if (paths.length === 0) return payload
  const found = paths.flatMap(([field, path]) => {
    const value = valueAt(payload, path)
    return value === undefined ? [] : [[field, value] as const]
  })
  return { ...payload, ...Object.fromEntries(found) }
}

function readGeneric(payload: JsonObject, now: string): ReceivedAlert {
  const startedAt = startOf(payload.start_time, now)
  const isShown = (key: string) => !genericKeys.has(key) || (key === 'start_time' && startedAt === null)
  const { details, leftOut } = flatten(Object.fromEntries(Object.entries(payload).filter(([key]) => isShown(key))))
  const severity = lineOf(payload.severity).toLowerCase()
  const given = textOf(payload.fingerprint) ?? listedText(payload.fingerprint)
  return {
    title: lineOf(payload.title, alertLimits.title) || 'New: Alert',
    description: (textOf(payload.description) ?? '').slice(0, alertLimits.description),
    // A missing severity is critical; an unknown word is not.
    severity: severity === '' ? 'CRITICAL' : (genericSeverities.get(severity) ?? 'UNKNOWN'),
    startedAt: startedAt ?? now,
    namesStart: startedAt !== null,
    endedAt: momentOf(payload.end_time) ?? (isRecovery(payload) ? now : null),
    monitoringTool: lineOf(payload.monitoring_tool),
    service: lineOf(payload.service),
    hosts: hostsOf(payload.hosts),
    environment: lineOf(payload.gitlab_environment_name),
    runbook: '',
    details,
    detailsLeftOut: leftOut,
    fingerprint: hashOf(given === null || given === '' ? telling(payload) : ['given', given]),
  }
}

const recoveryWords = new Set(['ok', 'resolved', 'recovered', 'recovery', 'normal'])

/** Whether a payload reports that its alert is over by a word, as Grafana's `state: ok` does. */
const isRecovery = ({ state, status }: JsonObject): boolean =>
  [state, status].some(word => recoveryWords.has(lineOf(word).toLowerCase()))

/**
 * The parts of a payload that distinguish its alert from others: neither when and where it was seen, nor whether it is
 * over.
 */
function telling(payload: JsonObject): readonly unknown[] {
  const { start_time: _start, end_time: _end, hosts: _hosts, state: _state, status: _status, ...others } = payload
  // Grafana's rules have an id; the title begins with the state, and other fields are those of the moment.
  if (textOf(payload.ruleId) !== null && payload.evalMatches !== undefined)
    return ['rule', textOf(payload.ruleId), textOf(payload.ruleUrl)]
  const title = textOf(payload.title)?.replace(/^\[(?:alerting|ok|firing|resolved|no data)[^\]]*\] */i, '')
  return ['payload', flatten(title === undefined ? others : { ...others, title }).details]
}

/** The fields of an alert of Grafana beside those of Alertmanager: links, and the values that its rule looked at. */
const grafanaKeys = ['values', 'valueString', 'dashboardURL', 'panelURL', 'silenceURL', 'imageURL'] as const

function readAlertmanager(alert: JsonObject, tool: 'Prometheus' | 'Grafana', now: string): ReceivedAlert {
  const labels = isObject(alert.labels) ? alert.labels : {}
  const annotations = isObject(alert.annotations) ? alert.annotations : {}
  const { details, leftOut } = flatten({
    ...{ labels, annotations, generatorURL: alert.generatorURL },
    ...(tool === 'Grafana' && Object.fromEntries(grafanaKeys.map(key => [key, alert[key]]))),
  })
  const title =
    lineOf(annotations.title, alertLimits.title) ||
    lineOf(annotations.summary, alertLimits.title) ||
    lineOf(labels.alertname, alertLimits.title)
  const isResolved = lineOf(alert.status).toLowerCase() === 'resolved'
  const given = textOf(alert.fingerprint)
  const startedAt = startOf(alert.startsAt, now)
  const word = lineOf(labels.severity).toLowerCase()
  return {
    title: title || 'New: Alert',
    description: (textOf(annotations.description) ?? '').slice(0, alertLimits.description),
    severity: word === '' ? 'CRITICAL' : (alertmanagerSeverities.get(word) ?? 'UNKNOWN'),
    startedAt: startedAt ?? now,
    namesStart: startedAt !== null,
    // A firing alert has the end of year 1.
    endedAt: isResolved ? (momentOf(alert.endsAt) ?? now) : null,
    monitoringTool: tool,
    service: lineOf(labels.service),
    hosts: hostsOf(labels.instance),
    environment: lineOf(labels.gitlab_environment_name),
    runbook: lineOf(annotations.runbook, alertLimits.title) || lineOf(annotations.runbook_url, alertLimits.title),
    details,
    detailsLeftOut: leftOut,
    fingerprint: hashOf(given === null || given === '' ? ['labels', flatten(labels).details] : ['given', given]),
  }
}

const severitiesBy = (words: Readonly<Record<string, string>>): ReadonlyMap<string, AlertSeverity> =>
  new Map(
    Object.entries(words).flatMap(([severity, others]) =>
      // The keys are the severities.
      [severity.toLowerCase(), ...others.split(' ')].map(word => [word, severity as AlertSeverity] as const),
    ),
  )

const genericSeverities = severitiesBy({ CRITICAL: '', HIGH: '', MEDIUM: '', LOW: '', INFO: '', UNKNOWN: '' })
const alertmanagerSeverities = severitiesBy({
  CRITICAL: 's1 p1 emergency fatal',
  HIGH: 's2 p2 major page',
  MEDIUM: 's3 p3 error alert',
  LOW: 's4 p4 warn warning',
  INFO: 's5 p5 debug information notice',
  UNKNOWN: '',
})

function hostsOf(given: unknown): readonly string[] {
  const hosts = (Array.isArray(given) ? given : [given]).slice(0, alertLimits.hosts)
  return hosts.map(host => lineOf(host)).filter(host => host !== '')
}

/** A fingerprint may be a list of words. */
const listedText = (given: unknown): string | null =>
  Array.isArray(given) && given.length > 0 ? JSON.stringify(flatten({ given }).details) : null

/** A moment as ISO 8601; null for other text, and for years that no clock shows. */
function momentOf(given: unknown): string | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null
  if (typeof given === 'string' && given.length > 64) return null
  // A number counts seconds, or milliseconds where seconds would lie too far ahead.
  const ms = typeof given === 'number' ? (given < 1e11 ? given * 1000 : given) : Date.parse(given)
  const year = Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).getUTCFullYear() : 0
  return year >= 1970 && year <= 9999 ? new Date(ms).toISOString() : null
}

/** Clocks differ, but an alert has started when it comes: the start of one that names a later moment is when it came. */
function startOf(given: unknown, now: string): string | null {
  const moment = momentOf(given)
  return moment === null || moment > now ? null : moment
}

const hashOf = (telling: unknown): Buffer => createHash('sha256').update(JSON.stringify(telling)).digest()
