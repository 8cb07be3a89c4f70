/** Inside a sentence. */
export const statusWords = { ACKNOWLEDGED: 'acknowledged', RESOLVED: 'resolved' } as const

export const messages = {
  none: 'No escalation policies yet',
  use: 'A policy emails people about an incident until someone acknowledges or resolves it.',
  /** In the list of an incident to which none can be given. */
  noneToChoose: 'This project has no escalation policies.',
} as const
