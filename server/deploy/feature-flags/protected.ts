import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { Forbidden } from '#server/errors.ts'
import { closedEnvironments, protectedRights } from '../protected-environments/rules.ts'
import { flagSql, type StoredFlag } from './find.ts'
import { messages } from './messages.ts'
import { effectIn } from './serving/compile.ts'

/** A project with the facts of the actor in it. */
export interface FlagProject {
  readonly id: number
  readonly facts: NamespaceFacts
}

/** The protected environments of a project to which the actor may neither deploy nor approve deployments. */
export async function undecidable(ctx: Context, project: FlagProject): Promise<readonly string[]> {
  const rights = await protectedRights(ctx, project)
  return [...rights]
    .filter(([_name, { mayDeploy, rules }]) => !mayDeploy && !rules.some(({ isForActor }) => isForActor))
    .map(([name]) => name)
}

/** The environments whose clients would notice a change of a flag. */
export const changedAmong = (
  environments: readonly string[],
  before: StoredFlag | null,
  after: StoredFlag | null,
): readonly string[] => environments.filter(name => effectIn(before, name) !== effectIn(after, name))

/**
 * Hold back a change of a flag that clients in a protected environment would notice.
 *
 * @param before  null for a flag that is new · @param after  null for one that was deleted
 * @throws Forbidden  the environment is protected from the actor
 */
export async function refuseProtected(
  ctx: Context,
  project: FlagProject,
  before: StoredFlag | null,
  after: StoredFlag | null,
): Promise<void> {
  const [changed] = changedAmong(await closedEnvironments(ctx, project), before, after)
  if (changed === undefined) return
  throw new Forbidden(before === null ? messages.protectedForNew(changed) : messages.protectedFlag(changed))
}

/**
 * The same for a change that its author asked for: whoever approves it may approve deployments there.
 *
 * @throws Forbidden
 */
export async function refuseUndecidable(
  ctx: Context,
  project: FlagProject,
  before: StoredFlag | null,
  after: StoredFlag | null,
): Promise<void> {
  const [changed] = changedAmong(await undecidable(ctx, project), before, after)
  if (changed !== undefined) throw new Forbidden(messages.notApprover(changed))
}

/**
 * Hold back a change of a user list whose flags are on in a protected environment.
 *
 * @throws Forbidden  the environment is protected from the actor
 */
export const refuseProtectedList = (ctx: Context, project: FlagProject, userListId: number): Promise<void> =>
  refuseShared(ctx, project, sql`s.user_list_id = ${userListId}`, each => each.userListId === userListId)

/** The same for a segment. @throws Forbidden */
export const refuseProtectedSegment = (ctx: Context, project: FlagProject, segmentId: number): Promise<void> =>
  refuseShared(
    ctx,
    project,
    sql`exists (select 1 from feature_flag_strategy_segments l where l.strategy_id = s.id and l.segment_id = ${segmentId})`,
    each => each.segmentIds.includes(segmentId),
  )

/** @param uses  on `feature_flag_strategies s`, the same as `isUser` */
async function refuseShared(
  ctx: Context,
  project: FlagProject,
  uses: ReturnType<typeof sql<boolean>>,
  isUser: (strategy: StoredFlag['strategies'][number]) => boolean,
): Promise<void> {
  const closed = await closedEnvironments(ctx, project)
  if (closed.length === 0) return
  const { rows } = await sql<{ flag: StoredFlag }>`select ${flagSql} as flag from feature_flags f
    where f.namespace_id = ${project.id} and exists (select 1 from feature_flag_strategies s where s.flag_id = f.id and ${uses})`.execute(
    ctx.db,
  )
  const without = (flag: StoredFlag): StoredFlag => ({
    ...flag,
    strategies: flag.strategies.filter(each => !isUser(each)),
  })
  const changed = closed.find(name => rows.some(({ flag }) => effectIn(flag, name) !== effectIn(without(flag), name)))
  if (changed !== undefined) throw new Forbidden(messages.protectedShared(changed))
}
