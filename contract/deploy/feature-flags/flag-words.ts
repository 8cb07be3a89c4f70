export const strategyNames = [
  'default',
  'flexibleRollout',
  'gradualRolloutUserId',
  'userWithId',
  'gitlabUserList',
] as const
export type StrategyName = (typeof strategyNames)[number]

export const flagTypes = ['release', 'experiment', 'operational', 'kill-switch', 'permission'] as const
export type FlagType = (typeof flagTypes)[number]

/** The days that a flag of each type is expected to live. Kill switches and permissions stay as long as the product. */
export const usualLifetimes: Readonly<Record<FlagType, number | null>> = {
  release: 40,
  experiment: 40,
  operational: 7,
  'kill-switch': null,
  permission: null,
}

/** The operators of constraints, as Unleash's clients know them. */
export const constraintOperators = [
  ...['IN', 'NOT_IN', 'STR_CONTAINS', 'STR_STARTS_WITH', 'STR_ENDS_WITH'],
  ...['NUM_EQ', 'NUM_GT', 'NUM_GTE', 'NUM_LT', 'NUM_LTE'],
  ...['DATE_AFTER', 'DATE_BEFORE', 'SEMVER_EQ', 'SEMVER_GT', 'SEMVER_GTE', 'SEMVER_LT', 'SEMVER_LTE'],
] as readonly (
  | 'IN'
  | 'NOT_IN'
  | `STR_${'CONTAINS' | 'STARTS_WITH' | 'ENDS_WITH'}`
  | `NUM_${'EQ' | 'GT' | 'GTE' | 'LT' | 'LTE'}`
  | `DATE_${'AFTER' | 'BEFORE'}`
  | `SEMVER_${'EQ' | 'GT' | 'GTE' | 'LT' | 'LTE'}`
)[]
export type ConstraintOperator = (typeof constraintOperators)[number]

/** Whether an operator compares with a list of values; the others compare with one. */
export const takesList = (operator: string): boolean => /^(IN|NOT_IN|STR_)/.test(operator)

export const payloadTypes = ['string', 'number', 'json', 'csv'] as const
export type PayloadType = (typeof payloadTypes)[number]

/** The weights of the variants of a strategy sum up to this. */
export const wholeWeight = 1000

export const tokenKinds = ['instance', 'client', 'frontend'] as const
export type FlagTokenKind = (typeof tokenKinds)[number]

/** The states of a change that needs the approval of someone who may deploy. */
export const flagRequestStates = ['pending', 'applied', 'rejected', 'withdrawn'] as const
export type FlagRequestState = (typeof flagRequestStates)[number]

export const longestRequestComment = 1000
/** Changes of one flag that wait for approval. */
export const mostFlagRequests = 20

/** Most of each in a project. @source rest.md 12.1 */
export const mostFlags = 200
export const mostUserLists = 200
export const mostFlagTokens = 50
export const mostSegments = 200
/** Most segments of one strategy. */
export const mostSegmentsOfStrategy = 10
export const longestSegmentDescription = 255

/** Most characters of the users, constraints and variants of a flag. */
export const mostOfFlag = 250_000
/** Most bytes of the same of all flags of a project, with the lists they use: so much is kept in memory and sent. */
export const mostOfFlags = 1_000_000
/** Most characters of all user lists of a project. */
export const mostOfLists = 5_000_000

export const longestFlagName = 63
export const longestUserId = 256
export const mostStrategies = 50
export const mostScopes = 50

/** The environment whose switches ask before they change something. */
export const isProduction = (environment: string): boolean => /^prod(uction)?([-/_.]|$)/i.test(environment)

/** Whether an environment scope, such as `*` or `review/*`, includes an environment. */
export function scopeIncludes(scope: string, environment: string): boolean {
  if (!scope.includes('*')) return scope === environment
  const parts = scope.split('*')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (environment.length < first.length + last.length) return false
  if (!environment.startsWith(first) || !environment.endsWith(last)) return false
  let from = first.length
  const until = environment.length - last.length
  for (const part of parts.slice(1, -1)) {
    const at = environment.indexOf(part, from)
    if (at < 0 || at + part.length > until) return false
    from = at + part.length
  }
  return true
}
