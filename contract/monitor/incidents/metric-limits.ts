/** Images of charts on an incident or alert. */
export const metricLimits = {
  images: 100,
  mebibytes: 10,
  url: 255,
  urlText: 128,
  /** The media types that browsers show safely. */
  types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'],
} as const
