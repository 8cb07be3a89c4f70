/** The sentences of a review, spelled as the requirements spell them. @source 001 §5 */
export const messages = {
  confirmDelete: 'Are you sure you want to delete this pending comment?',
  delete: 'Something went wrong while deleting your note. Please try again.',
  publish: 'Could not publish the comment. It is still pending. Please try again.',
  submit: 'Could not submit the review. All its comments are still pending. Please try again.',
  discard: 'Could not discard the review. Please try again.',
  pending: 'Only you can see it until you submit your review.',
  gone: 'The comment you replied to was deleted. Your reply will be posted as a new comment.',
  mayNotComment: 'You can no longer comment here. Your pending comments are kept.',
  draftGone: 'This comment was published or deleted on another page. Your changes were not saved.',
  overtaken: 'Your pending comments were already published or deleted on another page. The summary was not sent.',
  submitted: (count: number) => (count === 1 ? 'Comment published' : `${count} comments published`),
  given: { approved: 'You approved the changes.', requested_changes: 'You requested changes.' },
  confirmDiscard: (count: number) =>
    count === 1
      ? 'Your pending comment will be deleted. This cannot be undone.'
      : `Your ${count} pending comments will be deleted. This cannot be undone.`,
} as const
