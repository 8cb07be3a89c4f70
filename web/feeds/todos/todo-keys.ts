/** The single keys of the to-do list, with their lines in the help. */
export const todoKeys = {
  finish: { keys: 'e', label: 'Mark as done' },
  snooze: { keys: 's', label: 'Snooze' },
} as const
