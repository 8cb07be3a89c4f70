import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import {
  approveMergeRequest,
  getApprovalState,
  unapproveMergeRequest,
} from '#contract/code/merge-requests/approvals.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch, updateProtectedBranch } from '#contract/code/protected-refs.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

async function owned(codeOwners: string, files: Readonly<Record<string, string>> = { 'src/a.rb': 'new\n' }) {
  const built = await codeWorld()
  const { as, commit, project } = built
  const { id } = project
  await commit({ CODEOWNERS: codeOwners, 'README.md': 'one\n' })
  await commit(files, { branch: 'feature' })
  await as('mina').call(protectBranch, { id, name: 'main', codeOwnerApprovalRequired: true, pushAccessLevel: 30 })
  const given = { id, sourceBranch: 'feature', targetBranch: 'main', title: 'Change files' }
  const { iid } = await as('dan').call(createMergeRequest, given)
  const ref = { id, mergeRequestIid: iid }
  const rules = async (who: Member = 'rita') => (await as(who).call(getApprovalState, ref)).rules
  const status = async () => (await as('rita').call(getMergeRequest, ref)).detailedMergeStatus
  return { ...built, ref, rules, status }
}

test('MR-015 a merge request needs an approval of the code owners whom the target branch names for its files', async () => {
  const { as, ref, rules, status } = await owned('*.rb @mina\n[Docs]\n*.md @olga\n^[Style] @olga\n*.rb\n')
  expect(await rules()).toMatchObject([
    {
      ...{ name: '*.rb', section: 'codeowners', ruleType: 'code_owner', codeOwner: true, approvalsRequired: 1 },
      ...{ eligibleApprovers: [{ username: 'mina' }], users: [{ username: 'mina' }], approvedBy: [], approved: false },
    },
    { name: '*.rb', section: 'Style', approvalsRequired: 0, approved: true },
  ])
  expect(await status()).toBe('not_approved')
  expect(await as('mina').reply(acceptMergeRequest, ref)).toMatchObject({ status: 405 })
  await as('olga').call(approveMergeRequest, ref)
  expect(await status()).toBe('not_approved')
  await as('mina').call(approveMergeRequest, ref)
  expect([await status(), (await rules())[0]]).toMatchObject([
    'mergeable',
    { approved: true, approvedBy: [{ username: 'mina' }] },
  ])
  await as('mina').call(unapproveMergeRequest, ref)
  expect(await status()).toBe('not_approved')
  await as('mina').call(updateProtectedBranch, { id: ref.id, name: 'main', codeOwnerApprovalRequired: false })
  expect([await status(), (await rules())[0]?.approvalsRequired]).toEqual(['mergeable', 0])
})

test('PERM-002 a branch that code owners guard takes changes of their files by merge request only', async () => {
  const { as, project } = await owned('*.rb @mina\n^[Optional]\n*.md @olga\n')
  const push = (path: string) =>
    as('mina').reply(createCommit, {
      ...{ id: project.id, branch: 'main', commitMessage: 'Change' },
      actions: [{ action: 'create', filePath: path, content: 'x' }],
    })
  expect(await push('lib/b.rb')).toMatchObject({
    status: 403,
    body: {
      message: expect.stringContaining(
        'Code owners must approve changes to lib/b.rb. Push to another branch and create a merge request into main',
      ),
    },
  })
  expect((await push('notes.md')).status).toBe(201)
  expect((await push('plain.txt')).status).toBe(201)
})
