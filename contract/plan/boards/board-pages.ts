import { Type } from 'typebox'
import { byPlaceKind, PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { Day, Nullable, Words } from '#contract/shapes.ts'
import { repliesIn } from '../attributes/plain-shapes.ts'
import { issueFilters } from '../issues/issues.ts'
import { LabelBasic } from '../labels/labels.ts'
import { issuableTypes, TaskCompletion } from '../shapes.ts'
import { boardGroupings, laneAttributes, lanesPerBoard, mostLaneLabels } from './board-cards.ts'
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
  /**
   * The lane that it is in on a grouped board: the id of an epic, person, label, milestone or parent. Null in the lane of issues
   * without one. An issue with several of them is several cards.
   */
  laneId: Nullable(Type.Integer()),
})

/** The issues of a list that are in one lane. */
const Cell = Type.Object({
  /** Null: the lane of issues without a value. */
  laneId: Nullable(Type.Integer()),
  /** Counting stops at 1,001. */
  count: Type.Integer(),
})

/** A lane of a grouped board. */
const Lane = Type.Object({
  /** The id of the epic, person, label, milestone or parent. */
  id: Type.Integer(),
  name: Type.String(),
  /** The page of what it is about; null for labels. */
  path: Nullable(Type.String()),
  /** The reference of an epic or parent, or the project of a label or milestone on a board of a group. */
  detail: Nullable(Type.String()),
  confidential: Type.Boolean(),
  /** The color of an epic. */
  color: Nullable(Type.String()),
  person: Nullable(UserBasic),
  label: Nullable(LabelBasic),
  dueDate: Nullable(Day),
  /** The type of an epic or parent, which decides what it can contain (`hierarchy.ts`); null for other lanes. */
  parentType: Nullable(Type.String()),
})

/** The lanes of a grouped board. The lane of issues without a value is always there, as the last one. */
const Lanes = Type.Object({
  /** The attribute that has a lane for each value. */
  by: Words(laneAttributes),
  /** The scope whose labels have lanes, `priority` for `priority::high`; null for all labels, and where labels are chosen. */
  scope: Nullable(Type.String()),
  /** The labels that are chosen to have lanes. */
  labelIds: Type.Array(Type.Integer()),
  /** The lanes by due date, then by name. Labels of a scope and chosen labels have lanes without issues, too. */
  shown: Type.Array(Lane),
  /** The number of lanes, including those that are not shown, except the last one. */
  total: Type.Integer(),
  /** The ids of the lanes that the viewer has collapsed; 0 is the last one. */
  collapsed: Type.Array(Type.Integer()),
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
      /** The weight of closed issues that the last three iterations of its cadence had on average; null before the first has ended. */
      averageWeight: Nullable(Type.Integer()),
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
    /** Whether the viewer can create an issue; on a group's board, in one of its projects. */
    canCreateIssue: Type.Boolean(),
    /** A new issue can have what a list is about. */
    canSetMetadata: Type.Boolean(),
  }),
  /** The boards by name, up to 100. */
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

const laneLabels = Type.String({
  maxLength: 1000,
  pattern: `^[0-9]{1,15}(,[0-9]{1,15}){0,${mostLaneLabels - 1}}$`,
})

const grouping = {
  groupBy: Type.Optional(Words(boardGroupings)),
  /** The lanes of labels are those of this scope. */
  groupScope: Type.Optional(Type.String({ maxLength: 255 })),
  /** The lanes of labels are these: ids, joined by commas. */
  groupLabels: Type.Optional(laneLabels),
}

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
      /** The grouping; by default the viewer's last one. */
      ...grouping,
      /** The number of shown lanes; 10 by default. */
      lanes: Type.Optional(Type.Integer({ minimum: 1, maximum: lanesPerBoard.most })),
      /**
       * The number of cards that lists show, `12:60,15:20`; other lists show 20. On a grouped board, the number that a
       * list shows in a lane, `12.345:30`, or in the last one, `12.0:30`; the others show 10.
       */
      sizes: Type.Optional(Type.String({ maxLength: 2000, pattern: `^${size}(,${size})*$` })),
    }),
    reply: BoardPage,
  }),
)

export const getProjectBoardPage = boardPages.project
export const getGroupBoardPage = boardPages.group

/** A viewer's own look at a board. */
export const setBoardDisplay = operation({
  name: 'setBoardDisplay',
  summary: 'Group an issue board, or collapse its lanes, for the current user alone',
  at: 'PUT /-/boards/:boardId/display',
  input: Type.Object({
    boardId: Type.Integer(),
    ...grouping,
    /** A lane that is collapsed or expanded. */
    lane: Type.Optional(
      Type.Object({
        by: Words(laneAttributes),
        /** 0 is the lane of issues without a value. */
        id: Type.Integer({ minimum: 0 }),
        collapsed: Type.Boolean(),
      }),
    ),
  }),
  status: 204,
  reply: Type.Null(),
})
