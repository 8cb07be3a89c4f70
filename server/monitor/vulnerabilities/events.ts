import { vulnerabilitiesTopic } from '#contract/live-topics.ts'
import type { VulnerabilityState } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A report changed the findings of a commit, or the dependencies of a project. The same report again is no event. */
    'security_report.received': { readonly sha: string; readonly ref: string; readonly scanIds: readonly number[] }
    'vulnerability.created': { readonly vulnerabilityId: number }
    'vulnerability.state_changed': { readonly vulnerabilityIds: readonly number[]; readonly to: VulnerabilityState }
    'vulnerability.linked': { readonly vulnerabilityId: number; readonly issuableId: number }
    'vulnerability.unlinked': { readonly vulnerabilityId: number; readonly issuableId: number }
  }
}

/** The scope of the events about a project's vulnerabilities. */
export const vulnerabilitiesScope = (projectId: number) => ({
  namespaceId: projectId,
  topics: [vulnerabilitiesTopic(projectId)],
})
