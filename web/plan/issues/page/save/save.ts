import { gid } from '#contract/gid.ts'
import { graphqlValue, type PlainValues, type ShownIn } from '#contract/plan/attributes/plain-attributes.ts'
import { call } from '#web/api/client.ts'
import { query } from '#web/api/graphql.ts'
import {
  deleteIssueEntity,
  patchIssueEntity,
  trackTime,
  updateIssue,
  updateIssueEntity,
} from '#web/api/operations.gen.ts'
import type { Carried } from '#web/api/own-writes.ts'
import type { IssuableSaves, SavedTexts, Target, TextChange } from '#web/plan/issuable/issuable-context.tsx'
import type { TimeChange } from '#web/plan/issuable/sidebar/widgets/TimeForm.tsx'
import { idsOf, type ListChange } from '#web/plan/pickers/list-change.ts'
import type { Label, Person } from '#web/plan/shapes.ts'
import { setEpic } from './set-epic.graphql.gen.ts'
import { setIteration } from './set-iteration.graphql.gen.ts'
import { setMilestone } from './set-milestone.graphql.gen.ts'
import { setState } from './set-state.graphql.gen.ts'
import { setSubscription } from './set-subscription.graphql.gen.ts'
import { setterOf } from './setter.ts'

/** The types among which the edit form chooses. @source EDIT-021 */
export const issueTypes = ['issue', 'incident'] as const

/** The input that identifies the issue in mutations. */
const pathOf = ({ namespace, iid }: Target) => ({ projectPath: namespace, iid: String(iid) })

/** Sends only additions and removals, since others may change the list at the same time. @source ASSIGN-002, LABEL-011 */
function saveAssignees(
  { namespace, iid }: Target,
  { added, removed }: ListChange<Pick<Person, 'id'>>,
  carried: Carried,
) {
  const issue = { addAssigneeIds: idsOf(added), removeAssigneeIds: idsOf(removed) }
  return call(updateIssueEntity, { namespace, iid, issue }, { carried })
}

/** Sends only additions and removals. @source LABEL-002, LABEL-011 */
function saveLabels({ namespace, iid }: Target, { added, removed }: ListChange<Pick<Label, 'id'>>, carried: Carried) {
  const issue = { addLabelIds: idsOf(added), removeLabelIds: idsOf(removed) }
  return call(updateIssueEntity, { namespace, iid, issue }, { carried })
}

/** @source MILE-020 */
function saveMilestone(issue: Target, id: number | null, carried: Carried) {
  const milestoneId = id === null ? null : gid('Milestone', id)
  return query(setMilestone, { ...pathOf(issue), milestoneId }, { carried })
}

/** @source MILE-021 */
export function saveIteration(issue: Target, id: number | null, carried: Carried) {
  const iterationId = id === null ? null : gid('Iteration', id)
  return query(setIteration, { ...pathOf(issue), iterationId }, { carried })
}

/** @source EPIC-003, EPIC-004, EPIC-020 */
export function saveEpic(issue: Target, id: number | null, carried: Carried) {
  const epicId = id === null ? null : gid('Epic', id)
  return query(setEpic, { ...pathOf(issue), epicId }, { carried })
}

/** The function that saves a plain attribute. @source CONFID-008, DATE-002, DATE-010, LOCK-005, WEIGHT-005 */
export function savePlain<Name extends ShownIn<'graphql'>>(name: Name) {
  const document = setterOf(name)
  return (issue: Target, value: PlainValues[Name], carried: Carried) =>
    query(document, { ...pathOf(issue), value: graphqlValue(name, value) }, { carried })
}

/** @source TIME-002 */
export const saveTime = ({ namespace, iid }: Target, change: TimeChange, carried: Carried) =>
  call(trackTime, { namespace, iid, ...change }, { carried })

/** @source NOTIF-005 */
const saveSubscription = (issue: Target, subscribedState: boolean, carried: Carried) =>
  query(setSubscription, { ...pathOf(issue), subscribedState }, { carried })

/** @source ISSUE-036 */
const saveState = (issue: Target, event: 'close' | 'reopen', carried: Carried) =>
  query(setState, { ...pathOf(issue), stateEvent: event === 'close' ? 'CLOSE' : 'REOPEN' }, { carried })

/** @source EDIT-020 */
async function saveTexts(
  { namespace, iid }: Target,
  { type, ...texts }: TextChange,
  carried: Carried,
): Promise<SavedTexts | null> {
  const issueType = issueTypes.find(each => each === type)
  const issue = { ...texts, ...(issueType && { issueType }) }
  const reply = await call(updateIssueEntity, { namespace, iid, issue }, { carried })
  return 'lockVersion' in reply ? reply : null
}

/** @source TASK-008, TASK-015 */
const saveTask: IssuableSaves['task'] = ({ namespace, iid }, issue, carried) =>
  call(patchIssueEntity, { namespace, iid, issue }, { carried })

/** @source ASSIGN-032 */
const assign = ({ namespaceId, iid }: Target, assigneeIds: readonly number[], carried: Carried) =>
  call(updateIssue, { id: namespaceId, issueIid: iid, assigneeIds: [...assigneeIds] }, { carried })

const remove = ({ namespace, iid }: Target) => call(deleteIssueEntity, { namespace, iid, destroyConfirm: true })

export const issueSaves: IssuableSaves = {
  texts: saveTexts,
  task: saveTask,
  state: saveState,
  assignees: saveAssignees,
  assign,
  labels: saveLabels,
  milestone: saveMilestone,
  confidential: savePlain('confidential'),
  discussionLocked: savePlain('discussionLocked'),
  subscription: saveSubscription,
  remove,
}
