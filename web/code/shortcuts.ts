/** The single keys of the pages about code with their lines in the help, as in `web/shortcuts.ts`. */
export const codeShortcuts = {
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
    next: { keys: 'j', label: 'Next branch or tag' },
    previous: { keys: 'k', label: 'Previous branch or tag' },
  },
} as const
