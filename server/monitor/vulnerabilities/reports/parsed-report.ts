import type {
  ReportType,
  VulnerabilityIdentifier,
  VulnerabilityLink,
  VulnerabilityLocation,
  VulnerabilitySeverity,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'

export type ReportFormat = 'gitlab' | 'sarif' | 'cyclonedx'

/** A finding as its report has it. */
export interface ParsedFinding {
  readonly title: string
  readonly description: string
  readonly solution: string
  readonly severity: VulnerabilitySeverity
  readonly location: VulnerabilityLocation
  /** The rule comes first: it is a part of the fingerprint. */
  readonly identifiers: readonly VulnerabilityIdentifier[]
  readonly links: readonly VulnerabilityLink[]
  /** The scanner's own fingerprint of the place; null without one that survives moved lines. */
  readonly signature: string | null
  /** The code of the place; null where the report does not contain it. */
  readonly snippet: string | null
}

export interface ScannerFacts {
  readonly externalId: string
  readonly name: string
  readonly vendor: string
  readonly version: string
}

/** The findings of one scanner. */
export interface ParsedScan {
  readonly reportType: ReportType
  readonly category: string
  readonly scanner: ScannerFacts
  /** False if the scanner failed: what it does not name may still be there. */
  readonly isComplete: boolean
  readonly findings: readonly ParsedFinding[]
}

/** A vulnerability that an SBOM names for a component. */
export interface ComponentVulnerability {
  readonly id: string
  readonly severity: VulnerabilitySeverity
  readonly url: string | null
}

export interface ParsedComponent {
  readonly packageType: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly string[]
  readonly vulnerabilities: readonly ComponentVulnerability[]
}

export interface ParsedSbom {
  readonly source: string
  readonly tool: string
  readonly components: readonly ParsedComponent[]
}

export interface ParsedReport {
  readonly format: ReportFormat
  readonly scans: readonly ParsedScan[]
  readonly sbom: ParsedSbom | null
}
