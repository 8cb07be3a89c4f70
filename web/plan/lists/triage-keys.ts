/** The single keys that change the selected rows of a list, or the one that has the focus, with their lines in the help. */
export const triageKeys = {
  labels: { keys: 'l', label: 'Change labels' },
  assignees: { keys: 'a', label: 'Change assignees' },
  milestone: { keys: 'm', label: 'Change milestone' },
  iteration: { keys: 'i', label: 'Change iteration' },
  weight: { keys: 'w', label: 'Change weight' },
  dueDate: { keys: 'd', label: 'Change due date' },
  state: { keys: 'e', label: 'Close or reopen' },
} as const

export const selectionKeys = { clear: { keys: 'Escape', label: 'Clear the selection' } } as const
