/** The sentences of the parts that are loaded when they are opened. */
export const partMessages = {
  staysResolved: 'Thread stays resolved',
  willBeResolved: 'Thread will be resolved',
  willBeUnresolved: 'Thread will be unresolved',
  staysUnresolved: 'Thread stays unresolved',
  confirmCancelReply: 'Are you sure you want to cancel creating this comment?',
  edit: 'Something went wrong while editing your comment. Please try again.',
  fetchVersion: 'Something went wrong while fetching description changes. Please try again.',
  conflict:
    'This comment changed after you started editing it. Review the updated comment to ensure information is not lost.',
  confirmCancel: 'Are you sure you want to cancel editing this comment?',
  preview: 'Could not render the preview. Please try again.',
  nothingToPreview: 'Nothing to preview.',
  uploadFailed: 'Could not upload the file. Check your connection and try again.',
  uploadTooLarge: 'The file is too large.',
  manyMentioned: (count: number) =>
    `You are about to add ${count} people to the discussion. They will all receive a notification.`,
  willRun: (commands: readonly string[]) =>
    commands.length === 1
      ? `The quick action ${commands[0]} will run.`
      : `${commands.length} quick actions will run: ${commands.join(', ')}.`,
  continued: 'This discussion continues in',
  noCommand: (word: string) => `${word} is not available here and will be posted as text.`,
} as const
