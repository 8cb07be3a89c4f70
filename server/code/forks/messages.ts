export const messages = {
  taken: 'A project with this name or path already exists in the namespace',
  copyFailed: 'The repository could not be copied. Delete this project and fork again',
  conflicts: 'The branch has changes that conflict with upstream. Merge them locally and push',
  mergeSubject: (branch: string, source: string) => `Merge branch '${branch}' of ${source}`,
  itself: 'A project cannot be a fork of itself',
  alreadyFork: 'This project is already a fork. Remove its fork relation first',
  circle: 'The source project was itself forked from this project',
} as const
