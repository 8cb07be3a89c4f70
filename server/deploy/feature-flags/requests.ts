import { sql } from 'kysely'
import { type FlagRequestState, mostFlagRequests } from '#contract/deploy/feature-flags/flag-words.ts'
import type { requestFlagChange } from '#contract/deploy/feature-flags/flags.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, selfId, userIdOf } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { refuseOverlap } from '#server/slice.ts'
import { closedEnvironments } from '../protected-environments/rules.ts'
import { changedBy, draftsOf, type ManagedFlag, projectOf, shownFlag } from './change.ts'
import { flagsScope } from './events.ts'
import { type FlagRow, type StoredFlag, stateOf } from './find.ts'
import { checkFlag, type FlagState } from './flag.ts'
import { comparedSql, listNames, wishesIn } from './history.ts'
import { messages } from './messages.ts'
import { type FlagPerson, personSql } from './people.ts'
import { changedAmong, undecidable } from './protected.ts'
import { switchedBy } from './switch.ts'
import { checkLists, deleteFlag, type FlagDraft, isSameState, lockFlag, updateFlag } from './write.ts'

type RequestInput = InputOf<typeof requestFlagChange>

interface StoredRequest {
  readonly id: number
  readonly authorId: number | null
  readonly state: FlagRequestState
  readonly before: FlagState
  /** Null for a deletion. */
  readonly after: FlagDraft | null
  readonly environments: readonly string[]
}

/** Decided requests that a flag keeps. */
const mostDecided = 100

/**
 * Ask people who may deploy to approve a change that the actor alone may not make.
 *
 * @throws Invalid  the change itself, it needs no approval, or too many wait · @throws Conflict  others changed a field
 */
export async function requestChange(ctx: Context, row: ManagedFlag, { comment, ...given }: RequestInput) {
  const flag = await lockFlag(ctx, row.id)
  const after = await wantedBy(ctx, flag, given)
  if (after !== null) {
    checkFlag(after)
    await checkLists(ctx, flag.namespaceId, after)
    if (isSameState(stateOf(flag), after)) throw new Invalid(messages.requestChangesNothing)
  }
  const closed = await closedEnvironments(ctx, projectOf(row))
  const environments = changedAmong(closed, flag, after === null ? null : storedAs(flag, after))
  if (environments.length === 0) throw new Invalid(messages.needsNoApproval)
  const before = JSON.stringify(stateOf(flag))
  const { rows } = await sql<{ id: number }>`
    insert into feature_flag_requests (flag_id, author_id, before, after, environments, comment, created_at)
    select ${flag.id}, ${selfId(ctx)}, ${before}::jsonb, ${after === null ? null : JSON.stringify(after)}::jsonb, ${environments}::text[],
      ${comment?.trim() || null}, ${ctx.now}::timestamptz
    where (select count(*) from feature_flag_requests where flag_id = ${flag.id} and state = 'pending') < ${mostFlagRequests}
    returning id`.execute(ctx.db)
  const [made] = rows
  if (made === undefined) throw new Invalid(messages.tooManyRequests)
  await ctx.events.record(
    'feature_flag.change_requested',
    { flagId: flag.id, requestId: made.id },
    flagsScope(flag.namespaceId),
  )
  return made
}

/** @returns null for a deletion · @throws Invalid  none or several changes */
async function wantedBy(
  ctx: Context,
  flag: StoredFlag,
  { change, turn, isDeletion = false }: RequestInput | Omit<RequestInput, 'comment'>,
): Promise<FlagDraft | null> {
  if ([change, turn, isDeletion || undefined].filter(each => each !== undefined).length !== 1)
    throw new Invalid(messages.oneChange)
  if (change !== undefined) {
    refuseOverlap(shownFlag(flag), change.expected)
    return changedBy(flag, change)
  }
  if (turn === undefined) return null
  return (
    (await switchedBy(ctx, flag, turn.environment, turn.on)) ?? {
      ...stateOf(flag),
      strategies: draftsOf(flag.strategies),
    }
  )
}

/** Stands for the constraints of a segment that the flag does not use yet. */
const unknownSegment = (id: number) => ({
  ...{ contextName: `segment ${id}`, operator: 'IN' as const, values: [], value: null },
  ...{ inverted: false, caseInsensitive: false },
})

/** A draft in the form of a stored flag, to compare their effects. A list that the flag does not use yet is told by its id. */
const storedAs = (flag: StoredFlag, draft: FlagDraft): StoredFlag => ({
  ...flag,
  ...draft,
  strategies: draft.strategies.map(each => ({
    ...each,
    id: each.id ?? 0,
    scopes: each.scopes.map(environmentScope => ({ id: 0, environmentScope })),
    segments: each.segmentIds.map(
      id =>
        flag.strategies.flatMap(one => one.segments).find(one => one.id === id) ?? {
          id,
          iid: 0,
          name: '',
          constraints: [unknownSegment(id)],
        },
    ),
    userList:
      each.userListId === null
        ? null
        : (flag.strategies.find(one => one.userListId === each.userListId)?.userList ?? {
            ...{ id: each.userListId, iid: 0, name: '', userXids: `list ${each.userListId}` },
          }),
  })),
})

/**
 * Approve a change and apply it.
 *
 * @throws NotFound · @throws Conflict  it was decided, or the flag or what it adds has changed since
 * @throws Forbidden  one's own, or the actor may not approve deployments to an environment that it touches
 */
export async function approveRequest(ctx: Context, row: ManagedFlag, requestId: number, comment: string | undefined) {
  const flag = await lockFlag(ctx, row.id)
  const request = await decidable(ctx, row, requestId)
  if (!isSameState(stateOf(flag), request.before)) throw new Conflict(messages.requestOutdated)
  if (await hasOtherParts(ctx, request)) throw new Conflict(messages.requestedPartsChanged)
  // It is recorded before a deletion takes the flag and its requests away.
  await decide(ctx, row, requestId, 'applied', comment)
  const approved = { authorId: request.authorId, approverId: selfId(ctx) }
  if (request.after === null) await deleteFlag(ctx, projectOf(row), flag, approved)
  else {
    const ids = new Set(flag.strategies.map(({ id }) => id))
    const strategies = request.after.strategies.map(each => ({
      ...each,
      id: each.id !== null && ids.has(each.id) ? each.id : null,
    }))
    await updateFlag(ctx, projectOf(row), flag, { ...request.after, strategies }, approved)
  }
  return { id: requestId }
}

/**
 * Whether a user list or a segment that a change adds was changed after the request: until a flag uses it in a protected environment,
 * its author may change it too. Those are held until the transaction ends.
 */
async function hasOtherParts(ctx: Context, { id, before, after }: StoredRequest): Promise<boolean> {
  const addedOf = (idsOf: (strategy: FlagState['strategies'][number]) => readonly number[]) => {
    const known = new Set(before.strategies.flatMap(idsOf))
    return (after?.strategies ?? []).flatMap(idsOf).filter(each => !known.has(each))
  }
  const parts = [
    { table: 'feature_flag_user_lists', ids: addedOf(({ userListId }) => (userListId === null ? [] : [userListId])) },
    { table: 'feature_flag_segments', ids: addedOf(({ segmentIds }) => segmentIds) },
  ]
  for (const { table, ids } of parts) {
    if (ids.length === 0) continue
    const { rows } = await sql<{ isChanged: boolean }>`select p.updated_at > r.created_at as is_changed
      from ${sql.table(table)} p join feature_flag_requests r on r.id = ${id} where p.id = any (${ids}::bigint[]) for share of p`.execute(
      ctx.db,
    )
    if (rows.some(({ isChanged }) => isChanged)) return true
  }
  return false
}

/** Reject a change. @throws NotFound · @throws Conflict  it was decided · @throws Forbidden  as for an approval */
export async function rejectRequest(ctx: Context, row: ManagedFlag, requestId: number, comment: string | undefined) {
  await lockFlag(ctx, row.id)
  await decidable(ctx, row, requestId)
  await decide(ctx, row, requestId, 'rejected', comment)
  return { id: requestId }
}

/** Take back one's own request. @throws NotFound · @throws Conflict  it was decided · @throws Forbidden  another's */
export async function withdrawRequest(ctx: Context, row: ManagedFlag, requestId: number): Promise<void> {
  await lockFlag(ctx, row.id)
  const { authorId } = await pendingRequest(ctx, row, requestId)
  if (authorId !== selfId(ctx)) throw new Forbidden(messages.othersRequest)
  await decide(ctx, row, requestId, 'withdrawn', undefined)
}

async function pendingRequest(ctx: Context, { id }: FlagRow, requestId: number): Promise<StoredRequest> {
  const { rows } = await sql<StoredRequest>`select id, author_id, state, before, after, environments
    from feature_flag_requests where id = ${requestId} and flag_id = ${id}`.execute(ctx.db)
  const [request] = rows
  if (request === undefined) throw new NotFound('Change Request')
  if (request.state !== 'pending') throw new Conflict(messages.requestDecided)
  return request
}

async function decidable(ctx: Context, row: ManagedFlag, requestId: number): Promise<StoredRequest> {
  const request = await pendingRequest(ctx, row, requestId)
  if (request.authorId === selfId(ctx)) throw new Forbidden(messages.ownRequest)
  const closed = new Set(await undecidable(ctx, projectOf(row)))
  const environment = request.environments.find(each => closed.has(each))
  if (environment !== undefined) throw new Forbidden(messages.notApprover(environment))
  return request
}

async function decide(
  ctx: Context,
  { id, namespaceId }: FlagRow,
  requestId: number,
  state: Exclude<FlagRequestState, 'pending'>,
  comment: string | undefined,
): Promise<void> {
  await sql`update feature_flag_requests set state = ${state}, decider_id = ${selfId(ctx)}, decision = ${comment?.trim() || null},
    decided_at = ${ctx.now}::timestamptz where id = ${requestId}`.execute(ctx.db)
  await sql`delete from feature_flag_requests where flag_id = ${id} and state <> 'pending' and id <= (
    select id from feature_flag_requests where flag_id = ${id} and state <> 'pending' order by id desc offset ${mostDecided} limit 1)`.execute(
    ctx.db,
  )
  await ctx.events.record('feature_flag.request_decided', { flagId: id, requestId }, flagsScope(namespaceId))
}

interface ShownRequest extends StoredRequest {
  readonly createdAt: string
  readonly comment: string | null
  readonly decision: string | null
  readonly decidedAt: string | null
  readonly author: FlagPerson | null
  readonly decider: FlagPerson | null
  readonly isWhole: boolean
  readonly hasOtherStrategies: boolean
  /** Where it is not whole: its strategies before are those that the flag has. */
  readonly hasStrategiesOfFlag: boolean
}

/** Decided requests on the page of a flag. */
const shownDecided = 5

/** The changes of a flag that wait for approval, the earliest first, and the latest of the others. */
export async function requestsOf(
  ctx: Context,
  { id, namespaceId, facts }: Allowed<'project:read-feature-flags', FlagRow>,
  flag: StoredFlag,
) {
  const state = stateOf(flag)
  const inOrder = (alias: 't' | 'r') =>
    sql`${sql.ref(alias)}.waits desc, case when ${sql.ref(alias)}.waits then ${sql.ref(alias)}.id else -${sql.ref(alias)}.id end`
  const { rows } = await sql<ShownRequest>`
    select r.id, r.author_id, r.state, r.compared_before as before, r.compared_after as after, r.is_whole, r.has_other_strategies,
      not r.is_whole and r.before -> 'strategies' = ${JSON.stringify(state.strategies)}::jsonb as has_strategies_of_flag,
      r.environments, r.comment, r.decision, iso(r.created_at) as created_at, iso(r.decided_at) as decided_at,
      ${personSql('a')} as author, ${personSql('d')} as decider
    from (${comparedSql(
      sql`select * from (
        select *, state = 'pending' as waits, row_number() over (partition by state = 'pending' order by id desc) as nth
        from feature_flag_requests where flag_id = ${id}) r where waits or nth <= ${shownDecided}`,
      inOrder('t'),
    )}) r left join users a on a.id = r.author_id left join users d on d.id = r.decider_id order by ${inOrder('r')}`.execute(
    ctx.db,
  )
  if (rows.length === 0) return []
  const names = await listNames(ctx, namespaceId)
  const closed = new Set(await undecidable(ctx, { id: namespaceId, facts }))
  const canAdmin = may(ctx.actor, 'project:admin-feature-flags', facts)
  return rows.map(({ authorId, before, after, isWhole, hasOtherStrategies, hasStrategiesOfFlag, ...request }) => {
    const isPending = request.state === 'pending' && canAdmin
    const isOwn = authorId === userIdOf(ctx)
    const isSame = isWhole
      ? isSameState(state, before)
      : hasStrategiesOfFlag && isSameState({ ...state, strategies: [] }, before)
    return {
      ...request,
      sentences: after === null ? ['delete the feature flag'] : wishesIn(before, after, names, hasOtherStrategies),
      isOutdated: request.state === 'pending' && !isSame,
      canDecide: isPending && !isOwn && !request.environments.some(each => closed.has(each)),
      canWithdraw: isPending && isOwn,
    }
  })
}

/** The changes of a project's flags that wait for the approval of the reader. */
export async function awaitingReader(ctx: Context, { id, facts }: Parameters<typeof undecidable>[1]): Promise<number> {
  if (!may(ctx.actor, 'project:admin-feature-flags', facts)) return 0
  const { rows } = await sql<{ authorId: number | null; environments: readonly string[] }>`
    select r.author_id, r.environments from feature_flags f join feature_flag_requests r on r.flag_id = f.id and r.state = 'pending'
    where f.namespace_id = ${id}`.execute(ctx.db)
  if (rows.length === 0) return 0
  const closed = new Set(await undecidable(ctx, { id, facts }))
  return rows.filter(
    ({ authorId, environments }) => authorId !== userIdOf(ctx) && !environments.some(each => closed.has(each)),
  ).length
}
