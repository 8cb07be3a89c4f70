import { call } from '#web/api/client.ts'
import {
  addPageTodo,
  finishTodo,
  subscribeToIssue,
  unsubscribeFromIssue,
  updateIssueEntity,
} from '#web/api/operations.gen.ts'

/** A change that the server refused with a sentence of its own. */
export class Refused extends Error {}

interface Target {
  readonly namespace: string
  readonly iid: number
  /** Global. */
  readonly id: number
}

type Changes = NonNullable<Parameters<typeof call<NonNullable<(typeof updateIssueEntity)['types']>>>[1]['issue']>

const change = ({ namespace, iid }: Target, issue: Changes) => call(updateIssueEntity, { namespace, iid, issue })

export interface Assigned {
  readonly id: number
  readonly username: string
}

/** @source ASSIGN-027 */
export const saveAssignees = (issue: Target, people: readonly Assigned[]) =>
  change(issue, { assigneeIds: people.length === 0 ? [0] : people.map(person => person.id) })

/** @source LABEL-011, LABEL-003 */
export function saveLabels(issue: Target, ids: readonly number[]) {
  // An empty list leaves nothing on the wire of forms, so none is said as one empty string.
  return change(issue, { labelIds: ids.length === 0 ? ([''] as unknown as number[]) : [...ids] })
}

/** @source MILE-020 */
export const saveMilestone = (issue: Target, id: number | null) => change(issue, { milestoneId: id })

/** @source DATE-010 */
export const saveDueDate = (issue: Target, dueDate: string | null) => change(issue, { dueDate })

/** @source WEIGHT-005 */
export const saveWeight = (issue: Target, weight: number | null) => change(issue, { weight })

/** @source CONFID-008 */
export const saveConfidential = (issue: Target, confidential: boolean) => change(issue, { confidential })

/** @source LOCK-005 */
export const saveLocked = (issue: Target, discussionLocked: boolean) => change(issue, { discussionLocked })

/** @source NOTIF-005 */
export const saveSubscription = ({ namespace, iid }: Target, subscribed: boolean) =>
  call(subscribed ? subscribeToIssue : unsubscribeFromIssue, { id: namespace, issueIid: iid })

/** @source ISSUE-036 */
export const saveState = (issue: Target, stateEvent: 'close' | 'reopen') => change(issue, { stateEvent })

/** @source TODO-006 */
export const addTodo = ({ namespace, id }: Target) =>
  call(addPageTodo, { namespace, issuableId: id, issuableType: 'issue' })

/** @source TODO-007 */
export const markTodoDone = (todoId: number) => call(finishTodo, { todoId })
