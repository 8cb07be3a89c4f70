import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { Expected, NamespaceRef, Nullable, Page, Unmodified, Words } from '#contract/shapes.ts'

const tag = 'Badges'

export const Badge = Type.Object({
  id: Type.Integer(),
  name: Nullable(Type.String()),
  /** As it was set, with its placeholders. */
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

const url = Type.String({ maxLength: 2048 })
const name = Type.Optional(Nullable(Type.String({ maxLength: 255 })))
const badgeId = Type.Integer({ minimum: 1 })
const byName = Type.Optional(Type.String({ maxLength: 255 }))
const changes = { linkUrl: Type.Optional(url), imageUrl: Type.Optional(url), name }

export const listProjectBadges = operation({
  name: 'listProjectBadges',
  summary: 'The badges of a project and of the groups above it.',
  tag,
  at: 'GET /projects/:id/badges',
  input: Type.Object({ id: NamespaceRef, name: byName, ...Page }),
  reply: Type.Array(Badge),
})

export const renderProjectBadge = operation({
  name: 'renderProjectBadge',
  summary: 'Preview a badge in a project, with its placeholders filled in.',
  tag,
  at: 'GET /projects/:id/badges/render',
  input: Type.Object({ id: NamespaceRef, linkUrl: url, imageUrl: url }),
  reply: RenderedBadge,
})

export const getProjectBadge = operation({
  name: 'getProjectBadge',
  summary: 'One badge of a project or of a group above it.',
  tag,
  at: 'GET /projects/:id/badges/:badgeId',
  input: Type.Object({ id: NamespaceRef, badgeId }),
  reply: Badge,
})

export const createProjectBadge = operation({
  name: 'createProjectBadge',
  summary: 'Add a badge to a project.',
  tag,
  at: 'POST /projects/:id/badges',
  input: Type.Object({ id: NamespaceRef, linkUrl: url, imageUrl: url, name }),
  reply: Badge,
})

export const updateProjectBadge = operation({
  name: 'updateProjectBadge',
  summary: 'Change a badge of a project.',
  tag,
  at: 'PUT /projects/:id/badges/:badgeId',
  input: Type.Object({ id: NamespaceRef, badgeId, ...changes, expected: Expected(changes) }),
  reply: Badge,
})

export const deleteProjectBadge = operation({
  name: 'deleteProjectBadge',
  summary: 'Remove a badge from a project.',
  tag,
  at: 'DELETE /projects/:id/badges/:badgeId',
  input: Type.Object({ id: NamespaceRef, badgeId, ...Unmodified }),
  reply: Type.Null(),
})

export const listGroupBadges = operation({
  name: 'listGroupBadges',
  summary: 'The badges of a group, which all projects in it show.',
  tag,
  at: 'GET /groups/:id/badges',
  input: Type.Object({ id: NamespaceRef, name: byName, ...Page }),
  reply: Type.Array(Badge),
})

export const renderGroupBadge = operation({
  name: 'renderGroupBadge',
  summary: 'Preview a badge of a group. Placeholders are filled in by each project.',
  tag,
  at: 'GET /groups/:id/badges/render',
  input: Type.Object({ id: NamespaceRef, linkUrl: url, imageUrl: url }),
  reply: RenderedBadge,
})

export const getGroupBadge = operation({
  name: 'getGroupBadge',
  summary: 'One badge of a group.',
  tag,
  at: 'GET /groups/:id/badges/:badgeId',
  input: Type.Object({ id: NamespaceRef, badgeId }),
  reply: Badge,
})

export const createGroupBadge = operation({
  name: 'createGroupBadge',
  summary: 'Add a badge to all projects of a group.',
  tag,
  at: 'POST /groups/:id/badges',
  input: Type.Object({ id: NamespaceRef, linkUrl: url, imageUrl: url, name }),
  reply: Badge,
})

export const updateGroupBadge = operation({
  name: 'updateGroupBadge',
  summary: 'Change a badge of a group.',
  tag,
  at: 'PUT /groups/:id/badges/:badgeId',
  input: Type.Object({ id: NamespaceRef, badgeId, ...changes, expected: Expected(changes) }),
  reply: Badge,
})

export const deleteGroupBadge = operation({
  name: 'deleteGroupBadge',
  summary: 'Remove a badge from all projects of a group.',
  tag,
  at: 'DELETE /groups/:id/badges/:badgeId',
  input: Type.Object({ id: NamespaceRef, badgeId, ...Unmodified }),
  reply: Type.Null(),
})
