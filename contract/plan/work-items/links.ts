import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Day, largestInteger, NamespaceRef, Nullable, Words } from '#contract/shapes.ts'
import { repliesIn } from '../attributes/plain-shapes.ts'
import { Issue } from '../issues/issues.ts'
import { issuableTypes } from '../shapes.ts'

const operation = operationsOf('Issue links')

export const linkTypes = ['relates_to', 'blocks', 'is_blocked_by'] as const
export type LinkType = (typeof linkTypes)[number]

const one = { id: NamespaceRef, issueIid: Type.Integer() }

/** @source rest.md 2.3 */
export const RelatedIssue = Type.Object({
  ...Issue.properties,
  issueLinkId: Type.Integer(),
  linkType: Words(linkTypes),
  linkCreatedAt: DateTime,
  linkUpdatedAt: DateTime,
})

/** A link as the issue sees it through which it is read: that one is the source. */
export const IssueLink = Type.Object({
  id: Type.Integer(),
  sourceIssue: Issue,
  targetIssue: Issue,
  linkType: Words(linkTypes),
})

export const listIssueLinks = operation({
  name: 'listIssueLinks',
  summary: 'List linked issues visible to the current user, oldest link first (pagination is optional)',
  at: 'GET /projects/:id/issues/:issueIid/links',
  // There is no default: clients of GitLab expect all links if they request no page.
  input: Type.Object({
    ...one,
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: largestInteger })),
    perPage: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  reply: Type.Array(RelatedIssue),
})

export const getIssueLink = operation({
  name: 'getIssueLink',
  summary: 'Get an issue link',
  at: 'GET /projects/:id/issues/:issueIid/links/:issueLinkId',
  input: Type.Object({ ...one, issueLinkId: Type.Integer() }),
  reply: IssueLink,
})

export const createIssueLink = operation({
  name: 'createIssueLink',
  summary: 'Create an issue link',
  at: 'POST /projects/:id/issues/:issueIid/links',
  input: Type.Object({
    ...one,
    targetProjectId: NamespaceRef,
    targetIssueIid: Type.Integer(),
    linkType: Type.Optional(Words(linkTypes)),
  }),
  reply: IssueLink,
})

export const deleteIssueLink = operation({
  name: 'deleteIssueLink',
  summary: 'Delete an issue link',
  status: 200,
  at: 'DELETE /projects/:id/issues/:issueIid/links/:issueLinkId',
  input: Type.Object({ ...one, issueLinkId: Type.Integer(), linkType: Type.Optional(Words(linkTypes)) }),
  reply: IssueLink,
})

/** A linked issue as the page of the other one shows it. @source RELATED-023, rest.md 17.4 */
export const LinkedIssue = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  /** The id that orders the list: neighbors are named by it. */
  linkId: Type.Integer(),
  linkType: Words(linkTypes),
  title: Type.String(),
  /** The title as HTML, if it has emoji. */
  titleHtml: Nullable(Type.String()),
  ...repliesIn('link'),
  state: Words(['opened', 'closed']),
  issueType: Words(issuableTypes),
  /** The shortest reference for the reader's place: `#12`, `loom#12`, `weft/loom#12`. */
  reference: Type.String(),
  path: Type.String(),
  milestone: Nullable(
    Type.Object({ id: Type.Integer(), title: Type.String(), dueDate: Nullable(Day), expired: Type.Boolean() }),
  ),
  assignees: Type.Array(UserBasic),
  createdAt: DateTime,
  closedAt: Nullable(DateTime),
  mergedAt: Nullable(DateTime),
  epicIssueId: Nullable(Type.Integer()),
  pipelineStatus: Nullable(Type.String()),
  /** The address that changes and removes the link; null if the reader may not. */
  relationPath: Nullable(Type.String()),
  /** The reader may link here, but not in the other project. */
  lockIssueRemoval: Type.Boolean(),
  lockedMessage: Nullable(Type.String()),
})

const page = { namespace: Type.String(), iid: Type.Integer() }

export const ChangedLinks = Type.Object({
  message: Nullable(Type.String()),
  issuables: Type.Array(LinkedIssue),
  /** The change set to undo; null where nothing changed that could be undone. */
  changeSetId: Nullable(Type.Integer()),
})

export const listLinkedIssues = operation({
  name: 'listLinkedIssues',
  summary: 'Get linked issues for an issue page',
  at: 'GET /:namespace/-/issues/:iid/links',
  input: Type.Object(page),
  reply: Type.Array(LinkedIssue),
})

export const referencesAtOnce = 100

export const addLinkedIssues = operation({
  name: 'addLinkedIssues',
  summary: 'Link issues by their references, all or none',
  status: 200,
  at: 'POST /:namespace/-/issues/:iid/links',
  input: Type.Object({
    ...page,
    /** `#12`, `project#12`, `group/project#12`, an address, or a plain number. */
    issuableReferences: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: referencesAtOnce }),
    linkType: Type.Optional(Words(linkTypes)),
  }),
  reply: ChangedLinks,
})

/** The link that comes before this one, or the one that comes after it. */
const neighbours = {
  moveBeforeId: Type.Optional(Nullable(Type.Integer())),
  moveAfterId: Type.Optional(Nullable(Type.Integer())),
}

export const reorderLinkedIssue = operation({
  name: 'reorderLinkedIssue',
  summary: 'Reorder a link of an issue',
  at: 'PUT /:namespace/-/issues/:iid/links/:linkId',
  input: Type.Object({
    ...page,
    linkId: Type.Integer(),
    ...neighbours,
    /** The same, as clients of epics say it. */
    epic: Type.Optional(Type.Object(neighbours)),
  }),
  reply: ChangedLinks,
})

export const removeLinkedIssue = operation({
  name: 'removeLinkedIssue',
  summary: 'Delete an issue link',
  status: 200,
  at: 'DELETE /:namespace/-/issues/:iid/links/:linkId',
  input: Type.Object({ ...page, linkId: Type.Integer() }),
  reply: ChangedLinks,
})
