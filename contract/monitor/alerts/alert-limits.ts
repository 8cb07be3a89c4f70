/** Limits of alerts and their integrations. */
export const alertLimits = {
  /** Of one project. */
  integrations: 50,
  /** Characters of the name of an integration. */
  integrationName: 255,
} as const

export const integrationTypes = ['HTTP', 'PROMETHEUS'] as const
export type IntegrationType = (typeof integrationTypes)[number]
