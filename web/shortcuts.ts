/**
 * The single keys of pages with their lines in the help. Two keys one after the other:
 * `c r`. The keys that go to pages are in `shell/go-to-keys.ts`, those of the comment box in `discuss/editor/tool-keys.ts`, those of
 * boards in `plan/boards/shortcuts.ts`, and those of lists in `plan/lists/use-row-keys.ts` and `plan/lists/triage-keys.ts`: not every first page
 * needs them.
 */
export const shortcuts = {
  everywhere: {
    search: { keys: 'Mod+K', label: 'Search or jump to a page' },
    help: { keys: '?', label: 'Show keyboard shortcuts' },
    undo: { keys: 'z', label: 'Undo the last change' },
  },
  issuable: {
    edit: { keys: 'e', label: 'Edit title and description' },
    assignees: { keys: 'a', label: 'Choose assignees' },
    milestone: { keys: 'm', label: 'Choose a milestone' },
    labels: { keys: 'l', label: 'Choose labels' },
    copyReference: { keys: 'c r', label: 'Copy reference' },
  },
  /** The keys are named after the mounts of the sidebar. */
  issue: {
    weight: { keys: 'w', label: 'Set weight' },
    'due-date': { keys: 'd', label: 'Set due date' },
    'iteration-select': { keys: 'i', label: 'Choose an iteration' },
  },
  discussion: {
    quote: { keys: 'r', label: 'Quote selected text in a comment' },
    nextNew: { keys: 'n', label: 'Next new comment' },
    previousNew: { keys: 'p', label: 'Previous new comment' },
  },
} as const
