import { Type } from 'typebox'
import { byPlaceKind } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, NamespaceRef, Words } from '#contract/shapes.ts'
import { longestViewName, longestViewQuery, viewedLists } from './view-limits.ts'

const operation = operationsOf('Saved views')

const viewId = Type.Integer({ minimum: 1 })
const view = {
  id: viewId,
  name: Type.String(),
  /** The query string of the list page: `state=closed&labels[]=bug&order_by=weight&sort=desc`. */
  query: Type.String(),
  /** Everyone who can see the list can use it. */
  isShared: Type.Boolean(),
  /** The viewer may change, share and delete it. */
  canManage: Type.Boolean(),
}

/** The views of a list on its page. */
export const ListView = Type.Object(view)
/** The viewer's views, and shared ones. */
export const listViews = Type.Array(ListView)

/** The view of a list page: without other filters, the page shows its query. */
export const viewInput = { view: Type.Optional(viewId) }

/** The filters, order and columns of a list, under a name. */
export const SavedView = Type.Object({
  ...view,
  list: Words([...viewedLists, 'todo']),
  createdAt: DateTime,
  updatedAt: DateTime,
})

const list = Words(viewedLists)
const name = Type.String({ minLength: 1, maxLength: longestViewName })
const query = Type.String({ maxLength: longestViewQuery })
const isShared = Type.Optional(Type.Boolean())
const changes = { name: Type.Optional(name), query: Type.Optional(query) }

/** The operations on the views of the lists of a project or group. */
export const savedViewOperations = byPlaceKind((kind, place) => {
  const at = `/${kind}s/:id/saved_views` as const
  const one = { id: NamespaceRef, viewId }
  return {
    list: operation({
      name: `list${place}SavedViews`,
      summary: `List the saved views of a ${kind}: shared ones and those of the current user`,
      at: `GET ${at}`,
      input: Type.Object({ id: NamespaceRef, list: Type.Optional(list) }),
      reply: Type.Array(SavedView),
    }),
    create: operation({
      name: `create${place}SavedView`,
      summary: `Create a saved view of a ${kind}`,
      at: `POST ${at}`,
      input: Type.Object({ id: NamespaceRef, list, name, query, isShared }),
      reply: SavedView,
    }),
    update: operation({
      name: `update${place}SavedView`,
      summary: `Update a saved view of a ${kind}: its name, its query, or whether it is shared`,
      at: `PUT ${at}/:viewId`,
      input: Type.Object({ ...one, ...changes, isShared, expected: Expected({ ...changes, isShared }) }),
      reply: SavedView,
    }),
    remove: operation({
      name: `delete${place}SavedView`,
      summary: `Delete a saved view of a ${kind}`,
      at: `DELETE ${at}/:viewId`,
      input: Type.Object(one),
      reply: Empty,
    }),
  }
})

export const projectSavedViews = savedViewOperations.project
export const groupSavedViews = savedViewOperations.group

const own = operationsOf('To-dos')
const ownAt = '/todos/saved_views'

/** The views of one's own to-do list. */
export const todoViews = {
  list: own({
    name: 'listTodoViews',
    summary: 'List the saved views of your to-do list',
    at: `GET ${ownAt}`,
    reply: Type.Array(SavedView),
  }),
  create: own({
    name: 'createTodoView',
    summary: 'Create a saved view of your to-do list',
    at: `POST ${ownAt}`,
    input: Type.Object({ name, query }),
    reply: SavedView,
  }),
  update: own({
    name: 'updateTodoView',
    summary: 'Update a saved view of your to-do list',
    at: `PUT ${ownAt}/:viewId`,
    input: Type.Object({ viewId, ...changes, expected: Expected(changes) }),
    reply: SavedView,
  }),
  remove: own({
    name: 'deleteTodoView',
    summary: 'Delete a saved view of your to-do list',
    at: `DELETE ${ownAt}/:viewId`,
    input: Type.Object({ viewId }),
    reply: Empty,
  }),
}
