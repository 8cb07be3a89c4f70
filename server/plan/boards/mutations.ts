import type { PlaceKind } from '#contract/foundation/places.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Malformed, NotFound } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { Issue, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { issueByIid } from '#server/plan/issuables/find.ts'
import { type BoardChanges, createBoard, deleteBoard, updateBoard } from './change.ts'
import { Board, BoardList, boardListNode, boardNode } from './fields.ts'
import { boardById, boardListById } from './find.ts'
import { collapseList, createList, deleteList, updateList } from './lists.ts'
import { type LaneChanges, moveOnBoard } from './move.ts'

const boardInputs = (t: InputFields) => ({
  name: t.string(),
  hideBacklogList: t.boolean(),
  hideClosedList: t.boolean(),
  assigneeId: t.field({ type: 'UserID' }),
  milestoneId: t.field({ type: 'MilestoneID' }),
  iterationId: t.field({ type: 'IterationID' }),
  iterationCadenceId: t.field({ type: 'IterationsCadenceID' }),
  labelIds: t.field({ type: ['LabelID'] }),
  labels: t.stringList(),
  weight: t.int(),
})

interface BoardInputs extends BoardChanges {
  readonly iterationCadenceId?: number | null | undefined
  readonly labelIds?: readonly number[] | null | undefined
  readonly labels?: readonly string[] | null | undefined
}

function changesOf({ labelIds, labels, iterationCadenceId, ...rest }: BoardInputs): BoardChanges {
  if (labelIds != null && labels != null) throw new Malformed('Only one of [labels, labelIds] arguments is allowed')
  if (iterationCadenceId != null) throw new Malformed('iterationCadenceId is not supported. Use iterationId.')
  if (rest.weight != null && rest.weight < 0) throw new Malformed('weight must not be negative')
  return { ...rest, labels: labelIds ?? labels }
}

const boardPayload = (t: PayloadFields<{ readonly boardId: number }>) => ({
  board: t.field({
    type: Board,
    resolve: ({ boardId }, _args, context) => (boardId === undefined ? null : boardNode(context, boardId)),
  }),
})

const listPayload = (t: PayloadFields<{ readonly listId: number }>) => ({
  list: t.field({
    type: BoardList,
    resolve: ({ listId }, _args, context) => (listId === undefined ? null : boardListNode(context, listId)),
  }),
})

/** The project or group of a new board, of which exactly one is named. */
async function createIn(
  ctx: Context,
  paths: Readonly<Record<PlaceKind, string | null | undefined>>,
  given: BoardChanges,
) {
  if ((paths.project == null) === (paths.group == null))
    throw new Malformed('Exactly one of groupPath or projectPath arguments is required')
  if (paths.project != null) {
    const project = await load(ctx, 'project:admin-boards', projectByRef, { id: paths.project })
    return createBoard(ctx, { ...project, kind: 'project' }, given)
  }
  const group = await load(ctx, 'group:admin-boards', groupByRef, { id: paths.group ?? '' })
  return createBoard(ctx, { ...group, kind: 'group' }, given)
}

/** @source graphql.md 9.3 */
export function boardMutations(): void {
  mutation('createBoard', {
    description: 'Create an issue board.',
    input: t => ({ projectPath: t.id(), groupPath: t.id(), ...boardInputs(t) }),
    run: async (ctx, { projectPath, groupPath, ...given }) => ({
      boardId: await createIn(ctx, { project: projectPath, group: groupPath }, changesOf(given)),
    }),
    payload: boardPayload,
  })
  mutation('updateBoard', {
    description: 'Update an issue board.',
    input: t => ({ id: t.field({ type: 'BoardID', required: true }), ...boardInputs(t) }),
    run: async (ctx, { id, ...given }) => {
      await updateBoard(ctx, await load(ctx, 'board:admin', boardById, id), changesOf(given))
      return { boardId: id }
    },
    payload: boardPayload,
  })
  mutation('destroyBoard', {
    description: 'Delete an issue board.',
    input: t => ({ id: t.field({ type: 'BoardID', required: true }) }),
    run: async (ctx, { id }) => {
      await deleteBoard(ctx, await load(ctx, 'board:admin', boardById, id))
      return { boardId: id }
    },
    // The board no longer exists.
    payload: t => ({ board: t.field({ type: Board, resolve: () => null }) }),
  })
  listMutations()
  moveMutation()
}

function listMutations(): void {
  mutation('boardListCreate', {
    description: 'Create a list on an issue board.',
    input: t => ({
      boardId: t.field({ type: 'BoardID', required: true }),
      labelId: t.field({ type: 'LabelID' }),
      assigneeId: t.field({ type: 'UserID' }),
      milestoneId: t.field({ type: 'MilestoneID' }),
      iterationId: t.field({ type: 'IterationID' }),
      backlog: t.boolean(),
    }),
    run: async (ctx, { boardId, backlog, ...given }) => {
      if (backlog)
        throw new Malformed('Every board has a list of open issues. To show it, set hideBacklogList to false.')
      return { listId: await createList(ctx, await load(ctx, 'board:admin', boardById, boardId), given) }
    },
    payload: listPayload,
  })
  mutation('updateBoardList', {
    description: 'Update a list of an issue board.',
    input: t => ({ listId: t.field({ type: 'ListID', required: true }), position: t.int(), collapsed: t.boolean() }),
    run: async (ctx, { listId, position, collapsed }) => {
      if (position != null && position < 0) throw new Malformed('position must not be negative')
      if (collapsed != null)
        await collapseList(ctx, await load(ctx, 'board:collapse-lists', boardListById, listId), collapsed)
      if (position != null || collapsed == null)
        await updateList(ctx, await load(ctx, 'board:admin', boardListById, listId), { position })
      return { listId }
    },
    payload: listPayload,
  })
  mutation('destroyBoardList', {
    description: 'Remove a list from an issue board.',
    input: t => ({ listId: t.field({ type: 'ListID', required: true }) }),
    run: async (ctx, { listId }) => {
      await deleteList(ctx, await load(ctx, 'board:admin', boardListById, listId))
      return { listId }
    },
    payload: t => ({ list: t.field({ type: BoardList, resolve: () => null }) }),
  })
}

/** As in GitLab, `moveBeforeId` names the issue that will be before the moved one. */
function moveMutation(): void {
  const optional = (id: string | null | undefined, classes: readonly string[]) =>
    id == null ? undefined : readLooseId(id, classes)
  mutation('issueMoveList', {
    description: 'Move an issue to another list of a board, or within its list.',
    input: t => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      boardId: t.field({ type: 'BoardID', required: true }),
      fromListId: t.id(),
      toListId: t.id(),
      moveBeforeId: t.id({ description: 'Issue that will be directly before the moved issue.' }),
      moveAfterId: t.id({ description: 'Issue that will be directly after the moved issue.' }),
      positionInList: t.int({ description: 'Position in the list, from 0. -1 is the end.' }),
      epicId: t.field({
        type: 'EpicID',
        description: 'New epic of the issue. Null removes the issue from its epic.',
      }),
      parentId: t.field({
        type: 'WorkItemID',
        description: 'New parent of the issue. Null removes the issue from its parent.',
      }),
      milestoneId: t.field({
        type: 'MilestoneID',
        description: 'New milestone of the issue. Null removes its milestone.',
      }),
      addAssigneeIds: t.field({ type: ['UserID'], description: 'Users to assign the issue to.' }),
      removeAssigneeIds: t.field({ type: ['UserID'], description: 'Users to unassign from the issue.' }),
      addLabelIds: t.field({ type: ['LabelID'], description: 'Labels to add to the issue.' }),
      removeLabelIds: t.field({ type: ['LabelID'], description: 'Labels to remove from the issue.' }),
    }),
    run: async (ctx, given) => {
      if (!/^\d{1,15}$/.test(given.iid)) throw new NotFound('Issue')
      const move = {
        fromListId: optional(given.fromListId, listClasses),
        toListId: optional(given.toListId, listClasses),
        previousId: optional(given.moveBeforeId, issueClasses),
        nextId: optional(given.moveAfterId, issueClasses),
        positionInList: given.positionInList ?? undefined,
      }
      const lane = laneChanges(given)
      if (Object.values(move).every(value => value === undefined) && Object.keys(lane).length === 0)
        throw new Malformed(
          'At least one of the arguments fromListId, toListId, moveAfterId, moveBeforeId, positionInList, epicId, parentId, milestoneId, addAssigneeIds, removeAssigneeIds, addLabelIds, removeLabelIds is required',
        )
      const board = await load(ctx, 'board:read', boardById, given.boardId)
      const issue = await load(ctx, 'issuable:read', issueByIid, { id: given.projectPath, issueIid: Number(given.iid) })
      await moveOnBoard(ctx, board, issue.id, { ...move, lane })
      return { issueId: issue.id }
    },
    payload: t => ({
      issue: t.field({
        type: Issue,
        resolve: ({ issueId }, _args, context) => (issueId === undefined ? null : issueNode(context, issueId)),
      }),
    }),
  })
}

interface LaneInputs {
  readonly epicId?: number | null | undefined
  readonly parentId?: number | null | undefined
  readonly milestoneId?: number | null | undefined
  readonly addAssigneeIds?: readonly number[] | null | undefined
  readonly removeAssigneeIds?: readonly number[] | null | undefined
  readonly addLabelIds?: readonly number[] | null | undefined
  readonly removeLabelIds?: readonly number[] | null | undefined
}

function laneChanges({ epicId, parentId, milestoneId, ...lists }: LaneInputs): LaneChanges {
  if (epicId !== undefined && parentId !== undefined)
    throw new Malformed('Only one of [epicId, parentId] arguments is allowed')
  const parent = epicId === undefined ? parentId : epicId
  const listChange = (add: LaneInputs['addLabelIds'], remove: LaneInputs['addLabelIds']) =>
    add == null && remove == null ? null : { add: add ?? [], remove: remove ?? [] }
  const assignees = listChange(lists.addAssigneeIds, lists.removeAssigneeIds)
  const labels = listChange(lists.addLabelIds, lists.removeLabelIds)
  return {
    ...(parent !== undefined && { parent }),
    ...(milestoneId !== undefined && { milestone: milestoneId }),
    ...(assignees && { assignees }),
    ...(labels && { labels }),
  }
}

const listClasses = ['List', 'BoardList']
const issueClasses = ['Issue', 'WorkItem']
