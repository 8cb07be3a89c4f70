/** @source ERRMSG-051, ERRMSG-052 */
export const messages = {
  apply: 'Something went wrong while applying the suggestion. Please try again.',
  applyBatch: 'Something went wrong while applying the batch of suggestions. Please try again.',
  overlaps: 'This suggestion changes lines that another one in the batch changes.',
  mayNotApply: 'You need to be able to push to the source branch to apply it.',
  appliedElsewhere: 'This suggestion was applied without your message.',
  messageKept: 'Your message is kept until you discard it.',
} as const
