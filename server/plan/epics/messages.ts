export const messages = {
  unknown: (kind: 'issue' | 'epic', references: readonly string[]) =>
    `No ${kind} was found for ${references.join(', ')}`,
  promotedAlready: 'This issue has already been promoted to an epic.',
} as const
