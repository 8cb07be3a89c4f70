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
import { updateProject } from '#contract/foundation/projects.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** A merge request with a reviewer, a label, a milestone, notes, a thread, a draft, reactions and a history. */
export async function furnishMergeRequests(
  { as, project, users, commit, db }: CodeWorld,
  milestoneId: number,
  changeId: string,
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
  // A merged merge request blocks nothing.
  await db
    .updateTable('issuables')
    .set({ state: 'merged' })
    .where('id', '=', before?.id ?? 0)
    .execute()
  const contextId = version?.headCommitSha ?? ''
  await root.call(addContextCommits, { ...ref, commits: [contextId] })
  const first = thread.notes[0]?.id
  const suggestionId = 'notes' in suggested ? suggested.notes[0]?.suggestions?.[0]?.id : undefined
  const ofRequest = {
    iid: made.iid,
    mergeRequestIid: made.iid,
    noteId: note.id,
    discussionId: thread.id,
    draftNoteId: draft.id,
    draftId: draft.id,
    versionId: version?.id,
    targetType: 'merge_request',
    targetId: made.id,
    sha: undefined,
  }
  const events = {
    resource_label_events: (await root.call(mergeRequestDiscussion.listLabelEvents, ref))[0]?.id,
    resource_milestone_events: (await root.call(mergeRequestDiscussion.listMilestoneEvents, ref))[0]?.id,
    resource_state_events: (await root.call(mergeRequestDiscussion.listStateEvents, ref))[0]?.id,
  }

  const fit: FurnishedArea['fit'] = (place, { name, path }) => {
    place.approvalRuleId = projectRule.id
    if (path.includes('/merge_requests/:')) {
      Object.assign(place, ofRequest, { approvalRuleId: rule.id })
      place.awardId = path.includes('/notes/') ? noteAward.id : award.id
      place.eventId = Object.entries(events).find(([kind]) => path.includes(kind))?.[1]
      if (path.includes('discussions/:discussionId/notes/:noteId')) place.noteId = first
    }
    if (path.startsWith('/suggestions/:id')) place.id = suggestionId
    if (name === 'applySuggestions') place.ids = [suggestionId]
    if (path.includes('/blocks')) Object.assign(place, { blockId: block.id, blockingMergeRequestId: other?.id })
    if (path.endsWith('/context_commits')) place.commits = [name === 'removeContextCommits' ? contextId : changeId]
    if (name === 'markFiles') place.files = ['0'.repeat(40)]
    if (name === 'getMergeRequestDiffForPath') place.newPath = 'src/weft.ts'
    if (name === 'createMergeRequest')
      Object.assign(place, { sourceBranch: 'change', targetBranch: 'main', targetProjectId: undefined })
  }
  return { request: made, fit }
}
