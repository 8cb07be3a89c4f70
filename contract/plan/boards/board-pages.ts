import { Type } from 'typebox'
import { byPlaceKind, PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { Day, Nullable, Words } from '#contract/shapes.ts'
import { repliesIn } from '../attributes/plain-shapes.ts'
import { EpicName } from '../issues/issue-pages.ts'
import { issueFilters } from '../issues/issues.ts'
import { LabelBasic } from '../labels/labels.ts'
import { issuableTypes, TaskCompletion } from '../shapes.ts'
import { boardGroupings, lanesPerBoard } from './board-cards.ts'
import { boardListKinds, limitMetrics } from './boards.ts'

const operation = operationsOf('Pages')

/** An issue as a card of a board. */
export const BoardCard = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  title: Type.String(),
  /** The title with its emoji, without links; null where it holds none. */
  titleHtml: Nullable(Type.String()),
  type: Words(issuableTypes),
  state: Words(['opened', 'closed']),
  ...repliesIn('list'),
  assignees: Type.Array(UserBasic),
  labels: Type.Array(LabelBasic),
  milestone: Nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
  notesCount: Type.Integer(),
  taskCompletionStatus: TaskCompletion,
  projectPath: Type.String(),
  webPath: Type.String(),
  /** `loom#7` on a group's board, `#7` on the project's own. */
  reference: Type.String(),
  /** The viewer may move it. */
  canMove: Type.Boolean(),
  /** The epic of its lane on a board grouped by epic; null in the lane of issues without an epic. */
  epicId: Nullable(Type.Integer()),
})

/** The issues of a list that are in one lane. */
const Cell = Type.Object({
  /** Null: issues without an epic. */
  epicId: Nullable(Type.Integer()),
  count: Type.Integer(),
})

/** The lanes of a board grouped by epic. The lane of issues without an epic is always there, as the last one. */
const Lanes = Type.Object({
  /** By due date; those without one are last, newest first. */
  epics: Type.Array(
    Type.Object({
      ...EpicName.properties,
      color: Type.String(),
      startDate: Nullable(Day),
      dueDate: Nullable(Day),
      state: Words(['opened', 'closed']),
    }),
  ),
  /** The number of epics with open issues on the board, including those that are not shown. */
  total: Type.Integer(),
})

/** A list as the page shows it, with the first of its issues. */
export const ShownBoardList = Type.Object({
  id: Type.Integer(),
  kind: Words(boardListKinds),
  label: Nullable(LabelBasic),
  assignee: Nullable(UserBasic),
  milestone: Nullable(
    Type.Object({ id: Type.Integer(), title: Type.String(), startDate: Nullable(Day), dueDate: Nullable(Day) }),
  ),
  iteration: Nullable(
    Type.Object({
      id: Type.Integer(),
      title: Nullable(Type.String()),
      cadenceTitle: Type.String(),
      startDate: Day,
      dueDate: Day,
    }),
  ),
  collapsed: Type.Boolean(),
  maxIssueCount: Type.Integer(),
  maxIssueWeight: Type.Integer(),
  limitMetric: Nullable(Words(limitMetrics)),
  /** Issues that match the filter and that the viewer can see. Where the weight is null, counting stops at 1,001. */
  count: Type.Integer(),
  /** Null for closed issues, and for open ones on no other list where there are too many to add up. */
  weight: Nullable(Type.Integer()),
  issues: Type.Array(BoardCard),
  /** Empty where the board is not grouped. */
  cells: Type.Array(Cell),
})

const { state: _state, ...filters } = issueFilters

const BoardPage = Type.Object({
  namespace: PlaceHeader,
  permissions: Type.Object({
    canAdminBoards: Type.Boolean(),
    /** On a group's board: in one of its projects. */
    canCreateIssue: Type.Boolean(),
    /** A new issue can have what a list is about. */
    canSetMetadata: Type.Boolean(),
  }),
  /** By name, up to 100. */
  boards: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  /** The one that is asked for, or the first; null where there is none. */
  board: Nullable(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      hideBacklogList: Type.Boolean(),
      hideClosedList: Type.Boolean(),
      labels: Type.Array(LabelBasic),
      assignee: Nullable(UserBasic),
      milestone: Nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
      iteration: Nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
      weight: Nullable(Type.Integer()),
      /** Null where the board is not grouped. */
      lanes: Nullable(Lanes),
      lists: Type.Array(ShownBoardList),
    }),
  ),
})

const size = '[0-9]{1,15}([.][0-9]{1,15})?:[0-9]{1,4}'

/** The pages of boards, of projects and of groups. */
export const boardPages = byPlaceKind((kind, place) =>
  operation({
    name: `get${place}BoardPage`,
    summary: `Get data for the issue board page of a ${kind}`,
    at: `GET /-/pages/${kind}_board`,
    input: Type.Object({
      namespace: Type.String(),
      boardId: Type.Optional(Type.Integer()),
      ...filters,
      groupBy: Type.Optional(Words(boardGroupings)),
      /** How many epics have lanes; 10 otherwise. */
      lanes: Type.Optional(Type.Integer({ minimum: 1, maximum: lanesPerBoard.most })),
      /**
       * How many cards lists show, `12:60,15:20`; other lists show 20. On a grouped board, how many a list shows in the lane of an epic,
       * `12.345:30`, or in the lane without one, `12.0:30`; the others show 10.
       */
      sizes: Type.Optional(Type.String({ maxLength: 2000, pattern: `^${size}(,${size})*$` })),
    }),
    reply: BoardPage,
  }),
)

export const getProjectBoardPage = boardPages.project
export const getGroupBoardPage = boardPages.group
