/** @source rest.md 9 */
export const messages = {
  sameBranch: "You can't use same project/branch for source and target",
  noBranch: (branch: string, side: 'source' | 'target') =>
    side === 'source' ? `Source branch "${branch}" does not exist` : `Target branch "${branch}" does not exist`,
  nameTarget: 'Enter a target branch.',
  duplicate: (iid: number) => `Another open merge request already exists for this source branch: !${iid}`,
  duplicateUnnamed: 'Another open merge request already exists for this source branch',
  otherNetwork: 'Source project is not a fork of the target project',
  cannotMerge: 'Branch cannot be merged',
  protectedTarget: 'You cannot merge into the target branch because it is protected',
  noMergeRef: 'Only an open merge request with both branches has a merge ref',
  notMergeable: '405 Method Not Allowed',
  autoMergeWithoutRight: (name: string) =>
    `Auto-merge was canceled because ${name} can no longer merge into the target branch`,
  shaMismatch: 'SHA does not match HEAD of source branch',
  alreadyMerged: 'A merged merge request cannot be changed this way',
  noSourceBranch: 'Source branch does not exist',
  cannotReopen: 'The source branch no longer exists. Restore it, then reopen the merge request.',
  rebaseConflict: 'The branches conflict. Rebase locally, resolve the conflicts, and push.',
  rebaseNotOpen: 'Only an open merge request can be rebased',
  rebasing: 'A rebase is already in progress',
  rebaseMoved: 'The source branch has changed meanwhile. Try again.',
  rebaseTooLong: (most: number) =>
    `A rebase moves up to ${most.toLocaleString('en')} commits. Rebase locally and push.`,
  noPushRight: 'You need at least the Developer role in the source project to push to its branch',
  notMerged: 'The merge request is not merged',
  picked: {
    revert: (title: string, reference: string) => `Revert "${title}"\n\nThis reverts merge request ${reference}`,
    'cherry-pick': (title: string, reference: string) => `${title}\n\n(cherry picked from merge request ${reference})`,
  },
  contextNoCommit: 'Each of the commits must be the full ID of a commit in the target project',
  contextKnown: 'One of the commits already gives context to the merge request',
  contextUnknown: 'One of the commits does not give context to the merge request',
  contextTooMany: (most: number) => `A merge request can have up to ${most} context commits`,
  noPipelineDefinition:
    'The project has no pipeline definition. Report pipelines of an external system through the commit status API.',
  mergeFailed: 'The merge failed because the target branch kept changing. Try again.',
} as const
