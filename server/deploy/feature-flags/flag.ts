import type { Static } from 'typebox'
import {
  type FlagType,
  longestFlagName,
  longestUserId,
  mostOfFlag,
  mostScopes,
  mostStrategies,
  type StrategyName,
  takesList,
  usualLifetimes,
  wholeWeight,
} from '#contract/deploy/feature-flags/flag-words.ts'
import type { Constraint, FlagVariant } from '#contract/deploy/feature-flags/flags.ts'
import { type FieldErrors, Invalid } from '#server/errors.ts'
import { tooLong } from '#server/platform/text/problems.ts'
import { isVersion } from '#server/platform/text/semver.ts'
import { messages } from './messages.ts'

/** A strategy as it is stored, without ids. */
export interface StrategyState {
  readonly name: StrategyName
  readonly parameters: Readonly<Record<string, string>>
  readonly scopes: readonly string[]
  readonly userListId: number | null
  readonly constraints: readonly Static<typeof Constraint>[]
  readonly variants: readonly Static<typeof FlagVariant>[]
}

/** A flag as its history keeps it. */
export interface FlagState {
  readonly name: string
  readonly description: string | null
  readonly active: boolean
  readonly offIn: readonly string[]
  readonly type: FlagType
  readonly permanent: boolean
  readonly lifetimeDays: number
  readonly strategies: readonly StrategyState[]
}

/** A lifetime for the types that have none of their own, where a flag of them is not permanent. */
const anyLifetime = 365

/** Whether flags of a type are permanent and how many days they live, where nobody says. */
export const usualLife = (type: FlagType) => ({
  permanent: usualLifetimes[type] === null,
  lifetimeDays: usualLifetimes[type] ?? anyLifetime,
})

/** The scopes of a strategy that names none: all environments. */
export const everyEnvironment = ['*']

/** The parameters of each strategy, with the pattern of their values and its meaning. */
const wholePercent = /^(100|[1-9]?\d)$/
const groupId = { pattern: /^[A-Za-z0-9_.:-]{1,100}$/, meaning: 'must be up to 100 letters, digits, and _ . : -' }
const percent = { pattern: wholePercent, meaning: 'must be a whole number from 0 to 100, as text' }
const parametersOf: Readonly<
  Record<StrategyName, Readonly<Record<string, { readonly pattern: RegExp; readonly meaning: string }>>>
> = {
  default: {},
  gitlabUserList: {},
  userWithId: { userIds: { pattern: /^[\s\S]+$/, meaning: "can't be blank" } },
  gradualRolloutUserId: { groupId, percentage: percent },
  flexibleRollout: {
    groupId,
    rollout: percent,
    stickiness: {
      pattern: /^[A-Za-z][\w-]{0,99}$/,
      meaning: 'must be default, userId, sessionId, random or a context field',
    },
  },
}

/**
 * Check a flag before it is stored.
 *
 * @throws Invalid
 * @source rest.md 12.1
 */
export function checkFlag(flag: FlagState): void {
  const strategies =
    flag.strategies.length > mostStrategies
      ? [messages.tooManyStrategies]
      : JSON.stringify(flag.strategies).length > mostOfFlag
        ? [messages.tooLargeFlag]
        : flag.strategies.flatMap(strategyProblems)
  const found: FieldErrors = {
    name: nameProblems(flag.name),
    description: (flag.description?.length ?? 0) > 255 ? [tooLong(255)] : [],
    strategies: [...new Set(strategies)],
  }
  const broken = Object.entries(found).filter(([, sentences]) => sentences.length > 0)
  if (broken.length > 0) throw new Invalid(Object.fromEntries(broken))
}

function nameProblems(name: string): readonly string[] {
  if (name === '') return [messages.blank]
  if (name.length > longestFlagName) return [tooLong(longestFlagName)]
  return /^[a-z]([-_a-z0-9]*[a-z0-9])?$/.test(name) ? [] : [messages.flagName]
}

function strategyProblems(strategy: StrategyState): readonly string[] {
  return [
    ...parameterProblems(strategy),
    ...(strategy.name === 'gitlabUserList' && strategy.userListId === null
      ? ['need a user list for gitlabUserList']
      : []),
    ...scopeProblems(strategy.scopes),
    ...strategy.constraints.flatMap(constraintProblems),
    ...(strategy.constraints.length > 30 ? ['can have up to 30 constraints each'] : []),
    ...variantProblems(strategy.variants),
  ]
}

function parameterProblems({ name, parameters }: StrategyState): readonly string[] {
  const known = parametersOf[name]
  const names = Object.keys(known)
  const isOthers = Object.keys(parameters).some(each => !names.includes(each))
  if (isOthers || names.some(each => parameters[each] === undefined))
    return [names.length === 0 ? `of ${name} have no parameters` : `of ${name} need the parameters ${names.join(', ')}`]
  const wrong = Object.entries(known).flatMap(([each, { pattern, meaning }]) =>
    pattern.test(parameters[each] ?? '') ? [] : [`have a wrong parameter: ${each} ${meaning}`],
  )
  return name === 'userWithId' ? [...wrong, ...userIdProblems(parameters.userIds ?? '', 'userIds')] : wrong
}

/** Most characters of a list of user ids. */
const longestIds = 200_000

/** The faults of user ids that are joined by commas. */
export function userIdProblems(ids: string, field: string): readonly string[] {
  if (ids.length > longestIds) return [`have too many ${field}: up to ${longestIds} characters fit`]
  return ids.split(',').some(id => id.trim().length > longestUserId)
    ? [`have a user ID in ${field} that is too long (maximum is ${longestUserId} characters)`]
    : []
}

function scopeProblems(scopes: readonly string[]): readonly string[] {
  if (scopes.length > mostScopes) return [messages.tooManyScopes]
  if (new Set(scopes).size < scopes.length) return ['name an environment twice']
  return scopes.every(isScope)
    ? []
    : [
        "have an environment scope that can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces",
      ]
}

const isScope = (scope: string): boolean =>
  scope.length <= 255 && /^[\w/${}.* -]+$/.test(scope) && scope.trim() === scope

/** The faults of the name of an environment. */
export const environmentProblems = (name: string): readonly string[] =>
  isScope(name) && !name.includes('*')
    ? []
    : ["can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.' and spaces"]

function constraintProblems({
  contextName,
  operator,
  values,
  value,
}: StrategyState['constraints'][number]): readonly string[] {
  if (!/^[\w.:-]{1,100}$/.test(contextName)) return ['have a constraint without a context field']
  if (takesList(operator)) {
    if (values.length === 0) return [`have a constraint without values: ${operator} needs some`]
    if (values.length > 500 || values.some(each => each.length > 256))
      return ['have a constraint with too many or too long values']
    return []
  }
  const isRight =
    value !== null &&
    (operator.startsWith('NUM')
      ? /^-?\d{1,15}(\.\d{1,15})?$/.test(value)
      : operator.startsWith('DATE')
        ? !Number.isNaN(Date.parse(value)) && /^\d{4}-\d\d-\d\d/.test(value)
        : isVersion(value))
  return isRight ? [] : [`have a constraint with a wrong value for ${operator}`]
}

function variantProblems(variants: StrategyState['variants']): readonly string[] {
  if (variants.length === 0) return []
  if (variants.length > 20) return ['can have up to 20 variants each']
  if (variants.some(({ name }) => !/^[\w.-]{1,63}$/.test(name)))
    return ['have a variant whose name has other characters than letters, digits, _ . and -']
  if (new Set(variants.map(({ name }) => name)).size < variants.length) return ['have two variants of one name']
  if (new Set(variants.map(({ stickiness }) => stickiness)).size > 1) return ['have variants with different stickiness']
  if (variants.some(({ stickiness }) => !/^[A-Za-z][\w-]{0,99}$/.test(stickiness)))
    return ['have variants without stickiness']
  if (variants.some(({ payload }) => payload !== null && !isPayload(payload)))
    return ['have a variant whose payload does not fit its type']
  return variants.reduce((sum, { weight }) => sum + weight, 0) === wholeWeight
    ? []
    : [`have variants whose weights do not sum up to ${wholeWeight}`]
}

function isPayload({ type, value }: NonNullable<StrategyState['variants'][number]['payload']>): boolean {
  if (value.length > 10_000) return false
  if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value))
  if (type !== 'json') return true
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}
