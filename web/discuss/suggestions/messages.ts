/** @source ERRMSG-051, ERRMSG-052 */
export const messages = {
  apply: 'Something went wrong while applying the suggestion. Please try again.',
  applyBatch: 'Something went wrong while applying the batch of suggestions. Please try again.',
  overlaps: 'This suggestion overlaps with another one in the batch.',
  mayNotApply: 'To apply this suggestion, you need permission to push to the source branch.',
  appliedElsewhere: 'This suggestion was applied without your message.',
  unsentMessage: 'Unsent commit message',
  messageKept: 'Your message is kept until you discard it.',
} as const
