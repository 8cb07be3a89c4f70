import { Type } from 'typebox'
import { byPlaceKind } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { Expected, largestInteger, NamespaceRef, Nullable, Page, Unmodified } from '#contract/shapes.ts'

const operation = operationsOf('Labels')

/** A label as in an issue. */
export const LabelBasic = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Nullable(Type.String()),
  descriptionHtml: Type.String(),
  textColor: Type.String(),
  color: Type.String(),
  archived: Type.Boolean(),
})

export const Label = Type.Object({
  ...LabelBasic.properties,
  subscribed: Type.Boolean(),
  priority: Type.Optional(Nullable(Type.Integer())),
  isProjectLabel: Type.Optional(Type.Boolean()),
  openIssuesCount: Type.Optional(Type.Integer()),
  closedIssuesCount: Type.Optional(Type.Integer()),
  openMergeRequestsCount: Type.Optional(Type.Integer()),
})

const filters = {
  withCounts: Type.Optional(Type.Boolean()),
  includeAncestorGroups: Type.Optional(Type.Boolean()),
  search: Type.Optional(Type.String({ maxLength: 255 })),
  archived: Type.Optional(Type.Boolean()),
  ...Page,
}

const LabelRef = Type.Unsafe<number | string>({ type: ['integer', 'string'] })

const text = Type.Optional(Nullable(Type.String({ maxLength: 524_288 })))

const creation = {
  name: Type.String(),
  color: Type.String({ maxLength: 100 }),
  description: text,
  archived: Type.Optional(Type.Boolean()),
}

const expected = Expected({
  name: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
  description: text,
})

const changes = {
  newName: Type.Optional(Type.String()),
  color: Type.Optional(Type.String({ maxLength: 100 })),
  description: text,
  archived: Type.Optional(Type.Boolean()),
  expected,
}

const priority = Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: largestInteger })))

const byName = { name: Type.Optional(Type.String()), labelId: Type.Optional(LabelRef) }

export const listProjectLabels = operation({
  name: 'listProjectLabels',
  summary: 'List labels of a project and its parent groups',
  at: 'GET /projects/:id/labels',
  input: Type.Object({ id: NamespaceRef, ...filters }),
  reply: Type.Array(Label),
})

export const createProjectLabel = operation({
  name: 'createProjectLabel',
  summary: 'Create a project label',
  at: 'POST /projects/:id/labels',
  input: Type.Object({ id: NamespaceRef, priority, ...creation }),
  reply: Label,
})

export const updateProjectLabel = operation({
  name: 'updateProjectLabel',
  summary: 'Update a project label',
  at: 'PUT /projects/:id/labels/:labelId',
  input: Type.Object({ id: NamespaceRef, labelId: LabelRef, priority, ...changes }),
  reply: Label,
})

export const updateProjectLabelByName = operation({
  name: 'updateProjectLabelByName',
  summary: 'Update a project label (name in the body)',
  at: 'PUT /projects/:id/labels',
  input: Type.Object({ id: NamespaceRef, priority, ...byName, ...changes }),
  reply: Label,
})

export const promoteLabel = operation({
  name: 'promoteLabel',
  summary: 'Promote a project label to its group. Labels with the same title are merged into it',
  at: 'PUT /projects/:id/labels/:labelId/promote',
  input: Type.Object({ id: NamespaceRef, labelId: LabelRef }),
  reply: Label,
})

export const promoteLabelByName = operation({
  name: 'promoteLabelByName',
  summary: 'Promote a project label to its group (name in the body)',
  at: 'PUT /projects/:id/labels/promote',
  input: Type.Object({ id: NamespaceRef, ...byName }),
  reply: Label,
})

export const listGroupLabels = operation({
  name: 'listGroupLabels',
  summary: 'List labels of a group',
  at: 'GET /groups/:id/labels',
  input: Type.Object({
    id: NamespaceRef,
    includeDescendantGroups: Type.Optional(Type.Boolean()),
    onlyGroupLabels: Type.Optional(Type.Boolean()),
    ...filters,
  }),
  reply: Type.Array(Label),
})

export const createGroupLabel = operation({
  name: 'createGroupLabel',
  summary: 'Create a group label',
  at: 'POST /groups/:id/labels',
  input: Type.Object({ id: NamespaceRef, ...creation }),
  reply: Label,
})

export const updateGroupLabel = operation({
  name: 'updateGroupLabel',
  summary: 'Update a group label',
  at: 'PUT /groups/:id/labels/:labelId',
  input: Type.Object({ id: NamespaceRef, labelId: LabelRef, ...changes }),
  reply: Label,
})

export const updateGroupLabelByName = operation({
  name: 'updateGroupLabelByName',
  summary: 'Update a group label (name in the body)',
  at: 'PUT /groups/:id/labels',
  input: Type.Object({ id: NamespaceRef, ...byName, ...changes }),
  reply: Label,
})

/** The operations that are alike on the labels of a project and of a group. */
export const labelOperations = byPlaceKind((kind, name) => {
  const one = { id: NamespaceRef, labelId: LabelRef }
  return {
    get: operation({
      name: `get${name}Label`,
      summary: `Get a ${kind} label by ID or title`,
      at: `GET /${kind}s/:id/labels/:labelId`,
      input: Type.Object({ ...one, includeAncestorGroups: Type.Optional(Type.Boolean()) }),
      reply: Label,
    }),
    remove: operation({
      name: `delete${name}Label`,
      summary: `Delete a ${kind} label`,
      at: `DELETE /${kind}s/:id/labels/:labelId`,
      input: Type.Object({ ...one, ...Unmodified }),
      reply: Type.Null(),
    }),
    removeByName: operation({
      name: `delete${name}LabelByName`,
      summary: `Delete a ${kind} label (name in the body)`,
      at: `DELETE /${kind}s/:id/labels`,
      input: Type.Object({ id: NamespaceRef, ...byName, ...Unmodified }),
      reply: Type.Null(),
    }),
    subscribe: operation({
      name: `subscribeTo${name}Label`,
      summary: `Subscribe to a ${kind} label`,
      at: `POST /${kind}s/:id/labels/:labelId/subscribe`,
      input: Type.Object(one),
      reply: Label,
    }),
    unsubscribe: operation({
      name: `unsubscribeFrom${name}Label`,
      summary: `Unsubscribe from a ${kind} label`,
      at: `POST /${kind}s/:id/labels/:labelId/unsubscribe`,
      input: Type.Object(one),
      reply: Label,
    }),
  }
})

export const {
  get: getProjectLabel,
  remove: deleteProjectLabel,
  removeByName: deleteProjectLabelByName,
  subscribe: subscribeToProjectLabel,
  unsubscribe: unsubscribeFromProjectLabel,
} = labelOperations.project

export const {
  get: getGroupLabel,
  remove: deleteGroupLabel,
  removeByName: deleteGroupLabelByName,
  subscribe: subscribeToGroupLabel,
  unsubscribe: unsubscribeFromGroupLabel,
} = labelOperations.group

/** A label as the browser's own lists have it. */
export const LabelOption = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  color: Type.String(),
  textColor: Type.String(),
  description: Nullable(Type.String()),
  type: Type.String(),
})

export const listLabelOptions = operation({
  name: 'listLabelOptions',
  summary: 'List labels available to issues of a project, up to 100 by title',
  at: 'GET /:namespace/-/labels.json',
  input: Type.Object({
    namespace: Type.String(),
    includeAncestorGroups: Type.Optional(Type.Boolean()),
    search: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  reply: Type.Array(LabelOption),
})

export const listGroupLabelOptions = operation({
  name: 'listGroupLabelOptions',
  summary: 'List labels of a group, up to 100 by title',
  at: 'GET /groups/:namespace/-/labels.json',
  input: Type.Object({
    namespace: Type.String(),
    includeAncestorGroups: Type.Optional(Type.Boolean()),
    search: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  reply: Type.Array(LabelOption),
})

const newOption = Type.Object({
  title: Type.Optional(Type.String()),
  color: Type.Optional(Type.String({ maxLength: 100 })),
  description: text,
})

export const createLabelOption = operation({
  name: 'createLabelOption',
  summary: 'Create a project label from a page',
  status: 200,
  at: 'POST /:namespace/-/labels.json',
  input: Type.Object({ namespace: Type.String(), label: newOption }),
  reply: LabelOption,
})

export const createGroupLabelOption = operation({
  name: 'createGroupLabelOption',
  summary: 'Create a group label from a page',
  status: 200,
  at: 'POST /groups/:namespace/-/labels.json',
  input: Type.Object({ namespace: Type.String(), label: newOption }),
  reply: LabelOption,
})
