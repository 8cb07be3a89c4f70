/** What people read here, spelled as the requirements spell it. @source 001 §2, §5, §8 */
export const messages = {
  fetch: 'Something went wrong while fetching comments. Please try again.',
  poll: 'Something went wrong while fetching latest comments.',
  submitNetwork: 'Your comment could not be submitted! Please check your network connection and try again.',
  submitBecause: (reason: string) =>
    `Your comment could not be submitted because ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.`,
  edit: 'Something went wrong while editing your comment. Please try again.',
  delete: 'Something went wrong while deleting your note. Please try again.',
  reaction: 'Something went wrong while adding your award. Please try again.',
  resolve: 'Something went wrong while resolving this discussion. Please try again.',
  fetchVersion: 'Something went wrong while fetching description changes. Please try again.',
  deleteVersion: 'Something went wrong while deleting description changes. Please try again.',
  conflict:
    'This comment changed after you started editing it. Review the updated comment to ensure information is not lost.',
  archived: 'This project is archived and cannot be commented on.',
  locked: (type: string) => `This ${type} is locked. Only project members can comment.`,
  neverNotified: 'People without permission will never get a notification.',
  onlyMembers: 'Only project members can comment.',
  emailed: (names: string) => `${names} will be notified of your comment.`,
  manyMentioned: (count: number) =>
    `You are about to add ${count} people to the discussion. They will all receive a notification.`,
  willRun: (commands: readonly string[]) =>
    commands.length === 1
      ? `The quick action ${commands[0]} will run.`
      : `${commands.length} quick actions will run: ${commands.join(', ')}.`,
  noCommand: (word: string) => `${word} is no quick action here: it stays as text.`,
  confirmDelete: 'Are you sure you want to delete this comment?',
  confirmCancelReply: 'Are you sure you want to cancel creating this comment?',
  assign: 'Something went wrong while updating assignees',
  renderedLimit: 'Rendered items limit reached',
  startedThread: 'started a thread',
  confirmCancel: 'Are you sure you want to cancel editing this comment?',
  commandsApplied: 'Commands applied',
  applyingCommand: 'Applying command',
  applyingCommands: 'Applying multiple commands',
  deletedUser: 'A deleted user',
  internal: 'Internal notes are visible only to members with the role of Reporter or higher.',
  cannotComment: 'Your role here does not let you comment.',
  preview: 'The preview could not be made. Please try again.',
  nothingToPreview: 'Nothing to preview.',
  uploadFailed: 'The file could not be uploaded. Check the connection and try again.',
  uploadTooLarge: 'The file is too large.',
  staysResolved: 'Thread stays resolved',
  willBeResolved: 'Thread will be resolved',
  willBeUnresolved: 'Thread will be unresolved',
  staysUnresolved: 'Thread stays unresolved',
} as const
