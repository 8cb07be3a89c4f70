export const messages = {
  notOpen: 'Conflicts can be resolved only while the merge request is open',
  noBranch: 'The source or target branch no longer exists',
  noConflicts: 'The branches no longer have conflicts',
  tooManyFiles: (most: number) =>
    `At most ${most} conflicted files can be resolved in the browser. Merge locally and push`,
  notUtf8: 'The name of a conflicting file is not valid UTF-8. Merge locally and push.',
  moved: 'The branches have changed since you opened this page. Check the new conflicts and commit again',
  missing: (path: string) => `Resolve all conflicts in ${path}`,
  notEditable: (path: string) => `${path} cannot be edited as text. Choose one of the two versions`,
  markers: (path: string) => `${path} still has conflict markers. Remove them first`,
  inTheWay: (path: string) => `${path} conflicts with the path of another file. Choose the other version.`,
} as const
