/** The tools whose schedules and policies can be imported. */
export const onCallTools = ['opsgenie', 'pagerduty', 'grafana'] as const
export type OnCallTool = (typeof onCallTools)[number]

export const onCallToolNames: Readonly<Record<OnCallTool, string>> = {
  opsgenie: 'Opsgenie',
  pagerduty: 'PagerDuty',
  grafana: 'Grafana OnCall',
}

export const onCallImportLimits = {
  files: 20,
  /** Characters of one file. */
  fileCharacters: 2_000_000,
  /** Bytes of all files together. */
  bytes: 8 * 1024 * 1024,
  /** Schedules, policies and people of an import, each. */
  items: 500,
  /** Characters of a name or another text: the rest is left out. */
  textCharacters: 1_000,
  /** Notices of an import that are listed. */
  notices: 500,
} as const
