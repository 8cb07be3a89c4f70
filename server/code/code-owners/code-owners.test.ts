import { expect, test } from 'vitest'
import { codeBlobPage } from '#contract/code/code-pages.ts'
import { cherryPickCommit, createCommit, revertCommit } from '#contract/code/commits/commits.ts'
import { updateFile } from '#contract/code/files/files.ts'
import {
  approveMergeRequest,
  deleteApprovalRule,
  getApprovalState,
  unapproveMergeRequest,
  updateApprovalRule,
  updateProjectApprovals,
} from '#contract/code/merge-requests/approvals.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch, updateProtectedBranch } from '#contract/code/protected-refs.ts'
import { todosPage } from '#contract/feeds/todos.ts'
import { createGroup, updateGroup } from '#contract/foundation/groups.ts'
import { addProjectMember, removeProjectMember } from '#contract/foundation/members.ts'
import { shareProject } from '#contract/foundation/shares.ts'
import { createUser, updateUser } from '#contract/foundation/users.ts'
import { recordPush } from '#server/code/repository/push/push.ts'
import { transact } from '#server/context.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
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

test('PERM-002 a branch that code owners guard takes changes of their files by merge request only, at every door', async () => {
  const { as, project, commit } = await owned('*.rb @mina\n^[Optional]\n*.md @olga\n')
  const { id } = project
  const mina = as('mina')
  const push = (filePath: string, branch = 'main') =>
    mina.reply(createCommit, {
      ...{ id, branch, commitMessage: 'Change' },
      actions: [{ action: 'create', filePath, content: 'x' }],
    })
  const sentence =
    '403 Forbidden - Code owners must approve changes to lib/b.rb. Push to another branch and create a merge request into main'
  expect(await push('lib/b.rb')).toMatchObject({ status: 403, body: { message: sentence } })
  expect([(await push('notes.md')).status, (await push('plain.txt')).status]).toEqual([201, 201])
  expect((await push('lib/b.rb', 'feature')).status).toBe(201)
  const owned1 = await commit({ 'x.rb': 'one' })
  const doors = {
    revert: mina.reply(revertCommit, { id, sha: owned1, branch: 'main' }),
    pick: mina.reply(cherryPickCommit, { id, sha: await commit({ 'y.rb': '1' }, { branch: 'pick' }), branch: 'main' }),
    file: mina.reply(updateFile, { id, filePath: 'x.rb', branch: 'main', content: 'two', commitMessage: 'Two' }),
    rename: mina.reply(createCommit, {
      ...{ id, branch: 'main', commitMessage: 'Move' },
      actions: [{ action: 'move', previousPath: 'x.rb', filePath: 'x.txt' }],
    }),
  }
  for (const [door, reply] of Object.entries(doors)) expect([door, (await reply).status]).toEqual([door, 403])
})

test('MR-015 a merge does not change files with code owners that the merge request does not show', async () => {
  const { as, commit, project } = await codeWorld()
  const { id } = project
  const text = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('')
  await commit({ CODEOWNERS: '/secure/ @mina\n', 'docs/a.md': text })
  await commit({ 'docs/a.md': `${text}more\n` }, { branch: 'feature' })
  await commit({ 'docs/a.md': null, 'secure/a.md': text })
  await as('mina').call(protectBranch, { id, name: 'main', codeOwnerApprovalRequired: true })
  const given = { id, sourceBranch: 'feature', targetBranch: 'main', title: 'Change files' }
  const { iid } = await as('dan').call(createMergeRequest, given)
  const merge = () => as('mina').reply(acceptMergeRequest, { id, mergeRequestIid: iid })
  const message =
    'Code owners must approve changes to secure/a.md. Merge main into the source branch, so that the merge request shows them'
  expect(await merge()).toMatchObject({ status: 405, body: { message } })
  await as('mina').call(updateProtectedBranch, { id, name: 'main', codeOwnerApprovalRequired: false })
  expect((await merge()).status).toBe(200)
})

test('MR-015 owners count while they are members who can approve, and groups while they have to do with the project', async () => {
  const { as, build, project, users, rules } = await owned('*.rb @nina @gus @mina @secret/crew nina2@weft.test\n')
  const names = async (who?: Member) => (await rules(who))[0]?.eligibleApprovers.map(each => each.username)
  const shown = async (who: Member) => {
    const [rule] = await rules(who)
    return [rule?.users.map(each => each.username), rule?.groups.length, rule?.containsHiddenGroups]
  }
  expect([await names(), await shown('olga')]).toEqual([['mina'], [['mina'], 0, false]])
  await as('olga').call(addProjectMember, { id: project.id, userId: [String(users.nina.id)], accessLevel: 30 })
  expect(await names()).toEqual(['mina', 'nina'])
  await as('olga').call(removeProjectMember, { id: project.id, userId: users.mina.id })
  expect(await names()).toEqual(['nina'])
  // A group that is made after the merge request counts from the next change of its rules on.
  const secret = await build.group({ path: 'secret', visibility: 'private' })
  const crew = await build.group({ path: 'crew', parent: secret, visibility: 'private' })
  await build.member({ at: crew.id, userId: users.dan.id, level: 30 })
  expect(await shown('rita')).toEqual([['nina'], 0, false])
})

test('MR-015 a person or group owns code from getting a name of CODEOWNERS until losing it', async () => {
  const { as, rules, users, project } = await owned('*.rb @mina @late @crew by@example.com\n')
  const root = as('root')
  const people = async () => (await rules())[0]?.users.map(user => user.id).toSorted((one, other) => one - other)
  const groups = async () => JSON.stringify((await rules())[0]?.groups)
  expect(await people()).toEqual([users.mina.id])
  const password = { forceRandomPassword: true, skipConfirmation: true }
  const late = await root.call(createUser, { username: 'late', name: 'Late', email: 'late@example.com', ...password })
  await root.call(addProjectMember, { id: project.id, userId: [String(late.id)], accessLevel: 30 })
  await root.call(updateUser, { id: users.mina.id, username: 'minna' })
  await root.call(updateUser, { id: users.dan.id, email: 'by@example.com', skipReconfirmation: true })
  expect(await people()).toEqual([users.dan.id, late.id])
  const { id: groupId } = await root.call(createGroup, { name: 'Crew', path: 'crew', visibility: 'public' })
  await root.call(shareProject, { id: project.id, groupId, groupAccess: 30 })
  expect(await groups()).toContain('Crew')
  await root.call(updateGroup, { id: groupId, path: 'team' })
  expect(await groups()).toBe('[]')
})

test('MR-015 a private group counts once the project is shared with it, and stays hidden from those who cannot see it', async () => {
  const built = await codeWorld()
  const { as, build, commit, project, users } = built
  const secret = await build.group({ path: 'secret', visibility: 'private' })
  await build.member({ at: secret.id, userId: users.nina.id, level: 40 })
  await build.member({ at: secret.id, userId: users.olga.id, level: 50 })
  await commit({ CODEOWNERS: '*.rb @secret\n', 'README.md': 'one\n' })
  await commit({ 'a.rb': 'new' }, { branch: 'feature' })
  const given = { id: project.id, sourceBranch: 'feature', targetBranch: 'main', title: 'Change' }
  const { iid } = await as('dan').call(createMergeRequest, given)
  const shown = async (who: Member) => {
    const [rule] = (await as(who).call(getApprovalState, { id: project.id, mergeRequestIid: iid })).rules
    return [rule?.eligibleApprovers.map(each => each.username), rule?.groups.length, rule?.containsHiddenGroups]
  }
  const onPage = async (who: Member) => {
    const page = await as(who).call(codeBlobPage, { namespace: project.fullPath, path: 'feature/a.rb' })
    return page.codeOwners.groups.map(group => group.fullPath)
  }
  expect([await shown('olga'), await shown('rita'), await onPage('olga')]).toEqual([[[], 0, false], [[], 0, false], []])
  await as('olga').call(shareProject, { id: project.id, groupId: secret.id, groupAccess: 30 })
  expect([await shown('olga'), await onPage('olga')]).toEqual([[['olga', 'nina'], 1, false], ['secret']])
  expect([await shown('rita'), await onPage('rita')]).toEqual([[[], 0, true], []])
})

test('MR-015 rules of code owners follow the target branch and its file, and a push to the source', async () => {
  const { as, commit, ref, rules, deliver, dir } = await owned('*.rb @mina\n')
  const patterns = async () => (await rules()).map(rule => `${rule.section} ${rule.name}`)
  const pushed = async (branch: string, files: Readonly<Record<string, string>>) => {
    const before = (await findRef(dir, 'branch', branch))?.commitId ?? null
    const after = await commit(files, { branch })
    await transact(as('dan').ctx, inner =>
      recordPush(inner, { id: ref.id, defaultBranch: 'main' }, [{ ref: `refs/heads/${branch}`, before, after }]),
    )
    await deliver()
  }
  expect(await patterns()).toEqual(['codeowners *.rb'])
  await pushed('feature', { 'docs/x.md': 'x' })
  expect(await patterns()).toEqual(['codeowners *.rb'])
  await pushed('main', { CODEOWNERS: '*.rb @mina\n[Docs]\n/docs/ @olga\n' })
  expect(await patterns()).toEqual(['codeowners *.rb', 'Docs /docs/'])
  expect((await as('olga').call(todosPage, {})).todos.map(({ action }) => action)).toEqual(['approval_required'])
  await commit({ 'docs/CODEOWNERS': '*.md @dan\n', CODEOWNERS: 'x @mina\n' }, { branch: 'release' })
  await as('dan').call(updateMergeRequest, { ...ref, targetBranch: 'release' })
  expect(await patterns()).toEqual([])
  await pushed('release', { CODEOWNERS: '*.md @dan\n' })
  expect([await patterns(), (await rules())[0]?.approvalsRequired]).toEqual([['codeowners *.md'], 0])
})

test('MR-015 a push removes the approvals of those code owners whose files it changes, where the project says so', async () => {
  const { as, ref, rules } = await owned('*.rb @mina\n*.md @olga\n', { 'src/a.rb': 'new\n', 'notes.md': 'new\n' })
  await as('mina').call(updateProjectApprovals, { id: ref.id, selectiveCodeOwnerRemovals: true })
  await as('mina').call(approveMergeRequest, ref)
  await as('olga').call(approveMergeRequest, ref)
  await as('dan').call(createCommit, {
    ...{ id: ref.id, branch: 'feature', commitMessage: 'Change' },
    actions: [{ action: 'update', filePath: 'notes.md', content: 'other\n' }],
  })
  const mergeRequest = await as('mina').reply(acceptMergeRequest, ref)
  expect(mergeRequest.status).toBe(405)
  expect((await rules()).map(rule => rule.approvedBy.map(each => each.username))).toEqual([['mina'], []])
})

test('MR-015 a push removes the approvals of the owners of its files where many entries are one rule', async () => {
  const paths = Array.from({ length: 60 }, (_, at) => `src/${at}.rb`)
  const lines = paths.map((path, at) => `/${path} ${at % 2 === 0 ? '@mina' : '@olga'}`).join('\n')
  const { as, ref, rules } = await owned(lines, Object.fromEntries(paths.map(path => [path, 'new\n'])))
  await as('mina').call(updateProjectApprovals, { id: ref.id, selectiveCodeOwnerRemovals: true })
  await as('mina').call(approveMergeRequest, ref)
  await as('olga').call(approveMergeRequest, ref)
  await as('dan').call(createCommit, {
    ...{ id: ref.id, branch: 'feature', commitMessage: 'Change' },
    actions: [{ action: 'update', filePath: 'src/51.rb', content: 'other\n' }],
  })
  // A request that needs the latest version brings the push to the merge request.
  expect((await as('mina').reply(acceptMergeRequest, ref)).status).toBe(405)
  expect((await rules()).map(rule => [rule.name, ...rule.approvedBy.map(each => each.username)])).toEqual([
    ['/src/0.rb', 'mina'],
    ['/src/1.rb'],
  ])
})

test('MR-015 an author who owns the code cannot approve alone, and a derived rule is not to be changed', async () => {
  const { as, ref, rules } = await owned('*.rb @dan\n')
  expect((await rules())[0]).toMatchObject({ eligibleApprovers: [{ username: 'dan' }], approvalsRequired: 1 })
  expect((await as('dan').reply(approveMergeRequest, ref)).status).toBe(401)
  const approvalRuleId = (await rules())[0]?.id ?? 0
  const update = await as('mina').reply(updateApprovalRule, { ...ref, approvalRuleId, approvalsRequired: 0 })
  const remove = await as('mina').reply(deleteApprovalRule, { ...ref, approvalRuleId })
  expect([update, remove]).toMatchObject([
    { status: 403, body: { message: expect.stringContaining('comes from the CODEOWNERS file') } },
    { status: 403 },
  ])
})

test('MR-015 the page of a file names its code owners, and that of CODEOWNERS its faulty lines, at equal cost for any number', async () => {
  const { as, commit, project, statements } = await codeWorld()
  await commit({ CODEOWNERS: '*.rb @mina dan@weft.test @nina @@owner\nbare\n', 'a.rb': 'x', 'b.txt': 'x' })
  const page = (path: string) => as('gus').call(codeBlobPage, { namespace: project.fullPath, path: `main/${path}` })
  const shown = await as('rita').call(codeBlobPage, { namespace: project.fullPath, path: 'main/a.rb' })
  expect(shown.codeOwners).toMatchObject({
    users: [{ username: 'mina' }, { username: 'dan' }],
    groups: [],
    roles: [50],
  })
  expect(JSON.stringify(shown)).not.toContain('@weft.test')
  const file = await as('rita').call(codeBlobPage, { namespace: project.fullPath, path: 'main/CODEOWNERS' })
  expect(file).toMatchObject({
    codeOwners: { users: [] },
    codeOwnersProblems: [{ line: 2, fault: 'owners-missing' }],
  })
  await expect(page('a.rb')).rejects.toMatchObject({ kind: 'forbidden' })
  const few = await statements(() => as('rita').call(codeBlobPage, { namespace: project.fullPath, path: 'main/a.rb' }))
  await commit({ CODEOWNERS: Array.from({ length: 40 }, (_, at) => `[Section ${at}]\n*.rb @mina @dan\n`).join('') })
  const many = await statements(() => as('rita').call(codeBlobPage, { namespace: project.fullPath, path: 'main/a.rb' }))
  expect(many).toBe(few)
})

test('MR-015 the rules of 20 entries cost as many statements as those of 2', async () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/${at}.rb`, `${count}\n`]))
  const lines = Array.from({ length: 20 }, (_, at) => `/src/${at}.rb @mina @olga`).join('\n')
  const { as, commit, ref, rules, statements } = await owned(lines, files(2))
  const costs = async (sourceBranch: string, count: number) => {
    await commit(files(count), { branch: sourceBranch })
    const given = { id: ref.id, sourceBranch, targetBranch: 'main', title: 'Change' }
    let iid = 0
    const creating = await statements(async () => {
      iid = (await as('dan').call(createMergeRequest, given)).iid
    })
    const key = { id: ref.id, mergeRequestIid: iid }
    return [creating, await statements(() => as('rita').call(getApprovalState, key))]
  }
  expect(await rules()).toHaveLength(2)
  expect(await costs('twenty', 20)).toEqual(await costs('two', 2))
})
