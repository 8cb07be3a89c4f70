import {
  mostFlagRequests,
  mostFlags,
  mostFlagTokens,
  mostOfFlag,
  mostOfFlags,
  mostOfLists,
  mostScopes,
  mostSegments,
  mostStrategies,
  mostUserLists,
} from '#contract/deploy/feature-flags/flag-words.ts'

const inThousands = (count: number): string => count.toLocaleString('en-US')

/** The sentences of feature flags. */
export const messages = {
  legacyVersion: 'has to be new_version_flag. Flags of an older version cannot be created',
  tooManyFlags: `A project can have up to ${mostFlags} feature flags. Delete one first.`,
  tooManyLists: `A project can have up to ${mostUserLists} user lists. Delete one first.`,
  tooManyTokens: `A project can have up to ${mostFlagTokens} client tokens. Revoke one first.`,
  tooManyStrategies: `can have up to ${mostStrategies} items`,
  tooManyScopes: `are too many: up to ${mostScopes} fit`,
  tooLargeFlag: `hold too many users, constraints and variants: up to ${inThousands(mostOfFlag)} characters fit. Use a user list`,
  tooLargeFlags: `The feature flags of a project can hold up to ${inThousands(mostOfFlags)} bytes of users, constraints and variants, each use of a user list included. Shorten them, or use fewer lists.`,
  tooLargeLists: `The user lists of a project can hold up to ${inThousands(mostOfLists)} characters. Shorten one first.`,
  tooLargeSegment: `hold too many values: up to ${inThousands(mostOfFlag)} characters fit`,
  tooLargeSegments: `The segments of a project can hold up to ${inThousands(mostOfFlags)} bytes of constraints. Shorten or delete one first.`,
  listInUse: 'User list is associated with a strategy',
  taken: 'has already been taken',
  blank: "can't be blank",
  flagName:
    'must start with a lowercase letter, can contain only lowercase letters, digits, _ and -, and cannot end with _ or -',
  noStrategy: 'name a strategy that the feature flag does not have',
  noList: 'name a user list that the project does not have',
  noSegment: 'name a segment that the project does not have',
  tooManySegments: `A project can have up to ${mostSegments} segments. Delete one first.`,
  segmentInUse: (names: readonly string[], others: number) =>
    `Feature flags use this segment: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}. Remove it from their strategies first.`,
  noIssue: 'No issue with that reference. Enter the number of an issue in this project.',
  noFlag: 'No feature flag with that name in this project.',
  changedSince: 'The feature flag has changed since. Undo the latest change first.',
  protectedFlag: (environment: string) =>
    `Only people who may deploy to ${environment} may change feature flags there. Request approval on the page of the feature flag`,
  protectedForNew: (environment: string) =>
    `Only people who may deploy to ${environment} may turn feature flags on there. Leave that environment out, and request approval on the page of the feature flag`,
  protectedShared: (environment: string) =>
    `Only people who may deploy to ${environment} may change feature flags there. Ask one of them`,
  notApprover: (environment: string) => `Only people who may approve deployments to ${environment} may decide this`,
  ownRequest: 'You cannot decide your own request',
  othersRequest: 'Only the author can withdraw a request',
  oneChange: 'A request contains one of change, turn and is_deletion.',
  requestChangesNothing: 'This would not change the feature flag.',
  needsNoApproval: 'This change needs no approval. Make it yourself.',
  requestDecided: 'Someone has already decided this request.',
  requestOutdated: 'The feature flag has changed since this request. Ask its author for a new one.',
  requestedPartsChanged:
    'A user list or segment that this request adds has changed since. Ask its author for a new request.',
  tooManyRequests: `Up to ${mostFlagRequests} changes of a feature flag can wait for approval. Decide one first.`,
  unreadableMetrics: 'The metrics cannot be read. Send them as Unleash clients do.',
} as const
