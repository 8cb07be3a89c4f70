export const messages = {
  loadMetrics: 'Could not load the metric images. Try again.',
  drop: 'Drop or paste a screenshot of a chart here',
  noMetrics: 'No metric images yet',
  notAnImage: 'Choose a PNG, JPEG, GIF, WebP or AVIF image.',
} as const
