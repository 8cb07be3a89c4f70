export const messages = {
  unknown: (kind: 'issue' | 'epic', references: readonly string[]) =>
    `No ${kind} was found for ${references.join(', ')}`,
  promotedAlready: 'This issue has already been promoted to an epic.',
  datesChanged: (by: string | null) =>
    by === null ? 'The dates were changed in the meantime.' : `${by} changed the dates in the meantime.`,
} as const
