import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Nullable, Words } from '#contract/shapes.ts'
import { RefName } from '../shapes.ts'

const operation = operationsOf('Code pages')

const Picking = {
  verb: Words(['revert', 'cherry-pick']),
  /** Gets the commit, or is where the new branch begins. */
  branch: RefName,
  /** Commit to a new branch, for a merge request into `branch`. */
  onNewBranch: Type.Boolean(),
  /** A fork that gets the new branch, for those who may not push to the project. */
  forkId: Type.Optional(Type.Integer()),
  /** Only find out whether there are conflicts: used for users who may not push, before their fork is created. */
  dryRun: Type.Optional(Type.Boolean()),
}

const Picked = Type.Object({
  /** The branch with the new commit. */
  branch: Type.String(),
  /** Null for a dry run. */
  commitId: Nullable(Type.String()),
})

export const pickCommitOnPage = operation({
  name: 'pickCommitOnPage',
  summary: 'Revert or cherry-pick a commit from its page',
  at: 'POST /:namespace/-/commit/:sha/pick',
  status: 200,
  input: Type.Object({ namespace: Type.String(), sha: Type.String({ maxLength: 255 }), ...Picking }),
  reply: Picked,
})

export const pickMergeRequest = operation({
  name: 'pickMergeRequest',
  summary: 'Revert or cherry-pick a merged merge request from its page',
  at: 'POST /:namespace/-/merge_requests/:iid/pick',
  status: 200,
  input: Type.Object({ namespace: Type.String(), iid: Type.Integer(), ...Picking }),
  reply: Picked,
})
