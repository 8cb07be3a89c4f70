import {
  mostFlags,
  mostFlagTokens,
  mostScopes,
  mostStrategies,
  mostUserLists,
} from '#contract/deploy/feature-flags/flag-words.ts'

/** The sentences of feature flags. */
export const messages = {
  legacyVersion: 'has to be new_version_flag. Flags of an older version cannot be created',
  tooManyFlags: `A project can have up to ${mostFlags} feature flags. Delete one first.`,
  tooManyLists: `A project can have up to ${mostUserLists} user lists. Delete one first.`,
  tooManyTokens: `A project can have up to ${mostFlagTokens} client tokens. Revoke one first.`,
  tooManyStrategies: `can have up to ${mostStrategies} items`,
  tooManyScopes: `can have up to ${mostScopes} environments each`,
  listInUse: 'User list is associated with a strategy',
  taken: 'has already been taken',
  blank: "can't be blank",
  flagName:
    'must start with a lowercase letter, can contain only lowercase letters, digits, _ and -, and cannot end with _ or -',
  noStrategy: 'name a strategy that the feature flag does not have',
  noList: 'name a user list that the project does not have',
  noIssue: 'No issue with that reference. Enter the number of an issue in this project.',
  noFlag: 'No feature flag with that name in this project.',
  changedSince: 'The feature flag has changed since. Undo the latest change first.',
  unreadableMetrics: 'The metrics cannot be read. Send them as Unleash clients do.',
} as const
