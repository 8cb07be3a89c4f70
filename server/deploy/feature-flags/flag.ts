import type { Static } from 'typebox'
import {
  type FlagType,
  longestFlagName,
  longestUserId,
  mostOfFlag,
  mostScopes,
  mostSegmentsOfStrategy,
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
  readonly segmentIds: readonly number[]
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
const percent = { pattern: wholePercent, meaning: 'must be a whole number from 0 to 100' }
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
 * Check a flag before it is stored. A fault of a strategy stands at its field: `strategies[0].rollout`.
 *
 * @throws Invalid
 * @source rest.md 12.1
 */
export function checkFlag(flag: FlagState): void {
  const isTooLarge = JSON.stringify(flag.strategies).length > mostOfFlag
  const strategies =
    flag.strategies.length > mostStrategies ? [messages.tooManyStrategies] : isTooLarge ? [messages.tooLargeFlag] : []
  const found: FieldErrors = {
    name: nameProblems(flag.name),
    description: (flag.description?.length ?? 0) > 255 ? [tooLong(255)] : [],
    strategies,
    ...(strategies.length === 0 && fieldErrorsOf(flag.strategies)),
  }
  const broken = Object.entries(found).filter(([, sentences]) => sentences.length > 0)
  if (broken.length > 0) throw new Invalid(Object.fromEntries(broken))
}

/** A field of a strategy, such as `constraints[0].value`, and the sentence after its name. */
type Fault = readonly [field: string, sentence: string]

function fieldErrorsOf(strategies: readonly StrategyState[]): FieldErrors {
  const errors: Record<string, string[]> = {}
  for (const [at, strategy] of strategies.entries())
    for (const [field, sentence] of strategyFaults(strategy)) {
      const name = `strategies[${at}].${field}`
      errors[name] = [...(errors[name] ?? []), sentence]
    }
  return errors
}

function nameProblems(name: string): readonly string[] {
  if (name === '') return [messages.blank]
  if (name.length > longestFlagName) return [tooLong(longestFlagName)]
  return /^[a-z]([-_a-z0-9]*[a-z0-9])?$/.test(name) ? [] : [messages.flagName]
}

const strategyFaults = (strategy: StrategyState): readonly Fault[] => [
  ...parameterFaults(strategy),
  ...(strategy.name === 'gitlabUserList' && strategy.userListId === null
    ? [['userListId', 'must name a user list'] as const]
    : []),
  ...scopeProblems(strategy.scopes).map(sentence => ['scopes', sentence] as const),
  ...constraintFaults(strategy.constraints),
  ...(strategy.segmentIds.length > mostSegmentsOfStrategy
    ? [['segmentIds', `are too many: up to ${mostSegmentsOfStrategy} fit`] as const]
    : []),
  ...variantFaults(strategy.variants),
]

function parameterFaults({ name, parameters }: StrategyState): readonly Fault[] {
  const known = parametersOf[name]
  const names = Object.keys(known)
  const isOthers = Object.keys(parameters).some(each => !names.includes(each))
  if (isOthers || names.some(each => parameters[each] === undefined))
    return [
      [
        'parameters',
        names.length === 0 ? `of ${name} must be empty` : `of ${name} must be ${names.join(', ')}, all of them`,
      ],
    ]
  const wrong = Object.entries(known).flatMap(([each, { pattern, meaning }]): readonly Fault[] =>
    pattern.test(parameters[each] ?? '') ? [] : [[each, meaning]],
  )
  if (name !== 'userWithId') return wrong
  return [...wrong, ...userIdProblems(parameters.userIds ?? '').map(sentence => ['userIds', sentence] as const)]
}

/** Most characters of a list of user ids. */
const longestIds = 200_000

/** The faults of user ids that are joined by commas. */
export function userIdProblems(ids: string): readonly string[] {
  if (ids.length > longestIds) return [`are too many: up to ${longestIds} characters fit`]
  return ids.split(',').some(id => id.trim().length > longestUserId)
    ? [`contain one that is too long (maximum is ${longestUserId} characters)`]
    : []
}

function scopeProblems(scopes: readonly string[]): readonly string[] {
  if (scopes.length > mostScopes) return [messages.tooManyScopes]
  if (new Set(scopes).size < scopes.length) return ['name an environment twice']
  return scopes.every(isScope)
    ? []
    : ["can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces"]
}

const isScope = (scope: string): boolean =>
  scope.length <= 255 && /^[\w/${}.* -]+$/.test(scope) && scope.trim() === scope

/** The faults of the name of an environment. */
export const environmentProblems = (name: string): readonly string[] =>
  isScope(name) && !name.includes('*')
    ? []
    : ["can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.' and spaces"]

const mostConstraints = 30

/** The faults of a list of constraints. */
export function constraintFaults(constraints: StrategyState['constraints']): readonly Fault[] {
  if (constraints.length > mostConstraints) return [['constraints', `are too many: up to ${mostConstraints} fit`]]
  return constraints.flatMap((each, at) =>
    faultsOf(each).map(([field, sentence]) => [`constraints[${at}].${field}`, sentence] as const),
  )
}

function faultsOf({ contextName, operator, values, value }: StrategyState['constraints'][number]): readonly Fault[] {
  const field: readonly Fault[] = /^[\w.:-]{1,100}$/.test(contextName)
    ? []
    : [['contextName', contextName === '' ? messages.blank : 'can contain only letters, digits, and _ . : -']]
  if (takesList(operator)) {
    if (values.length === 0) return [...field, ['values', messages.blank]]
    const isTooMuch = values.length > 500 || values.some(each => each.length > 256)
    return isTooMuch
      ? [...field, ['values', 'has too many or too long values: up to 500 of 256 characters fit']]
      : field
  }
  const isRight =
    value !== null &&
    (operator.startsWith('NUM')
      ? /^-?\d{1,15}(\.\d{1,15})?$/.test(value)
      : operator.startsWith('DATE')
        ? !Number.isNaN(Date.parse(value)) && /^\d{4}-\d\d-\d\d/.test(value)
        : isVersion(value))
  const kind = operator.startsWith('NUM')
    ? 'a number'
    : operator.startsWith('DATE')
      ? 'a date'
      : 'a version such as 1.2.3'
  return isRight ? field : [...field, ['value', `must be ${kind} for ${operator}`]]
}

function variantFaults(variants: StrategyState['variants']): readonly Fault[] {
  if (variants.length === 0) return []
  if (variants.length > 20) return [['variants', 'are too many: up to 20 fit']]
  const names = variants.map(({ name }) => name)
  const own = variants.flatMap(({ name, payload, stickiness }, at): readonly Fault[] => [
    ...(/^[\w.-]{1,63}$/.test(name)
      ? []
      : [
          [
            `variants[${at}].name`,
            name === '' ? messages.blank : 'can contain only letters, digits, and _ . -',
          ] as const,
        ]),
    ...(name !== '' && names.indexOf(name) < at ? [[`variants[${at}].name`, 'is used twice'] as const] : []),
    ...(payload !== null && !isPayload(payload)
      ? [[`variants[${at}].payload`, `does not fit ${payload.type}`] as const]
      : []),
    ...(/^[A-Za-z][\w-]{0,99}$/.test(stickiness)
      ? []
      : [[`variants[${at}].stickiness`, 'must be default, userId, sessionId, random or a context field'] as const]),
  ])
  const isOneStickiness = new Set(variants.map(({ stickiness }) => stickiness)).size === 1
  const sum = variants.reduce((total, { weight }) => total + weight, 0)
  return [
    ...own,
    ...(isOneStickiness ? [] : [['variants', 'must all have the same stickiness'] as const]),
    ...(sum === wholeWeight ? [] : [['weights', `must sum up to ${wholeWeight}`] as const]),
  ]
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
