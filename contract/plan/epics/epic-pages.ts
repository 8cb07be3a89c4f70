import { type Static, Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Day, Nullable, Words } from '#contract/shapes.ts'
import { inputsOf } from '../attributes/attribute-inputs.ts'
import { BulkUpdated, UndoableChange } from '../changes/change-sets.ts'
import { issuableOfPage, issuablePage, issuablePermissions } from '../issues/issuable-pages.ts'
import { ChildItem, EpicName } from '../issues/issue-pages.ts'
import { LabelBasic } from '../labels/labels.ts'
import { epicGroupWords } from '../lists/group-words.ts'
import { groupInput, listGroups } from '../lists/list-groups.ts'
import { listViews, viewInput } from '../lists/saved-views.ts'
import { taskEdits } from '../work-items/task-edits.ts'
import { epicSorts } from './epic-sorts.ts'
import { epicFilters, epicInputs, epicStates } from './epics.ts'

const operation = operationsOf('Pages')

/** The sums of an epic over all levels, of the items that the reader may know. */
export const EpicSums = Type.Object({
  openedEpics: Type.Integer(),
  closedEpics: Type.Integer(),
  openedIssues: Type.Integer(),
  closedIssues: Type.Integer(),
  openedWeight: Type.Integer(),
  closedWeight: Type.Integer(),
  /** Counts of open issues by health status. */
  onTrack: Type.Integer(),
  needsAttention: Type.Integer(),
  atRisk: Type.Integer(),
  /** Right in it. */
  childEpics: Type.Integer(),
  childIssues: Type.Integer(),
})
export type EpicSums = Static<typeof EpicSums>

/** A row of the list of epics. */
export const EpicRow = Type.Object({
  ...EpicName.properties,
  /** The title with its emoji, without links; null where it holds none. */
  titleHtml: Nullable(Type.String()),
  state: Words(epicStates),
  color: Type.String(),
  author: UserBasic,
  startDate: Nullable(Day),
  dueDate: Nullable(Day),
  assignees: Type.Array(UserBasic),
  labels: Type.Array(LabelBasic),
  notesCount: Type.Integer(),
  upvotes: Type.Integer(),
  createdAt: DateTime,
  updatedAt: DateTime,
  closedAt: Nullable(DateTime),
  /** Null where there is none that the reader may know of. */
  parent: Nullable(EpicName),
  sums: EpicSums,
})

/** An issue or a child epic in the tree of an epic. */
export const EpicChild = Type.Object({
  ...ChildItem.properties,
  /** The color of an epic. */
  color: Nullable(Type.String()),
  sums: Nullable(EpicSums),
})

export const EpicTree = Type.Object({
  /** The epics in order, up to 200. */
  epics: Type.Array(EpicChild),
  issues: Type.Array(EpicChild),
  hasMore: Type.Boolean(),
})

const One = Type.Object({ namespace: Type.String(), iid: Type.Integer() })

/** The source of an epic's date. */
const DateSource = Type.Object({
  isFixed: Type.Boolean(),
  fixed: Nullable(Day),
  /** The earliest or latest of what is in it. */
  inherited: Nullable(Day),
})

/** Everything that the page of an epic shows but its discussion. */
export const EpicPage = Type.Object({
  ...issuablePage,
  epic: Type.Object({
    ...issuableOfPage,
    type: Words(['epic']),
    state: Words(epicStates),
    color: Type.String(),
    startDate: Nullable(Day),
    startDateSource: DateSource,
    dueDate: Nullable(Day),
    dueDateSource: DateSource,
    /** The ancestors from the top, as far as the reader may know them. */
    ancestors: Type.Array(EpicName),
    sums: EpicSums,
  }),
  tree: EpicTree,
  permissions: Type.Object({ ...issuablePermissions, canCreateEpic: Type.Boolean() }),
})

export const getGroupEpicPage = operation({
  name: 'getGroupEpicPage',
  summary: 'Get data for an epic page, without its discussion',
  at: 'GET /-/pages/group_epic',
  input: One,
  reply: EpicPage,
})

export const getGroupEpicTree = operation({
  name: 'getGroupEpicTree',
  summary: 'Get the issues and child epics of an epic for a page',
  at: 'GET /-/pages/group_epic_tree',
  input: Type.Object({ namespace: Type.String(), epicId: Type.Integer() }),
  reply: EpicTree,
})

/** The filters of the pages that list epics. */
export const epicListFilters = {
  ...epicFilters,
  search: Type.Optional(Type.String({ maxLength: 255 })),
  labels: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 20 })),
}

const listed = {
  namespace: Type.String(),
  ...epicListFilters,
  orderBy: Type.Optional(Words(epicSorts)),
  sort: Type.Optional(Words(['asc', 'desc'])),
}

export const maxEpicsOnRoadmap = 1_000
export const maxMilestonesOnRoadmap = 100

export const getGroupRoadmapPage = operation({
  name: 'getGroupRoadmapPage',
  summary: 'Get data for the roadmap page of a group: up to 1,000 epics, and up to 100 open milestones with a due date',
  at: 'GET /-/pages/group_roadmap',
  input: Type.Object(listed),
  reply: Type.Object({
    namespace: PlaceHeader,
    permissions: Type.Object({ canCreateEpic: Type.Boolean() }),
    epics: Type.Array(
      Type.Object({
        ...EpicName.properties,
        titleHtml: Nullable(Type.String()),
        state: Words(epicStates),
        color: Type.String(),
        startDate: Nullable(Day),
        dueDate: Nullable(Day),
        /** Null where the parent is not among these epics. */
        parentId: Nullable(Type.Integer()),
        /** Otherwise a date follows from what is in the epic. */
        startDateIsFixed: Type.Boolean(),
        dueDateIsFixed: Type.Boolean(),
        startDateFixed: Nullable(Day),
        dueDateFixed: Nullable(Day),
        /** The listed epics that cannot begin before this one is done. */
        blocks: Type.Array(Type.Integer()),
        /** Counts over all levels. */
        openedIssues: Type.Integer(),
        closedIssues: Type.Integer(),
      }),
    ),
    hasMore: Type.Boolean(),
    milestones: Type.Array(
      Type.Object({
        id: Type.Integer(),
        title: Type.String(),
        startDate: Nullable(Day),
        dueDate: Day,
        webUrl: Type.String(),
      }),
    ),
  }),
})

export const getGroupEpicsPage = operation({
  name: 'getGroupEpicsPage',
  summary: 'Get data for the epic list page of a group',
  at: 'GET /-/pages/group_epics',
  input: Type.Object({
    ...groupInput(epicGroupWords),
    /** The position in a group where the rows begin: its `next`. */
    cursor: Type.Optional(Type.String({ maxLength: 2000 })),
    ...listed,
    ...viewInput,
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
  reply: Type.Object({
    namespace: PlaceHeader,
    permissions: Type.Object({
      canCreateEpic: Type.Boolean(),
      canBulkUpdateEpics: Type.Boolean(),
      canAdminLabels: Type.Boolean(),
      canShareViews: Type.Boolean(),
    }),
    views: listViews,
    counts: Type.Object({ opened: Type.Integer(), closed: Type.Integer(), all: Type.Integer() }),
    /** The first rows of each group in a grouped list, each row once. */
    epics: Type.Array(EpicRow),
    groups: listGroups,
    /** The cursor of the next rows of a group; null if there are no more. */
    next: Nullable(Type.String()),
    page: Type.Integer(),
    hasNext: Type.Boolean(),
  }),
})

const Saved = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  description: Nullable(Type.String()),
  lockVersion: Type.Integer(),
  webUrl: Type.String(),
})
/** Sentences, each whole. */
const Errors = Type.Object({ errors: Type.Array(Type.String()) })

const entity = '/groups/:namespace/-/epics/:iid'

const changes = {
  ...inputsOf('epicPage'),
  ...epicInputs,
  /** The version of title and description that the page shows; a stale one is refused with 409. */
  lockVersion: Type.Optional(Type.Integer()),
  stateEvent: Type.Optional(Words(['close', 'reopen'])),
  /** The dates that the page shows, as far as they are to be changed; stale ones are refused with 409. */
  shownDates: Type.Optional(
    Type.Object({ startDate: Type.Optional(Nullable(Day)), dueDate: Type.Optional(Nullable(Day)) }),
  ),
  ...taskEdits,
}

export const updateGroupEpicEntity = operation({
  name: 'updateGroupEpicEntity',
  summary: 'Update an epic from its page',
  at: `PUT ${entity}.json`,
  input: Type.Object({
    ...One.properties,
    ...changes,
    /** The same values, as forms send them; they count before those beside it. */
    epic: Type.Optional(Type.Object(changes)),
  }),
  reply: Type.Union([Saved, Errors]),
})

export const bulkUpdateGroupEpics = operation({
  name: 'bulkUpdateGroupEpics',
  summary: 'Bulk edit epics of a group. Empty fields are kept; 0 clears a field',
  status: 200,
  at: 'POST /groups/:namespace/-/epics/bulk_update',
  input: Type.Object({
    namespace: Type.String(),
    update: Type.Object({
      /** Global ids, joined by commas. */
      issuableIds: Type.String({ maxLength: 5000 }),
      ...inputsOf('epicBulk'),
      stateEvent: Type.Optional(Words(['close', 'reopen', ''])),
      subscriptionEvent: Type.Optional(Words(['subscribe', 'unsubscribe', ''])),
    }),
  }),
  reply: BulkUpdated,
})

export const deleteGroupEpicEntity = operation({
  name: 'deleteGroupEpicEntity',
  summary: 'Delete an epic from its page',
  at: `DELETE ${entity}.json`,
  status: 200,
  input: Type.Object({ ...One.properties, destroyConfirm: Type.Optional(Type.Boolean()) }),
  reply: Type.Union([Type.Object({ webUrl: Type.String() }), Errors]),
})

export const addGroupEpicChildren = operation({
  name: 'addGroupEpicChildren',
  summary: 'Add issues or epics to an epic by reference or URL, all or none',
  at: `POST ${entity}/children`,
  status: 200,
  input: Type.Object({
    ...One.properties,
    kind: Words(['epic', 'issue']),
    references: Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 100 }),
  }),
  reply: UndoableChange,
})
