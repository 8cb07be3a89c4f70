/** What people read of a review, spelled as the requirements spell it. @source 001 §5 */
export const messages = {
  confirmDelete: 'Are you sure you want to delete this pending comment?',
  delete: 'Something went wrong while deleting your note. Please try again.',
  publish: 'The comment could not be published. It is kept: please try again.',
  submit: 'The review could not be submitted. All of its comments are kept: please try again.',
  discard: 'The review could not be discarded. Please try again.',
  pending: 'Only you can see it until you submit your review.',
  gone: 'What this answers is gone: it will be a comment of its own.',
  mayNotComment: 'You cannot comment here any more. What is pending is kept.',
  submitted: (count: number) => (count === 1 ? 'Your comment is published' : `${count} comments are published`),
  confirmDiscard: (count: number) =>
    count === 1
      ? 'Your pending comment will be deleted. This cannot be undone.'
      : `Your ${count} pending comments will be deleted. This cannot be undone.`,
} as const
