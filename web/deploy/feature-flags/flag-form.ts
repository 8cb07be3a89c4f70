import {
  type ConstraintOperator,
  type FlagType,
  type PayloadType,
  type StrategyName,
  takesList,
  usualLifetimes,
  wholeWeight,
} from '#contract/deploy/feature-flags/flag-words.ts'
import { describeStrategy } from '#contract/deploy/feature-flags/strategy-words.ts'
import type { FlagStrategy, ListedFlag, SegmentOption, StrategyChange, UserListOption } from './shapes.ts'

export const typeLabels: Readonly<Record<FlagType, string>> = {
  release: 'Release',
  experiment: 'Experiment',
  operational: 'Operational',
  'kill-switch': 'Kill switch',
  permission: 'Permission',
}

/** A constraint as the form holds it. */
export interface ConstraintFields {
  readonly key: number
  readonly contextName: string
  readonly operator: ConstraintOperator
  /** Values that are joined by commas, or one value. */
  readonly text: string
  readonly inverted: boolean
  readonly caseInsensitive: boolean
}

export interface VariantFields {
  readonly key: number
  readonly name: string
  /** Percent. */
  readonly share: string
  readonly payload: string
  readonly payloadType: PayloadType
}

/** A strategy as the form holds it. */
export interface StrategyFields {
  readonly key: number
  readonly name: StrategyName
  readonly percentage: string
  readonly stickiness: string
  readonly userIds: string
  readonly userListId: number | null
  /** Joined by commas. */
  readonly environments: string
  readonly constraints: readonly ConstraintFields[]
  readonly segmentIds: readonly number[]
  readonly variants: readonly VariantFields[]
  /** The strategy as it is stored; null for a new one. */
  readonly stored: FlagStrategy | null
}

export interface FlagFields {
  readonly name: string
  readonly description: string
  readonly type: FlagType
  readonly permanent: boolean
  readonly lifetimeDays: string
  readonly strategies: readonly StrategyFields[]
}

let lastKey = 0

/** A key for a part that is not stored. Those of stored parts are not negative, and the same at each reading. */
export const nextKey = (): number => {
  lastKey -= 1
  return lastKey
}

export const newConstraint = (): ConstraintFields => ({
  ...{ key: nextKey(), contextName: '', operator: 'IN', text: '', inverted: false, caseInsensitive: false },
})

export const newStrategy = (): StrategyFields => ({
  ...{ key: nextKey(), name: 'default', percentage: '100', stickiness: 'default', userIds: '', userListId: null },
  ...{ environments: '*', constraints: [], segmentIds: [], variants: [], stored: null },
})

export const newFlag = (): FlagFields => ({
  ...{ name: '', description: '', type: 'release', permanent: false, lifetimeDays: '40' },
  strategies: [newStrategy()],
})

/** The fields for constraints. */
export const constraintFields = (constraints: FlagStrategy['constraints']): readonly ConstraintFields[] =>
  constraints.map(({ values, value, ...rest }, key) => ({ ...rest, key, text: value ?? values.join(', ') }))

/** The fields for a flag. */
export const fieldsOf = (flag: ListedFlag): FlagFields => ({
  name: flag.name,
  description: flag.description ?? '',
  type: flag.type,
  permanent: flag.permanent,
  lifetimeDays: String(flag.lifetimeDays ?? usualLifetimes[flag.type] ?? 365),
  strategies: flag.strategies.map(stored => ({
    key: stored.id,
    name: stored.name,
    percentage: stored.parameters.rollout ?? stored.parameters.percentage ?? '100',
    stickiness: stored.parameters.stickiness ?? 'default',
    userIds: stored.parameters.userIds ?? '',
    userListId: stored.userList?.id ?? null,
    environments: stored.scopes.map(({ environmentScope }) => environmentScope).join(', '),
    constraints: constraintFields(stored.constraints),
    segmentIds: stored.segments.map(({ id }) => id),
    variants: stored.variants.map(({ name, weight, payload }, key) => ({
      ...{ key, name, share: String(weight / 10) },
      ...{ payload: payload?.value ?? '', payloadType: payload?.type ?? 'string' },
    })),
    stored,
  })),
})

const inCommas = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map(part => part.trim())
      .filter(Boolean),
  ),
]

function parametersOf(fields: StrategyFields, flagName: string): Record<string, string> {
  const { name, percentage, stickiness, userIds, stored } = fields
  const groupId = stored?.parameters.groupId ?? flagName
  switch (name) {
    case 'flexibleRollout':
      return { groupId, rollout: percentage.trim(), stickiness }
    case 'gradualRolloutUserId':
      return { groupId, percentage: percentage.trim() }
    case 'userWithId':
      return { userIds: inCommas(userIds).join(',') }
    default:
      return {}
  }
}

/** Constraints of the form as the API takes them. */
export const constraintsOf = (fields: readonly ConstraintFields[]) =>
  fields.map(({ key: _, text, operator, ...rest }) => ({
    ...{ ...rest, operator },
    ...(takesList(operator) ? { values: inCommas(text), value: null } : { values: [], value: text.trim() }),
  }))

/** Weights in thousandths, of which the last variant takes what is left by rounding. */
function variantsOf(fields: readonly VariantFields[], stickiness: string) {
  return fields.map(({ name, share, payload, payloadType }) => ({
    name: name.trim(),
    weight: Math.min(wholeWeight, Math.max(0, Math.round(Number(share) * 10) || 0)),
    stickiness,
    ...(payload !== '' && { payload: { type: payloadType, value: payload } }),
  }))
}

/**
 * The strategies of the form as changes of the stored ones.
 *
 * @param before  as they are stored now: a strategy that someone else has removed is added again
 */
export function strategyChanges(before: readonly FlagStrategy[], fields: FlagFields): StrategyChange[] {
  const kept = new Set(fields.strategies.flatMap(({ stored }) => stored?.id ?? []))
  const removed = before.filter(({ id }) => !kept.has(id)).map(({ id }) => ({ id, _destroy: true }))
  const changed = fields.strategies.map(each => {
    const wanted = inCommas(each.environments)
    const stored = before.find(({ id }) => id === each.stored?.id)
    const scopes = stored?.scopes ?? []
    const known = scopes.map(({ environmentScope }) => environmentScope)
    return {
      ...(stored !== undefined && { id: stored.id }),
      name: each.name,
      parameters: parametersOf(each, fields.name.trim()),
      userListId: each.name === 'gitlabUserList' ? each.userListId : null,
      constraints: constraintsOf(each.constraints),
      segmentIds: [...each.segmentIds],
      variants: variantsOf(each.variants, each.name === 'flexibleRollout' ? each.stickiness : 'default'),
      scopes: [
        ...scopes
          .filter(({ environmentScope }) => !wanted.includes(environmentScope))
          .map(({ id }) => ({ id, _destroy: true })),
        ...wanted.filter(name => !known.includes(name)).map(environmentScope => ({ environmentScope })),
      ],
    }
  })
  return [...removed, ...changed]
}

/** The strategies that a form began with, as they were stored. */
export const storedIn = (strategies: readonly StrategyFields[]): FlagStrategy[] =>
  strategies.flatMap(({ stored }) => stored ?? [])

/** Strategies of the form in words. */
export const strategiesInWords = (
  strategies: readonly StrategyFields[],
  lists: readonly UserListOption[],
  segments: readonly SegmentOption[],
): string =>
  strategies
    .map(each =>
      describeStrategy({
        name: each.name,
        parameters: parametersOf(each, ''),
        scopes: inCommas(each.environments),
        userListName: lists.find(({ id }) => id === each.userListId)?.name,
        constraints: constraintsOf(each.constraints),
        segmentNames: each.segmentIds.flatMap(id => segments.find(one => one.id === id)?.name ?? []),
        variants: variantsOf(each.variants, each.stickiness),
      }),
    )
    .join('; ') || 'None'

/** The fields of a flag that are not its strategies, as the API takes them. */
export const flagInput = ({ name, description, type, permanent, lifetimeDays }: FlagFields) => ({
  ...{ name: name.trim(), description: description.trim(), type, permanent },
  ...(!permanent && { lifetimeDays: Math.min(3650, Math.max(1, Math.round(Number(lifetimeDays)) || 40)) }),
})
