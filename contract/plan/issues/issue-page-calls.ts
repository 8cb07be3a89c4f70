import { Type } from 'typebox'
import { UserBasic, UserWithAvailability } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Day, Empty, Ids, Nullable, Words } from '#contract/shapes.ts'
import { inputsOf } from '../attributes/attribute-inputs.ts'
import { plainReplies } from '../attributes/plain-shapes.ts'
import { BulkUpdated, UndoableChange } from '../changes/change-sets.ts'
import { issuableTypes, TaskCompletion } from '../shapes.ts'
import { taskEdits } from '../work-items/task-edits.ts'

const operation = operationsOf('Issue pages')

const One = Type.Object({ namespace: Type.String(), iid: Type.Integer() })

/** @source rest.md 17.9 */
export const IssueEntity = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  title: Type.String(),
  description: Nullable(Type.String()),
  state: Words(['opened', 'closed']),
  milestoneId: Nullable(Type.Integer()),
  milestone: Nullable(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      webUrl: Type.String(),
      dueDate: Nullable(Day),
      expired: Type.Boolean(),
    }),
  ),
  labels: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      color: Type.String(),
      textColor: Type.String(),
      description: Nullable(Type.String()),
    }),
  ),
  lockVersion: Type.Integer(),
  authorId: Type.Integer(),
  ...plainReplies,
  assignees: Type.Array(UserBasic),
  projectId: Type.Integer(),
  movedToId: Nullable(Type.Integer()),
  duplicatedToId: Nullable(Type.Integer()),
  webUrl: Type.String(),
  currentUser: Type.Object({
    canCreateNote: Type.Boolean(),
    canCreateConfidentialNote: Type.Boolean(),
    canUpdate: Type.Boolean(),
    canSetIssueMetadata: Type.Boolean(),
    canAwardEmoji: Type.Boolean(),
  }),
  createNotePath: Type.String(),
  previewNotePath: Type.String(),
  /** The targets of the links in the warnings above the comment form, from the root of the site. */
  confidentialIssuesDocsPath: Type.String(),
  lockedDiscussionDocsPath: Type.String(),
  archivedProjectDocsPath: Type.String(),
  isProjectArchived: Type.Boolean(),
  /** Open issues that block closing this one, of those that the reader may know. */
  blockedByIssues: Type.Array(Type.Object({ iid: Type.Integer(), webUrl: Type.String() })),
  issueEmailParticipants: Type.Array(Type.Object({ email: Type.String() })),
  issueType: Words(issuableTypes),
  updatedById: Nullable(Type.Integer()),
  createdAt: DateTime,
  updatedAt: DateTime,
})

/** Sentences, each whole. */
const Errors = Type.Object({ errors: Type.Array(Type.String()) })

export const getIssueEntity = operation({
  name: 'getIssueEntity',
  summary: 'Create an issue from its page',
  at: 'GET /:namespace/-/issues/:iid.json',
  input: One,
  reply: IssueEntity,
})

const changes = {
  ...inputsOf('page'),
  /** The version of title and description that the page shows; a stale one is refused with 409. */
  lockVersion: Type.Optional(Type.Integer()),
  stateEvent: Type.Optional(Words(['close', 'reopen'])),
  ...taskEdits,
}

const update = {
  ...One.properties,
  ...changes,
  /** The same values, as forms send them; they count before those beside it. */
  issue: Type.Optional(Type.Object(changes)),
}

export const updateIssueEntity = operation({
  name: 'updateIssueEntity',
  summary: 'Update an issue from its page',
  at: 'PUT /:namespace/-/issues/:iid.json',
  input: Type.Object(update),
  reply: Type.Union([IssueEntity, Errors]),
})

export const patchIssueEntity = operation({
  name: 'patchIssueEntity',
  summary: 'Update an issue from its page',
  at: 'PATCH /:namespace/-/issues/:iid.json',
  input: Type.Object(update),
  reply: Type.Union([IssueEntity, Errors]),
})

export const deleteIssueEntity = operation({
  name: 'deleteIssueEntity',
  summary: 'Delete an issue from its page after confirmation',
  status: 200,
  at: 'DELETE /:namespace/-/issues/:iid.json',
  input: Type.Object({ ...One.properties, destroyConfirm: Type.Optional(Type.Boolean()) }),
  reply: Type.Union([Type.Object({ webUrl: Type.String() }), Errors]),
})

export const RealtimeChanges = Type.Object({
  /** HTML. */
  title: Type.String(),
  titleText: Type.String(),
  /** HTML. */
  description: Type.String(),
  descriptionText: Type.String(),
  taskCompletionStatus: TaskCompletion,
  /** "2 of 5 checklist items completed", empty without any. */
  taskStatus: Type.String(),
  lockVersion: Type.Integer(),
  /** The last edit of the description, when there was one. */
  updatedAt: Type.Optional(DateTime),
  updatedByName: Type.Optional(Type.String()),
  updatedByPath: Type.Optional(Type.String()),
})

const Polled = Type.Object({
  ...One.properties,
  /** The ETag of the last answer: what did not change since is answered with 304 and no body. */
  ifNoneMatch: Type.Optional(Type.Unsafe<string>({ type: 'string', header: 'If-None-Match' })),
})

export const getIssueChanges = operation({
  name: 'getIssueChanges',
  summary: 'Get the current title and description of an issue',
  at: 'GET /:namespace/-/issues/:iid/realtime_changes',
  input: Polled,
  reply: RealtimeChanges,
})

export const getIssueChangesOfJson = operation({
  name: 'getIssueChangesOfJson',
  summary: 'Get the current title and description of an issue (older URL)',
  at: 'GET /:namespace/-/issues/:iid.json/realtime_changes',
  input: Polled,
  reply: RealtimeChanges,
})

export const moveIssueOnPage = operation({
  name: 'moveIssueOnPage',
  summary: 'Move an issue to another project from its page. Returns the new issue',
  status: 200,
  at: 'POST /:namespace/-/issues/:iid/move',
  input: Type.Object({ ...One.properties, moveToProjectId: Type.Integer() }),
  reply: IssueEntity,
})

export const addIssueChildren = operation({
  name: 'addIssueChildren',
  summary: 'Add tasks to an issue from its page, by reference',
  at: 'POST /:namespace/-/issues/:iid/children',
  input: Type.Object({
    ...One.properties,
    /** `#7`, `group/project#7` or addresses. */
    references: Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 50 }),
  }),
  reply: UndoableChange,
})

export const reorderIssueOnPage = operation({
  name: 'reorderIssueOnPage',
  summary: 'Reorder an issue',
  at: 'PUT /:namespace/-/issues/:iid/reorder',
  input: Type.Object({
    ...One.properties,
    moveAfterId: Type.Optional(Type.Integer()),
    moveBeforeId: Type.Optional(Type.Integer()),
  }),
  reply: Empty,
})

export const bulkUpdateIssues = operation({
  name: 'bulkUpdateIssues',
  summary: 'Bulk edit issues of a project. Empty fields are kept; 0 or -1 clears a field',
  status: 200,
  at: 'POST /:namespace/-/issues/bulk_update',
  input: Type.Object({
    namespace: Type.String(),
    update: Type.Object({
      /** Global ids, joined by commas. */
      issuableIds: Type.String({ maxLength: 5000 }),
      ...inputsOf('bulk'),
      stateEvent: Type.Optional(Words(['close', 'reopen', ''])),
      subscriptionEvent: Type.Optional(Words(['subscribe', 'unsubscribe', ''])),
    }),
  }),
  reply: BulkUpdated,
})

export const submitIssueAsSpam = operation({
  name: 'submitIssueAsSpam',
  summary: 'Submit an issue as spam: adds it to the abuse reports (administrators only)',
  status: 200,
  at: 'POST /:namespace/-/issues/:iid/mark_as_spam',
  input: One,
  reply: Type.Object({ notice: Type.String() }),
})

export const autocompleteProjects = operation({
  name: 'autocompleteProjects',
  summary: 'List projects that an issue can be moved to, for autocomplete',
  at: 'GET /-/autocomplete/projects',
  input: Type.Object({
    /** The project of the issue, which is left out. */
    projectId: Type.Optional(Type.Integer()),
    search: Type.Optional(Type.String({ maxLength: 255 })),
    /** The last project of the part before. */
    offsetId: Type.Optional(Type.Integer()),
  }),
  reply: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      nameWithNamespace: Type.String(),
      fullPath: Type.String(),
      avatarUrl: Nullable(Type.String()),
    }),
  ),
})

export const autocompleteUsers = operation({
  name: 'autocompleteUsers',
  summary: 'List users for autocomplete, members of the project or group first',
  at: 'GET /-/autocomplete/users',
  input: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 255 })),
    projectId: Type.Optional(Type.Integer()),
    groupId: Type.Optional(Type.Integer()),
    active: Type.Optional(Type.Boolean()),
    currentUser: Type.Optional(Type.Boolean()),
    authorId: Type.Optional(Type.Integer()),
    skipUsers: Type.Optional(Ids),
    todoFilter: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Array(UserWithAvailability),
})
