import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCommitComment } from '#contract/code/commits/commit-discussion.ts'
import { createCommit } from '#contract/code/commits/commits.ts'
import { approveMergeRequest } from '#contract/code/merge-requests/approvals.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { addBranch } from '#contract/code/refs.ts'
import { createDeployment, updateDeployment } from '#contract/deploy/environments/deployments.ts'
import { createRelease, deleteRelease, updateRelease } from '#contract/deploy/releases.ts'
import * as contract from '#contract/feeds/webhooks.ts'
import { getProject } from '#contract/foundation/projects.ts'
import type { InputOf } from '#contract/operation.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { milestoneOperations } from '#contract/plan/timeboxes/milestones.ts'
import { load } from '#server/access/load.ts'
import { recordPush } from '#server/code/repository/push/push.ts'
import { readPushOptions } from '#server/code/repository/push/push-options.ts'
import { deliverBatch } from '#server/deliver.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { codeWorld } from '#test/world/code.ts'
import { sendCalls, webhookReceiver } from '#test/world/webhook-receiver.ts'
import { webhookSettings } from '#test/world/webhook-settings.ts'
import { type Member, world } from '#test/world/world.ts'

test('webhooks are told of the changes of a batch in their order, each with the state after it', async () => {
  const { as, build, project, db, services } = await world({ settings: webhookSettings })
  const { url } = await webhookReceiver()
  await as('mina').call(contract.projectHooks.create, { id: project.id, url, pushEvents: false, issuesEvents: true })
  const issue = await build.issue({ title: 'Warp' })
  const change = (given: object) => as('rita').call(updateIssue, { ...issue.ref, ...given })
  await deliverBatch(db, services)
  for (const given of [
    { stateEvent: 'close' },
    { title: 'Weft' },
    { stateEvent: 'reopen' },
    { title: 'Loom' },
    { stateEvent: 'close' },
  ])
    await change(given)
  await deliverBatch(db, services)
  const queued = await db.selectFrom('webhookDeliveries').select('payload').orderBy('id').execute()
  const told = queued.map(({ payload }) => {
    const { action, state, state_id } = (typeof payload === 'string' ? JSON.parse(payload) : payload).object_attributes
    return [action, state, state_id]
  })
  expect(told).toEqual([
    ['close', 'closed', 2],
    ['update', 'closed', 2],
    ['reopen', 'opened', 1],
    ['update', 'opened', 1],
    ['close', 'closed', 2],
  ])
  await deliverBatch(db, services)
  expect(await db.selectFrom('webhookDeliveries').select('id').execute()).toHaveLength(5)
})

test('a webhook is told of an issue as it was at each event, whatever became of it since', async () => {
  const { as, build, project, db, services } = await world({ settings: webhookSettings })
  const { url } = await webhookReceiver()
  await as('mina').call(contract.projectHooks.create, { id: project.id, url, issuesEvents: true, noteEvents: true })
  const given = { id: project.id, title: 'Warp', description: 'Old words', labels: ['bug'], weight: 3 }
  await build.label({ title: 'bug' })
  const { iid } = await as('rita').call(createIssue, given)
  const issue = { id: project.id, issueIid: iid }
  await as('rita').call(issueDiscussion.createNote, { ...issue, body: 'Why?' })
  const change = { title: 'Weft', description: 'New words', addLabels: ['late'], removeLabels: ['bug'], weight: 5 }
  await as('rita').call(updateIssue, { ...issue, ...change })
  await as('rita').call(updateIssue, { ...issue, title: 'Loom', stateEvent: 'close' })
  await deliverBatch(db, services)
  const queued = await db.selectFrom('webhookDeliveries').select('payload').orderBy('id').execute()
  const told = queued.map(({ payload }) => {
    const { object_attributes: own, issue: noted } = typeof payload === 'string' ? JSON.parse(payload) : payload
    const { title, description, labels, weight, state } = noted ?? own
    return [title, description, labels.map((label: { title: string }) => label.title).join(), weight, state]
  })
  const before = ['Warp', 'Old words', 'bug', 3, 'opened']
  const after = ['Weft', 'New words', 'late', 5, 'opened']
  expect(told).toEqual([
    before,
    before,
    after,
    expect.arrayContaining(['Loom']),
    ['Loom', ...after.slice(1, 4), 'closed'],
  ])
})

test('a webhook is told of comments and times as they were at each event', async () => {
  const { as, build, project, db, services } = await world({ settings: webhookSettings })
  const { url } = await webhookReceiver()
  await as('mina').call(contract.projectHooks.create, { id: project.id, url, issuesEvents: true, noteEvents: true })
  const { iid } = await build.issue()
  const issue = { id: project.id, issueIid: iid }
  const write = (body: string) => as('rita').call(issueDiscussion.createNote, { ...issue, body })
  await write('/spend 1h\n/estimate 2h')
  const written = await write('Why?')
  const noteId = 'id' in written ? written.id : 0
  for (const body of ['Why so?', 'Why not?'])
    await as('rita').call(issueDiscussion.updateNote, { ...issue, noteId, body })
  await write('/spend 3h\n/estimate 8h')
  await write('Done')
  await deliverBatch(db, services)
  const queued = await db.selectFrom('webhookDeliveries').select('payload').orderBy('id').execute()
  const told = queued.map(({ payload }) => {
    const { object_attributes: own, issue: about } = typeof payload === 'string' ? JSON.parse(payload) : payload
    return [own.note, own.action, about?.total_time_spent, about?.time_estimate]
  })
  expect(told.filter(([note]) => note !== undefined)).toEqual([
    ['Why?', 'create', 3600, 7200],
    ['Why so?', 'update', 3600, 7200],
    ['Why not?', 'update', 3600, 7200],
    ['Done', 'create', 14_400, 28_800],
  ])
})

test('what an issue said while it was confidential is told to webhooks of confidential issues alone', async () => {
  const { as, project, db, services } = await world({ settings: webhookSettings })
  const { url } = await webhookReceiver()
  const wanted = { issuesEvents: true, noteEvents: true, confidentialIssuesEvents: true, confidentialNoteEvents: true }
  await as('mina').call(contract.projectHooks.create, { id: project.id, url, pushEvents: false, ...wanted })
  const given = { id: project.id, title: 'Warp', description: 'The password', confidential: true }
  const { iid } = await as('rita').call(createIssue, given)
  const issue = { id: project.id, issueIid: iid }
  await as('rita').call(issueDiscussion.createNote, { ...issue, body: 'Why?' })
  await as('rita').call(updateIssue, { ...issue, description: 'Clean' })
  await as('rita').call(updateIssue, { ...issue, confidential: false })
  await deliverBatch(db, services)
  const queued = await db.selectFrom('webhookDeliveries').select(['trigger', 'payload']).orderBy('id').execute()
  const told = queued.map(({ trigger, payload }) => {
    const { object_attributes: own, issue: noted } = typeof payload === 'string' ? JSON.parse(payload) : payload
    const { description, confidential } = noted ?? own
    return [trigger, description, confidential]
  })
  expect(told).toEqual([
    ['confidential_issues_events', 'The password', true],
    ['confidential_note_events', 'The password', true],
    ['confidential_issues_events', 'Clean', true],
    ['issues_events', 'Clean', false],
  ])
})

test('a webhook is told of issues and comments it may know of, with its token, headers and a signature', async () => {
  const { as, project, deliver } = await world({ settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  const key = Buffer.alloc(32, 7)
  await as('mina').call(contract.projectHooks.create, {
    id: project.id,
    url: url.replace('take', '{where}'),
    urlVariables: [{ key: 'where', value: 'hidden-place' }],
    customHeaders: [{ key: 'X-Loom', value: 'wool' }],
    token: 'a secret',
    signingToken: `whsec_${key.toString('base64')}`,
    pushEvents: false,
    issuesEvents: true,
    noteEvents: true,
  })
  const issue = await as('dan').call(createIssue, { id: project.id, title: 'Threads break', weight: 3 })
  await as('dan').call(issueDiscussion.createNote, { id: project.id, issueIid: issue.iid, body: 'Since noon' })
  await as('dan').call(updateIssue, { id: project.id, issueIid: issue.iid, weight: 5 })
  const secret = await as('dan').call(createIssue, { id: project.id, title: 'Hush', confidential: true })
  await as('dan').call(issueDiscussion.createNote, { id: project.id, issueIid: secret.iid, body: 'Hush, too' })
  await sendCalls(deliver)
  const told = received.map(({ body }) => JSON.parse(body))
  expect(told.map(each => [each.object_kind, each.object_attributes.action])).toEqual([
    ['issue', 'open'],
    ['note', 'create'],
    ['issue', 'update'],
  ])
  expect(received.map(each => each.headers['x-gitlab-event'])).toEqual(['Issue Hook', 'Note Hook', 'Issue Hook'])
  expect(told[0]).toMatchObject({
    event_type: 'issue',
    user: { username: 'dan', email: '[REDACTED]' },
    project: { id: project.id, path_with_namespace: project.fullPath, visibility_level: 0 },
    object_attributes: { title: 'Threads break', iid: issue.iid, state: 'opened', url: issue.webUrl },
  })
  expect(told[1]).toMatchObject({ object_attributes: { note: 'Since noon' }, issue: { iid: issue.iid } })
  expect(told[2].changes).toEqual({ weight: { previous: 3, current: 5 } })
  const [first] = received
  expect(first?.path).toBe('/hidden-place')
  expect(first?.headers).toMatchObject({ 'x-gitlab-token': 'a secret', 'x-loom': 'wool' })
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = first?.headers ?? {}
  expect(id).toBe(first?.headers['idempotency-key'])
  expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${time}.${first?.body}`).digest('base64')}`)
})

test('a webhook is told of a merge request from its opening to its merge, and of comments on its lines', async () => {
  const { as, project, users, commit, deliver } = await codeWorld({ commits: true, settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  await commit({ 'a.txt': 'one\n' })
  const first = await commit({ 'b.txt': 'new\n' }, { branch: 'feature', message: 'Add b' })
  const given = { id: project.id, url, pushEvents: false, noteEvents: true, mergeRequestsEvents: true }
  await as('mina').call(contract.projectHooks.create, given)
  const { iid, id, diffRefs } = await as('dan').call(createMergeRequest, {
    id: project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Add b',
    reviewerIds: [users.mina.id],
  })
  const ref = { id: project.id, mergeRequestIid: iid }
  const actions: [string, string][] = []
  /** The requests since the last look. */
  const told = async () => {
    await sendCalls(deliver)
    await sendCalls(deliver)
    const bodies = received.splice(0).map(({ body }) => JSON.parse(body))
    for (const body of bodies) actions.push([body.object_kind, body.object_attributes.action])
    return bodies
  }
  const [opened] = await told()
  expect(opened).toMatchObject({
    object_kind: 'merge_request',
    object_attributes: {
      id,
      iid,
      title: 'Add b',
      source_branch: 'feature',
      target_branch: 'main',
      state: 'opened',
      last_commit: { id: first, message: expect.stringContaining('Add b') },
      source: { id: project.id },
      target: { id: project.id },
    },
    reviewers: [{ username: 'mina', state: 'unreviewed', email: '[REDACTED]' }],
  })
  const position = {
    baseSha: diffRefs?.baseSha ?? '',
    startSha: diffRefs?.startSha ?? '',
    headSha: first,
    oldPath: 'b.txt',
    newPath: 'b.txt',
    positionType: 'text' as const,
    newLine: 1,
  }
  await as('mina').call(mergeRequestDiscussion.createDiscussion, { ...ref, body: 'Why?', position })
  const [note] = await told()
  expect(note).toMatchObject({
    object_kind: 'note',
    merge_request: { iid },
    object_attributes: {
      noteable_type: 'MergeRequest',
      type: 'DiffNote',
      position: { new_line: 1, new_path: 'b.txt' },
    },
  })
  await as('dan').call(updateMergeRequest, { ...ref, title: 'Add b and more' })
  expect((await told())[0].changes).toEqual({ title: { previous: 'Add b', current: 'Add b and more' } })
  const label = await as('mina').call(createProjectLabel, { id: project.id, name: 'late', color: '#ff0000' })
  const { description, ...drafted } = { title: 'Draft: Add b', labels: ['late'], description: 'Why b' }
  await as('dan').call(updateMergeRequest, { ...ref, ...drafted, description, assigneeIds: [users.dan.id] })
  expect((await told())[0].changes).toEqual({
    title: { previous: 'Add b and more', current: 'Draft: Add b' },
    draft: { previous: false, current: true },
    description: { previous: expect.toSatisfy(text => !text), current: 'Why b' },
    labels: { previous: [], current: [expect.objectContaining({ id: label.id, title: 'late', color: '#ff0000' })] },
    assignees: { previous: [], current: [expect.objectContaining({ username: 'dan', email: '[REDACTED]' })] },
  })
  await as('dan').call(updateMergeRequest, { ...ref, title: 'Add b', labels: [] })
  expect((await told())[0].changes).toMatchObject({
    draft: { previous: true, current: false },
    labels: { previous: [{ id: label.id, type: 'ProjectLabel' }], current: [] },
  })
  const change = { id: project.id, branch: 'feature', commitMessage: 'Add c' }
  await as('dan').call(createCommit, { ...change, actions: [{ action: 'create', filePath: 'c.txt', content: 'c' }] })
  expect((await told())[0].object_attributes).toMatchObject({ oldrev: first, last_commit: { title: 'Add c' } })
  await as('mina').call(approveMergeRequest, ref)
  await told()
  await as('mina').call(acceptMergeRequest, ref)
  await told()
  expect(actions).toEqual([
    ['merge_request', 'open'],
    ['note', 'create'],
    ...Array.from({ length: 4 }, () => ['merge_request', 'update']),
    ['merge_request', 'approved'],
    ['merge_request', 'merge'],
  ])
})

test('a webhook is told of a comment on a line of a commit, with the commit', async () => {
  const { as, project, commit, deliver } = await codeWorld({ commits: true, settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  const sha = await commit({ 'a.txt': 'one\n' }, { message: 'Add a' })
  await as('mina').call(contract.projectHooks.create, { id: project.id, url, pushEvents: false, noteEvents: true })
  await as('dan').call(createCommitComment, { id: project.id, sha, note: 'Why?', path: 'a.txt', line: 1 })
  await sendCalls(deliver)
  await sendCalls(deliver)
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      object_kind: 'note',
      object_attributes: {
        note: 'Why?',
        noteable_type: 'Commit',
        commit_id: sha,
        position: { new_line: 1, new_path: 'a.txt' },
        url: expect.stringContaining(`/-/commit/${sha.slice(0, 13)}`),
      },
      commit: { id: sha, title: 'Add a' },
    },
  ])
})

test('a webhook is told of a push before the merge request that it changes, with the head of each push', async () => {
  const { as, project, db, commit, deliver } = await codeWorld({ commits: true, settings: webhookSettings })
  const { url } = await webhookReceiver()
  await commit({ 'a.txt': 'one\n' })
  await commit({ 'b.txt': 'new\n' }, { branch: 'feature' })
  const given = { id: project.id, sourceBranch: 'feature', targetBranch: 'main', title: 'Add b' }
  await as('dan').call(createMergeRequest, given)
  await deliver()
  const hook = { id: project.id, url, pushEvents: true, mergeRequestsEvents: true }
  await as('mina').call(contract.projectHooks.create, hook)
  const heads: string[] = []
  for (const content of ['newer', 'newest']) {
    const actions = [{ action: 'update', filePath: 'b.txt', content } as const]
    const made = { id: project.id, branch: 'feature', commitMessage: 'Change', actions }
    heads.push((await as('dan').call(createCommit, made)).id)
    await sendCalls(deliver)
  }
  const queued = await db.selectFrom('webhookDeliveries').select('payload').orderBy('id').execute()
  const told = queued.map(({ payload }) => {
    const body = typeof payload === 'string' ? JSON.parse(payload) : payload
    return [body.object_kind, body.after ?? body.object_attributes.last_commit.id]
  })
  expect(told).toEqual(
    heads.flatMap(head => [
      ['push', head],
      ['merge_request', head],
    ]),
  )
})

test('a push tells the commits of its branch, and a filter leaves other branches out', async () => {
  const { as, project, deliver } = await codeWorld({ settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  const commit = async (branch: string, actions: NonNullable<InputOf<typeof createCommit>['actions']>, from = {}) => {
    const given = { id: project.id, branch, commitMessage: 'Change', actions, ...from }
    return (await as('mina').call(createCommit, given)).id
  }
  await commit('main', [
    { action: 'create', filePath: 'a.txt', content: 'one' },
    { action: 'create', filePath: 'b.txt', content: 'b' },
  ])
  await sendCalls(deliver)
  await as('mina').call(contract.projectHooks.create, { id: project.id, url, pushEventsBranchFilter: 'main*' })
  const id = await commit('main', [
    { action: 'update', filePath: 'a.txt', content: 'two' },
    { action: 'move', previousPath: 'b.txt', filePath: 'c.txt' },
  ])
  await commit('other', [{ action: 'create', filePath: 'd.txt', content: 'd' }], { startBranch: 'main' })
  await sendCalls(deliver)
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      object_kind: 'push',
      ref: 'refs/heads/main',
      checkout_sha: id,
      total_commits_count: 1,
      commits: [{ id, added: ['c.txt'], modified: ['a.txt'], removed: ['b.txt'] }],
    },
  ])
})

test('a push tells its push options', async () => {
  const { as, commit, project, deliver } = await codeWorld({ settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  const [before, after] = [await commit({ 'a.txt': 'one' }), await commit({ 'a.txt': 'two' })]
  await sendCalls(deliver)
  await as('mina').call(contract.projectHooks.create, { id: project.id, url })
  const { ctx } = as('mina')
  const pushed = await load(ctx, 'project:push-code', projectByRef, { id: project.id })
  for (const lines of [['ci.skip', 'merge_request.create', 'ci.variable=A=1'], []])
    await recordPush(ctx, pushed, [{ ref: 'refs/heads/main', before, after }], {
      options: readPushOptions(lines).options,
    })
  await sendCalls(deliver)
  expect(received.map(({ body }) => JSON.parse(body).push_options)).toEqual([
    { ci: { skip: true, variable: { 'A=1': 1 } }, merge_request: { create: true } },
    {},
  ])
})

test('a push tells the commits that a branch brings, that it is protected, and where to clone from', async () => {
  const { as, project, commit, deliver } = await codeWorld({ settings: { ...webhookSettings, SSH_PORT: '2222' } })
  const { received, url } = await webhookReceiver()
  await as('mina').call(protectBranch, { id: project.id, name: 'main' })
  await as('mina').call(contract.projectHooks.create, { id: project.id, url })
  for (const file of ['a', 'b']) await commit({ [file]: file })
  await as('mina').call(createCommit, {
    id: project.id,
    branch: 'main',
    commitMessage: 'Add c',
    actions: [{ action: 'create', filePath: 'c', content: 'c' }],
  })
  await as('mina').call(addBranch, { id: project.id, branch: 'other', ref: 'main' })
  await sendCalls(deliver)
  const told = received.map(({ body }) => JSON.parse(body))
  const counts = told.map(each => [each.ref, each.ref_protected, each.commits.length, each.total_commits_count])
  expect(counts.slice(-2)).toEqual([
    ['refs/heads/main', true, 1, 1],
    ['refs/heads/other', false, 0, 0],
  ])
  const ssh = expect.stringMatching(/^ssh:\/\/git@\S+:2222\/weft\/loom\.git$/)
  expect(told[0]).toMatchObject({ project: { git_ssh_url: ssh, ssh_url: ssh }, repository: { git_ssh_url: ssh } })
})

test('without SSH, webhooks and the API tell the address that SSH would have', async () => {
  const { as, project, deliver } = await world({ settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  await as('mina').call(contract.projectHooks.create, { id: project.id, url, issuesEvents: true })
  await as('rita').call(createIssue, { id: project.id, title: 'Warp' })
  await sendCalls(deliver)
  const { sshUrlToRepo } = await as('rita').call(getProject, { id: project.id })
  expect(sshUrlToRepo).toMatch(/^git@\S+:weft\/loom\.git$/)
  expect(JSON.parse(received[0]?.body ?? '').project.git_ssh_url).toBe(sshUrlToRepo)
})

test('a webhook is told of reactions, and of those to what is confidential only if it may know of it', async () => {
  const { as, build, project, users, deliver } = await world({ settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  await as('mina').call(contract.projectHooks.create, { id: project.id, url, pushEvents: false, emojiEvents: true })
  const issue = await build.issue({ title: 'Warp' })
  const secret = await as('rita').call(createIssue, { id: project.id, title: 'Hush', confidential: true })
  const award = await as('dan').call(issueDiscussion.createAward, { ...issue.ref, name: 'thumbsup' })
  const note = await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Why?' })
  const noteId = 'id' in note ? note.id : 0
  await as('dan').call(issueDiscussion.createNoteAward, { ...issue.ref, noteId, name: 'tada' })
  await as('dan').call(issueDiscussion.createAward, { id: project.id, issueIid: secret.iid, name: 'eyes' })
  await as('dan').call(issueDiscussion.deleteAward, { ...issue.ref, awardId: award.id })
  await sendCalls(deliver)
  const about = {
    awardable_type: 'Issue',
    awardable_id: issue.id,
    id: award.id,
    name: 'thumbsup',
    user_id: users.dan.id,
  }
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { object_kind: 'emoji', event_type: 'award', object_attributes: about, issue: { title: 'Warp' } },
    {
      event_type: 'award',
      object_attributes: { awardable_type: 'Note', awardable_id: noteId },
      note: { note: 'Why?' },
    },
    { event_type: 'revoke', object_attributes: { ...about, action: 'revoke' } },
  ])
  expect(received[0]?.headers['x-gitlab-event']).toBe('Emoji Hook')
})

test('a webhook is told of releases, and of a deleted one as it was', async () => {
  const { as, commit, project, deliver } = await codeWorld({ settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  await as('mina').call(contract.projectHooks.create, { id: project.id, url, pushEvents: false, releasesEvents: true })
  const sha = await commit({ 'a.txt': 'a' })
  const one = { id: project.id, tagName: 'v1' }
  const links = [{ name: 'App', url: 'https://weft.example/app.zip' }]
  expect((await as('dan').reply(createRelease, { ...one, ref: 'main', name: 'One', assets: { links } })).status).toBe(
    201,
  )
  await sendCalls(deliver)
  await as('dan').call(updateRelease, { ...one, description: 'More' })
  await sendCalls(deliver)
  expect((await as('dan').reply(deleteRelease, one)).status).toBe(200)
  await sendCalls(deliver)
  expect(received[0]?.headers['x-gitlab-event']).toBe('Release Hook')
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      ...{ object_kind: 'release', action: 'create', tag: 'v1', name: 'One', description: '', commit: { id: sha } },
      project: { path_with_namespace: 'weft/loom' },
      assets: {
        count: 5,
        links: [{ name: 'App', link_type: 'other', external: true }],
        sources: expect.arrayContaining([expect.objectContaining({ format: 'zip' })]),
      },
    },
    { action: 'update', description: 'More' },
    { action: 'delete', tag: 'v1', description: 'More', assets: { links: [{ name: 'App' }] } },
  ])
})

test('webhooks of projects and groups are told of milestones', async () => {
  const { as, project, deliver } = await world({ settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  await as('root').call(contract.groupHooks.create, { id: 'weft', url, pushEvents: false, milestoneEvents: true })
  for (const { operations, id } of [
    { operations: milestoneOperations.project, id: project.id },
    { operations: milestoneOperations.group, id: 'weft' },
  ]) {
    const { id: milestoneId } = await as('root').call(operations.create, { id, title: `v1 of ${id}` })
    await as('root').call(operations.update, { id, milestoneId, dueDate: '2030-01-01' })
    for (const stateEvent of ['close', 'activate'] as const)
      await as('root').call(operations.update, { id, milestoneId, stateEvent })
    // For a deleted milestone, only the deletion is sent.
    await sendCalls(deliver)
    await as('root').call(operations.remove, { id, milestoneId })
    await sendCalls(deliver)
  }
  const told = received.map(({ body }) => JSON.parse(body))
  expect(told.map(each => [each.action, each.object_attributes.project_id !== null])).toEqual(
    [true, false].flatMap(isOfProject => ['create', 'close', 'reopen', 'delete'].map(each => [each, isOfProject])),
  )
  expect(told[1]).toMatchObject({ project: { id: project.id }, object_attributes: { state: 'closed' } })
  expect(told[7]).toMatchObject({ group: { full_path: 'weft' }, object_attributes: { title: 'v1 of weft', iid: 1 } })
})

test('webhooks are told of deployments, with the status of each change', async () => {
  const { as, project, deliver, commit } = await codeWorld({ settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  const { id } = project
  const sha = await commit({ 'a.txt': 'a' }, { message: 'Weave' })
  await as('mina').call(contract.projectHooks.create, { id, url, pushEvents: false, deploymentEvents: true })
  const report = { id, environment: 'production', sha, ref: 'main', tag: false, status: 'running' } as const
  const { id: deploymentId } = await as('dan').call(createDeployment, report)
  await as('dan').call(updateDeployment, { id, deploymentId, status: 'success' })
  await sendCalls(deliver)
  const about = {
    object_kind: 'deployment',
    deployment_id: deploymentId,
    environment: 'production',
    commit_title: 'Weave',
  }
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { ...about, status: 'running', environment_tier: 'production', user: { username: 'dan' } },
    { ...about, status: 'success', ref: 'main', short_sha: sha.slice(0, 8), project: { id } },
  ])
  expect(received[0]?.headers['x-gitlab-event']).toBe('Deployment Hook')
})

test.each([
  'http://127.0.0.1/',
  'http://localhost:8080/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://2130706433/',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'gopher://example.com/',
])('a webhook to %s is refused', async url => {
  const { as, project } = await world()
  const reply = await as('mina').reply(contract.projectHooks.create, { id: project.id, url })
  expect([reply.status, Object.keys((reply.body as { message: object }).message)]).toEqual([400, ['url']])
})

test.each<[Member, number]>([
  ['olga', 201],
  ['mina', 201],
  ['dan', 403],
  ['nina', 404],
])('PERM-002 %s adding a webhook: %i', async (who, status) => {
  const { as, project } = await world()
  const reply = await as(who).reply(contract.projectHooks.create, { id: project.id, url: 'https://weft.example/hook' })
  expect(reply.status).toBe(status)
})
