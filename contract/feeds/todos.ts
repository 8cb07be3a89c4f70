import { Type } from 'typebox'
import { Turn } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import { MergeRequestBasic } from '#contract/code/merge-requests/merge-requests.ts'
import { News } from '#contract/discuss/read-marks.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { Epic } from '#contract/plan/epics/epics.ts'
import { Issue } from '#contract/plan/issues/issues.ts'
import { todoGroupWords } from '#contract/plan/lists/group-words.ts'
import { listGroups } from '#contract/plan/lists/list-groups.ts'
import { listViews, viewInput } from '#contract/plan/lists/saved-views.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import { DateTime, Empty, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import { todoFilters, todoSorting } from './todo-filters.ts'

const operation = operationsOf('To-dos')

export const todoActions = [
  'assigned',
  'mentioned',
  'build_failed',
  'marked',
  'approval_required',
  'unmergeable',
  'directly_addressed',
  'merge_train_removed',
  'review_requested',
  'member_access_requested',
  'review_submitted',
  'attention_requested',
] as const
export const todoStates = ['pending', 'done'] as const

/** An alert as a to-do names it. */
const TodoAlert = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  projectId: Type.Integer(),
  title: Type.String(),
  state: Words(['opened', 'closed']),
  createdAt: DateTime,
  updatedAt: DateTime,
  webUrl: Type.String(),
})

/** @source rest.md 2.3 */
export const Todo = Type.Object({
  id: Type.Integer(),
  project: Type.Optional(
    Type.Object({
      id: Type.Integer(),
      description: Nullable(Type.String()),
      name: Type.String(),
      nameWithNamespace: Type.String(),
      path: Type.String(),
      pathWithNamespace: Type.String(),
      createdAt: DateTime,
    }),
  ),
  /** The group of an epic, which has no project. */
  group: Type.Optional(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      path: Type.String(),
      kind: Type.String(),
      fullPath: Type.String(),
      parentId: Nullable(Type.Integer()),
    }),
  ),
  author: UserBasic,
  actionName: Words(todoActions),
  targetType: Type.String(),
  target: Type.Union([Issue, MergeRequestBasic, Epic, TodoAlert]),
  targetUrl: Type.String(),
  body: Type.String(),
  state: Words(todoStates),
  createdAt: DateTime,
  updatedAt: DateTime,
})

const restState = Type.Optional(Words(todoStates))

export const listTodos = operation({
  name: 'listTodos',
  summary: 'List your to-dos',
  at: 'GET /todos',
  input: Type.Object({ ...todoFilters, ...todoSorting, state: restState, ...Page }),
  reply: Type.Array(Todo),
})

export const markTodoDone = operation({
  name: 'markTodoDone',
  summary: 'Mark a to-do as done',
  at: 'POST /todos/:id/mark_as_done',
  input: Type.Object({ id: Type.Integer() }),
  reply: Todo,
})

export const markAllTodosDone = operation({
  name: 'markAllTodosDone',
  summary: 'Mark all your to-dos as done',
  at: 'POST /todos/mark_as_done',
  status: 204,
  reply: Empty,
})

export const addIssueTodo = operation({
  name: 'addIssueTodo',
  summary: 'Add a to-do for an issue',
  at: 'POST /projects/:id/issues/:issueIid/todo',
  input: Type.Object({ id: NamespaceRef, issueIid: Type.Integer() }),
  reply: Todo,
})

export const addMergeRequestTodo = operation({
  name: 'addMergeRequestTodo',
  summary: 'Add a to-do for a merge request',
  at: 'POST /projects/:id/merge_requests/:mergeRequestIid/todo',
  input: Type.Object({ id: NamespaceRef, mergeRequestIid: Type.Integer() }),
  reply: Todo,
})

export const addEpicTodo = operation({
  name: 'addEpicTodo',
  summary: 'Add a to-do for an epic',
  at: 'POST /groups/:id/epics/:epicIid/todo',
  input: Type.Object({ id: NamespaceRef, epicIid: Type.Integer() }),
  reply: Todo,
})

const onPage = {
  namespace: Type.String(),
  issuableId: Type.Integer(),
  issuableType: Words([...issuableTypes, 'merge_request', 'epic', 'work_item']),
}

export const addPageTodo = operation({
  name: 'addPageTodo',
  summary: 'Add a to-do from a page',
  at: 'POST /:namespace/todos',
  status: 200,
  input: Type.Object(onPage),
  reply: Type.Object({ count: Type.Integer(), deletePath: Type.String() }),
})

export const removePageTodo = operation({
  name: 'removePageTodo',
  summary: 'Mark your to-dos for an item as done from its page',
  at: 'DELETE /:namespace/todos',
  status: 200,
  input: Type.Object(onPage),
  reply: Type.Object({ count: Type.Integer() }),
})

export const finishTodo = operation({
  name: 'finishTodo',
  summary: 'Mark a to-do as done from the list',
  door: 'browser',
  at: 'DELETE /dashboard/todos/:todoId',
  status: 200,
  input: Type.Object({ todoId: Type.Integer() }),
  reply: Type.Object({ count: Type.Integer(), doneCount: Type.Integer() }),
})

export const restoreTodo = operation({
  name: 'restoreTodo',
  summary: 'Restore a to-do',
  door: 'browser',
  at: 'PATCH /dashboard/todos/:todoId/restore',
  input: Type.Object({ todoId: Type.Integer() }),
  reply: Type.Object({ count: Type.Integer(), doneCount: Type.Integer() }),
})

const Counts = Type.Object({ count: Type.Integer(), doneCount: Type.Integer() })

export const snoozeTodo = operation({
  name: 'snoozeTodo',
  summary: 'Snooze a to-do',
  door: 'browser',
  at: 'PATCH /dashboard/todos/:todoId/snooze',
  input: Type.Object({ todoId: Type.Integer(), until: DateTime }),
  reply: Counts,
})

export const wakeTodo = operation({
  name: 'wakeTodo',
  summary: 'End the snooze of a to-do',
  door: 'browser',
  at: 'PATCH /dashboard/todos/:todoId/wake',
  input: Type.Object({ todoId: Type.Integer() }),
  reply: Counts,
})

export const finishAllTodos = operation({
  name: 'finishAllTodos',
  summary: 'Mark all to-dos in the list as done',
  door: 'browser',
  at: 'DELETE /dashboard/todos/all',
  status: 200,
  input: Type.Object(todoFilters),
  /** The ids of the changed to-dos, for undoing. */
  reply: Type.Object({ ...Counts.properties, ids: Type.Array(Type.Integer()) }),
})

export const restoreTodos = operation({
  name: 'restoreTodos',
  summary: 'Restore multiple to-dos',
  door: 'browser',
  at: 'PATCH /dashboard/todos/restore',
  input: Type.Object({ ids: Type.Array(Type.Integer(), { maxItems: 10_000 }) }),
  reply: Counts,
})

export const PageTodo = Type.Object({
  id: Type.Integer(),
  action: Words(todoActions),
  state: Words(todoStates),
  createdAt: DateTime,
  snoozedUntil: Nullable(DateTime),
  author: UserBasic,
  project: Type.Object({ id: Type.Integer(), nameWithNamespace: Type.String(), fullPath: Type.String() }),
  target: Type.Object({
    id: Type.Integer(),
    iid: Type.Integer(),
    type: Type.String(),
    title: Type.String(),
    /** The title as HTML, if it has emoji. */
    titleHtml: Nullable(Type.String()),
    state: Type.String(),
    confidential: Type.Boolean(),
    reference: Type.String(),
    dueDate: Nullable(Type.String()),
  }),
  /** The target from the root of the site: the note if there is one. */
  path: Type.String(),
  /** The first words of the note, plain; null when it is about the whole. */
  excerpt: Nullable(Type.String()),
  /** The turn of an open merge request: the action it needs, and whether the reader has to take it. */
  turn: Nullable(Turn),
  /** The news of the target since the user last saw it; null if there are none. */
  news: Nullable(News),
})

const OfferedPlace = Type.Object({
  id: Type.Integer(),
  nameWithNamespace: Type.String(),
  fullPath: Type.String(),
})

export const todosPage = operation({
  name: 'todosPage',
  summary: 'Get data for the to-do list page',
  at: 'GET /-/pages/todos',
  input: Type.Object({
    ...todoFilters,
    ...todoSorting,
    ...viewInput,
    groupBy: Type.Optional(Words(todoGroupWords)),
    /** The key of a group, to list only its rows. Not named `group`, which is a filter. */
    groupKey: Type.Optional(Type.String({ maxLength: 1000 })),
    /** The position in a group from which to continue: the `next` of its previous rows. */
    cursor: Type.Optional(Type.String({ maxLength: 2000 })),
    state: Type.Optional(Words(['pending', 'snoozed', 'done'])),
    ...Page,
  }),
  reply: Type.Object({
    /** The first rows of each group in a grouped list. */
    todos: Type.Array(PageTodo),
    /** Null if the list is not grouped. */
    grouped: listGroups,
    /** The cursor of the next rows of the group `groupKey`; null if there are none. */
    next: Nullable(Type.String()),
    /** Snoozed to-dos are not counted as pending. */
    counts: Type.Object({ pending: Type.Integer(), snoozed: Type.Integer(), done: Type.Integer() }),
    /** A count above it says only that there are more. */
    countedUpTo: Type.Integer(),
    /** The projects, groups and authors of the newest to-dos of this state, for the filters. */
    projects: Type.Array(OfferedPlace),
    groups: Type.Array(OfferedPlace),
    authors: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), username: Type.String() })),
    views: listViews,
    hasNext: Type.Boolean(),
  }),
})
