import { gid } from '#contract/gid.ts'
import type { LaneAttribute } from '#contract/plan/boards/board-cards.ts'
import { call } from '#web/api/client.ts'
import { query } from '#web/api/graphql.ts'
import {
  createGroupBoard,
  createGroupBoardList,
  createIssue,
  createProjectBoard,
  createProjectBoardList,
  deleteGroupBoard,
  deleteGroupBoardList,
  deleteProjectBoard,
  deleteProjectBoardList,
  getGroupBoardPage,
  getProjectBoardPage,
  updateGroupBoard,
  updateGroupBoardList,
  updateProjectBoard,
  updateProjectBoardList,
} from '#web/api/operations.gen.ts'
import type { Place } from '#web/plan/shapes.ts'
import { moveIssueOnBoard } from './cards/move-issue.graphql.gen.ts'
import { type LaneChange, laneArguments } from './lanes/lane-change.ts'
import type { BoardData, BoardListData, CardData, LaneData } from './shapes.ts'

type Owner = Pick<Place, 'id' | 'kind'>

/** The queries that a change of boards makes stale. */
export const boardReadings = [getProjectBoardPage, getGroupBoardPage]

interface BoardChanges {
  readonly name?: string
  readonly hideBacklogList?: boolean
  readonly hideClosedList?: boolean
  readonly labels?: readonly string[]
  readonly assigneeId?: number | null
  readonly milestoneId?: number | null
}

export const createBoard = ({ id, kind }: Owner, values: BoardChanges & { readonly name: string }) =>
  kind === 'group' ? call(createGroupBoard, { id, ...values }) : call(createProjectBoard, { id, ...values })

/** `expected`: the former values of the changed fields. */
export const updateBoard = (
  { id, kind }: Owner,
  boardId: number,
  values: BoardChanges & { readonly expected: BoardChanges },
) =>
  kind === 'group'
    ? call(updateGroupBoard, { id, boardId, ...values })
    : call(updateProjectBoard, { id, boardId, ...values })

export const deleteBoard = ({ id, kind }: Owner, boardId: number): Promise<unknown> =>
  kind === 'group' ? call(deleteGroupBoard, { id, boardId }) : call(deleteProjectBoard, { id, boardId })

/** The subject of a list: one of them. */
export interface ListSubject {
  readonly labelId?: number
  readonly assigneeId?: number
  readonly milestoneId?: number
  readonly iterationId?: number
}

export const createList = ({ id, kind }: Owner, boardId: number, subject: ListSubject) =>
  kind === 'group'
    ? call(createGroupBoardList, { id, boardId, ...subject })
    : call(createProjectBoardList, { id, boardId, ...subject })

export interface ListChanges {
  readonly position?: number
  readonly collapsed?: boolean
  readonly maxIssueCount?: number
  readonly maxIssueWeight?: number
  /** The former values of the changed limits. */
  readonly expected?: { readonly maxIssueCount?: number; readonly maxIssueWeight?: number }
}

export const updateList = ({ id, kind }: Owner, boardId: number, listId: number, changes: ListChanges) =>
  kind === 'group'
    ? call(updateGroupBoardList, { id, boardId, listId, ...changes })
    : call(updateProjectBoardList, { id, boardId, listId, ...changes })

export const deleteList = ({ id, kind }: Owner, boardId: number, listId: number): Promise<unknown> =>
  kind === 'group'
    ? call(deleteGroupBoardList, { id, boardId, listId })
    : call(deleteProjectBoardList, { id, boardId, listId })

const boardGid = (id: number): string => gid('Board', id)
const issueGid = (id: number): string => gid('Issue', id)

interface MoveTo {
  readonly boardId: number
  readonly fromListId: number
  readonly toListId: number
  /** The neighbours in the new list. */
  readonly previous?: CardData | undefined
  readonly next?: CardData | undefined
  /** The change by a move to another lane. */
  readonly lane: { readonly by: LaneAttribute; readonly change: LaneChange } | undefined
}

export const moveCard = (
  { projectPath, iid }: CardData,
  { boardId, fromListId, toListId, previous, next, lane }: MoveTo,
) =>
  query(moveIssueOnBoard, {
    input: {
      projectPath,
      iid: String(iid),
      boardId: boardGid(boardId),
      fromListId: String(fromListId),
      toListId: String(toListId),
      ...(previous && { moveBeforeId: issueGid(previous.id) }),
      ...(next && { moveAfterId: issueGid(next.id) }),
      ...(lane && laneArguments(lane.by, lane.change)),
    },
  })

/** Create an issue that belongs to a list of a board, and to one of its lanes, at its top. */
export async function createCard(
  { id, fullPath }: Pick<Place, 'id' | 'fullPath'>,
  board: BoardData,
  list: BoardListData,
  lane: LaneData | null,
  title: string,
  idempotencyKey: string,
): Promise<void> {
  const by = board.lanes?.by
  const labels = [...board.labels, list.label, lane?.label].flatMap(label => label?.name ?? [])
  const people = [board.assignee, list.assignee, lane?.person].flatMap(person => person?.id ?? [])
  const assigneeIds = [...new Set(people)]
  const milestoneId = (by === 'milestone' ? lane?.id : undefined) ?? list.milestone?.id ?? board.milestone?.id
  const epicId = by === 'epic' || by === 'parent' ? lane?.id : undefined
  const iterationId = list.iteration?.id ?? board.iteration?.id
  const { iid } = await call(createIssue, {
    id,
    title,
    idempotencyKey,
    ...(labels.length > 0 && { labels }),
    ...(assigneeIds.length > 0 && { assigneeIds }),
    ...(milestoneId !== undefined && { milestoneId }),
    ...(iterationId !== undefined && { iterationId }),
    ...(board.weight !== null && { weight: board.weight }),
    ...(epicId !== undefined && { epicId }),
  })
  const [first] = list.issues
  // Without a position, it would be last in the manual order.
  if (first?.canMove)
    await query(moveIssueOnBoard, {
      input: {
        projectPath: fullPath,
        iid: String(iid),
        boardId: boardGid(board.id),
        fromListId: String(list.id),
        toListId: String(list.id),
        positionInList: 0,
      },
    }).catch(() => undefined)
}
