import {
  dismissalReasons,
  reportTypes,
  vulnerabilityLinkTypes,
  vulnerabilitySeverities,
  vulnerabilityStates,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { builder } from '#server/graphql/builder.ts'

/** The values of an enum, in capitals, for words that the database holds in small letters. */
const capitals = <Word extends string>(list: readonly Word[]) =>
  // Each name is that of its word.
  Object.fromEntries(list.map(word => [word.toUpperCase(), { value: word }])) as Record<
    Uppercase<Word>,
    { value: Word }
  >

export const State = builder.enumType('VulnerabilityState', { values: capitals(vulnerabilityStates) })
export const Severity = builder.enumType('VulnerabilitySeverity', { values: capitals(vulnerabilitySeverities) })
export const ReportTypeEnum = builder.enumType('VulnerabilityReportType', { values: capitals(reportTypes) })
export const Reason = builder.enumType('VulnerabilityDismissalReason', { values: capitals(dismissalReasons) })
export const LinkType = builder.enumType('VulnerabilityIssueLinkType', { values: capitals(vulnerabilityLinkTypes) })
export const Sort = builder.enumType('VulnerabilitySort', {
  values: {
    detected_asc: { value: 'detected_asc' },
    detected_desc: { value: 'detected_desc' },
    severity_asc: { value: 'severity_asc' },
    severity_desc: { value: 'severity_desc' },
  } as const,
})
