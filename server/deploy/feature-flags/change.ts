import { longestFlagName } from '#contract/deploy/feature-flags/flag-words.ts'
import type { createFeatureFlag, updateFeatureFlag } from '#contract/deploy/feature-flags/flags.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { camelCase } from '#server/platform/text/case.ts'
import type { Current } from '#server/slice.ts'
import { constraintsFrom } from './constraints.ts'
import { type FlagRow, type StoredFlag, type StoredStrategy, stateOf } from './find.ts'
import { everyEnvironment, usualLife } from './flag.ts'
import { messages } from './messages.ts'
import { presentFlag } from './present.ts'
import { createFlag, deleteFlag, type FlagDraft, lockFlag, type StrategyDraft, updateFlag } from './write.ts'

export type ManagedFlag = Allowed<'project:admin-feature-flags', FlagRow>

type NewFlag = InputOf<typeof createFeatureFlag>
type FlagChange = InputOf<typeof updateFeatureFlag>
type StrategyInput = NonNullable<FlagChange['strategies']>[number]

/** Create a feature flag as a caller describes it. @throws Invalid */
export async function create(
  ctx: Context,
  project: Allowed<'project:admin-feature-flags', ProjectRow>,
  given: NewFlag,
) {
  if (given.version !== undefined && given.version !== 'new_version_flag')
    throw new Invalid({ version: [messages.legacyVersion] })
  const { type = 'release' } = given
  const usual = usualLife(type)
  const draft: FlagDraft = {
    name: given.name.trim().slice(0, longestFlagName + 1),
    description: given.description ?? null,
    active: given.active ?? true,
    offIn: [],
    type,
    permanent: given.permanent ?? usual.permanent,
    lifetimeDays: given.lifetimeDays ?? usual.lifetimeDays,
    strategies: (given.strategies ?? []).map(({ scopes, ...each }) => ({
      ...strategyFrom(null, each),
      scopes: scopes === undefined ? everyEnvironment : scopes.map(({ environmentScope }) => environmentScope),
    })),
  }
  return presentFlag(await createFlag(ctx, project, draft))
}

/** Change a feature flag as a caller describes it: what is left out stays. @throws Invalid */
export async function change(ctx: Context, row: ManagedFlag, given: FlagChange) {
  const before = await lockFlag(ctx, row.id)
  return presentFlag((await updateFlag(ctx, projectOf(row), before, changedBy(before, given))).flag)
}

/** A flag as a caller wants it: what is left out stays. @throws Invalid  an id that is none of the flag's */
export function changedBy(before: StoredFlag, given: Omit<FlagChange, 'id' | 'featureFlagName'>): FlagDraft {
  const type = given.type ?? before.type
  const usual = type === before.type ? before : usualLife(type)
  return {
    ...stateOf(before),
    name: given.name?.trim().slice(0, longestFlagName + 1) ?? before.name,
    description: given.description === undefined ? before.description : given.description,
    active: given.active ?? before.active,
    // A flag that is turned on is on wherever its strategies say so.
    offIn: given.active === true && !before.active ? [] : before.offIn,
    type,
    permanent: given.permanent ?? usual.permanent,
    lifetimeDays: given.lifetimeDays ?? usual.lifetimeDays,
    strategies: mergeStrategies(before.strategies, given.strategies ?? []),
  }
}

/** A feature flag as it is, held until the transaction ends. */
export const currentFlag = async (ctx: Context, row: ManagedFlag): Promise<Current> =>
  shownFlag(await lockFlag(ctx, row.id))

/** A flag as replies show it, to compare with the values that a caller expects. */
export function shownFlag(stored: StoredFlag) {
  const { strategies, ...flag } = presentFlag(stored)
  // Replies leave out the ids beside the list and the segments.
  return {
    ...flag,
    strategies: strategies.map(({ userListId: _, segmentIds: _ids, segments, ...each }) => ({
      ...each,
      segments: segments.map(({ constraints: _constraints, ...segment }) => segment),
    })),
  }
}

/** Delete a feature flag. @returns the flag as it was */
export async function remove(ctx: Context, row: ManagedFlag) {
  const flag = await lockFlag(ctx, row.id)
  await deleteFlag(ctx, projectOf(row), flag)
  return presentFlag(flag)
}

/** The project of a flag. */
export const projectOf = ({ namespaceId, facts }: ManagedFlag) => ({ id: namespaceId, facts })

/** Strategies as drafts that change nothing. */
export const draftsOf = (strategies: readonly StoredStrategy[]): readonly StrategyDraft[] =>
  strategies.map(({ userList: _, segments: _segments, scopes, ...each }) => ({
    ...each,
    scopes: scopes.map(scope => scope.environmentScope),
  }))

/** @throws Invalid  an id that is none of the flag's */
function mergeStrategies(before: readonly StoredStrategy[], given: readonly StrategyInput[]): readonly StrategyDraft[] {
  const byId = new Map(given.flatMap(each => (each.id === undefined ? [] : [[each.id, each]])))
  if ([...byId.keys()].some(id => !before.some(each => each.id === id)))
    throw new Invalid({ strategies: [messages.noStrategy] })
  const kept = before.flatMap(each => {
    const change = byId.get(each.id)
    if (change === undefined) return draftsOf([each])
    return change._destroy === true ? [] : [{ ...strategyFrom(each, change), scopes: mergeScopes(each, change) }]
  })
  const added = given.flatMap(each => {
    if (each.id !== undefined || each._destroy === true) return []
    const scopes = each.scopes === undefined ? everyEnvironment : scopesIn(each.scopes)
    return [{ ...strategyFrom(null, each), scopes }]
  })
  return [...kept, ...added]
}

function strategyFrom(
  before: StoredStrategy | null,
  given: Omit<StrategyInput, 'scopes'>,
): Omit<StrategyDraft, 'scopes'> {
  const name = given.name ?? before?.name
  if (name === undefined) throw new Invalid({ strategies: ['need a name'] })
  const isSame = name === before?.name
  return {
    id: before?.id ?? null,
    name,
    parameters: given.parameters === undefined ? (isSame ? before.parameters : {}) : namedAsStored(given.parameters),
    userListId: given.userListId === undefined ? (before?.userListId ?? null) : given.userListId,
    constraints: given.constraints === undefined ? (before?.constraints ?? []) : constraintsFrom(given.constraints),
    segmentIds:
      given.segmentIds === undefined
        ? (before?.segmentIds ?? [])
        : [...new Set(given.segmentIds)].toSorted((one, other) => one - other),
    variants:
      given.variants?.map(({ name, weight, stickiness = 'default', payload = null }) => ({
        name,
        weight,
        stickiness,
        payload,
      })) ??
      before?.variants ??
      [],
  }
}

/** Names of parameters, which Unleash spells in camelCase, also as the rest of the API spells names. */
const namedAsStored = (parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [camelCase(name), value]))

const scopesIn = (given: NonNullable<StrategyInput['scopes']>): readonly string[] =>
  given.flatMap(({ environmentScope, _destroy }) =>
    environmentScope === undefined || _destroy === true ? [] : [environmentScope],
  )

/** @throws Invalid  an id that is none of the strategy's */
function mergeScopes({ scopes }: StoredStrategy, { scopes: given = [] }: StrategyInput): readonly string[] {
  const byId = new Map(given.flatMap(each => (each.id === undefined ? [] : [[each.id, each]])))
  if ([...byId.keys()].some(id => !scopes.some(each => each.id === id)))
    throw new Invalid({ strategies: ['name an environment scope that they do not have'] })
  const kept = scopes.flatMap(({ id, environmentScope }) => {
    const change = byId.get(id)
    return change?._destroy === true ? [] : [change?.environmentScope ?? environmentScope]
  })
  return [...kept, ...scopesIn(given.filter(({ id }) => id === undefined))]
}
