/**
 * The single keys of pages with their lines in the help; those without a label are left out there. Two keys one after the other:
 * `c r`. The keys of the comment box are in `discuss/editor/tool-keys.ts`, those of
 * boards in `plan/boards/shortcuts.ts`, and those of lists in `plan/use-row-keys.ts` and `plan/issues/list/triage-keys.ts`: not every first page
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
  /** By the mounts of the sidebar. */
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
  todos: {
    finish: { keys: 'e' },
    snooze: { keys: 's' },
  },
  files: {
    find: { keys: 't', label: 'Find a file' },
    next: { keys: 'j', label: 'Next entry' },
    previous: { keys: 'k', label: 'Previous entry' },
    permalink: { keys: 'y', label: 'Go to permalink' },
    blame: { keys: 'b', label: 'Blame' },
    edit: { keys: 'e', label: 'Edit file' },
  },
  diffs: {
    next: { keys: 'j', label: 'Next file' },
    previous: { keys: 'k', label: 'Previous file' },
  },
  mergeRequest: {
    copyBranch: { keys: 'b', label: 'Copy branch name' },
  },
  diffThreads: {
    next: { keys: 'n', label: 'Next thread' },
    previous: { keys: 'p', label: 'Previous thread' },
  },
  commits: {
    next: { keys: 'j', label: 'Next commit' },
    previous: { keys: 'k', label: 'Previous commit' },
    search: { keys: '/', label: 'Search' },
  },
  refs: {
    next: { keys: 'j' },
    previous: { keys: 'k' },
  },
} as const
