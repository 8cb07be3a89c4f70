export const messages = {
  loadTimeline: 'Could not load the timeline. Try again.',
  noEvents: 'No timeline events yet',
  addFirst: 'Note down what happened and when. Changes to the incident and deployments are added automatically.',
  noEventsYet: 'Changes to the incident and notes of responders will appear here.',
  earlier: (shown: number) => `Only the latest ${shown} events are shown.`,
  noAlert: 'This incident has no alert',
} as const
