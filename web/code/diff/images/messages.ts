export const messages = {
  failed: 'Could not show this image.',
  comment: (name: string): string => `Comment on a point in ${name}. Use the arrow keys to move it.`,
  movable: 'Drag to move, or use the arrow keys.',
  /** @param percent  at which the image is shown */
  scale: (percent: number): string => `shown at ${percent}%`,
  swipe: (percent: number): string => `${percent}% before, ${100 - percent}% after`,
} as const
