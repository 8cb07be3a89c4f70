import { createHash } from 'node:crypto'
import { scopeIncludes } from '#contract/deploy/feature-flags/flag-words.ts'
import type { StoredFlag, StoredStrategy } from '../find.ts'
import type { ServedFlag, ServedStrategy } from './evaluate.ts'

/** The flags of a project in an environment, ready to be sent. */
export interface FlagSheet {
  readonly names: readonly string[]
  /** The body of `/client/features`, in UTF-8: it is kept once, as it is sent. */
  readonly body: Buffer
  readonly etag: string
}

/**
 * The flags of a project as its clients in an environment get them.
 *
 * @source rest.md 12.2
 */
export function sheetFor(flags: readonly StoredFlag[], environment: string): FlagSheet {
  const served = flags.map(flag => serve(flag, environment))
  const body = Buffer.from(JSON.stringify({ version: 1, features: served }))
  return { names: served.map(({ name }) => name), body, etag: etagOf(body) }
}

/** The flags of a sheet, to evaluate them here. */
export const flagsIn = ({ body }: FlagSheet): readonly ServedFlag[] =>
  // The sheet holds what `serve` made.
  (JSON.parse(body.toString()) as { readonly features: readonly ServedFlag[] }).features

export const etagOf = (body: string | Buffer): string => `"${createHash('sha1').update(body).digest('base64url')}"`

/** Whether a flag is on for anybody in an environment. */
export const isOnIn = (
  { active, offIn, strategies }: Pick<StoredFlag, 'active' | 'offIn' | 'strategies'>,
  environment: string,
): boolean => active && !offIn.includes(environment) && strategies.some(each => isFor(each, environment))

/** The effect of a flag on the clients of an environment, to compare: none where it is off or not there. */
export const effectIn = (flag: StoredFlag | null, environment: string): string =>
  flag !== null && isOnIn(flag, environment) ? JSON.stringify(serve(flag, environment)) : ''

const isFor = ({ scopes }: StoredStrategy, environment: string): boolean =>
  scopes.some(({ environmentScope }) => scopeIncludes(environmentScope, environment))

function serve(
  flag: StoredFlag,
  environment: string,
): ServedFlag & { readonly type: string; readonly description: string } {
  const strategies = flag.strategies.filter(each => isFor(each, environment))
  return {
    name: flag.name,
    description: flag.description ?? '',
    type: flag.type,
    // Clients take an enabled flag without strategies as one that is on for everyone.
    enabled: isOnIn(flag, environment),
    strategies: strategies.map(serveStrategy),
  }
}

function serveStrategy({
  name,
  parameters,
  userList,
  constraints,
  segments,
  variants,
}: StoredStrategy): ServedStrategy {
  return {
    ...(name === 'gitlabUserList'
      ? { name: 'userWithId', parameters: { userIds: userList?.userXids ?? '' } }
      : { name, parameters }),
    // Clients that know no segments take their constraints, too.
    constraints: [...constraints, ...segments.flatMap(segment => segment.constraints)].map(({ value, ...rest }) => ({
      ...rest,
      ...(value !== null && { value }),
    })),
    variants: variants.map(({ payload, ...rest }) => ({ ...rest, ...(payload !== null && { payload }) })),
  }
}
