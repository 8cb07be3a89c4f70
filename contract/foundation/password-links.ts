/** The validity of an emailed link to choose a password, with the words of emails and pages. */
export const passwordLinks = {
  reset: { hours: 1, words: 'one hour' },
  invite: { hours: 72, words: 'three days' },
} as const
