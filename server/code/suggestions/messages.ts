export const messages = {
  otherRequests: 'Suggestions must all be on the same merge request.',
  overlap: 'Suggestions cannot overlap: apply one of them first.',
  busy: 'This suggestion is already being applied.',
  noText: 'Suggestions apply to text files in UTF-8.',
  failed: 'The source branch kept changing. Try again.',
} as const
