/** @source ERRMSG-051, ERRMSG-052 */
export const messages = {
  apply: 'Something went wrong while applying the suggestion. Please try again.',
  applyBatch: 'Something went wrong while applying the batch of suggestions. Please try again.',
  overlaps: 'This suggestion changes lines that another one in the batch changes.',
} as const
