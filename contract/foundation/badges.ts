import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Expected, NamespaceRef, Nullable, Page, Unmodified, Words } from '#contract/shapes.ts'
import { urlCharacters } from '#contract/url-limits.ts'
import { byPlaceKind } from './places.ts'

const operation = operationsOf('Badges')

export const Badge = Type.Object({
  id: Type.Integer(),
  name: Nullable(Type.String()),
  /** The URL as it was set, with its placeholders. */
  linkUrl: Type.String(),
  imageUrl: Type.String(),
  renderedLinkUrl: Type.String(),
  renderedImageUrl: Type.String(),
  kind: Words(['project', 'group']),
})

const RenderedBadge = Type.Object({
  linkUrl: Type.String(),
  imageUrl: Type.String(),
  renderedLinkUrl: Type.String(),
  renderedImageUrl: Type.String(),
})

const url = Type.String({ maxLength: urlCharacters })
const name = Type.Optional(Nullable(Type.String({ maxLength: 255 })))
const badgeId = Type.Integer({ minimum: 1 })
const byName = Type.Optional(Type.String({ maxLength: 255 }))
const changes = { linkUrl: Type.Optional(url), imageUrl: Type.Optional(url), name }

const summaries = {
  project: {
    list: 'List badges of a project and its parent groups',
    render: 'Preview a badge of a project with its placeholders filled in',
    get: 'Get a badge of a project or its parent groups',
    create: 'Add a badge to a project',
    remove: 'Remove a badge from a project',
  },
  group: {
    list: 'List badges of a group',
    render: 'Preview a badge of a group. Each project fills in its placeholders',
    get: 'Get a badge of a group',
    create: 'Add a badge to all projects in a group',
    remove: 'Remove a badge from all projects in a group',
  },
} as const

/** The operations on the badges of a project or group. */
export const badgeOperations = byPlaceKind((kind, place) => ({
  list: operation({
    name: `list${place}Badges`,
    summary: summaries[kind].list,
    at: `GET /${kind}s/:id/badges`,
    input: Type.Object({ id: NamespaceRef, name: byName, ...Page }),
    reply: Type.Array(Badge),
  }),
  render: operation({
    name: `render${place}Badge`,
    summary: summaries[kind].render,
    at: `GET /${kind}s/:id/badges/render`,
    input: Type.Object({ id: NamespaceRef, linkUrl: url, imageUrl: url }),
    reply: RenderedBadge,
  }),
  get: operation({
    name: `get${place}Badge`,
    summary: summaries[kind].get,
    at: `GET /${kind}s/:id/badges/:badgeId`,
    input: Type.Object({ id: NamespaceRef, badgeId }),
    reply: Badge,
  }),
  create: operation({
    name: `create${place}Badge`,
    summary: summaries[kind].create,
    at: `POST /${kind}s/:id/badges`,
    input: Type.Object({ id: NamespaceRef, linkUrl: url, imageUrl: url, name }),
    reply: Badge,
  }),
  update: operation({
    name: `update${place}Badge`,
    summary: `Update a badge of a ${kind}`,
    at: `PUT /${kind}s/:id/badges/:badgeId`,
    input: Type.Object({ id: NamespaceRef, badgeId, ...changes, expected: Expected(changes) }),
    reply: Badge,
  }),
  remove: operation({
    name: `delete${place}Badge`,
    summary: summaries[kind].remove,
    at: `DELETE /${kind}s/:id/badges/:badgeId`,
    input: Type.Object({ id: NamespaceRef, badgeId, ...Unmodified }),
    reply: Type.Null(),
  }),
}))

export const {
  list: listProjectBadges,
  render: renderProjectBadge,
  get: getProjectBadge,
  create: createProjectBadge,
  update: updateProjectBadge,
  remove: deleteProjectBadge,
} = badgeOperations.project

export const {
  list: listGroupBadges,
  render: renderGroupBadge,
  get: getGroupBadge,
  create: createGroupBadge,
  update: updateGroupBadge,
  remove: deleteGroupBadge,
} = badgeOperations.group
