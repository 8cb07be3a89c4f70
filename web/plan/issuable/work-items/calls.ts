import { gid } from '#contract/gid.ts'
import { call } from '#web/api/client.ts'
import { query } from '#web/api/graphql.ts'
import { addIssueChildren } from '#web/api/operations.gen.ts'
import type { Carried } from '#web/api/own-writes.ts'
import type { Target } from '#web/plan/issuable/issuable-context.tsx'
import type { ChildMove } from '#web/plan/issuable/rows/ChildList.tsx'
import { createFromTask } from './create-from-task.graphql.gen.ts'
import { type CreateWorkItemVariables, createWorkItem } from './create-work-item.graphql.gen.ts'
import { reorderChild as reorderDocument } from './reorder-child.graphql.gen.ts'
import { setParent as setParentDocument } from './set-parent.graphql.gen.ts'

export const workItemGid = (id: number): string => gid('WorkItem', id)

/** The values of a form for a new work item. */
export type NewWorkItem = Omit<CreateWorkItemVariables['input'], 'projectPath' | 'namespacePath'>

/** The start values of a work item that is converted from an item of a task list. */
export interface ConvertedTask {
  readonly title: string
  /** Global id. */
  readonly workItemTypeId: string
}

/** A work item that was just made. */
export interface CreatedWorkItem {
  /** Global id. */
  readonly id: string
  readonly iid: string
  readonly title: string
  readonly webPath: string | null
}

/** @throws CallError  @source WORKITEM-012 */
export async function create(
  projectPath: string,
  given: NewWorkItem,
  parent: { readonly id: number; readonly confidential: boolean } | null = null,
  carried?: Carried,
): Promise<CreatedWorkItem | null> {
  const confidential = given.confidential === true || parent?.confidential === true
  const within = parent && { hierarchyWidget: { parentId: workItemGid(parent.id) } }
  const input = { ...given, projectPath, confidential, ...within }
  const reply = await query(createWorkItem, { input }, carried ? { carried } : {})
  return reply.workItemCreate?.workItem ?? null
}

interface TaskPlace {
  /** 1-based, in the description. */
  readonly lineNumber: number
  readonly lockVersion: number
}

/** Make a work item of an item of a task list. @throws CallError  @source TASK-012 */
export async function convertTask(
  issue: Target,
  { lineNumber, lockVersion }: TaskPlace,
  given: ConvertedTask,
  carried: Carried,
): Promise<CreatedWorkItem | null> {
  const workItemData = { ...given, lineNumberStart: lineNumber, lineNumberEnd: lineNumber, lockVersion }
  const reply = await query(createFromTask, { input: { id: workItemGid(issue.id), workItemData } }, { carried })
  return reply.workItemCreateFromTask?.newWorkItem ?? null
}

/** Put items into the issue by their references or addresses. */
export const addChildren = ({ namespace, iid }: Target, references: readonly string[], carried: Carried) =>
  call(addIssueChildren, { namespace, iid, references: [...references] }, { carried })

export const removeChild = (_issue: Target, childId: number, carried: Carried) =>
  query(setParentDocument, { id: workItemGid(childId), parentId: null }, { carried })

/** Put an item into another one, or take it out. */
export const setParent = ({ id }: Target, parentId: number | null, carried: Carried) =>
  query(
    setParentDocument,
    { id: workItemGid(id), parentId: parentId === null ? null : workItemGid(parentId) },
    { carried },
  )

/** Put an item that was taken out back. */
export const restoreChild = (issue: Target, childId: number, carried: Carried) =>
  query(setParentDocument, { id: workItemGid(childId), parentId: workItemGid(issue.id) }, { carried })

const positions = { before: 'BEFORE', after: 'AFTER' } as const

export const reorderChild = (_issue: Target, move: ChildMove, carried: Carried) => placeChild(move, undefined, carried)

/** Put an item next to another one that is in the parent, absent: the parent that it has. */
export const placeChild = ({ id, neighbourId, side }: ChildMove, parentId: number | undefined, carried: Carried) =>
  query(
    reorderDocument,
    {
      id: workItemGid(id),
      ...(parentId !== undefined && { parentId: workItemGid(parentId) }),
      adjacentWorkItemId: workItemGid(neighbourId),
      relativePosition: positions[side],
    },
    { carried },
  )
