import { sql } from 'kysely'
import { createCommit, listCommits } from '#contract/code/commits/commits.ts'
import { approveMergeRequest } from '#contract/code/merge-requests/approvals.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { updateNotificationSettings } from '#contract/feeds/notifications.ts'
import { groupHooks, projectHooks } from '#contract/feeds/webhooks.ts'
import {
  addGroupMember,
  addProjectMember,
  removeGroupMember,
  removeProjectMember,
} from '#contract/foundation/members.ts'
import { createProject, getProject } from '#contract/foundation/projects.ts'
import type { Operation } from '#contract/operation.ts'
import { epicDiscussion } from '#contract/plan/epics/epic-discussion.ts'
import { createEpic, getEpic, updateEpic } from '#contract/plan/epics/epics.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import {
  createGroupMilestone,
  createProjectMilestone,
  deleteProjectMilestone,
  listGroupMilestones,
  listProjectMilestones,
  updateGroupMilestone,
  updateProjectMilestone,
} from '#contract/plan/timeboxes/milestones.ts'
import { codeWorld } from '../code.ts'
import type { Caller } from '../world.ts'

/** Something that events are about. */
interface ToldThing {
  /** A word of its title or text, which stands nowhere else. */
  readonly word: string
  /** A read that succeeds for every user who may know the thing. */
  readonly isReadBy: (caller: Caller) => Promise<boolean>
}

/**
 * A public group with a public project, in which olga, who owns both, has done everything that an activity shows: on items that are
 * open to all, confidential or internal. Each text names the whole cast. pia is a planner of both, rita one of the project only.
 */
export async function toldThings() {
  const built = await codeWorld()
  const { as, build, db, users, project, group } = built
  await sql`update namespaces set visibility = 'public' where id in (${project.id}, ${group.id})`.execute(db)
  const pia = await build.user({ username: 'pia' })
  for (const at of [project.id, group.id]) await build.member({ at, userId: pia.id, level: 15 })
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const cast = [...Object.keys(users), 'pia'].map(name => `@${name}`).join(' ')
  const olga = as('olga')
  // The host is a variable without a value, so that no request leaves.
  const told = { issuesEvents: true, noteEvents: true, mergeRequestsEvents: true, pushEvents: true }
  const openHook = await olga.call(projectHooks.create, { id: project.id, url: 'http://{host}/open', ...told })
  const confidential = { ...told, confidentialIssuesEvents: true, confidentialNoteEvents: true }
  const wholeHook = await olga.call(groupHooks.create, { id: group.id, url: 'http://{host}/whole', ...confidential })
  for (const who of [...Object.keys(users), pia.id] as const)
    await as(who as 'olga').call(updateNotificationSettings, { level: 'watch' })
  const id = project.id
  const things: ToldThing[] = []
  const tell = <Input extends Readonly<Record<string, unknown>>>(word: string, operation: Operation, input: Input) =>
    void things.push({ word, isReadBy: async caller => (await caller.reply(operation, input)).status === 200 })
  /** Write a comment with a word of its own. */
  const comment = async (
    word: string,
    of: typeof issueDiscussion | typeof epicDiscussion | typeof mergeRequestDiscussion,
    at: Readonly<Record<string, unknown>>,
    internal = false,
  ) => {
    const { body } = await olga.reply(of.createNote, { ...at, body: `${word} ${cast}`, internal })
    tell(word, of.getNote, { ...at, noteId: Object(body).id })
  }

  for (const confidential of [false, true]) {
    const kind = confidential ? 'secret' : 'open'
    const text = { description: cast, confidential }
    const issue = await olga.call(createIssue, { id, title: `${kind}-issue`, ...text })
    const ref = { id, issueIid: issue.iid }
    tell(`${kind}-issue`, getIssue, ref)
    for (const stateEvent of ['close', 'reopen'] as const) await olga.call(updateIssue, { ...ref, stateEvent })
    await comment(`${kind}-issue-note`, issueDiscussion, ref)
    await comment(`${kind}-issue-internal`, issueDiscussion, ref, true)
    const epic = await olga.call(createEpic, { id: group.id, title: `${kind}-epic`, ...text })
    const epicRef = { id: group.id, epicIid: epic.iid }
    tell(`${kind}-epic`, getEpic, epicRef)
    for (const stateEvent of ['close', 'reopen'] as const) await olga.call(updateEpic, { ...epicRef, stateEvent })
    await comment(`${kind}-epic-note`, epicDiscussion, { id: group.id, epicId: epic.id })
    await comment(`${kind}-epic-internal`, epicDiscussion, { id: group.id, epicId: epic.id }, true)
  }

  const file = (content: string) => [{ action: 'create' as const, filePath: `${content}.txt`, content }]
  await olga.call(createCommit, { id, branch: 'main', commitMessage: 'pushed-commit', actions: file('main') })
  tell('pushed-commit', listCommits, { id })
  await olga.call(createCommit, {
    id,
    branch: 'work',
    startBranch: 'main',
    commitMessage: 'Work',
    actions: file('work'),
  })
  const given = { id, sourceBranch: 'work', targetBranch: 'main', title: 'a-merge-request', description: cast }
  const request = await olga.call(createMergeRequest, given)
  const ref = { id, mergeRequestIid: request.iid }
  tell('a-merge-request', getMergeRequest, ref)
  await comment('a-request-note', mergeRequestDiscussion, ref)
  await comment('a-request-internal', mergeRequestDiscussion, ref, true)
  for (const stateEvent of ['close', 'reopen'] as const) await olga.call(updateMergeRequest, { ...ref, stateEvent })
  await as('mina').call(approveMergeRequest, ref)
  await olga.call(acceptMergeRequest, ref)

  const milestone = await olga.call(createProjectMilestone, { id, title: 'project-milestone' })
  tell('project-milestone', listProjectMilestones, { id })
  for (const stateEvent of ['close', 'activate'] as const)
    await olga.call(updateProjectMilestone, { id, milestoneId: milestone.id, stateEvent })
  const { id: milestoneId } = await olga.call(createProjectMilestone, { id, title: 'deleted-milestone' })
  await olga.call(deleteProjectMilestone, { id, milestoneId })
  tell('deleted-milestone', listProjectMilestones, { id })
  const ofGroup = await olga.call(createGroupMilestone, { id: group.id, title: 'group-milestone' })
  await olga.call(updateGroupMilestone, { id: group.id, milestoneId: ofGroup.id, stateEvent: 'close' })
  tell('group-milestone', listGroupMilestones, { id: group.id })

  const secretProject = await olga.call(createProject, {
    name: 'secret-project',
    namespaceId: group.id,
    visibility: 'private',
  })
  tell('secret-project', getProject, { id: secretProject.id })
  const guest = { userId: [String(users.nina.id)], accessLevel: 10 }
  await olga.call(addProjectMember, { id: secretProject.id, ...guest })
  await olga.call(removeProjectMember, { id: secretProject.id, userId: users.nina.id })
  await olga.call(addGroupMember, { id: group.id, ...guest })
  await olga.call(removeGroupMember, { id: group.id, userId: users.nina.id })
  return { ...built, pia, things, openHook, wholeHook }
}
