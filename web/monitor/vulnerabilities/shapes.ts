import type { ReplyOf } from '#contract/operation.ts'

export type VulnerabilityReportData = ReplyOf<
  typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').getVulnerabilityReport
>
export type VulnerabilityRowData = VulnerabilityReportData['vulnerabilities'][number]

export type VulnerabilityPageData = ReplyOf<
  typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').getVulnerabilityPage
>
export type VulnerabilityData = VulnerabilityPageData['vulnerability']
export type VulnerabilityChangeData = VulnerabilityPageData['history'][number]

export type DependencyData = ReplyOf<
  typeof import('#contract/monitor/vulnerabilities/dependencies.ts').getDependencies
>['dependencies'][number]
