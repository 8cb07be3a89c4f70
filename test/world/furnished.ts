import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { commitDiscussion, commitDiscussionPage } from '#contract/code/commits/commit-discussion.ts'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { forkProject } from '#contract/code/forks.ts'
import {
  createApprovalRule,
  createProjectApprovalRule,
  updateProjectApprovals,
} from '#contract/code/merge-requests/approvals.ts'
import { createMergeRequestBlock } from '#contract/code/merge-requests/merge-request-blocks.ts'
import { addContextCommits } from '#contract/code/merge-requests/merge-request-context.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import {
  createMergeRequest,
  listMergeRequestVersions,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch, protectTag } from '#contract/code/protected-refs.ts'
import { addTag as createTag } from '#contract/code/refs.ts'
import { createAbuseReport } from '#contract/discuss/abuse-reports.ts'
import { addIssueTodo } from '#contract/feeds/todos.ts'
import { groupHooks, projectHooks } from '#contract/feeds/webhooks.ts'
import { createGroupBadge, createProjectBadge } from '#contract/foundation/badges.ts'
import { createBroadcastMessage } from '#contract/foundation/broadcast-messages.ts'
import {
  groupCustomAttributes,
  projectCustomAttributes,
  userCustomAttributes,
} from '#contract/foundation/custom-attributes.ts'
import { addDeployKey } from '#contract/foundation/deploy-keys.ts'
import { createGroupDeployToken, createProjectDeployToken } from '#contract/foundation/deploy-tokens.ts'
import { updateGroup } from '#contract/foundation/groups.ts'
import { createGpgKeyFor, createSshKeyFor } from '#contract/foundation/keys.ts'
import { createTopic } from '#contract/foundation/project-topics.ts'
import { createProject, starProject, updateProject } from '#contract/foundation/projects.ts'
import { shareGroup, shareProject } from '#contract/foundation/shares.ts'
import { createImpersonationToken, createTokenFor } from '#contract/foundation/tokens.ts'
import { createProjectUpload, listProjectUploads } from '#contract/foundation/uploads.ts'
import { addEmailFor } from '#contract/foundation/user-emails.ts'
import { updateUser } from '#contract/foundation/users.ts'
import { commitIid } from '#contract/issuable-kinds.ts'
import type { Operation } from '#contract/operation.ts'
import {
  createGroupBoard,
  createGroupBoardList,
  createProjectBoard,
  createProjectBoardList,
} from '#contract/plan/boards/boards.ts'
import { startBulkEdit } from '#contract/plan/changes/bulk-edits.ts'
import { epicDiscussion } from '#contract/plan/epics/epic-discussion.ts'
import { createEpic, updateEpic } from '#contract/plan/epics/epics.ts'
import { publishIncident } from '#contract/plan/incidents/status-page.ts'
import { issueDiscussion, issuePlanningEvents } from '#contract/plan/issues/issue-discussion.ts'
import { updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createGroupLabel, createProjectLabel, subscribeToProjectLabel } from '#contract/plan/labels/labels.ts'
import { groupSavedViews, projectSavedViews, todoViews } from '#contract/plan/lists/saved-views.ts'
import { listGroupIterations } from '#contract/plan/timeboxes/iterations.ts'
import { createGroupMilestone, createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { createIssueLink } from '#contract/plan/work-items/links.ts'
import { importIssuesCsv } from '#contract/transfer/issue-imports.ts'
import { copyFork } from '#server/code/forks/copy.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { fileInfo } from '#server/platform/git/files/blob.ts'
import { codeWorld } from './code.ts'
import { askGraphql } from './graphql.ts'
import { plain, type Shape } from './plain.ts'
import { gpgKey, otherGpgKeys, sshFingerprints, sshKeys } from './public-keys.ts'

type Inputs = Readonly<Record<string, unknown>>

/**
 * A world in which everything has something to show: people with profiles, labels with priorities, milestones with days,
 * issues with labels, assignees, notes, threads, reactions and a history, files, tokens, to-dos and code.
 */
export async function furnishedWorld() {
  const built = await codeWorld()
  const { as, project, group, users, db } = built
  const root = as('root')
  const blocked = await built.build.user({ state: 'blocked' })
  const banned = await built.build.user({ state: 'banned' })
  const subgroup = await built.build.group({ parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  await built.build.member({ at: group.id, userId: users.gus.id, level: 10 })
  const guild = await built.build.group({ path: 'guild' })
  const invited = await built.build.group({ path: 'invited' })
  await root.call(shareProject, { id: project.id, groupId: invited.id, groupAccess: 30 })
  await root.call(shareGroup, { id: group.id, groupId: invited.id, groupAccess: 20 })
  const commitId = await built.commit({ 'README.md': '# Loom\n', 'src/loom.ts': 'export const loom = 1\n' })
  const changeId = await built.commit({ 'src/loom.ts': 'export const loom = 2\n' }, { branch: 'change' })
  for (const branch of ['scratch', 'gone']) await built.commit({ [`${branch}.txt`]: 'loose\n' }, { branch })
  await root.call(createTag, { id: project.id, tagName: 'v1', ref: 'main' })
  const status = await root.call(createCommitStatus, {
    id: project.id,
    sha: commitId,
    state: 'success',
    description: 'All fine',
  })
  const fork = await root.call(forkProject, { id: project.id, namespaceId: guild.id })
  const unrelated = await root.call(createProject, { name: 'Unrelated', namespaceId: guild.id })
  const copying = { projectId: fork.id, sourceId: project.id, branches: null }
  await copyFork(root.ctx, copying)
  const blobId = (await fileInfo(built.dir, commitId, 'src/loom.ts'))?.id

  await root.call(updateUser, {
    id: users.rita.id,
    bio: 'Weaves',
    location: 'Lyon',
    jobTitle: 'Weaver',
    pronouns: 'she',
    websiteUrl: 'https://rita.test',
    provider: 'ldapmain',
    externUid: 'uid=rita',
  })
  await root.call(updateGroup, { id: group.id, description: 'Weavers', crmEnabled: true })
  await root.call(updateProject, {
    id: project.id,
    description: 'A loom',
    topics: ['wool', 'silk'],
    statusPageEnabled: true,
  })
  await as('rita').call(starProject, { id: project.id })
  const blocker = await root.call(createProjectLabel, {
    id: project.id,
    name: 'blocker',
    color: '#dd0000',
    description: 'Stops all',
    priority: 1,
  })
  await root.call(createProjectLabel, { id: project.id, name: 'type::bug', color: '#00dd00' })
  await root.call(subscribeToProjectLabel, { id: project.id, labelId: 'blocker' })
  const groupLabel = await root.call(createGroupLabel, { id: group.id, name: 'everywhere', color: '#0000dd' })
  const otherGroupLabel = await root.call(createGroupLabel, { id: group.id, name: 'anywhere', color: '#0000ee' })
  const milestone = await root.call(createProjectMilestone, {
    id: project.id,
    title: 'Spring',
    description: 'Soon',
    startDate: '2026-03-01',
    dueDate: '2026-05-31',
  })
  const groupMilestone = await root.call(createGroupMilestone, { id: group.id, title: 'Year', dueDate: '2026-12-31' })

  const issue = await root.call(createIssue, {
    id: project.id,
    title: 'Threads break',
    description: 'See @rita\n\n- [ ] one\n- [x] two',
    labels: ['blocker', 'everywhere'],
    milestoneId: milestone.id,
    assigneeIds: [users.rita.id, users.root.id],
    dueDate: '2026-04-01',
    startDate: '2026-03-02',
    weight: 3,
  })
  const ref = { id: project.id, issueIid: issue.iid }
  const other = await as('dan').call(createIssue, { id: project.id, title: 'Bare' })
  const linked = await as('dan').call(createIssue, { id: project.id, title: 'Linked' })
  const link = await root.call(createIssueLink, { ...ref, targetProjectId: project.id, targetIssueIid: linked.iid })
  await root.call(updateIssue, {
    ...ref,
    weight: 5,
    removeLabels: ['everywhere'],
    milestoneId: groupMilestone.id,
    stateEvent: 'close',
  })
  await root.call(updateIssue, {
    ...ref,
    stateEvent: 'reopen',
    milestoneId: milestone.id,
    title: 'Threads break often',
  })
  await root.call(updateIssue, { id: project.id, issueIid: other.iid, stateEvent: 'close', discussionLocked: true })
  const note = await as('rita').call(issueDiscussion.createNote, { ...ref, body: 'I saw it @dan, like #2' })
  await root.call(issueDiscussion.createNote, { ...ref, body: 'Among us', internal: true })
  const thread = await as('rita').call(issueDiscussion.createDiscussion, { ...ref, body: 'Why?' })
  if (!('id' in note) || !('notes' in thread)) throw new Error('nothing was written')
  const first = thread.notes[0]?.id ?? 0
  await root.call(issueDiscussion.replyToDiscussion, { ...ref, discussionId: thread.id, body: 'Because' })
  await root.call(issueDiscussion.updateDiscussionNote, {
    ...ref,
    discussionId: thread.id,
    noteId: first,
    resolved: true,
  })
  const incidents = await furnishedIncidents(built)
  const draft = await root.call(issueDiscussion.createDraftNote, {
    ...ref,
    note: 'Later',
    inReplyToDiscussionId: thread.id,
  })
  const award = await root.call(issueDiscussion.createAward, { ...ref, name: 'thumbsup' })
  const noteAward = await root.call(issueDiscussion.createNoteAward, { ...ref, noteId: note.id, name: 'tada' })
  const todo = await root.call(addIssueTodo, ref)
  const iterationId = await furnishedIteration(built)
  await root.call(updateIssueEntity, { namespace: project.fullPath, iid: issue.iid, issue: { iterationId } })
  const customers = await furnishedContact(built, issue.id)
  const aView = { list: 'issue', name: 'Ours', query: 'state=closed', isShared: true } as const
  const view = await root.call(projectSavedViews.create, { id: project.id, ...aView })
  const groupView = await root.call(groupSavedViews.create, { id: group.id, ...aView })
  const todoView = await root.call(todoViews.create, { name: 'Issues', query: 'type=issue' })
  const bulkEdit = await root.call(startBulkEdit, {
    namespace: project.fullPath,
    filter: {},
    update: { healthStatus: 'on_track' },
  })
  const board = await root.call(createProjectBoard, {
    id: project.id,
    name: 'Development',
    labels: ['blocker'],
    assigneeId: users.rita.id,
    milestoneId: milestone.id,
    iterationId,
    weight: 5,
  })
  const boardAt = { id: project.id, boardId: board.id }
  const boardList = await root.call(createProjectBoardList, { ...boardAt, milestoneId: milestone.id })
  await root.call(createProjectBoardList, { ...boardAt, iterationId })
  await root.call(createProjectBoardList, { ...boardAt, assigneeId: users.rita.id })
  const groupBoard = await root.call(createGroupBoard, { id: group.id, name: 'Everything' })
  const groupBoardAt = { id: group.id, boardId: groupBoard.id }
  const groupBoardList = await root.call(createGroupBoardList, { ...groupBoardAt, milestoneId: groupMilestone.id })
  const request = await furnishedMergeRequest(built, milestone.id)
  const discussed = await furnishedCommit(built, changeId)
  const epic = await furnishedEpic(built, groupMilestone.id)
  const file = new TemporaryFile('loom.txt', 'text/plain', await fileOf('a loom'), 6)
  const avatar = new TemporaryFile('face.png', 'image/png', await fileOf(pixel), pixel.length)
  const upload = await root.call(createProjectUpload, { id: project.id, file })
  const listed = await root.call(listProjectUploads, { id: project.id })
  const [, , secret = ''] = upload.url.split('/')
  const token = await root.call(createTokenFor, { userId: users.root.id, name: 'mine', scopes: ['api', 'sudo'] })
  const impersonation = await root.call(createImpersonationToken, {
    userId: users.rita.id,
    name: 'hers',
    scopes: ['api'],
  })
  const ownEmail = await root.call(addEmailFor, { id: users.root.id, email: 'root@loom.test' })
  const herEmail = await root.call(addEmailFor, { id: users.rita.id, email: 'rita@loom.test' })
  const deployToken = { name: 'machine', scopes: ['read_repository'] }
  const projectDeployToken = await root.call(createProjectDeployToken, { ...deployToken, id: project.id })
  const groupDeployToken = await root.call(createGroupDeployToken, { ...deployToken, id: group.id })
  const newKey = { title: 'Laptop', key: sshKeys.ed25519 }
  const ownSshKey = await root.call(createSshKeyFor, { ...newKey, userId: users.root.id })
  const sshKey = await root.call(createSshKeyFor, { ...newKey, key: sshKeys.rsa, userId: users.rita.id })
  const herGpgKey = await root.call(createGpgKeyFor, { key: gpgKey, userId: users.rita.id })
  const ownGpgKey = await root.call(createGpgKeyFor, { key: otherGpgKeys[0], userId: users.root.id })
  const deployKey = await root.call(addDeployKey, { id: project.id, title: 'Machine', key: sshKeys.ecdsa521 })
  const sharedDeployKey = await db
    .insertInto('deployKeys')
    .values({
      title: 'Shared',
      key: 'ssh-ed25519 AAAA',
      type: 'ssh-ed25519',
      bits: 256,
      fingerprint: 'x',
      fingerprintMd5: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('deployKeysProjects').values({ deployKeyId: sharedDeployKey.id, namespaceId: fork.id }).execute()
  // Covers nothing that the operations of this world move.
  await root.call(protectBranch, { id: project.id, name: 'stable/*' })
  await root.call(protectTag, { id: project.id, name: 'stable/*' })
  const discussions = await root.call(issueDiscussion.listDiscussions, ref)
  const mail = await db
    .insertInto('mails')
    .values({
      recipient: 'rita@weft.test',
      userId: users.rita.id,
      subject: 'A subject',
      text: 'A text',
      html: '<p>A text</p>',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mailFile = { name: 'loom.csv', mediaType: 'text/csv', body: Buffer.from('Warp') }
  await db
    .insertInto('mailFiles')
    .values({ mailId: mail.id, part: 0, ...mailFile })
    .execute()
  const ownChange = await db
    .selectFrom('events')
    .select('id')
    .where('name', '=', 'issuable.changed')
    .where('actorId', '=', users.root.id)
    .where(sql<boolean>`payload->>'changeSetId' is null`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

  const addresses = { linkUrl: 'https://ci.test/%{project_path}', imageUrl: 'https://ci.test/%{commit_sha}.svg' }
  const badge = await root.call(createProjectBadge, { id: project.id, ...addresses })
  const groupBadge = await root.call(createGroupBadge, { id: group.id, ...addresses, name: 'everywhere' })
  await root.call(userCustomAttributes.set, { id: users.rita.id, key: 'desk', value: '7' })
  await root.call(groupCustomAttributes.set, { id: group.id, key: 'desk', value: '7' })
  await root.call(projectCustomAttributes.set, { id: project.id, key: 'desk', value: '7' })
  // Its host is a variable without a value, so that no request leaves.
  const newHook = {
    url: 'http://{host}/hook',
    urlVariables: [{ key: 'desk', value: '7' }],
    customHeaders: [{ key: 'desk', value: '7' }],
  }
  const hook = await root.call(projectHooks.create, { id: project.id, ...newHook })
  const groupHook = await root.call(groupHooks.create, { id: group.id, ...newHook })
  const [hookEvent, groupHookEvent] = await db
    .insertInto('webhookDeliveries')
    .values(
      [hook, groupHook].map(({ id }) => ({
        webhookId: id,
        trigger: 'issues_events',
        eventHeader: 'Issue Hook',
        payload: JSON.stringify({ object_kind: 'issue' }),
      })),
    )
    .returning('id')
    .execute()
  const issuesFile = new TemporaryFile('issues.csv', 'text/csv', await fileOf('title,description\nA title,\n'), 30)
  const issueImport = await root.call(importIssuesCsv, { namespace: project.fullPath, file: issuesFile, dryRun: true })
  const topic = await root.call(createTopic, { name: 'linen', description: 'Of *flax*' })
  const otherTopic = await root.call(createTopic, { name: 'hemp' })
  const broadcast = await root.call(createBroadcastMessage, { message: 'Down **soon**', dismissable: true })
  const report = await as('dan').call(createAbuseReport, {
    abuseReport: { userId: users.gus.id, category: 'spam', reportedFromUrl: '/gus' },
  })

  for (const namespaceId of [project.id, group.id])
    await db.insertInto('accessRequests').values({ namespaceId, userId: users.nina.id }).execute()

  const events = {
    resource_label_events: (await root.call(issueDiscussion.listLabelEvents, ref))[0]?.id,
    resource_milestone_events: (await root.call(issueDiscussion.listMilestoneEvents, ref))[0]?.id,
    resource_state_events: (await root.call(issueDiscussion.listStateEvents, ref))[0]?.id,
    resource_weight_events: (await root.call(issuePlanningEvents.listWeightEvents, ref))[0]?.id,
    resource_iteration_events: (await root.call(issuePlanningEvents.listIterationEvents, ref))[0]?.id,
  }
  const everywhere: Inputs = {
    namespace: project.fullPath,
    iid: issue.iid,
    issueIid: issue.iid,
    targetType: 'issue',
    targetId: issue.id,
    issuableType: 'issue',
    issuableId: issue.id,
    noteId: note.id,
    discussionId: thread.id,
    draftNoteId: draft.id,
    draftId: draft.id,
    draftNote: { note: 'Some text' },
    todoId: todo.id,
    iterationId,
    ...customers,
    changeSetId: bulkEdit.id,
    linkId: link.id,
    issueLinkId: link.id,
    targetProjectId: project.id,
    targetIssueIid: other.iid,
    issuableReferences: [`#${other.iid}`],
    sha: commitId,
    pipelineId: status.pipelineId,
    ref: 'main',
    refs: ['main', 'change'],
    from: 'main',
    to: 'change',
    branch: 'main',
    tagName: 'v1',
    filePath: 'src/loom.ts',
    oldPath: 'src/loom.ts',
    newPath: 'src/loom.ts',
    format: 'zip',
    submodule: 'vendor',
    commitMessage: 'Change it',
    commitSha: commitId,
    content: 'new',
    secret,
    filename: 'loom.txt',
    uploadId: listed[0]?.id,
    file,
    avatar,
    email: 'rita@weft.test',
    scope: 'issues',
    search: 'Threads',
    q: 'Threads',
    color: '#123456',
    name: 'heart',
    title: 'A title',
    text: 'Some *text* for @rita',
    body: 'Some text',
    accessLevel: 30,
    username: 'nina',
    scopes: ['api'],
    resolved: true,
    duration: '1h',
    key: 'none',
    ...addresses,
    sourceTopicId: topic.id,
    targetTopicId: otherTopic.id,
    message: 'Down soon',
    fingerprint: sshFingerprints.rsa,
    reportId: report.id,
    abuseReport: { userId: users.rita.id, category: 'other', message: 'Look', reportedFromUrl: '/rita' },
    update: { issuableIds: String(issue.id), stateEvent: 'close' },
    label: { title: 'made', color: '#123456' },
    note: { note: 'Some text' },
    login: 'rita',
    password: 'a long enough word',
    provider: 'ldapmain',
  }

  /** What stands in the place of the issue, in operations on merge requests. */
  const ofRequest: Inputs = {
    iid: request.iid,
    mergeRequestIid: request.iid,
    noteId: request.noteId,
    discussionId: request.discussionId,
    draftNoteId: request.draftId,
    draftId: request.draftId,
    versionId: request.versionId,
    targetType: 'merge_request',
    targetId: request.id,
    sha: undefined,
  }

  const isOfCommit = /\/(notes|discussions|award_emoji|comments)(\/|$)/

  /** Inputs that fit an operation in this world, by camelCase names. */
  const inputFor = (operation: Operation): Record<string, unknown> => {
    const { path, name } = operation
    const isChange = operation.method !== 'GET' && operation.method !== 'HEAD'
    const isGroup = path.startsWith('/groups') || (/[gG]roup/.test(name) && !path.startsWith('/projects'))
    const place: Record<string, unknown> = {
      id: /^\/(projects|groups)/.test(path) ? (isGroup ? group.id : project.id) : undefined,
      labelId: isGroup ? groupLabel.id : blocker.id,
      intoId: isGroup ? otherGroupLabel.id : groupLabel.id,
      viewId: isGroup ? groupView.id : view.id,
      milestoneId: isGroup ? groupMilestone.id : milestone.id,
      badgeId: isGroup ? groupBadge.id : badge.id,
      boardId: isGroup ? groupBoard.id : board.id,
      listId: isGroup ? groupBoardList.id : boardList.id,
      userId: path.endsWith('/members') ? users.nina.id : path.startsWith('/groups') ? users.gus.id : users.rita.id,
      awardId: path.includes('/notes/') ? noteAward.id : award.id,
      eventId: Object.entries(events).find(([kind]) => path.includes(kind))?.[1],
    }
    if (path.includes('/merge_requests/:')) {
      Object.assign(place, ofRequest)
      place.awardId = path.includes('/notes/') ? request.noteAwardId : request.awardId
      place.eventId = Object.entries(request.events).find(([kind]) => path.includes(kind))?.[1]
      if (path.includes('discussions/:discussionId/notes/:noteId')) place.noteId = request.firstNoteId
    }
    if (/\/epics(\/|$)|group_epic/.test(path)) {
      Object.assign(place, epic.place)
      place.awardId = path.includes('/notes/') ? epic.noteAwardId : epic.awardId
      place.eventId = Object.entries(epic.events).find(([kind]) => path.includes(kind))?.[1]
      if (path.includes('discussions/:discussionId/notes/:noteId')) place.noteId = epic.firstNoteId
      if (/^add(Epic|Child)/.test(name)) Object.assign(place, epic.outside)
    }
    if (/\/commits?\/:(sha|iid)\//.test(path) && (path.includes(':iid') || isOfCommit.test(path))) {
      Object.assign(place, discussed)
      place.awardId = path.includes('/notes/') ? discussed.noteAwardId : discussed.awardId
      if (path.includes('discussions/:discussionId/notes/:noteId')) place.noteId = discussed.firstNoteId
    }
    if (path.endsWith('/saved_views')) Object.assign(place, { list: 'issue', query: 'state=all', search: undefined })
    if (name === 'createMergeRequest')
      Object.assign(place, { sourceBranch: 'change', targetBranch: 'main', targetProjectId: undefined })
    if (/[iI]ssueImport|importIssues/.test(name))
      Object.assign(place, { id: issueImport.id, file: issuesFile, dryRun: true })
    if (path.startsWith('/personal_access_tokens')) place.id = token.id
    if (path.includes('/impersonation_tokens')) place.id = impersonation.id
    if (path.startsWith('/users/:id') || path.startsWith('/namespaces'))
      place.id = path.startsWith('/users') ? users.rita.id : group.id
    if (path.startsWith('/issues/:id')) place.id = issue.id
    const [isOwn, isGpg] = [path.startsWith('/user/') || path.startsWith('/keys'), path.includes('gpg_keys')]
    place.emailId = (path.startsWith('/users/') ? herEmail : ownEmail).id
    if (/^addEmail/.test(name)) place.email = 'new@loom.test'
    if (path.includes('/deploy_tokens')) {
      place.tokenId = (isGroup ? groupDeployToken : projectDeployToken).id
      Object.assign(place, { scopes: deployToken.scopes, username: undefined })
    }
    if (path.startsWith('/suggestions/:id')) place.id = request.suggestionId
    if (path.includes('/blocks'))
      Object.assign(place, { blockId: request.blockId, blockingMergeRequestId: request.otherId })
    if (path.endsWith('/context_commits'))
      place.commits = [name === 'removeContextCommits' ? request.contextId : changeId]
    if (name === 'markFiles') place.files = ['0'.repeat(40)]
    if (name === 'applySuggestions') place.ids = [request.suggestionId]
    place.approvalRuleId = path.includes('/merge_requests/:') ? request.ruleId : request.projectRuleId
    place.keyId = (isGpg ? (isOwn ? ownGpgKey : herGpgKey) : isOwn ? ownSshKey : sshKey).id
    if (path.includes('/deploy_keys')) place.keyId = name === 'enableDeployKey' ? sharedDeployKey.id : deployKey.id
    if (name === 'addDeployKey') place.key = sshKeys.ecdsa
    if (/create(Ssh|Gpg)Key/.test(name)) place.key = isGpg ? otherGpgKeys[1] : sshKeys.ecdsa
    if (path.startsWith('/todos/saved_views')) Object.assign(place, { viewId: todoView.id, query: 'type=task' })
    if (path.startsWith('/todos/:id')) place.id = todo.id
    if (path.includes('/custom_attributes/:key')) Object.assign(place, { key: 'desk', value: '8' })
    if (path.includes('/hooks')) {
      const event = isGroup ? groupHookEvent : hookEvent
      const own = { hookId: (isGroup ? groupHook : hook).id, hookEventId: event?.id, url: newHook.url }
      Object.assign(place, { ...own, key: 'desk', value: '8', trigger: 'issues_events' })
      for (const field of ['signingToken', 'urlVariables', 'customHeaders', 'branchFilterStrategy'])
        place[field] = undefined
    }
    if (path.startsWith('/topics/:id')) place.id = topic.id
    if (name === 'topicPage') place.name = topic.name
    if (name === 'createTopic') place.name = 'silk thread'
    if (path.includes('/broadcast_messages/:id')) place.id = broadcast.id
    if (path.includes('/admin/mails/')) place.id = mail.id
    if (name === 'undoEvent') place.eventId = ownChange.id
    if (/\/(project|group)\/:id\/uploads/.test(path)) place.id = isGroup ? group.id : project.id
    if (isGroup) place.namespace = group.fullPath
    if (path.includes('discussions/:discussionId/notes/:noteId') && !/merge_requests|commits|epics/.test(path))
      place.noteId = first
    if (path.endsWith('/uploads') || path.includes(':secret')) place.namespace ??= project.fullPath
    if (name.startsWith('share')) Object.assign(place, { groupId: guild.id, groupAccess: 30 })
    if (name.startsWith('unshare')) place.groupId = invited.id
    if (/^(approve|deny).*Access$/.test(name)) place.userId = users.nina.id
    if (name.endsWith('ByName')) Object.assign(place, { name: isGroup ? 'everywhere' : 'blocker' })
    if (/UpdateUser|createUser$|register/.test(name))
      Object.assign(place, { email: 'new@weft.test', username: 'brand-new', name: 'Brand New' })
    if (/create(Project|Group)$|createProjectForUser/.test(name))
      Object.assign(place, { parentId: group.id, name: 'Brand new', path: 'brand-new', namespaceId: group.id })
    if (/Label$/.test(name)) place.name = 'a new one'
    // What changes code does so on a branch that nothing else looks at.
    if (isChange && path.includes('/repository/')) place.branch = 'scratch'
    if (name === 'cherryPickCommit' || name === 'revertCommit') place.sha = changeId
    if (name === 'revertCommit') place.branch = 'change'
    if (name === 'pickCommitOnPage')
      Object.assign(place, { sha: changeId, verb: 'revert', branch: 'change', onNewBranch: true })
    if (path.includes('/protected_')) place.name = isChange && path.endsWith('s') ? 'fresh/*' : 'stable/*'
    if (name === 'getChangelog' || name === 'addChangelog') place.version = '1.0.0'
    if (name === 'addTag') place.tagName = 'v2'
    if (name === 'addFile') place.filePath = 'new.txt'
    if (name === 'addBranch') Object.assign(place, { branch: 'another', ref: 'main' })
    if (name === 'createPageBranch' || name === 'createMergeRequestForIssue')
      Object.assign(place, { branchName: `1-${name.toLowerCase()}`, ref: 'main' })
    if (name === 'removeBranch') place.branch = 'gone'
    if (name === 'codeBlobPage' || name === 'codeBlamePage' || name === 'showRaw') place.path = 'main/src/loom.ts'
    if (name === 'codeIdePage') place.path = 'main/src/loom.ts'
    if (name === 'codeFolderFiles') place.path = 'main/src'
    if (name === 'codeComparePage') place.path = 'main...change'
    if (name === 'showArchive') place.path = 'main/loom-main.zip'
    if (name === 'getBlob' || name === 'getRawBlob') place.sha = blobId
    if (name === 'getLicense') place.key = 'mit'
    if (name === 'getFileTemplate') Object.assign(place, { type: 'gitignores', key: 'Node' })
    if (name === 'getTemplate') Object.assign(place, { type: 'licenses', name: 'mit' })
    if (name === 'resolvePath') place.path = project.fullPath
    if (name === 'userActivity') place.id = users.rita.id
    if (name === 'unblockUser' || name === 'unbanUser') place.id = name === 'unbanUser' ? banned.id : blocked.id
    if (name === 'transferGroup') place.id = subgroup.id
    if (/Note(Resolve)?$/.test(name) && /resolve/i.test(name)) place.noteId = first
    if (/DraftNote$/.test(name)) place.note = 'Some text'
    if (name === 'createPageNote') Object.assign(place, { targetId: issue.id })
    if (name === 'publishIncident') place.iid = incidents.unpublished
    if (name === 'unpublishIncident') place.iid = incidents.published
    if (name === 'reorderEpicIssue') place.moveAfterId = epic.neighbours.issue
    if (name === 'reorderChildEpic') place.moveAfterId = epic.neighbours.epic
    if (name === 'reorderIssue' || name === 'reorderIssueOnPage') place.moveAfterId = other.id
    if (/^(move|clone)Issue/.test(name))
      Object.assign(place, { toProjectId: unrelated.id, moveToProjectId: unrelated.id })
    if (name === 'updateFork' || name === 'upstreamOfFork') place.namespace = fork.pathWithNamespace
    if (name === 'endForkRelation') place.id = fork.id
    if (name === 'relateFork') Object.assign(place, { id: unrelated.id, forkedFromId: project.id })
    if (name === 'createCommitStatus') place.state = 'success'
    if (/^getDiff|^findInDiff/.test(name)) Object.assign(place, { to: changeId, path: 'src/loom.ts' })
    if (name === 'getMergeRequestDiffForPath') place.newPath = 'src/weft.ts'
    if (name === 'transferProject') place.namespace = users.root.username
    const schema = operation.input as unknown as { properties: Record<string, Shape>; required?: readonly string[] }
    const required = new Set(schema.required ?? [])
    if (/Member$/.test(name) && operation.method === 'POST') required.add('userId')
    if (name.endsWith('ByName'))
      for (const each of ['name', 'newName']) if (each in schema.properties) required.add(each)
    if (/create(Project|Group)$|createProjectForUser/.test(name))
      for (const each of ['name', 'path', 'namespaceId']) if (each in schema.properties) required.add(each)
    for (const each of ['moveAfterId', 'targetId', 'blockingMergeRequestId'])
      if (place[each] !== undefined) required.add(each)
    if (/Changelog$/.test(name)) required.add('from')
    if (/^create.*BoardList$/.test(name)) required.add('labelId')
    if (/^code.*Page$/.test(name) && place.path !== undefined) required.add('path')
    return Object.fromEntries(
      [...required].map(each => [each, place[each] ?? everywhere[each] ?? plain(schema.properties[each] ?? {})]),
    )
  }

  const discussionNote = discussions.flatMap(each => each.notes).find(each => !each.system)
  return { ...built, issue, request, note, thread, discussionNote, token, inputFor, tokenId: token.id }
}

/** A commit with a note, a thread, a draft and reactions. */
async function furnishedCommit({ as, project }: Awaited<ReturnType<typeof codeWorld>>, sha: string) {
  const root = as('root')
  const ref = { id: project.id, sha }
  const note = await as('rita').call(commitDiscussion.createNote, { ...ref, body: 'I read it' })
  const thread = await as('rita').call(commitDiscussion.createDiscussion, { ...ref, body: 'Why?' })
  if (!('id' in note) || !('notes' in thread)) throw new Error('nothing was written')
  const page = { namespace: project.fullPath, iid: commitIid(sha) }
  const draft = await root.call(commitDiscussionPage.createPageDraft, { ...page, draftNote: { note: 'Later' } })
  const award = await root.call(commitDiscussion.createAward, { ...ref, name: 'thumbsup' })
  const noteAward = await root.call(commitDiscussion.createNoteAward, { ...ref, noteId: note.id, name: 'tada' })
  return {
    sha,
    iid: commitIid(sha),
    noteId: note.id,
    discussionId: thread.id,
    firstNoteId: thread.notes[0]?.id ?? 0,
    draftId: draft.id,
    awardId: award.id,
    noteAwardId: noteAward.id,
    path: undefined,
  }
}

/** An epic with two issues and two child epics, labels, dates, a note, a thread, a draft, reactions and a history. */
async function furnishedEpic({ as, project, group, db }: Awaited<ReturnType<typeof codeWorld>>, milestoneId: number) {
  const root = as('root')
  const made = await root.call(createEpic, {
    id: group.id,
    title: 'Weave faster',
    description: 'For @rita',
    labels: ['everywhere'],
    dueDateFixed: '2026-12-24',
  })
  const ref = { id: group.id, epicIid: made.iid }
  const issues = []
  const children = []
  for (const title of ['First', 'Second', 'Outside']) {
    const parent = title === 'Outside' ? {} : { epicId: made.id }
    issues.push(await root.call(createIssue, { id: project.id, title, ...parent }))
    children.push(
      await root.call(createEpic, { id: group.id, title, ...(title === 'Outside' ? {} : { parentId: made.id }) }),
    )
  }
  const [issueId = 0, otherIssueId = 0, looseIssueId = 0] = issues.map(each => each.id)
  const [childId = 0, otherChildId = 0, looseChildId = 0] = children.map(each => each.id)
  await root.call(updateEpic, { ...ref, stateEvent: 'close' })
  await root.call(updateEpic, { ...ref, stateEvent: 'reopen' })
  const at = { id: group.id, epicId: made.id }
  const note = await as('rita').call(epicDiscussion.createNote, { ...at, body: 'I read it @dan' })
  const thread = await as('rita').call(epicDiscussion.createDiscussion, { ...at, body: 'Why?' })
  if (!('id' in note) || !('notes' in thread)) throw new Error('nothing was written')
  const draft = await root.call(epicDiscussion.createDraftNote, { ...at, note: 'Later' })
  const award = await root.call(epicDiscussion.createAward, { ...ref, name: 'thumbsup' })
  const noteAward = await root.call(epicDiscussion.createNoteAward, { ...ref, noteId: note.id, name: 'tada' })
  // Epics have no milestones, but a history that could tell of them.
  await db
    .insertInto('notes')
    .values({
      namespaceId: group.id,
      issuableId: made.id,
      discussionId: 'e'.repeat(40),
      authorId: root.ctx.actor.kind === 'user' ? root.ctx.actor.id : 0,
      body: 'changed milestone to %Year',
      bodyHtml: 'changed milestone to %Year',
      system: true,
      systemAction: 'milestone',
      systemDetails: JSON.stringify({ from: null, to: milestoneId }),
    })
    .execute()
  return {
    place: {
      iid: made.iid,
      epicIid: made.iid,
      epicId: made.id,
      targetType: 'epic',
      targetId: made.id,
      issueId,
      epicIssueId: issueId,
      childEpicId: childId,
      noteId: note.id,
      discussionId: thread.id,
      draftNoteId: draft.id,
      draftId: draft.id,
    },
    /** What is in no epic yet. */
    outside: { issueId: looseIssueId, childEpicId: looseChildId },
    neighbours: { issue: otherIssueId, epic: otherChildId },
    firstNoteId: thread.notes[0]?.id ?? 0,
    awardId: award.id,
    noteAwardId: noteAward.id,
    events: {
      resource_label_events: (await root.call(epicDiscussion.listLabelEvents, at))[0]?.id,
      resource_milestone_events: (await root.call(epicDiscussion.listMilestoneEvents, at))[0]?.id,
      resource_state_events: (await root.call(epicDiscussion.listStateEvents, at))[0]?.id,
    },
  }
}

/** A cadence of the group that has scheduled its iterations. @returns  the id of the current one */
async function furnishedIteration({ as }: Pick<Awaited<ReturnType<typeof codeWorld>>, 'as'>): Promise<number> {
  const { data } = await askGraphql(
    as('root').ctx,
    `mutation { iterationCadenceCreate(input: { groupPath: "weft", title: "Sprints", description: "Two weeks", active: true, automatic: true,
      startDate: "2026-01-05", durationInWeeks: 2, iterationsInAdvance: 2 }) { iterationCadence { id } } }`,
  )
  if (data.iterationCadenceCreate.iterationCadence === null) throw new Error('no cadence was made')
  const [current] = await as('root').call(listGroupIterations, { id: 'weft', state: 'current' })
  return current?.id ?? 0
}

/** An incident on the status page, with a comment there, and one that is not. */
async function furnishedIncidents({ as, project }: Pick<Awaited<ReturnType<typeof codeWorld>>, 'as' | 'project'>) {
  const root = as('root')
  const [published, unpublished] = [
    await root.call(createIssue, { id: project.id, title: 'Looms stand still', issueType: 'incident' }),
    await root.call(createIssue, { id: project.id, title: 'Looms are slow', issueType: 'incident' }),
  ]
  const ref = { id: project.id, issueIid: published.iid }
  await root.call(publishIncident, { namespace: project.fullPath, iid: published.iid })
  const news = await root.call(issueDiscussion.createNote, { ...ref, body: 'It is fixed' })
  if ('id' in news) await root.call(issueDiscussion.createNoteAward, { ...ref, noteId: news.id, name: 'microphone' })
  return { published: published.iid, unpublished: unpublished.iid }
}

/** A contact of an organization, linked to an issue. */
async function furnishedContact({ db, group, project }: Awaited<ReturnType<typeof codeWorld>>, issuableId: number) {
  const inGroup = { namespaceId: group.id }
  const organization = await db
    .insertInto('organizations')
    .values({ ...inGroup, name: 'Weavers', description: 'Of wool', defaultRate: 92.5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contact = await db
    .insertInto('contacts')
    .values({
      ...{ ...inGroup, organizationId: organization.id, firstName: 'Ann', lastName: 'Thread' },
      ...{ email: 'ann@weavers.example', phone: '+33 1 23', description: 'Buys looms' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('issuableContacts')
    .values({ issuableId, contactId: contact.id, namespaceId: project.id })
    .execute()
  return { contactId: contact.id, organizationId: organization.id }
}

/** A merge request with a reviewer, a label, a milestone, notes, a thread, a draft, reactions and a history. */
async function furnishedMergeRequest(
  { as, project, users, commit, db }: Awaited<ReturnType<typeof codeWorld>>,
  milestoneId: number,
) {
  const root = as('root')
  await commit({ 'src/weft.ts': 'export const weft = 1\n' }, { branch: 'work' })
  const made = await root.call(createMergeRequest, {
    id: project.id,
    sourceBranch: 'work',
    targetBranch: 'main',
    title: 'Add a weft',
    description: 'For @rita. Closes #1',
    reviewerIds: [users.rita.id],
    assigneeIds: [users.root.id],
    labels: ['blocker'],
    milestoneId,
  })
  const ref = { id: project.id, mergeRequestIid: made.iid }
  await root.call(updateMergeRequest, { ...ref, stateEvent: 'close' })
  await root.call(updateMergeRequest, { ...ref, stateEvent: 'reopen' })
  const note = await as('rita').call(mergeRequestDiscussion.createNote, { ...ref, body: 'I read it @dan' })
  const thread = await as('rita').call(mergeRequestDiscussion.createDiscussion, { ...ref, body: 'Why?' })
  if (!('id' in note) || !('notes' in thread)) throw new Error('nothing was written')
  const draft = await root.call(mergeRequestDiscussion.createDraftNote, {
    ...ref,
    note: 'Later',
    inReplyToDiscussionId: thread.id,
  })
  const award = await root.call(mergeRequestDiscussion.createAward, { ...ref, name: 'thumbsup' })
  const noteAward = await root.call(mergeRequestDiscussion.createNoteAward, { ...ref, noteId: note.id, name: 'tada' })
  const [version] = await root.call(listMergeRequestVersions, ref)
  await root.call(updateProjectApprovals, { id: project.id, mergeRequestsAuthorApproval: true })
  await root.call(updateProject, { id: project.id, attentionRequestsEnabled: true })
  const people = { userIds: [users.rita.id], approvalsRequired: 0 }
  const projectRule = await root.call(createProjectApprovalRule, { id: project.id, name: 'Weavers', ...people })
  const rule = await root.call(createApprovalRule, { ...ref, name: 'Dyers', ...people })
  const suggested = await root.call(mergeRequestDiscussion.createDiscussion, {
    ...ref,
    body: '```suggestion\nexport const weft = 2\n```',
    position: {
      baseSha: version?.baseCommitSha ?? '',
      startSha: version?.startCommitSha ?? '',
      headSha: version?.headCommitSha ?? '',
      positionType: 'text',
      newPath: 'src/weft.ts',
      newLine: 1,
    },
  })
  const others = []
  for (const branch of ['before', 'other']) {
    await commit({ [`src/${branch}.ts`]: 'export {}\n' }, { branch })
    others.push(
      await root.call(createMergeRequest, {
        id: project.id,
        sourceBranch: branch,
        targetBranch: 'main',
        title: branch,
      }),
    )
  }
  const [before, other] = others
  const block = await root.call(createMergeRequestBlock, { ...ref, blockingMergeRequestId: before?.id ?? 0 })
  // What is merged stands in nobody's way.
  await db
    .updateTable('issuables')
    .set({ state: 'merged' })
    .where('id', '=', before?.id ?? 0)
    .execute()
  const contextId = version?.headCommitSha ?? ''
  await root.call(addContextCommits, { ...ref, commits: [contextId] })
  return {
    contextId,
    blockId: block.id,
    otherId: other?.id ?? 0,
    suggestionId: 'notes' in suggested ? suggested.notes[0]?.suggestions?.[0]?.id : undefined,
    ruleId: rule.id,
    projectRuleId: projectRule.id,
    id: made.id,
    iid: made.iid,
    noteId: note.id,
    discussionId: thread.id,
    firstNoteId: thread.notes[0]?.id ?? 0,
    draftId: draft.id,
    awardId: award.id,
    noteAwardId: noteAward.id,
    versionId: version?.id ?? 0,
    events: {
      resource_label_events: (await root.call(mergeRequestDiscussion.listLabelEvents, ref))[0]?.id,
      resource_milestone_events: (await root.call(mergeRequestDiscussion.listMilestoneEvents, ref))[0]?.id,
      resource_state_events: (await root.call(mergeRequestDiscussion.listStateEvents, ref))[0]?.id,
    },
  }
}

// One transparent pixel.
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

async function fileOf(content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-file-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'file')
  await writeFile(path, content)
  return path
}
