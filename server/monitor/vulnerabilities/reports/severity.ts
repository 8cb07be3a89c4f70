import {
  type VulnerabilitySeverity,
  vulnerabilitySeverities,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'

/** A severity by its word in a report, in any case. */
export function severityOf(word: string): VulnerabilitySeverity {
  const lower = word.toLowerCase()
  if (lower === 'none') return 'info'
  return vulnerabilitySeverities.find(each => each === lower) ?? 'unknown'
}

/** The severity of a CVSS score. @source first.org/cvss, the qualitative severity rating scale */
export function severityOfScore(score: number): VulnerabilitySeverity {
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  if (score >= 4) return 'medium'
  return score > 0 ? 'low' : 'info'
}

/** The numbers that sort severities, as the column `severity_rank` has them. */
export const severityRank: Readonly<Record<VulnerabilitySeverity, number>> = {
  critical: 6,
  high: 5,
  medium: 4,
  low: 3,
  unknown: 2,
  info: 1,
}
