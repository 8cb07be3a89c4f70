import { createCommit } from '#contract/code/commits/commits.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { codeWorld } from '#test/world/code.ts'

export async function reviewed() {
  const built = await codeWorld()
  await built.commit({ 'a.txt': 'one\ntwo\nthree\n' })
  const head = await built.commit({ 'b.txt': 'new\n' }, { branch: 'feature', message: 'Add b' })
  const open = (given: object = {}) =>
    built.as('dan').call(createMergeRequest, {
      id: built.project.id,
      sourceBranch: 'feature',
      targetBranch: 'main',
      title: 'Add b',
      ...given,
    })
  /** Add a file to the target branch, as a push that everything follows. */
  const push = (filePath: string) =>
    built.as('mina').call(createCommit, {
      id: built.project.id,
      branch: 'main',
      commitMessage: `Add ${filePath}`,
      actions: [{ action: 'create', filePath, content: 'meanwhile\n' }],
    })
  const ref = (iid: number) => ({ id: built.project.id, mergeRequestIid: iid })
  return { ...built, head, open, push, ref }
}
