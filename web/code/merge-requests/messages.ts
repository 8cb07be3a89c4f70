/** The sentences of merge requests' pages. */
export const messages = {
  merge: 'Could not merge. Please try again.',
  noMergeRight: 'You cannot merge into this branch.',
  notMergeable: 'It cannot be merged now. Reload the page to see what it waits for.',
  newCommits: 'New commits were pushed. Review them first.',
  /** Unsent commit messages. */
  unsent: {
    merged: 'Someone else merged this merge request with other commit messages. Yours are kept until you discard them.',
    closed: 'Someone else closed this merge request. Your commit messages are kept until you discard them.',
    waits: (name: string) =>
      `${name} set auto-merge with other commit messages. To use yours, cancel auto-merge first.`,
    refused: 'You can no longer merge this. Your commit messages are kept until you discard them.',
  },
  notSquashed: 'Not used, because the commits are not squashed.',
  noMergeCommit: 'Not used, because the merge makes no commit of its own.',
  notOpen: 'This merge request is no longer open.',
  rebase: 'Could not rebase. Please try again.',
  autoMerge: 'Could not set auto-merge. Please try again.',
  options: 'Could not save the merge options. Please try again.',
  mergeAfter: 'Could not save the merge time. Please try again.',
  addDependency: 'Could not add the dependency. Please try again.',
  removeDependency: 'Could not remove the dependency. Please try again.',
  removedDependency: (reference: string) => `Removed dependency on ${reference}`,
  target: 'Could not change the target branch. Please try again.',
  targetChanged: (branch: string) => `Target branch changed to ${branch}`,
  approve: 'Could not approve. Please try again.',
  unapprove: 'Could not revoke the approval. Please try again.',
  /** @source ERRMSG-066, ERRMSG-067 */
  state: (isOpen: boolean) =>
    `Something went wrong while ${isOpen ? 'closing' : 'reopening'} the merge request. Please try again later.`,
  reviewers: 'Error occurred when saving reviewers',
  requestAgain: 'Could not request another review. Please try again.',
  attention: 'Could not change the attention request. Please try again.',
  clearChanges: 'Could not clear the requests for changes. Please try again.',
  create: 'Could not create the merge request. Please try again.',
  addCommits: 'Could not add the commits. Please try again.',
  removeCommit: 'Could not remove the commit. Please try again.',
  removedCommit: (shortId: string) => `Removed context commit ${shortId}`,
  commits: 'Could not load the commits.',
  changes: 'Could not load the changes.',
  fileMarks: 'Could not save the viewed files. Please try again.',
} as const
