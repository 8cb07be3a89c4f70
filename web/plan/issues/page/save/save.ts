import type { PlainValues, ShownIn } from '#contract/plan/plain-attributes.ts'
import { call } from '#web/api/client.ts'
import { query } from '#web/api/graphql.ts'
import { trackTime, updateIssueEntity } from '#web/api/operations.gen.ts'
import { addTodo as addTodoDocument } from '#web/plan/issuable/sidebar/add-todo.graphql.gen.ts'
import { markTodoDone as markTodoDoneDocument } from '#web/plan/issuable/sidebar/mark-todo-done.graphql.gen.ts'
import { idsOf, type ListChange } from '#web/plan/list-change.ts'
import type { Label, Person } from '#web/plan/shapes.ts'
import { setMilestone } from './set-milestone.graphql.gen.ts'
import { setState } from './set-state.graphql.gen.ts'
import { setSubscription } from './set-subscription.graphql.gen.ts'
import { setterOf } from './setter.ts'

interface Target {
  readonly namespace: string
  readonly iid: number
  /** The database id. */
  readonly id: number
}

/** The input that identifies the issue in mutations. */
const pathOf = ({ namespace, iid }: Target) => ({ projectPath: namespace, iid: String(iid) })

/** Sends only additions and removals, since others may change the list at the same time. @source ASSIGN-002, LABEL-011 */
export function saveAssignees({ namespace, iid }: Target, { added, removed }: ListChange<Pick<Person, 'id'>>) {
  const issue = { addAssigneeIds: idsOf(added), removeAssigneeIds: idsOf(removed) }
  return call(updateIssueEntity, { namespace, iid, issue })
}

/** Sends only additions and removals. @source LABEL-002, LABEL-011 */
export function saveLabels({ namespace, iid }: Target, { added, removed }: ListChange<Pick<Label, 'id'>>) {
  const issue = { addLabelIds: idsOf(added), removeLabelIds: idsOf(removed) }
  return call(updateIssueEntity, { namespace, iid, issue })
}

/** @source MILE-020 */
export const saveMilestone = (issue: Target, id: number | null) =>
  query(setMilestone, { ...pathOf(issue), milestoneId: id === null ? null : `gid://gitlab/Milestone/${id}` })

/** The function that saves a plain attribute. @source CONFID-008, DATE-002, DATE-010, LOCK-005, WEIGHT-005 */
export function savePlain<Name extends ShownIn<'graphql'>>(name: Name) {
  const document = setterOf(name)
  return (issue: Target, value: PlainValues[Name]) => query(document, { ...pathOf(issue), value })
}

export interface TimeChange {
  /** The whole estimate; empty for none. */
  readonly estimate?: string
  /** Added to the time spent. */
  readonly spent?: string
}

/** @source TIME-002 */
export const saveTime = ({ namespace, iid }: Target, change: TimeChange) =>
  call(trackTime, { namespace, iid, ...change })

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
