export const messages = {
  unknown: (kind: 'issue' | 'epic', references: readonly string[]) =>
    `No ${kind} was found for ${references.join(', ')}`,
  promotedAlready: 'This issue has already been promoted to an epic.',
  datesChanged: (by: string | null) =>
    by === null ? 'The dates have been changed since.' : `${by} has changed the dates since.`,
} as const
