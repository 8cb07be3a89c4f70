import { call } from '#web/api/client.ts'
import { query } from '#web/api/graphql.ts'
import { trackTime, updateIssueEntity } from '#web/api/operations.gen.ts'
import { idsOf, type ListChange } from '#web/plan/list-change.ts'
import type { Label, Person } from '#web/plan/shapes.ts'
import { addTodo as addTodoDocument } from './add-todo.graphql.gen.ts'
import { markTodoDone as markTodoDoneDocument } from './mark-todo-done.graphql.gen.ts'
import { setConfidential } from './set-confidential.graphql.gen.ts'
import { setDueDate } from './set-due-date.graphql.gen.ts'
import { setLocked } from './set-locked.graphql.gen.ts'
import { setMilestone } from './set-milestone.graphql.gen.ts'
import { setState } from './set-state.graphql.gen.ts'
import { setSubscription } from './set-subscription.graphql.gen.ts'
import { setWeight } from './set-weight.graphql.gen.ts'

interface Target {
  readonly namespace: string
  readonly iid: number
  /** Global. */
  readonly id: number
}

/** How mutations name an issue. */
const pathOf = ({ namespace, iid }: Target) => ({ projectPath: namespace, iid: String(iid) })

/** Only what comes and goes: others may change the list at the same moment. @source ASSIGN-002, LABEL-011 */
export function saveAssignees({ namespace, iid }: Target, { added, removed }: ListChange<Pick<Person, 'id'>>) {
  const issue = { addAssigneeIds: idsOf(added), removeAssigneeIds: idsOf(removed) }
  return call(updateIssueEntity, { namespace, iid, issue })
}

/** Only what comes and goes. @source LABEL-002, LABEL-011 */
export function saveLabels({ namespace, iid }: Target, { added, removed }: ListChange<Pick<Label, 'id'>>) {
  const issue = { addLabelIds: idsOf(added), removeLabelIds: idsOf(removed) }
  return call(updateIssueEntity, { namespace, iid, issue })
}

/** @source MILE-020 */
export const saveMilestone = (issue: Target, id: number | null) =>
  query(setMilestone, { ...pathOf(issue), milestoneId: id === null ? null : `gid://gitlab/Milestone/${id}` })

/** @source DATE-002, DATE-010 */
export const saveDueDate = (issue: Target, dueDate: string | null) => query(setDueDate, { ...pathOf(issue), dueDate })

/** @source WEIGHT-005 */
export const saveWeight = (issue: Target, weight: number | null) => query(setWeight, { ...pathOf(issue), weight })

export interface TimeChange {
  /** The whole estimate; empty for none. */
  readonly estimate?: string
  /** Added to the time spent. */
  readonly spent?: string
}

/** @source TIME-002 */
export const saveTime = ({ namespace, iid }: Target, change: TimeChange) =>
  call(trackTime, { namespace, iid, ...change })

/** @source CONFID-008 */
export const saveConfidential = (issue: Target, confidential: boolean) =>
  query(setConfidential, { ...pathOf(issue), confidential })

/** @source LOCK-005 */
export const saveLocked = (issue: Target, locked: boolean) => query(setLocked, { ...pathOf(issue), locked })

/** @source NOTIF-005 */
export const saveSubscription = (issue: Target, subscribedState: boolean) =>
  query(setSubscription, { ...pathOf(issue), subscribedState })

/** @source ISSUE-036 */
export const saveState = (issue: Target, event: 'close' | 'reopen') =>
  query(setState, { ...pathOf(issue), stateEvent: event === 'close' ? 'CLOSE' : 'REOPEN' })

/** @source TODO-006 */
export const addTodo = ({ id }: Target) => query(addTodoDocument, { targetId: `gid://gitlab/Issue/${id}` })

/** @source TODO-007 */
export const markTodoDone = (todoId: number) => query(markTodoDoneDocument, { id: `gid://gitlab/Todo/${todoId}` })
