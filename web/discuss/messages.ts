/** What people read here, spelled as the requirements spell it. @source 001 §2, §5, §8 */
export const messages = {
  fetch: 'Something went wrong while fetching comments. Please try again.',
  poll: 'Something went wrong while fetching latest comments.',
  submitNetwork: 'Your comment could not be submitted! Please check your network connection and try again.',
  submitBecause: (reason: string) =>
    `Your comment could not be submitted because ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.`,
  startReview: 'Start a review',
  startReviewDetail: 'Only you see it until you submit your review',
  addToReview: 'Add to review',
  saveDraft: 'An error occurred while saving the draft comment.',
  delete: 'Something went wrong while deleting your note. Please try again.',
  reaction: 'Something went wrong on our end.',
  award: 'Something went wrong while adding your award. Please try again.',
  resolve: 'Something went wrong while resolving this discussion. Please try again.',
  deleteVersion: 'Something went wrong while deleting description changes. Please try again.',
  archived: 'This project is archived and cannot be commented on.',
  pendingDeletion: 'This project is marked for deletion and cannot be commented on.',
  locked: (type: string) => `This ${type} is locked. Only project members can comment.`,
  neverNotified: 'People without access are never notified.',
  onlyMembers: 'Only project members can comment.',
  emailed: (names: string) => `${names} will be notified of your comment.`,
  manyMentioned: (count: number) =>
    `You are about to add ${count} people to the discussion. They will all receive a notification.`,
  willRun: (commands: readonly string[]) =>
    commands.length === 1
      ? `The quick action ${commands[0]} will run.`
      : `${commands.length} quick actions will run: ${commands.join(', ')}.`,
  noCommand: (word: string) => `${word} is not available here and will be posted as text.`,
  confirmDelete: 'Are you sure you want to delete this comment?',
  assign: 'Something went wrong while updating assignees',
  renderedLimit: 'Rendered items limit reached',
  startedThread: 'started a thread',
  commandsApplied: 'Commands applied',
  applyingCommand: 'Applying command',
  applyingCommands: 'Applying multiple commands',
  stateMeanwhile: (word: string, state: string) =>
    `This ${word} was ${state === 'closed' ? state : 'reopened'} in the meantime.`,
  deletedUser: 'A deleted user',
  internal: 'Internal notes are visible only to members with at least the Reporter role.',
  cannotComment: 'You do not have permission to comment.',
  replyOrphan: 'The comment you are replying to was deleted.',
  unsentComment: 'Unsent comment',
  unsentReply: 'Unsent reply',
} as const
