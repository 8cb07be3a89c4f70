/** Inside a sentence. */
export const statusWords = { ACKNOWLEDGED: 'acknowledged', RESOLVED: 'resolved' } as const

export const messages = {
  none: 'No escalation policies yet',
  use: 'A policy pages people about an incident or alert until someone acknowledges or resolves it.',
  /** Shown in the picker of an incident. */
  noneToChoose: 'This project has no escalation policies.',
} as const
