import { createHash } from 'node:crypto'
import { Gitlab } from '@gitbeaker/rest'
import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'
import { answered, type Ground, notBuilt } from './gitbeaker-calls.ts'

// A public client of the contract, used as its own documentation says, must not notice a difference.

test('PLATFORM-011 a public client makes, lists, changes and deletes what a project has', async ({ weft }) => {
  const root = new Gitlab({ host: weft.baseURL, token: weft.rootToken })

  const user = await root.Users.create({
    email: 'ann@weft.test',
    name: 'Ann',
    username: 'ann-client',
    password: 'a long enough word',
    skipConfirmation: true,
  })
  expect(user.username).toBe('ann-client')
  const listed = await root.Users.all({ username: 'ann-client' })
  expect(listed.map(each => each.id)).toEqual([user.id])
  const renamed = await root.Users.edit(user.id, { name: 'Ann Client' })
  expect(renamed.name).toBe('Ann Client')

  const group = await root.Groups.create('Client group', 'client-group')
  const project = await root.Projects.create({ name: 'Client project', namespaceId: group.id, visibility: 'private' })
  expect(project.path_with_namespace).toBe('client-group/client-project')
  const shown = await root.Projects.show('client-group/client-project')
  expect(shown.id).toBe(project.id)
  const edited = await root.Projects.edit(project.id, { description: 'Made by a client' })
  expect(edited.description).toBe('Made by a client')

  const member = await root.ProjectMembers.add(project.id, 30, { userId: user.id })
  expect(member.access_level).toBe(30)
  const promoted = await root.ProjectMembers.edit(project.id, user.id, 40)
  expect(promoted.access_level).toBe(40)
  const members = await root.ProjectMembers.all(project.id, { includeInherited: true })
  expect(members.map(each => each.username)).toContain('ann-client')

  const label = await root.ProjectLabels.create(project.id, 'bug', '#dd0000', { description: 'Broken' })
  expect(label).toMatchObject({ name: 'bug', color: '#dd0000' })
  await root.ProjectLabels.edit(project.id, label.id, { newName: 'defect' })
  expect((await root.ProjectLabels.all(project.id)).map(each => each.name)).toEqual(['defect'])

  const milestone = await root.ProjectMilestones.create(project.id, 'v1', { dueDate: '2027-01-31' })
  const closed = await root.ProjectMilestones.edit(project.id, milestone.id, { stateEvent: 'close' })
  expect(closed.state).toBe('closed')

  for (let number = 1; number <= 25; number += 1) {
    await root.Issues.create(project.id, `Issue ${number}`, {
      labels: 'defect',
      milestoneId: milestone.id,
      assigneeIds: [user.id],
    })
  }
  const all = await root.Issues.all({ projectId: project.id, perPage: 10 })
  expect(all).toHaveLength(25)
  const page = await root.Issues.all({ projectId: project.id, perPage: 10, page: 2, showExpanded: true })
  expect(page.paginationInfo).toMatchObject({ total: 25, current: 2, next: 3, previous: 1, perPage: 10, totalPages: 3 })
  const issue = await root.Issues.edit(project.id, 1, { title: 'The first', stateEvent: 'close', weight: 3 })
  expect(issue).toMatchObject({ title: 'The first', state: 'closed', weight: 3 })

  const note = await root.IssueNotes.create(project.id, 2, 'A comment')
  await root.IssueNotes.edit(project.id, 2, note.id, { body: 'A better comment' })
  const notes = await root.IssueNotes.all(project.id, 2)
  expect(notes.filter(each => !each.system).map(each => each.body)).toEqual(['A better comment'])
  const discussion = await root.IssueDiscussions.create(project.id, 2, 'A thread')
  expect(discussion.notes?.[0]?.body).toBe('A thread')
  await root.IssueNotes.remove(project.id, 2, note.id)
  await root.Issues.remove(project.id, 25)
  await expect(root.Issues.show(25, { projectId: project.id })).rejects.toThrow()

  await root.RepositoryFiles.create(project.id, 'docs/hello.md', 'main', '# Hello', 'Say hello')
  const file = await root.RepositoryFiles.show(project.id, 'docs/hello.md', 'main')
  expect(Buffer.from(file.content, 'base64').toString()).toBe('# Hello')
  await root.Commits.create(project.id, 'main', 'Two at once', [
    { action: 'create', filePath: 'a.txt', content: 'a' },
    { action: 'update', filePath: 'docs/hello.md', content: '# Hello again' },
  ])
  const commits = await root.Commits.all(project.id, { refName: 'main' })
  expect(commits.map(each => each.title)).toEqual(['Two at once', 'Say hello'])
  await root.Branches.create(project.id, 'feature/one', 'main')
  expect((await root.Branches.all(project.id)).map(each => each.name)).toEqual(['feature/one', 'main'])
  await root.Branches.remove(project.id, 'feature/one')
  const tree = await root.Repositories.allRepositoryTrees(project.id, { recursive: true })
  expect(tree.map(each => each.path).sort()).toEqual(['a.txt', 'docs', 'docs/hello.md'])
  const compared = await root.Repositories.compare(project.id, commits[1]?.id ?? '', commits[0]?.id ?? '')
  expect(compared.diffs?.map(each => each.new_path).sort()).toEqual(['a.txt', 'docs/hello.md'])
  await root.Tags.create(project.id, 'v1.0', 'main')
  expect((await root.Tags.all(project.id)).map(each => each.name)).toEqual(['v1.0'])

  const todo = await root.Issues.createTodo(project.id, 3)
  expect(todo.state).toBe('pending')
  await root.TodoLists.done({ todoId: todo.id })

  await root.ProjectMembers.remove(project.id, user.id)
  await root.ProjectLabels.remove(project.id, label.id)
  await root.ProjectMilestones.remove(project.id, milestone.id)
  await root.Projects.remove(project.id)
  const marked = await root.Projects.show(project.id)
  expect(marked.marked_for_deletion_on).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  await root.Projects.remove(project.id, { permanentlyRemove: true, fullPath: String(marked.path_with_namespace) })
  await root.Groups.remove(group.id)
  await root.Users.remove(user.id)
  await expect(root.Projects.show(project.id)).rejects.toThrow()
})

test('PLATFORM-011 a public client follows a discussion, and everything around an issue', async ({ weft }) => {
  const root = new Gitlab({ host: weft.baseURL, token: weft.rootToken })
  const user = await root.Users.create({
    email: 'bea@weft.test',
    name: 'Bea',
    username: 'bea-client',
    password: 'a long enough word',
    skipConfirmation: true,
  })
  const token = await root.UserImpersonationTokens.create(user.id, 'client', ['api'])
  const bea = new Gitlab({ host: weft.baseURL, token: token.token ?? '' })
  const project = await root.Projects.create({ name: 'Talk', visibility: 'public', requestAccessEnabled: true })

  const asked = await bea.ProjectAccessRequests.request(project.id)
  expect(asked.username).toBe('bea-client')
  expect((await root.ProjectAccessRequests.all(project.id)).map(each => each.id)).toEqual([user.id])
  await root.ProjectAccessRequests.approve(project.id, user.id, { accessLevel: 30 })
  expect((await root.ProjectMembers.show(project.id, user.id)).access_level).toBe(30)

  const label = await root.ProjectLabels.create(project.id, 'talk', '#00aa00')
  const milestone = await root.ProjectMilestones.create(project.id, 'v2')
  const issue = await root.Issues.create(project.id, 'Let us talk')
  await root.Issues.edit(project.id, issue.iid, { addLabels: 'talk', milestoneId: milestone.id, weight: 3 })
  await root.Issues.edit(project.id, issue.iid, { stateEvent: 'close' })
  await root.Issues.edit(project.id, issue.iid, { stateEvent: 'reopen' })
  const [labelEvent] = await root.IssueLabelEvents.all(project.id, issue.iid)
  expect(labelEvent).toMatchObject({ action: 'add', label: { id: label.id, name: 'talk' } })
  expect(await root.IssueLabelEvents.show(project.id, issue.iid, labelEvent?.id ?? 0)).toEqual(labelEvent)
  expect((await root.IssueMilestoneEvents.all(project.id, issue.iid))[0]).toMatchObject({ milestone: { title: 'v2' } })
  expect((await root.IssueStateEvents.all(project.id, issue.iid)).map(each => each.state)).toEqual([
    'closed',
    'reopened',
  ])
  expect(await root.IssueIterationEvents.all(project.id, issue.iid)).toEqual([])

  const thread = await bea.IssueDiscussions.create(project.id, issue.iid, 'Why?')
  const first = thread.notes?.[0]
  await root.IssueDiscussions.addNote(project.id, issue.iid, thread.id, 'Because, @bea-client')
  await bea.IssueDiscussions.editNote(project.id, issue.iid, thread.id, first?.id ?? 0, { body: 'Why so?' })
  const shown = await root.IssueDiscussions.show(project.id, issue.iid, thread.id)
  expect(shown.notes?.map(each => each.body)).toEqual(['Why so?', 'Because, @bea-client'])
  const slip = await root.IssueDiscussions.addNote(project.id, issue.iid, thread.id, 'A slip')
  await root.IssueDiscussions.removeNote(project.id, issue.iid, thread.id, slip.id)
  expect((await root.IssueDiscussions.show(project.id, issue.iid, thread.id)).notes).toHaveLength(2)
  expect((await root.IssueDiscussions.all(project.id, issue.iid)).map(each => each.id)).toContain(thread.id)

  const todos = await bea.TodoLists.all({ projectId: project.id })
  expect(todos.map(each => each.action_name)).toEqual(['mentioned'])
  await bea.TodoLists.done()
  expect(await bea.TodoLists.all()).toEqual([])
  expect((await bea.TodoLists.all({ state: 'done' })).length).toBe(1)

  const award = await bea.IssueAwardEmojis.award(project.id, issue.iid, 'thumbsup')
  await bea.IssueNoteAwardEmojis.award(project.id, issue.iid, first?.id ?? 0, 'tada')
  expect((await root.IssueAwardEmojis.all(project.id, issue.iid)).map(each => each.name)).toEqual(['thumbsup'])
  expect((await root.IssueNoteAwardEmojis.all(project.id, issue.iid, first?.id ?? 0))[0]?.user.username).toBe(
    'bea-client',
  )
  await bea.IssueAwardEmojis.remove(project.id, issue.iid, award.id)
  await expect(bea.IssueAwardEmojis.award(project.id, issue.iid, 'no-emoji')).rejects.toThrow('Not Found')

  expect((await bea.NotificationSettings.show()).level).toBe('participating')
  await bea.NotificationSettings.edit({ projectId: project.id, level: 'watch' })
  expect((await bea.NotificationSettings.show({ projectId: project.id })).level).toBe('watch')

  const people = await root.Issues.allParticipants(project.id, issue.iid)
  expect(people.map(each => each.username).sort()).toEqual(['bea-client', 'root'])
  expect(await root.Issues.allRelatedMergeRequests(project.id, issue.iid)).toEqual([])
  expect((await root.Issues.showTimeStats(project.id, issue.iid)).total_time_spent).toBe(0)
  // The author of a comment is subscribed: subscribing again changes nothing, which this client reports as an error of
  // its own.
  await expect(bea.Issues.subscribe(project.id, issue.iid)).rejects.toMatchObject({
    cause: { response: { status: 304 } },
  })
  expect((await root.Users.allContributedProjects(user.id)).map(each => each.id)).toEqual([project.id])

  await root.Projects.remove(project.id)
  await root.Users.remove(user.id)
})

test('PLATFORM-011 NOTE-040 a public client reviews a merge request from its first commit to its merge', async ({
  weft,
}) => {
  const root = new Gitlab({ host: weft.baseURL, token: weft.rootToken })
  const user = await root.Users.create({
    email: 'rae@weft.test',
    name: 'Rae',
    username: 'rae-client',
    password: 'a long enough word',
    skipConfirmation: true,
  })
  const { token } = await root.UserImpersonationTokens.create(user.id, 'client', ['api'])
  const rae = new Gitlab({ host: weft.baseURL, token: token ?? '' })
  const { id } = await root.Projects.create({ name: 'Review', visibility: 'private' })
  await root.ProjectMembers.add(id, 30, { userId: user.id })
  const issue = await root.Issues.create(id, 'The greeting is cold')

  await root.RepositoryFiles.create(id, 'greet.js', 'main', 'const who = 1\nconst how = 2\nconst why = 3\n', 'Begin')
  await root.Branches.create(id, 'warm', 'main')
  await root.Commits.create(id, 'warm', 'Warm the greeting', [
    {
      action: 'update',
      filePath: 'greet.js',
      content: 'const who = 1\nconst how = 4\nconst when = 5\nconst why = 3\n',
    },
  ])
  const made = await root.MergeRequests.create(id, 'warm', 'main', 'Warm greeting', {
    description: `Closes #${issue.iid}`,
    reviewerIds: [user.id],
    assigneeId: user.id,
    labels: 'warm',
    removeSourceBranch: true,
  })
  const { iid } = made
  expect(made).toMatchObject({ state: 'opened', changes_count: '1', detailed_merge_status: 'mergeable' })
  expect((await root.MergeRequests.allIssuesClosed(id, iid)).map(each => each.iid)).toEqual([issue.iid])
  expect((await root.MergeRequests.showReviewers(id, iid)).map(each => each.state)).toEqual(['unreviewed'])
  const [diff] = await rae.MergeRequests.allDiffs(id, iid)
  expect(diff).toMatchObject({ new_path: 'greet.js', diff: expect.stringContaining('+const when = 5') })
  const [version] = await rae.MergeRequests.allDiffVersions(id, iid)
  expect((await rae.MergeRequests.showDiffVersion(id, iid, version?.id ?? 0)).commits).toHaveLength(1)

  const place = {
    baseSha: version?.base_commit_sha ?? '',
    startSha: version?.start_commit_sha ?? '',
    headSha: version?.head_commit_sha ?? '',
    oldPath: 'greet.js',
    newPath: 'greet.js',
    positionType: 'text' as const,
  }
  const hash = createHash('sha1').update('greet.js').digest('hex')
  const line = await rae.MergeRequestDiscussions.create(id, iid, 'Why 4?', { position: { ...place, newLine: '2' } })
  expect(line.notes?.[0]).toMatchObject({ type: 'DiffNote', position: { new_line: 2, old_line: null } })
  const lines = await rae.MergeRequestDiscussions.create(
    id,
    iid,
    'Say when\n\n```suggestion:-1+0\nconst how = 6\nconst when = 7\n```',
    {
      position: {
        ...place,
        newLine: '3',
        lineRange: {
          start: { lineCode: `${hash}_3_2`, type: 'new', newLine: '2' },
          end: { lineCode: `${hash}_3_3`, type: 'new', newLine: '3' },
        },
      } as never,
    },
  )
  expect(lines.notes?.[0]).toMatchObject({ position: { line_range: { start: { new_line: 2 }, end: { new_line: 3 } } } })
  await root.MergeRequestDiscussions.addNote(id, iid, line.id, 'Two times two')
  await rae.MergeRequestDiscussions.resolve(id, iid, line.id, true)
  expect((await root.MergeRequestDiscussions.show(id, iid, line.id)).notes?.map(each => each.resolved)).toEqual([
    true,
    true,
  ])

  const draft = await rae.MergeRequestDraftNotes.create(id, iid, 'Almost', {
    // The client's own type says number.
    inReplyToDiscussionId: lines.id as never,
  })
  await rae.MergeRequestDraftNotes.create(id, iid, 'On the first line', {
    position: { ...place, newLine: 1, oldLine: 1 } as never,
  })
  expect(await root.MergeRequestDraftNotes.all(id, iid)).toEqual([])
  await rae.MergeRequestDraftNotes.edit(id, iid, draft.id, { note: 'Almost there' })
  await rae.MergeRequestDraftNotes.publish(id, iid, draft.id)
  await rae.MergeRequestDraftNotes.publishBulk(id, iid)
  expect(await rae.MergeRequestDraftNotes.all(id, iid)).toEqual([])
  expect((await root.MergeRequestNotes.all(id, iid)).map(each => each.body)).toEqual(
    expect.arrayContaining(['Almost there', 'On the first line']),
  )

  const noted = await root.MergeRequestNotes.show(id, iid, lines.notes?.[0]?.id ?? 0)
  const { suggestions } = noted as unknown as { readonly suggestions: readonly { readonly id: number }[] }
  expect(await root.Suggestions.edit(suggestions[0]?.id ?? 0)).toMatchObject({ applied: true })
  const changed = await root.RepositoryFiles.showRaw(id, 'greet.js', 'warm')
  expect(String(changed)).toBe('const who = 1\nconst how = 6\nconst when = 7\nconst why = 3\n')
  expect(await root.MergeRequests.allDiffVersions(id, iid)).toHaveLength(2)

  const rule = await root.MergeRequestApprovals.createApprovalRule(id, 'Warmth', 1, {
    mergerequestIId: iid,
    userIds: [user.id],
  })
  expect((await root.MergeRequests.show(id, iid)).detailed_merge_status).toBe('not_approved')
  await rae.MergeRequestApprovals.approve(id, iid)
  const state = await root.MergeRequestApprovals.showApprovalState(id, iid)
  expect(state.rules.map(each => [each.id, each.approved])).toEqual([[rule.id, true]])
  expect(await root.MergeRequestApprovals.showConfiguration(id, { mergerequestIId: iid })).toMatchObject({
    approved: true,
  })

  const award = await rae.MergeRequestAwardEmojis.award(id, iid, 'thumbsup')
  expect(award).toMatchObject({ name: 'thumbsup', awardable_type: 'MergeRequest' })
  const note = await rae.MergeRequestNotes.create(id, iid, 'Lovely')
  await rae.MergeRequestNotes.edit(id, iid, note.id, { body: 'Lovely.' })
  expect((await root.MergeRequestLabelEvents.all(id, iid)).map(each => each.label.name)).toEqual(['warm'])
  expect(await rae.MergeRequests.createTodo(id, iid)).toMatchObject({
    state: 'pending',
    target: { iid, source_branch: 'warm' },
  })
  await root.MergeRequests.setTimeEstimate(id, iid, '1h')
  expect(await root.MergeRequests.addSpentTime(id, iid, '30m')).toMatchObject({
    human_total_time_spent: '30m',
    time_estimate: 3600,
  })

  await root.Commits.create(id, 'main', 'Read me', [{ action: 'create', filePath: 'README.md', content: 'Hello' }])
  expect(await root.MergeRequests.rebase(id, iid)).toEqual({ rebase_in_progress: true })
  await expect(root.MergeRequests.merge(id, iid, { sha: version?.head_commit_sha ?? '' })).rejects.toThrow(
    'SHA does not match',
  )
  const merged = await root.MergeRequests.merge(id, iid, { squash: true, squashCommitMessage: 'Warm it' })
  expect(merged).toMatchObject({ state: 'merged', merged_by: { username: 'root' } })
  const mergeCommit = await root.Commits.show(id, merged.merge_commit_sha ?? '')
  expect(mergeCommit.parent_ids?.[1]).toBe(merged.squash_commit_sha)
  expect((await root.Commits.show(id, merged.squash_commit_sha ?? '')).title).toBe('Warm it')
  expect((await root.Branches.all(id)).map(each => each.name)).toEqual(['main'])
  expect((await root.Issues.show(issue.iid, { projectId: id })).state).toBe('closed')
  expect((await root.MergeRequestNotes.all(id, iid)).filter(each => each.system).map(each => each.body)).toEqual(
    expect.arrayContaining(['approved this merge request', 'merged']),
  )
  await root.Projects.remove(id)
  await root.Users.remove(user.id)
})

test('PLATFORM-011 call by call, a public client is answered, or told that there is no such address', async ({
  weft,
}) => {
  const root = new Gitlab({ host: weft.baseURL, token: weft.rootToken })
  const user = await root.Users.create({
    email: 'calls@weft.test',
    name: 'Calls',
    username: 'calls-client',
    password: 'a long enough word',
    skipConfirmation: true,
    provider: 'ldapmain',
    externUid: 'calls',
  })
  const group = await root.Groups.create('Calls', 'calls')
  const project = await root.Projects.create({ name: 'Calls', namespaceId: group.id, initializeWithReadme: true })
  const label = await root.ProjectLabels.create(project.id, 'calls', '#00aa00')
  const milestone = await root.ProjectMilestones.create(project.id, 'calls')
  const issue = await root.Issues.create(project.id, 'Calls')
  const note = await root.IssueNotes.create(project.id, issue.iid, 'Calls')
  const [commit] = await root.Commits.all(project.id)
  const made: Record<string, number> = {}
  const ground: Ground = {
    groupId: group.id,
    projectId: project.id,
    userId: user.id,
    iid: issue.iid,
    noteId: note.id,
    labelId: label.id,
    milestoneId: milestone.id,
    sha: commit?.id ?? '',
    made: call => made[call] ?? 0,
  }
  const found: Record<string, string> = {}
  for (const [name, args] of Object.entries({ ...answered, ...notBuilt }))
    found[name] = await callByName(root, name, args(ground)).then(reply => {
      if (typeof reply === 'object' && reply !== null && 'id' in reply) made[name] = Number(reply.id)
      return 'answered'
    }, outcomeOf)
  const wanted = (calls: object, outcome: string) => Object.keys(calls).map(name => [name, outcome])
  expect(found).toEqual(Object.fromEntries([...wanted(answered, 'answered'), ...wanted(notBuilt, 'not built')]))
})

/** `Users.show` of the client, with arguments that come from a table. */
async function callByName(client: object, name: string, args: readonly unknown[]): Promise<unknown> {
  const [resourceName = '', methodName = ''] = name.split(/[. ]/)
  const resource: unknown = Reflect.get(client, resourceName)
  const method: unknown = typeof resource === 'object' && resource !== null ? Reflect.get(resource, methodName) : null
  if (typeof method !== 'function') throw new Error(`the client has no ${name}`)
  return Reflect.apply(method, resource, args)
}

/** The outcome of a refused call: the client throws an error whose cause holds the response. */
function outcomeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause !== 'object' || cause === null || !('response' in cause)) return String(error)
  const { status } = cause.response as Response
  const isUnknown = status === 405 || ('description' in cause && cause.description === '404 Not Found')
  return isUnknown ? 'not built' : String(status)
}
