import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Dictionary, Empty, Expected, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import {
  constraintOperators,
  flagRequestStates,
  flagTypes,
  longestRequestComment,
  payloadTypes,
  strategyNames,
  tokenKinds,
} from './flag-words.ts'

const operation = operationsOf('Feature flags')
const inProject = { id: NamespaceRef }

export const Constraint = Type.Object({
  contextName: Type.String(),
  operator: Words(constraintOperators),
  values: Type.Array(Type.String()),
  value: Nullable(Type.String()),
  inverted: Type.Boolean(),
  caseInsensitive: Type.Boolean(),
})

export const FlagVariant = Type.Object({
  name: Type.String(),
  /** Its share of 1000, which the weights of a strategy sum up to. */
  weight: Type.Integer({ minimum: 0, maximum: 1000 }),
  stickiness: Type.String(),
  payload: Nullable(Type.Object({ type: Words(payloadTypes), value: Type.String() })),
})

const Parameters = Dictionary(Type.String())

export const FlagStrategy = Type.Object({
  id: Type.Integer(),
  name: Words(strategyNames),
  parameters: Parameters,
  scopes: Type.Array(Type.Object({ id: Type.Integer(), environmentScope: Type.String() })),
  userList: Type.Optional(
    Nullable(Type.Object({ id: Type.Integer(), iid: Type.Integer(), name: Type.String(), userXids: Type.String() })),
  ),
  constraints: Type.Array(Constraint),
  /** Their constraints have to hold, too. */
  segments: Type.Array(Type.Object({ id: Type.Integer(), iid: Type.Integer(), name: Type.String() })),
  variants: Type.Array(FlagVariant),
})

const flag = {
  name: Type.String(),
  description: Nullable(Type.String()),
  active: Type.Boolean(),
  version: Type.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
  /** Those of flags of an older version, which are not created here. */
  scopes: Type.Array(Type.Object({ id: Type.Integer() })),
  strategies: Type.Array(FlagStrategy),
  iid: Type.Integer(),
  type: Words(flagTypes),
  permanent: Type.Boolean(),
  /** Null where it is permanent. */
  lifetimeDays: Nullable(Type.Integer()),
  /** Environments in which it is switched off although it is active. */
  offIn: Type.Array(Type.String()),
}

export const FeatureFlag = Type.Object(flag)

export const ConstraintInput = Type.Object({
  contextName: Type.String({ maxLength: 100 }),
  operator: Words(constraintOperators),
  values: Type.Optional(Type.Array(Type.String())),
  value: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
  inverted: Type.Optional(Type.Boolean()),
  caseInsensitive: Type.Optional(Type.Boolean()),
})

const VariantInput = Type.Object({
  name: Type.String(),
  weight: Type.Integer({ minimum: 0, maximum: 1000 }),
  stickiness: Type.Optional(Type.String({ maxLength: 100 })),
  payload: Type.Optional(Type.Object({ type: Words(payloadTypes), value: Type.String() })),
})

const strategyInput = {
  parameters: Type.Optional(Parameters),
  userListId: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
  constraints: Type.Optional(Type.Array(ConstraintInput)),
  segmentIds: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))),
  variants: Type.Optional(Type.Array(VariantInput)),
}

export const NewStrategy = Type.Object({
  name: Words(strategyNames),
  ...strategyInput,
  scopes: Type.Optional(Type.Array(Type.Object({ environmentScope: Type.String() }))),
})

export const StrategyChange = Type.Object({
  id: Type.Optional(Type.Integer({ minimum: 1 })),
  name: Type.Optional(Words(strategyNames)),
  ...strategyInput,
  _destroy: Type.Optional(Type.Boolean()),
  scopes: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Optional(Type.Integer({ minimum: 1 })),
        environmentScope: Type.Optional(Type.String()),
        _destroy: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
})

const flagInput = {
  description: Type.Optional(Nullable(Type.String())),
  active: Type.Optional(Type.Boolean()),
  type: Type.Optional(Words(flagTypes)),
  permanent: Type.Optional(Type.Boolean()),
  lifetimeDays: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3650 }))),
}

/** Changes of a flag, with the values that they replace. */
const flagChanges = {
  name: Type.Optional(Type.String()),
  ...flagInput,
  strategies: Type.Optional(Type.Array(StrategyChange)),
  expected: Expected({
    name: Type.Optional(Type.String()),
    ...Type.Omit(Type.Object(flagInput), ['active']).properties,
    /** As the reply shows them. */
    strategies: Type.Optional(Type.Array(FlagStrategy)),
  }),
}

const oneFlag = { ...inProject, featureFlagName: Type.String() }

export const listFeatureFlags = operation({
  name: 'listFeatureFlags',
  summary: 'List the feature flags of a project',
  at: 'GET /projects/:id/feature_flags',
  input: Type.Object({
    ...inProject,
    ...Page,
    scope: Type.Optional(Words(['enabled', 'disabled'])),
    search: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  reply: Type.Array(FeatureFlag),
})

export const getFeatureFlag = operation({
  name: 'getFeatureFlag',
  summary: 'Get a feature flag of a project',
  at: 'GET /projects/:id/feature_flags/:featureFlagName',
  input: Type.Object(oneFlag),
  reply: FeatureFlag,
})

export const createFeatureFlag = operation({
  name: 'createFeatureFlag',
  summary: 'Create a feature flag',
  at: 'POST /projects/:id/feature_flags',
  input: Type.Object({
    ...inProject,
    name: Type.String(),
    version: Type.Optional(Type.String({ maxLength: 50 })),
    ...flagInput,
    strategies: Type.Optional(Type.Array(NewStrategy)),
  }),
  reply: FeatureFlag,
})

export const updateFeatureFlag = operation({
  name: 'updateFeatureFlag',
  summary: 'Update a feature flag. Strategies and scopes without an ID are added, those with one are changed',
  at: 'PUT /projects/:id/feature_flags/:featureFlagName',
  input: Type.Object({ ...oneFlag, ...flagChanges }),
  reply: FeatureFlag,
})

export const deleteFeatureFlag = operation({
  name: 'deleteFeatureFlag',
  summary: 'Delete a feature flag',
  at: 'DELETE /projects/:id/feature_flags/:featureFlagName',
  status: 200,
  input: Type.Object(oneFlag),
  reply: FeatureFlag,
})

export const FlagUserList = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  name: Type.String(),
  /** Joined by commas. */
  userXids: Type.String(),
  projectId: Type.Integer(),
  createdAt: DateTime,
  updatedAt: DateTime,
  path: Type.String(),
  editPath: Type.String(),
})

const oneList = { ...inProject, iid: Type.Integer({ minimum: 1 }) }
const listChanges = { name: Type.Optional(Type.String()), userXids: Type.Optional(Type.String()) }

export const listFlagUserLists = operation({
  name: 'listFlagUserLists',
  summary: 'List the user lists of the feature flags of a project',
  at: 'GET /projects/:id/feature_flags_user_lists',
  input: Type.Object({ ...inProject, ...Page, search: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: Type.Array(FlagUserList),
})

export const createFlagUserList = operation({
  name: 'createFlagUserList',
  summary: 'Create a user list for feature flags',
  at: 'POST /projects/:id/feature_flags_user_lists',
  input: Type.Object({ ...inProject, name: Type.String(), userXids: Type.String() }),
  reply: FlagUserList,
})

export const getFlagUserList = operation({
  name: 'getFlagUserList',
  summary: 'Get a user list',
  at: 'GET /projects/:id/feature_flags_user_lists/:iid',
  input: Type.Object(oneList),
  reply: FlagUserList,
})

export const updateFlagUserList = operation({
  name: 'updateFlagUserList',
  summary: 'Update a user list',
  at: 'PUT /projects/:id/feature_flags_user_lists/:iid',
  input: Type.Object({ ...oneList, ...listChanges, expected: Expected(listChanges) }),
  reply: FlagUserList,
})

export const deleteFlagUserList = operation({
  name: 'deleteFlagUserList',
  summary: 'Delete a user list that no flag uses',
  at: 'DELETE /projects/:id/feature_flags_user_lists/:iid',
  input: Type.Object(oneList),
  reply: Empty,
})

export const FlagToken = Type.Object({
  id: Type.Integer(),
  kind: Words(tokenKinds),
  name: Type.String(),
  /** Null for an instance ID: its clients name their environment. */
  environment: Nullable(Type.String()),
  /** The last characters of the token. */
  ending: Type.String(),
  createdAt: DateTime,
  lastUsedAt: Nullable(DateTime),
})

const FlagTokenWithText = Type.Object({ ...FlagToken.properties, token: Type.String() })

export const listFlagTokens = operation({
  name: 'listFlagTokens',
  summary: 'List the client tokens of the feature flags of a project (maintainers only)',
  at: 'GET /projects/:id/feature_flags_tokens',
  input: Type.Object({ ...inProject, ...Page }),
  reply: Type.Array(FlagToken),
})

export const createFlagToken = operation({
  name: 'createFlagToken',
  summary: 'Create a client token that an application reads feature flags with. The reply alone contains its text',
  at: 'POST /projects/:id/feature_flags_tokens',
  input: Type.Object({
    ...inProject,
    kind: Words(tokenKinds),
    name: Type.Optional(Type.String()),
    environment: Type.Optional(Nullable(Type.String())),
  }),
  reply: FlagTokenWithText,
})

export const rotateFlagToken = operation({
  name: 'rotateFlagToken',
  summary: 'Replace the text of a client token. The former text is refused',
  at: 'POST /projects/:id/feature_flags_tokens/:tokenId/rotate',
  status: 200,
  input: Type.Object({ ...inProject, tokenId: Type.Integer({ minimum: 1 }) }),
  reply: FlagTokenWithText,
})

export const revokeFlagToken = operation({
  name: 'revokeFlagToken',
  summary: 'Revoke a client token',
  at: 'DELETE /projects/:id/feature_flags_tokens/:tokenId',
  input: Type.Object({ ...inProject, tokenId: Type.Integer({ minimum: 1 }) }),
  reply: Empty,
})

const place = { namespace: Type.String({ maxLength: 1000 }) }
const onPage = { ...place, iid: Type.Integer({ minimum: 1 }) }
/** The parameters of a page of one flag or segment. */
export const onFlagPage = onPage

export const FlagOfIssue = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
  reference: Type.String(),
  active: Type.Boolean(),
  linkType: Type.String(),
  /** Where the link is removed; null for those who may not. */
  relationPath: Nullable(Type.String()),
})

export const listFlagsOfIssue = operation({
  name: 'listFlagsOfIssue',
  summary: 'List the feature flags that an issue is linked to',
  at: 'GET /:namespace/-/issues/:iid/feature_flags',
  isPolled: true,
  input: Type.Object(onPage),
  reply: Type.Array(FlagOfIssue),
})

export const linkFlagToIssue = operation({
  name: 'linkFlagToIssue',
  summary: 'Link an issue to a feature flag',
  at: 'POST /:namespace/-/issues/:iid/feature_flags',
  input: Type.Object({ ...onPage, flag: Type.String({ minLength: 1, maxLength: 255 }) }),
  reply: Type.Array(FlagOfIssue),
})

export const unlinkFlagFromIssue = operation({
  name: 'unlinkFlagFromIssue',
  summary: 'Remove the link of an issue to a feature flag',
  at: 'DELETE /:namespace/-/issues/:iid/feature_flags/:linkId',
  input: Type.Object({ ...onPage, linkId: Type.Integer({ minimum: 1 }) }),
  reply: Empty,
})

/** A flag in an environment. */
export const FlagEnvironment = Type.Object({
  name: Type.String(),
  isOn: Type.Boolean(),
  /** Evaluations that clients reported in the last hour. */
  requests: Type.Integer(),
  lastSeenAt: Nullable(DateTime),
})

const FlagPerson = Type.Object({ username: Type.String(), name: Type.String(), path: Type.String() })

const onListAndPage = {
  ...flag,
  author: Nullable(FlagPerson),
  environments: Type.Array(FlagEnvironment),
  /** Why it counts as stale; null where it does not. */
  stale: Nullable(Type.String()),
  /** Its changes that wait for approval. */
  pendingRequests: Type.Integer(),
}

const permissions = Type.Object({
  canAdmin: Type.Boolean(),
  canAdminClients: Type.Boolean(),
  /** Protected environments in which the reader may change flags only with the approval of others. */
  approvalIn: Type.Array(Type.String()),
})

export const FlagListItem = Type.Object(onListAndPage)

export const FlagHeader = { namespace: PlaceHeader, permissions }

export const getFeatureFlagsPage = operation({
  name: 'getFeatureFlagsPage',
  summary: 'Get data for the list of feature flags of a project',
  at: 'GET /:namespace/-/feature_flags.json',
  input: Type.Object({
    ...place,
    scope: Type.Optional(Words(['enabled', 'disabled', 'stale', 'requested'])),
    search: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  reply: Type.Object({
    ...FlagHeader,
    projectId: Type.Integer(),
    flags: Type.Array(FlagListItem),
    counts: Type.Object({
      all: Type.Integer(),
      enabled: Type.Integer(),
      disabled: Type.Integer(),
      stale: Type.Integer(),
      requested: Type.Integer(),
    }),
    /** Changes that wait for the approval of the reader. */
    awaitingReader: Type.Integer(),
    apiUrl: Type.String(),
  }),
})

const FlagChange = Type.Object({
  id: Type.Integer(),
  createdAt: DateTime,
  author: Nullable(FlagPerson),
  /** Who approved it, where its author alone could not make it. */
  approver: Nullable(FlagPerson),
  sentences: Type.Array(Type.String()),
  canUndo: Type.Boolean(),
})

/** A change that waits, or waited, for the approval of someone who may deploy. */
export const FlagRequest = Type.Object({
  id: Type.Integer(),
  state: Words(flagRequestStates),
  author: Nullable(FlagPerson),
  createdAt: DateTime,
  comment: Nullable(Type.String()),
  /** The protected environments that it touches. */
  environments: Type.Array(Type.String()),
  /** The change in words, after "wants to". */
  sentences: Type.Array(Type.String()),
  /** The flag has changed since: it cannot be applied. */
  isOutdated: Type.Boolean(),
  decider: Nullable(FlagPerson),
  decision: Nullable(Type.String()),
  decidedAt: Nullable(DateTime),
  canDecide: Type.Boolean(),
  canWithdraw: Type.Boolean(),
})

const SegmentOption = Type.Object({ id: Type.Integer(), iid: Type.Integer(), name: Type.String() })
const UserListOption = Type.Object({ id: Type.Integer(), iid: Type.Integer(), name: Type.String() })

export const getFeatureFlagPage = operation({
  name: 'getFeatureFlagPage',
  summary: 'Get data for the page of a feature flag',
  at: 'GET /:namespace/-/feature_flags/:iid.json',
  input: Type.Object(onPage),
  reply: Type.Object({
    ...FlagHeader,
    projectId: Type.Integer(),
    flag: FlagListItem,
    /** The latest first. */
    history: Type.Array(FlagChange),
    /** Those that wait, and after them the latest of the others. */
    requests: Type.Array(FlagRequest),
    /** Evaluations by hour and environment of the last day. */
    usage: Type.Array(
      Type.Object({ environment: Type.String(), hour: DateTime, yes: Type.Integer(), no: Type.Integer() }),
    ),
    issues: Type.Array(
      Type.Object({
        linkId: Type.Integer(),
        reference: Type.String(),
        title: Type.String(),
        path: Type.String(),
        state: Words(['opened', 'closed']),
      }),
    ),
    userLists: Type.Array(UserListOption),
    segments: Type.Array(SegmentOption),
    knownEnvironments: Type.Array(Type.String()),
  }),
})

export const switchFeatureFlag = operation({
  name: 'switchFeatureFlag',
  summary: 'Turn a feature flag on or off in one environment',
  at: 'POST /:namespace/-/feature_flags/:iid/switch.json',
  status: 200,
  input: Type.Object({ ...onPage, environment: Type.String({ minLength: 1, maxLength: 255 }), on: Type.Boolean() }),
  reply: Type.Object({
    /** The change, by which it is undone; null where it was so before. */
    changeId: Nullable(Type.Integer()),
    flag: FeatureFlag,
  }),
})

export const undoFlagChange = operation({
  name: 'undoFlagChange',
  summary: 'Undo the latest change of a feature flag',
  at: 'POST /:namespace/-/feature_flags/:iid/undo.json',
  status: 200,
  input: Type.Object({ ...onPage, changeId: Type.Integer({ minimum: 1 }) }),
  reply: FeatureFlag,
})

export const requestFlagChange = operation({
  name: 'requestFlagChange',
  summary: 'Ask people who may deploy to a protected environment to approve a change of a feature flag',
  at: 'POST /:namespace/-/feature_flags/:iid/change_requests.json',
  input: Type.Object({
    ...onPage,
    comment: Type.Optional(Type.String({ maxLength: longestRequestComment })),
    /** One of the following. */
    change: Type.Optional(Type.Object(flagChanges)),
    turn: Type.Optional(
      Type.Object({ environment: Type.String({ minLength: 1, maxLength: 255 }), on: Type.Boolean() }),
    ),
    isDeletion: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ id: Type.Integer() }),
})

const oneRequest = { ...onPage, requestId: Type.Integer({ minimum: 1 }) }
const decision = {
  status: 200,
  input: Type.Object({
    ...oneRequest,
    comment: Type.Optional(Type.String({ maxLength: longestRequestComment })),
  }),
  reply: Type.Object({ id: Type.Integer() }),
} as const

export const approveFlagRequest = operation({
  name: 'approveFlagRequest',
  summary: 'Approve a change of a feature flag, and apply it',
  at: 'POST /:namespace/-/feature_flags/:iid/change_requests/:requestId/approve.json',
  ...decision,
})

export const rejectFlagRequest = operation({
  name: 'rejectFlagRequest',
  summary: 'Reject a change of a feature flag',
  at: 'POST /:namespace/-/feature_flags/:iid/change_requests/:requestId/reject.json',
  ...decision,
})

export const withdrawFlagRequest = operation({
  name: 'withdrawFlagRequest',
  summary: 'Withdraw one’s own request to change a feature flag',
  at: 'DELETE /:namespace/-/feature_flags/:iid/change_requests/:requestId.json',
  input: Type.Object(oneRequest),
  reply: Empty,
})

export const linkIssuesToFlag = operation({
  name: 'linkIssuesToFlag',
  summary: 'Link issues to a feature flag',
  at: 'POST /:namespace/-/feature_flags/:iid/issues.json',
  input: Type.Object({ ...onPage, issuableReferences: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 }) }),
  reply: Type.Object({ linked: Type.Integer() }),
})

export const unlinkIssueFromFlag = operation({
  name: 'unlinkIssueFromFlag',
  summary: 'Remove the link of a feature flag to an issue',
  at: 'DELETE /:namespace/-/feature_flags/:iid/issues/:linkId.json',
  input: Type.Object({ ...onPage, linkId: Type.Integer({ minimum: 1 }) }),
  reply: Empty,
})

export const listFlagPlaces = operation({
  name: 'listFlagPlaces',
  summary: 'List the lines of the default branch that name a feature flag',
  at: 'GET /:namespace/-/feature_flags/:iid/places.json',
  input: Type.Object(onPage),
  reply: Type.Object({
    branch: Nullable(Type.String()),
    hasMore: Type.Boolean(),
    places: Type.Array(Type.Object({ path: Type.String(), line: Type.Integer(), text: Type.String() })),
    /** The places as a list to paste into a merge request. */
    markdown: Type.String(),
  }),
})

const page = operationsOf('Pages')

export const getNewFeatureFlagPage = page({
  name: 'getNewFeatureFlagPage',
  summary: 'Get data for the form of a new feature flag',
  at: 'GET /-/pages/new_feature_flag',
  input: Type.Object(place),
  reply: Type.Object({
    ...FlagHeader,
    projectId: Type.Integer(),
    userLists: Type.Array(UserListOption),
    segments: Type.Array(SegmentOption),
    knownEnvironments: Type.Array(Type.String()),
  }),
})

export const getFlagUserListsPage = page({
  name: 'getFlagUserListsPage',
  summary: 'Get data for the user lists of the feature flags of a project',
  at: 'GET /-/pages/feature_flags_user_lists',
  input: Type.Object(place),
  reply: Type.Object({ ...FlagHeader, projectId: Type.Integer(), userLists: Type.Array(FlagUserList) }),
})

export const getFlagUserListPage = page({
  name: 'getFlagUserListPage',
  summary: 'Get data for the page of a user list',
  at: 'GET /-/pages/feature_flags_user_list',
  input: Type.Object(onPage),
  reply: Type.Object({
    ...FlagHeader,
    projectId: Type.Integer(),
    userList: FlagUserList,
    /** The flags whose strategies use it. */
    flags: Type.Array(Type.Object({ name: Type.String(), path: Type.String() })),
  }),
})
