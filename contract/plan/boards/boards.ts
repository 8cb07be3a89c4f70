import { Type } from 'typebox'
import { byPlaceKind } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import {
  CommaList,
  Expected,
  largestInteger,
  NamespaceRef,
  Nullable,
  Page,
  Unmodified,
  Words,
} from '#contract/shapes.ts'
import { LabelBasic } from '../labels/labels.ts'
import { Milestone } from '../shapes.ts'
import { Iteration } from '../timeboxes/iterations.ts'

const operation = operationsOf('Boards')

/** The kinds of lists. The first one and the last one are the ends of each board; people order the others. */
export const boardListKinds = ['backlog', 'label', 'assignee', 'milestone', 'iteration', 'closed'] as const
export type BoardListKind = (typeof boardListKinds)[number]

/** The limits that a list is checked against. */
export const limitMetrics = ['all_metrics', 'issue_count', 'issue_weights'] as const

/** A list that people have added, of the issues with a label, assignee, milestone or iteration. */
export const BoardList = Type.Object({
  id: Type.Integer(),
  listType: Words(boardListKinds),
  label: Nullable(LabelBasic),
  assignee: Nullable(UserBasic),
  milestone: Nullable(Milestone),
  iteration: Nullable(Iteration),
  position: Nullable(Type.Integer()),
  /** 0: no limit. */
  maxIssueCount: Type.Integer(),
  maxIssueWeight: Type.Integer(),
  limitMetric: Nullable(Words(limitMetrics)),
})

export const Board = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  hideBacklogList: Type.Boolean(),
  hideClosedList: Type.Boolean(),
  /** Null for the board of a group. */
  project: Nullable(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      nameWithNamespace: Type.String(),
      path: Type.String(),
      pathWithNamespace: Type.String(),
      webUrl: Type.String(),
    }),
  ),
  /** Null for the board of a project. */
  group: Nullable(Type.Object({ id: Type.Integer(), name: Type.String(), webUrl: Type.String() })),
  milestone: Nullable(Milestone),
  iteration: Nullable(Iteration),
  assignee: Nullable(UserBasic),
  labels: Type.Array(LabelBasic),
  weight: Nullable(Type.Integer()),
  /** The lists between those of open and of closed issues. */
  lists: Type.Array(BoardList),
})

const id = Type.Integer()
const name = Type.String({ maxLength: 255 })
const number = Type.Integer({ minimum: 0, maximum: largestInteger })
const One = Type.Object({ id: NamespaceRef, boardId: Type.Integer() })
const OneList = Type.Object({ ...One.properties, listId: Type.Integer() })

const scope = {
  hideBacklogList: Type.Optional(Type.Boolean()),
  hideClosedList: Type.Optional(Type.Boolean()),
  assigneeId: Type.Optional(Nullable(id)),
  milestoneId: Type.Optional(Nullable(id)),
  iterationId: Type.Optional(Nullable(id)),
  labels: Type.Optional(CommaList),
  weight: Type.Optional(Nullable(number)),
}

const changes = { name: Type.Optional(name), ...scope }

const limits = {
  maxIssueCount: Type.Optional(number),
  maxIssueWeight: Type.Optional(number),
  limitMetric: Type.Optional(Nullable(Words(limitMetrics))),
}

/** The operations on the boards of a project and of a group. */
export const boardOperations = byPlaceKind((kind, place) => {
  const at = `/${kind}s/:id/boards` as const
  return {
    list: operation({
      name: `list${place}Boards`,
      summary: `List issue boards of a ${kind}`,
      at: `GET ${at}`,
      input: Type.Object({ id: NamespaceRef, ...Page }),
      reply: Type.Array(Board),
    }),
    get: operation({
      name: `get${place}Board`,
      summary: `Get an issue board of a ${kind}`,
      at: `GET ${at}/:boardId`,
      input: One,
      reply: Board,
    }),
    create: operation({
      name: `create${place}Board`,
      summary: `Create an issue board in a ${kind}`,
      at: `POST ${at}`,
      input: Type.Object({ id: NamespaceRef, name, ...scope }),
      reply: Board,
    }),
    update: operation({
      name: `update${place}Board`,
      summary: `Update an issue board of a ${kind}`,
      at: `PUT ${at}/:boardId`,
      input: Type.Object({ ...One.properties, ...changes, expected: Expected(changes) }),
      reply: Board,
    }),
    remove: operation({
      name: `delete${place}Board`,
      summary: `Delete an issue board of a ${kind}. Its issues are kept`,
      at: `DELETE ${at}/:boardId`,
      input: Type.Object({ ...One.properties, ...Unmodified }),
      reply: Type.Null(),
    }),
    listLists: operation({
      name: `list${place}BoardLists`,
      summary: `List the lists of an issue board of a ${kind}, except those of open and closed issues`,
      at: `GET ${at}/:boardId/lists`,
      input: Type.Object({ ...One.properties, ...Page }),
      reply: Type.Array(BoardList),
    }),
    getList: operation({
      name: `get${place}BoardList`,
      summary: `Get a list of an issue board of a ${kind}`,
      at: `GET ${at}/:boardId/lists/:listId`,
      input: OneList,
      reply: BoardList,
    }),
    createList: operation({
      name: `create${place}BoardList`,
      summary: `Add a list to an issue board of a ${kind}, for a label, assignee, milestone or iteration`,
      at: `POST ${at}/:boardId/lists`,
      input: Type.Object({
        ...One.properties,
        labelId: Type.Optional(id),
        assigneeId: Type.Optional(id),
        milestoneId: Type.Optional(id),
        iterationId: Type.Optional(id),
        ...limits,
      }),
      reply: BoardList,
    }),
    updateList: operation({
      name: `update${place}BoardList`,
      summary: `Move a list of an issue board of a ${kind}, or change its limits`,
      at: `PUT ${at}/:boardId/lists/:listId`,
      input: Type.Object({
        ...OneList.properties,
        position: Type.Optional(number),
        /** Whether the caller has collapsed it. */
        collapsed: Type.Optional(Type.Boolean()),
        ...limits,
        expected: Expected(limits),
      }),
      reply: BoardList,
    }),
    removeList: operation({
      name: `delete${place}BoardList`,
      summary: `Remove a list from an issue board of a ${kind}. Its issues are kept`,
      at: `DELETE ${at}/:boardId/lists/:listId`,
      input: OneList,
      reply: Type.Null(),
    }),
  }
})

export const {
  list: listProjectBoards,
  get: getProjectBoard,
  create: createProjectBoard,
  update: updateProjectBoard,
  remove: deleteProjectBoard,
  listLists: listProjectBoardLists,
  getList: getProjectBoardList,
  createList: createProjectBoardList,
  updateList: updateProjectBoardList,
  removeList: deleteProjectBoardList,
} = boardOperations.project

export const {
  list: listGroupBoards,
  get: getGroupBoard,
  create: createGroupBoard,
  update: updateGroupBoard,
  remove: deleteGroupBoard,
  listLists: listGroupBoardLists,
  getList: getGroupBoardList,
  createList: createGroupBoardList,
  updateList: updateGroupBoardList,
  removeList: deleteGroupBoardList,
} = boardOperations.group
