import { scopeIncludes } from '#contract/deploy/feature-flags/flag-words.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { draftsOf, type ManagedFlag, projectOf } from './change.ts'
import { knownEnvironments } from './environments.ts'
import { type StoredFlag, stateOf } from './find.ts'
import { environmentProblems } from './flag.ts'
import { presentFlag } from './present.ts'
import { isOnIn } from './serving/compile.ts'
import { type FlagDraft, lockFlag, updateFlag } from './write.ts'

/**
 * Turn a flag on or off in one environment; the others stay as they are.
 *
 * An environment that no strategy includes gets one for everyone. Where the flag was off everywhere, the other known
 * environments are switched off one by one.
 *
 * @throws Invalid  the name of the environment
 */
export async function switchFlag(ctx: Context, row: ManagedFlag, environment: string, on: boolean) {
  const flag = await lockFlag(ctx, row.id)
  const draft = await switchedBy(ctx, flag, environment, on)
  if (draft === null) return { changeId: null, flag: presentFlag(flag) }
  const changed = await updateFlag(ctx, projectOf(row), flag, draft)
  return { changeId: changed.changeId, flag: presentFlag(changed.flag) }
}

/**
 * A flag turned on or off in one environment.
 *
 * @returns null where it is so already · @throws Invalid  the name of the environment
 */
export async function switchedBy(
  ctx: Context,
  flag: StoredFlag,
  environment: string,
  on: boolean,
): Promise<FlagDraft | null> {
  const problems = environmentProblems(environment)
  if (problems.length > 0) throw new Invalid({ environment: problems })
  if (isOnIn(flag, environment) === on) return null
  const draft: FlagDraft = { ...stateOf(flag), strategies: draftsOf(flag.strategies) }
  const offElsewhere = flag.offIn.filter(name => name !== environment)
  if (!on) return { ...draft, offIn: [...offElsewhere, environment] }
  return {
    ...draft,
    active: true,
    offIn: flag.active
      ? offElsewhere
      : [...new Set([...offElsewhere, ...(await knownEnvironments(ctx, flag.namespaceId))])].filter(
          name => name !== environment && isIncluded(draft, name),
        ),
    strategies: isIncluded(draft, environment) ? draft.strategies : [...draft.strategies, forEveryone(environment)],
  }
}

const isIncluded = ({ strategies }: FlagDraft, environment: string): boolean =>
  strategies.some(({ scopes }) => scopes.some(scope => scopeIncludes(scope, environment)))

const forEveryone = (environment: string) => ({
  ...{ id: null, name: 'default' as const, parameters: {}, scopes: [environment] },
  ...{ userListId: null, constraints: [], segmentIds: [], variants: [] },
})
