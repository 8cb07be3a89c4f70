export const messages = {
  unknown: (kind: 'issue' | 'epic', references: readonly string[]) =>
    `No ${kind} was found for ${references.join(', ')}`,
  promotedAlready: 'This issue has already been promoted to an epic.',
  datesChanged: (by: string | null) =>
    by === null ? 'The dates were changed in the meantime.' : `${by} changed the dates in the meantime.`,
  /** The note about a date that stays the same day, but comes from elsewhere. */
  sourceChanged: (date: 'startDate' | 'dueDate', isFixed: boolean) => {
    const [from, to] = isFixed ? ['inherited', 'fixed'] : ['fixed', 'inherited']
    return `changed the ${date === 'startDate' ? 'start' : 'due'} date from **${from}** to **${to}**`
  },
} as const
