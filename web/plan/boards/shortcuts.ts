/** The single keys of a board, with their lines in the help. */
export const boardShortcuts = {
  next: { keys: 'j', label: 'Next card' },
  previous: { keys: 'k', label: 'Previous card' },
  left: { keys: 'h', label: 'Previous list' },
  right: { keys: 'l', label: 'Next list' },
  moveDown: { keys: 'Shift+J', label: 'Move card down' },
  moveUp: { keys: 'Shift+K', label: 'Move card up' },
  moveLeft: { keys: 'Shift+H', label: 'Move card to the list on the left' },
  moveRight: { keys: 'Shift+L', label: 'Move card to the list on the right' },
  create: { keys: 'c', label: 'New issue in the list' },
  filter: { keys: '/', label: 'Filter' },
} as const
