import { Type } from 'typebox'
import { byPlaceKind } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { Expected, largestInteger, NamespaceRef, Nullable, Page, Unmodified } from '#contract/shapes.ts'

const operation = operationsOf('Labels')

/** A label as it stands in an issue. */
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
  summary: 'The labels of a project and of the groups above it.',
  at: 'GET /projects/:id/labels',
  input: Type.Object({ id: NamespaceRef, ...filters }),
  reply: Type.Array(Label),
})

export const createProjectLabel = operation({
  name: 'createProjectLabel',
  summary: 'Create a label in a project.',
  at: 'POST /projects/:id/labels',
  input: Type.Object({ id: NamespaceRef, priority, ...creation }),
  reply: Label,
})

export const updateProjectLabel = operation({
  name: 'updateProjectLabel',
  summary: 'Change a label of a project.',
  at: 'PUT /projects/:id/labels/:labelId',
  input: Type.Object({ id: NamespaceRef, labelId: LabelRef, priority, ...changes }),
  reply: Label,
})

export const updateProjectLabelByName = operation({
  name: 'updateProjectLabelByName',
  summary: 'Change a label that is named in the body.',
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
  summary: 'Promote a label that is named in the body.',
  at: 'PUT /projects/:id/labels/promote',
  input: Type.Object({ id: NamespaceRef, ...byName }),
  reply: Label,
})

export const listGroupLabels = operation({
  name: 'listGroupLabels',
  summary: 'The labels of a group.',
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
  summary: 'Create a label in a group.',
  at: 'POST /groups/:id/labels',
  input: Type.Object({ id: NamespaceRef, ...creation }),
  reply: Label,
})

export const updateGroupLabel = operation({
  name: 'updateGroupLabel',
  summary: 'Change a label of a group.',
  at: 'PUT /groups/:id/labels/:labelId',
  input: Type.Object({ id: NamespaceRef, labelId: LabelRef, ...changes }),
  reply: Label,
})

export const updateGroupLabelByName = operation({
  name: 'updateGroupLabelByName',
  summary: 'Change a group’s label that is named in the body.',
  at: 'PUT /groups/:id/labels',
  input: Type.Object({ id: NamespaceRef, ...byName, ...changes }),
  reply: Label,
})

/** The operations that are alike on the labels of a project and of a group. */
export const labelOperations = byPlaceKind((kind, name) => {
  const one = { id: NamespaceRef, labelId: LabelRef }
  const a = kind === 'group' ? 'a group’s' : 'a'
  return {
    get: operation({
      name: `get${name}Label`,
      summary: `One label${kind === 'group' ? ' of a group' : ''} by id or title.`,
      at: `GET /${kind}s/:id/labels/:labelId`,
      input: Type.Object({ ...one, includeAncestorGroups: Type.Optional(Type.Boolean()) }),
      reply: Label,
    }),
    remove: operation({
      name: `delete${name}Label`,
      summary: `Delete a label of a ${kind}.`,
      at: `DELETE /${kind}s/:id/labels/:labelId`,
      input: Type.Object({ ...one, ...Unmodified }),
      reply: Type.Null(),
    }),
    removeByName: operation({
      name: `delete${name}LabelByName`,
      summary: `Delete ${a} label that is named in the body.`,
      at: `DELETE /${kind}s/:id/labels`,
      input: Type.Object({ id: NamespaceRef, ...byName, ...Unmodified }),
      reply: Type.Null(),
    }),
    subscribe: operation({
      name: `subscribeTo${name}Label`,
      summary: `Subscribe to ${a} label.`,
      at: `POST /${kind}s/:id/labels/:labelId/subscribe`,
      input: Type.Object(one),
      reply: Label,
    }),
    unsubscribe: operation({
      name: `unsubscribeFrom${name}Label`,
      summary: `Unsubscribe from ${a} label.`,
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
  summary: 'All labels that an issue of the project can have.',
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
  summary: 'All labels of a group.',
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
  summary: 'Create a label of a project from a page.',
  status: 200,
  at: 'POST /:namespace/-/labels.json',
  input: Type.Object({ namespace: Type.String(), label: newOption }),
  reply: LabelOption,
})

export const createGroupLabelOption = operation({
  name: 'createGroupLabelOption',
  summary: 'Create a label of a group from a page.',
  status: 200,
  at: 'POST /groups/:namespace/-/labels.json',
  input: Type.Object({ namespace: Type.String(), label: newOption }),
  reply: LabelOption,
})
