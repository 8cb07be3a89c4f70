import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { CreatedBetween, DateTime, NamespaceRef, Page, UpdatedBetween, Words } from '#contract/shapes.ts'
import { linkTypes } from '../work-items/links.ts'
import { Epic } from './epics.ts'

const operation = operationsOf('Epics')

/** An epic as one that it is linked to sees it. */
export const RelatedEpic = Type.Object({
  ...Epic.properties,
  relatedEpicLinkId: Type.Integer(),
  linkType: Words(linkTypes),
  linkCreatedAt: DateTime,
  linkUpdatedAt: DateTime,
})

export const RelatedEpicLink = Type.Object({
  id: Type.Integer(),
  sourceEpic: Epic,
  targetEpic: Epic,
  /** The type of the link from the source's side. */
  linkType: Words(linkTypes),
  createdAt: DateTime,
  updatedAt: DateTime,
})

const One = Type.Object({ id: NamespaceRef, epicIid: Type.Integer() })
const path = '/groups/:id/epics/:epicIid/related_epics'

/** @source rest.md 11 */
export const listRelatedEpics = operation({
  name: 'listRelatedEpics',
  summary: 'List epics that an epic is linked to',
  at: `GET ${path}`,
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(RelatedEpic),
})

export const createRelatedEpic = operation({
  name: 'createRelatedEpic',
  summary: 'Link an epic to another one',
  at: `POST ${path}`,
  input: Type.Object({
    ...One.properties,
    targetGroupId: NamespaceRef,
    targetEpicIid: Type.Integer(),
    linkType: Type.Optional(Words(linkTypes)),
  }),
  reply: RelatedEpicLink,
})

export const deleteRelatedEpic = operation({
  name: 'deleteRelatedEpic',
  summary: 'Remove the link between two epics',
  at: `DELETE ${path}/:relatedEpicLinkId`,
  status: 200,
  input: Type.Object({ ...One.properties, relatedEpicLinkId: Type.Integer() }),
  reply: RelatedEpicLink,
})

export const listRelatedEpicLinks = operation({
  name: 'listRelatedEpicLinks',
  summary: 'List links of the epics of a group and its subgroups',
  at: 'GET /groups/:id/related_epic_links',
  input: Type.Object({
    id: NamespaceRef,
    ...CreatedBetween,
    ...UpdatedBetween,
    ...Page,
  }),
  reply: Type.Array(RelatedEpicLink),
})
