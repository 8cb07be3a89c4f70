export const messages = {
  loadTimeline: 'Could not load the timeline. Try again.',
  noEvents: 'No timeline events yet',
  addFirst: 'Note down what happened and when. Changes to the incident and deployments are added automatically.',
  noEventsYet: 'Changes to the incident and notes of responders will appear here.',
  earlier: (shown: number) => `Only the latest ${shown} events are shown.`,
  loadMetrics: 'Could not load the metric images. Try again.',
  drop: 'Drop or paste a screenshot of a chart here',
  noMetrics: 'No metric images yet',
  notAnImage: 'Choose a PNG, JPEG, GIF, WebP or AVIF image.',
  noAlert: 'This incident has no alert',
} as const
