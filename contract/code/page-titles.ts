/** The tabs of a merge request as its page names them, by the end of their addresses. */
export const mergeRequestTabs = { overview: 'Overview', commits: 'Commits', pipelines: 'Pipelines', diffs: 'Changes' }

/** @param otherRef  name of the branch, tag or commit shown; null for the default branch, which goes without saying */
const onRef = (title: string, otherRef: string | null) => [title, otherRef].filter(Boolean).join(' · ')

/** The names of the pages, in the window's title and the pages' headings. */
export const codeTitles = {
  files: 'Files',
  newFile: 'New file',
  editFile: (path: string) => `Edit ${path}`,
  webIde: (path: string) => onRef('Web IDE', path || null),
  commits: 'Commits',
  compare: 'Compare',
  repositorySettings: 'Repository settings',
  mergeRequestSettings: 'Merge request settings',
  /** @param path  of a file or folder; empty for the root */
  path: (path: string, otherRef: string | null) => onRef(path || codeTitles.files, otherRef),
  commitsOf: (path: string, otherRef: string | null) =>
    onRef([codeTitles.commits, path].filter(Boolean).join(' · '), otherRef),
  newMergeRequest: 'New merge request',
  /** @param title  of `issueTitles.issuable` */
  mergeRequest: (title: string, tab: keyof typeof mergeRequestTabs) =>
    tab === 'overview' ? title : `${mergeRequestTabs[tab]} · ${title}`,
  conflicts: 'Resolve conflicts',
  forks: 'Forks',
  newFork: 'Fork project',
  pipeline: (iid: number) => `Pipeline #${iid}`,
  commit: (title: string, shortId: string) => `${title} (${shortId})`,
  comparison: (from: string, to: string) => (to === '' ? codeTitles.compare : `Compare ${from} with ${to}`),
} as const
