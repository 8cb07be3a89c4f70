import { type RawBuilder, sql } from 'kysely'
import { describeStrategy } from '#contract/deploy/feature-flags/strategy-words.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { type ManagedFlag, projectOf } from './change.ts'
import type { FlagRow } from './find.ts'
import type { FlagState, StrategyState } from './flag.ts'
import { messages } from './messages.ts'
import { type FlagPerson, personSql } from './people.ts'
import { presentFlag } from './present.ts'
import { lockFlag, updateFlag } from './write.ts'

interface ChangeRow {
  readonly id: number
  readonly createdAt: string
  readonly before: FlagState | null
  readonly after: FlagState
  readonly author: FlagPerson | null
  readonly approver: FlagPerson | null
  readonly hasOtherStrategies: boolean
}

/** Entries of the history on the page of a flag. */
const shownChanges = 50

/**
 * Bytes, as they are stored, of the states that a page puts into sentences: comparing more would hold up other requests.
 * The strategies of further ones are left out.
 */
const mostCompared = 200_000

/**
 * The states of changes or requests `t` in the order in which they are shown: `before` and `after`, `is_whole` unless their
 * strategies were left out, and then `has_other_strategies`. The rest of their columns stays.
 */
export const comparedSql = (rows: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> => {
  const state = (column: string) =>
    sql`case when is_whole then ${sql.ref(column)} else ${sql.ref(column)} || '{"strategies":[]}' end`
  // Drafts have the ids of strategies, stored states have none.
  const strategies = (column: string) =>
    sql`(select jsonb_agg(s - 'id' order by place) from jsonb_array_elements(${sql.ref(column)} -> 'strategies') with ordinality e(s, place))`
  return sql`select t.*, ${state('before')} as compared_before, ${state('after')} as compared_after,
      not is_whole and before is not null and after is not null and ${strategies('before')} is distinct from ${strategies('after')} as has_other_strategies
    from (select t.*, sum(coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0)) over (order by ${order}) <= ${mostCompared} as is_whole
      from (${rows}) t) t`
}

/** The history of a flag, the latest change first. */
export async function historyOf(ctx: Context, flag: Allowed<'project:read-feature-flags', FlagRow>) {
  const { rows } = await sql<ChangeRow>`
    select c.id, iso(c.created_at) as created_at, c.compared_before as before, c.compared_after as after, c.has_other_strategies,
      ${personSql('u')} as author, ${personSql('a')} as approver
    from (${comparedSql(
      sql`select * from feature_flag_changes where flag_id = ${flag.id} order by id desc limit ${shownChanges}`,
      sql`id desc`,
    )}) c left join users u on u.id = c.author_id left join users a on a.id = c.approver_id order by c.id desc`.execute(
    ctx.db,
  )
  const canAdmin = may(ctx.actor, 'project:admin-feature-flags', flag.facts)
  const names = await listNames(ctx, flag.namespaceId)
  return rows.map(({ id, createdAt, author, approver, before, after, hasOtherStrategies }, place) => ({
    ...{ id, createdAt, author, approver },
    sentences: before === null ? ['created the feature flag'] : changesIn(before, after, names, hasOtherStrategies),
    canUndo: canAdmin && place === 0 && before !== null,
  }))
}

/** The names of the user lists and segments of a project. */
export async function listNames(ctx: Context, projectId: number): Promise<SharedNames> {
  const { rows } = await sql<{
    kind: 'list' | 'segment'
    id: number
    name: string
  }>`select 'list' as kind, id, name from feature_flag_user_lists where namespace_id = ${projectId}
    union all select 'segment', id, name from feature_flag_segments where namespace_id = ${projectId}`.execute(ctx.db)
  const named = (kind: string) => new Map(rows.flatMap(row => (row.kind === kind ? [[row.id, row.name] as const] : [])))
  return { lists: named('list'), segments: named('segment') }
}

interface SharedNames {
  readonly lists: ReadonlyMap<number, string>
  readonly segments: ReadonlyMap<number, string>
}

/**
 * A change as sentences after the name of a person.
 *
 * @param hasOtherStrategies  they were left out of the states, and differ
 */
function changesIn(
  before: FlagState,
  after: FlagState,
  names: SharedNames,
  hasOtherStrategies: boolean,
): readonly string[] {
  const sentences: string[] = []
  if (before.name !== after.name) sentences.push(`renamed the feature flag from ${before.name} to ${after.name}`)
  if ((before.description ?? '') !== (after.description ?? '')) sentences.push('changed the description')
  if (before.active !== after.active)
    sentences.push(after.active ? 'turned the feature flag on' : 'turned the feature flag off')
  for (const name of after.offIn.filter(each => !before.offIn.includes(each)))
    sentences.push(`turned the feature flag off in ${name}`)
  // An environment that is no longer switched off is on only where the flag is.
  for (const name of before.offIn.filter(each => !after.offIn.includes(each)))
    if (after.active) sentences.push(`turned the feature flag on in ${name}`)
  if (before.type !== after.type) sentences.push(`changed the type to ${after.type}`)
  if (before.permanent !== after.permanent)
    sentences.push(after.permanent ? 'marked the feature flag as permanent' : 'removed the mark as permanent')
  else if (before.lifetimeDays !== after.lifetimeDays)
    sentences.push(`changed the expected lifetime to ${after.lifetimeDays} days`)
  const words = (strategy: StrategyState) =>
    describeStrategy({
      ...strategy,
      userListName: names.lists.get(strategy.userListId ?? 0) ?? 'that was deleted',
      segmentNames: strategy.segmentIds.map(id => names.segments.get(id) ?? 'that was deleted'),
    })
  const [earlier, later] = [before.strategies.map(exact), after.strategies.map(exact)]
  const removed = before.strategies.filter((_, at) => !later.includes(earlier[at] ?? ''))
  const added = after.strategies.filter((_, at) => !earlier.includes(later[at] ?? ''))
  for (const each of removed) sentences.push(`removed the strategy “${words(each)}”`)
  for (const each of added) sentences.push(`added the strategy “${words(each)}”`)
  if (hasOtherStrategies) sentences.push('changed the strategies')
  return sentences.length === 0 ? ['changed the order of the strategies'] : sentences
}

/** The same change as a wish, after "wants to". */
export const wishesIn = (...parts: Parameters<typeof changesIn>): readonly string[] =>
  changesIn(...parts).map(sentence => sentence.replace(/^\w+/, verb => infinitives[verb] ?? verb))

const infinitives: Readonly<Record<string, string>> = {
  ...{ added: 'add', changed: 'change', marked: 'mark', removed: 'remove', renamed: 'rename', turned: 'turn' },
}

const exact = ({ name, parameters, scopes, userListId, constraints, segmentIds, variants }: StrategyState): string =>
  JSON.stringify([name, Object.entries(parameters).toSorted(), scopes, userListId, constraints, segmentIds, variants])

/**
 * Undo the latest change of a flag.
 *
 * @throws NotFound · @throws Conflict  it has changed since, or it was created by it
 */
export async function undoChange(ctx: Context, row: ManagedFlag, changeId: number) {
  const { id } = row
  const flag = await lockFlag(ctx, id)
  const { rows } = await sql<Pick<ChangeRow, 'id' | 'before'>>`select id, before from feature_flag_changes
    where flag_id = ${id} and id >= ${changeId} order by id`.execute(ctx.db)
  const [change, ...later] = rows
  if (change?.id !== changeId) throw new NotFound('Change')
  if (later.length > 0 || change.before === null) throw new Conflict(messages.changedSince)
  const before = change.before
  const strategies = before.strategies.map((each, at) => ({ ...each, id: flag.strategies[at]?.id ?? null }))
  return presentFlag((await updateFlag(ctx, projectOf(row), flag, { ...before, strategies })).flag)
}
