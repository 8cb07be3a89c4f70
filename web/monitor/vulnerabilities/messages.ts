import type {
  DismissalReason,
  ReportType,
  StateTab,
  VulnerabilitySeverity,
  VulnerabilitySort,
  VulnerabilityState,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'

export const messages = {
  list: 'Could not load the vulnerabilities.',
  code: 'Could not load the code.',
  findings: 'Could not load the security findings.',
  ofIssue: 'Could not load the related vulnerabilities.',
  dependencies: 'Could not load the dependencies.',
} as const

export const stateLabels: Readonly<Record<VulnerabilityState, string>> = {
  detected: 'Detected',
  confirmed: 'Confirmed',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
}

/** The buttons that give a vulnerability a state. */
export const actionLabels: Readonly<Record<VulnerabilityState, string>> = {
  confirmed: 'Confirm',
  dismissed: 'Dismiss',
  resolved: 'Resolve',
  detected: 'Set to detected',
}

export const tabLabels: Readonly<Record<StateTab, string>> = { open: 'Open', ...stateLabels, all: 'All' }

export const severityLabels: Readonly<Record<VulnerabilitySeverity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  unknown: 'Unknown',
  info: 'Info',
}

export const reasonLabels: Readonly<Record<DismissalReason, string>> = {
  acceptable_risk: 'Acceptable risk',
  false_positive: 'False positive',
  mitigating_control: 'Mitigating control',
  used_in_tests: 'Used in tests',
  not_applicable: 'Not applicable',
}

export const reportTypeLabels: Readonly<Record<ReportType, string>> = {
  api_fuzzing: 'API fuzzing',
  cluster_image_scanning: 'Cluster image scanning',
  container_scanning: 'Container scanning',
  coverage_fuzzing: 'Coverage fuzzing',
  dast: 'Dynamic analysis (DAST)',
  dependency_scanning: 'Dependency scanning',
  generic: 'Added by hand',
  sast: 'Static analysis (SAST)',
  secret_detection: 'Secret detection',
}

export const sortLabels: Readonly<Record<VulnerabilitySort, string>> = {
  severity: 'Most severe',
  detected: 'Latest detected',
}
