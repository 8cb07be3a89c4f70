import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import {
  declarationOf,
  type FilteredName,
  filteredNames,
  negatedNames,
  type PlainAttribute,
} from '#contract/plan/attributes/plain-attributes.ts'
import { issueFilters } from '#contract/plan/issues/issues.ts'
import { titleInFilter } from '#contract/plan/labels/label-words.ts'
import type { Context } from '#server/context.ts'
import { searchCondition } from '#server/discuss/noteables/search-condition.ts'
import { Malformed } from '#server/errors.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import { choiceRank } from '#server/plan/issuables/attributes/plain-kinds.ts'
import { type DaySpan, inSpan } from './due-date-filter.ts'
import { dayConditions, momentConditions, todayIn } from './moments.ts'
import { planConditions } from './plan-filter.ts'

const Filters = Type.Object(issueFilters)

/** What a list of issues may be asked for. Lists of another series ask with what `conditionsOf` does not know as conditions of their own. */
export type IssueFilter = Omit<Static<typeof Filters>, 'state'> & {
  readonly state?: Static<typeof Filters>['state'] | 'merged' | 'locked' | undefined
  /** What is listed: issues, unless it says otherwise. */
  readonly series?: IssuableSeries
  /** A select of the ids among which to look, a few thousand at most. */
  readonly among?: RawBuilder<unknown>
  /** The rows among which to look: what a search has found before. */
  readonly ids?: readonly number[]
  /** The search finds much: it is looked for along the order of the list, not by its index. */
  readonly isCommon?: boolean
}

type Condition = RawBuilder<unknown>
type PlainChoices = Extract<PlainAttribute, { readonly kind: 'choice' }>

export const seriesOf = (filter: IssueFilter): IssuableSeries => filter.series ?? 'issue'

/** The states in which an issuable of a series can be. */
export const statesOf = (series: IssuableSeries): readonly NonNullable<IssueFilter['state']>[] =>
  series === 'merge_request' ? ['opened', 'closed', 'merged', 'locked'] : ['opened', 'closed']

/** A condition's words, in any case. */
const wordOf = (value: unknown): string => String(value).toLowerCase().replace(/^#/, '')

/**
 * A filter as conditions on `issuables i`, without those of permissions and namespace.
 *
 * @throws Malformed  filters that exclude each other
 */
export function conditionsOf(ctx: Context, filter: IssueFilter): readonly Condition[] {
  exclusive(filter, ['milestone', 'milestoneId'])
  exclusive(filter, ['iterationId', 'iterationTitle'])
  exclusive(filter, ['assigneeId', 'assigneeUsername'])
  exclusive(filter, ['authorId', 'authorUsername'])
  const { not = {} } = filter
  const today = todayIn(ctx, filter.timeZone)
  return [
    ...stateOf(filter.state),
    ...(filter.labels === undefined ? [] : labelConditions(filter.labels)),
    ...present(not.labels, titles => sql`not ${hasOneOf(titles)}`),
    ...present(filter.milestone, title => milestoneCondition(title, today)),
    ...present(filter.milestoneId, ref => milestoneCondition(ref, today)),
    ...present(not.milestone, title => sql`not coalesce(${milestoneCondition(title, today)}, false)`),
    ...present(not.milestoneId, ref => sql`not coalesce(${milestoneCondition(ref, today)}, false)`),
    ...planConditions(ctx, filter, today),
    ...assigneeConditions(ctx, filter),
    ...present(not.assigneeId, id => sql`not ${assignedTo(id)}`),
    ...present(filter.authorId, id => sql`i.author_id = ${id}`),
    ...present(filter.authorUsername, name => sql`i.author_id = ${userNamed(ctx, name)}`),
    ...present(not.authorId, id => sql`i.author_id <> ${id}`),
    ...present(not.authorUsername, name => sql`i.author_id <> coalesce(${userNamed(ctx, name)}, 0)`),
    ...present(filter.closedById, id => sql`i.closed_by_id = ${id}`),
    ...present(filter.iids, iids => sql`i.iid = any (${iids}::bigint[])`),
    ...present(not.iids, iids => sql`not i.iid = any (${iids}::bigint[])`),
    ...momentConditions(ctx, filter),
    ...dayConditions(ctx, filter),
    ...filteredNames.flatMap(name => present(filter[name], value => plainCondition(name, value, today))),
    ...negatedNames.flatMap(name =>
      present<number | string>(not[name], value => sql`not coalesce(${plainCondition(name, value, today)}, false)`),
    ),
    // As text, so that the index of incidents serves.
    ...present(filter.issueType, type => sql`i.type = ${sql.lit(type)}`),
    ...present(not.issueType, type => sql`i.type <> ${type}`),
    ...present(filter.myReactionEmoji, name => reactionCondition(ctx, name)),
    ...present(not.myReactionEmoji, name => sql`not ${reactionCondition(ctx, name)}`),
    ...unionedConditions(ctx, filter.or ?? {}, today),
    ...joinedConditions(ctx, filter, today),
    ...present(filter.ids, ids => sql`i.id = any (${[...ids]}::bigint[])`),
    ...present(filter.search, text => {
      const found = searchCondition(text, filter.in, seriesOf(filter))
      return filter.isCommon ? sql`${found} is true` : found
    }),
  ]
}

const narrowing = [...Object.keys(issueFilters), 'ids', 'among'].filter(
  name => name !== 'state' && name !== 'scope' && name !== 'timeZone',
) as readonly (keyof IssueFilter)[]

/** Whether the filter narrows nothing but the state; what else the object holds is not looked at. */
export const isPlain = (filter: IssueFilter): boolean =>
  narrowing.every(name => filter[name] === undefined) && (filter.scope === undefined || filter.scope === 'all')

export function exclusive(filter: IssueFilter, names: readonly (keyof IssueFilter)[]): void {
  if (names.filter(name => filter[name] !== undefined).length < 2) return
  const wire = names.map(name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
  throw new Malformed(`${wire.join(', ')} are mutually exclusive`)
}

function present<T>(value: T | undefined, condition: (value: T) => Condition): readonly Condition[] {
  return value === undefined || value === '' ? [] : [condition(value)]
}

function stateOf(state: IssueFilter['state']): readonly Condition[] {
  return state === undefined || state === 'all' ? [] : [sql`i.state = ${state}`]
}

export const isNone = (title: string) => ['none', 'no label'].includes(wordOf(title))
export const isAny = (title: string) => ['any', 'any label'].includes(wordOf(title))

const anyLabel = sql`exists (select 1 from issuable_labels fl where fl.issuable_id = i.id)`

function labelConditions(asked: readonly string[]): readonly Condition[] {
  const [first, ...others] = new Set(asked.filter(title => !isNone(title) && !isAny(title)).map(titleInFilter))
  return [
    ...(asked.some(isNone) ? [sql`not ${anyLabel}`] : []),
    ...(asked.some(isAny) ? [anyLabel] : []),
    ...present(first === undefined ? undefined : [first], hasOneOf),
    // In one condition: the planner takes seconds over a hundred subqueries.
    ...(others.length === 0
      ? []
      : [
          sql`(select count(distinct ft.title) from issuable_labels fl join labels ft on ft.id = fl.label_id
            where fl.issuable_id = i.id and ft.title = any (${others}::text[])) = ${others.length}`,
        ]),
  ]
}

export function hasOneOf(asked: readonly string[]): Condition {
  const titles = asked.map(titleInFilter)
  const [only, ...others] = titles
  const isIt = others.length === 0 ? sql`ft.title = ${only ?? ''}` : sql`ft.title = any (${[...titles]}::text[])`
  return sql`exists (select 1 from issuable_labels fl join labels ft on ft.id = fl.label_id
    where fl.issuable_id = i.id and ${isIt})`
}

/** For each attribute, one of the values that a filter names. */
function unionedConditions(ctx: Context, or: NonNullable<IssueFilter['or']>, today: string): readonly Condition[] {
  return [
    ...some(or.labelName, hasOneOf),
    ...some(or.authorUsername, names => authoredByOneOf(ctx, names)),
    ...some(or.milestone, refs => milestoneAmong(refs, today)),
    ...some(or.issueType, types => sql`i.type = any (${[...types]}::text[])`),
    ...some(or.myReactionEmoji, names => reactedWithOneOf(ctx, names)),
    ...negatedNames.flatMap(name =>
      some<number | string>(or[name], values => anyOf(values.map(value => plainCondition(name, value, today)))),
    ),
  ]
}

/** One condition that holds where any of the values does, whichever attribute it is of. */
function joinedConditions(
  ctx: Context,
  { any, includeSubepics }: Pick<IssueFilter, 'any' | 'includeSubepics'>,
  today: string,
): readonly Condition[] {
  if (any === undefined) return []
  const found = [
    ...unionedConditions(ctx, any, today),
    ...planConditions(ctx, { or: any, ...(includeSubepics && { includeSubepics }) }, today),
    ...assigneeConditions(ctx, { or: any }),
  ]
  return found.length === 0 ? [] : [anyOf(found)]
}

function some<T>(values: readonly T[] | undefined, condition: (values: readonly T[]) => Condition) {
  const given = [...new Set((values ?? []).filter(value => value !== ''))]
  return given.length === 0 ? [] : [condition(given)]
}

const anyOf = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(
    conditions.map(each => sql`coalesce(${each}, false)`),
    sql` or `,
  )})`

export const authoredByOneOf = (ctx: Context, names: readonly string[]): Condition =>
  sql`i.author_id = any (array(${usersNamed(ctx, names)}))`

/** One of some milestones. Titles are looked for together: the planner takes seconds over a hundred subqueries. */
function milestoneAmong(refs: readonly string[], today: string): Condition {
  const titles = refs.filter(ref => !milestoneWords.has(wordOf(ref)))
  const words = [...new Set(refs.map(wordOf).filter(word => milestoneWords.has(word)))]
  return anyOf([
    ...words.map(word => milestoneCondition(word, today)),
    ...(titles.length === 0
      ? []
      : [
          sql`exists (select 1 from milestones fm where fm.id = i.milestone_id and fm.title = any (${titles}::text[]))`,
        ]),
  ])
}

/** A milestone by title, or by the words and numbers that stand for several. @source MILE-010..013 */
function milestoneCondition(ref: number | string, today: string): Condition {
  const isIt = milestoneMatching(ref, today)
  if (isIt !== null) return sql`exists (select 1 from milestones fm where fm.id = i.milestone_id and ${isIt})`
  return noMilestone.has(wordOf(ref)) ? sql`i.milestone_id is null` : sql`i.milestone_id is not null`
}

const noMilestone: ReadonlySet<string> = new Set(['none', 'no milestone', '-1', '0'])
const anyMilestone: ReadonlySet<string> = new Set(['any', 'any milestone', 'null'])
const milestoneWords: ReadonlySet<string> = new Set([
  ...noMilestone,
  ...anyMilestone,
  ...['upcoming', 'started', '-2', '-3'],
])

/** The milestones that a filter names, as a condition on `milestones fm`; null where it asks for none or for any. */
export function milestoneMatching(ref: number | string, today: string): Condition | null {
  const word = wordOf(ref)
  if (noMilestone.has(word) || anyMilestone.has(word)) return null
  switch (word) {
    case 'upcoming':
    case '-2':
      return sql`fm.state = 'active' and fm.start_date > ${today}::date`
    case 'started':
    case '-3':
      return sql`fm.state = 'active' and (fm.start_date is not null or fm.due_date is not null)
        and (fm.start_date is null or fm.start_date <= ${today}::date) and (fm.due_date is null or fm.due_date >= ${today}::date)`
    default:
      return typeof ref === 'number' ? sql`fm.id = ${ref}` : sql`fm.title = ${ref}`
  }
}

/** The filters by assignees that issues and epics have. */
export function assigneeConditions(
  ctx: Context,
  { assigneeId, assigneeUsername = [], not, or }: AssigneeFilter,
): readonly Condition[] {
  return [
    ...present(assigneeId, assigneeCondition),
    ...assignedToAll(
      ctx,
      assigneeUsername.filter(name => name !== ''),
    ),
    ...present(not?.assigneeUsername, names => sql`not ${assignedToOneOf(ctx, names)}`),
    ...some(or?.assigneeUsername, names => assignedToOneOf(ctx, names)),
  ]
}

interface AssigneeFilter extends Pick<IssueFilter, 'assigneeId' | 'assigneeUsername'> {
  readonly not?: Pick<NonNullable<IssueFilter['not']>, 'assigneeUsername'> | undefined
  readonly or?: Pick<NonNullable<IssueFilter['or']>, 'assigneeUsername'> | undefined
}

function assigneeCondition(ref: number | string): Condition {
  const word = wordOf(ref)
  const any = sql`exists (select 1 from issuable_assignees fa where fa.issuable_id = i.id)`
  if (word === 'none' || word === '0') return sql`not ${any}`
  if (word === 'any') return any
  return typeof ref === 'number' ? assignedTo(ref) : sql`false`
}

const assignedTo = (id: number): Condition =>
  sql`exists (select 1 from issuable_assignees fa where fa.issuable_id = i.id and fa.user_id = ${id})`

function assignedToAll(ctx: Context, given: readonly string[]): readonly Condition[] {
  const [first, ...others] = new Set(given.map(name => bareName(ctx, name)))
  if (first === undefined) return []
  if (others.length === 0) return [assignedToOneOf(ctx, [first])]
  return [
    assignedToOneOf(ctx, [first]),
    sql`(select count(*) from issuable_assignees fa join users fu on fu.id = fa.user_id
      where fa.issuable_id = i.id and lower(fu.username) = any (${others}::text[])) = ${others.length}`,
  ]
}

function assignedToOneOf(ctx: Context, names: readonly string[]): Condition {
  const [only, ...others] = names
  const isIt =
    others.length === 0
      ? sql`fa.user_id = ${userNamed(ctx, only ?? '')}`
      : sql`fa.user_id in (${usersNamed(ctx, names)})`
  return sql`exists (select 1 from issuable_assignees fa where fa.issuable_id = i.id and ${isIt})`
}

/** A username in lower case; `@me` is the viewer. */
function bareName({ actor }: Context, name: string): string {
  if (name.toLowerCase() !== '@me') return name.replace(/^@/, '').toLowerCase()
  return actor.kind === 'user' ? actor.username.toLowerCase() : ''
}

/** The id of the person that a filter names, null for nobody. */
export const userNamed = (ctx: Context, name: string): Condition =>
  sql`(select fu.id from users fu where lower(fu.username) = ${bareName(ctx, name)})`

/** A select of the ids of the people that a filter names. */
export const usersNamed = (ctx: Context, names: readonly string[]): Condition =>
  sql`select fu.id from users fu where lower(fu.username) = any (${names.map(name => bareName(ctx, name))}::text[])`

const columnOf = (name: FilteredName) => attributes[name].storage.read

function plainCondition<Name extends FilteredName>(
  name: Name,
  value: NonNullable<IssueFilter[Name]> | number | string,
  today: string,
): Condition {
  const column = columnOf(name)
  if (typeof value === 'boolean') return value ? column : sql`not ${column}`
  if (typeof value === 'number') return sql`${column} = ${value}`
  // The contract gives a day no other words than these.
  const attribute = declarationOf(name)
  if (attribute.kind === 'day') return inSpan(column, value as DaySpan, today)
  if (attribute.kind !== 'choice') return wordCondition(column, value)
  return choiceCondition(name, attribute, value)
}

/** Compare a choice by its rank, which is indexed. Issuables of types without the attribute have no rank. */
function choiceCondition(name: FilteredName, attribute: PlainChoices, value: string): Condition {
  const rank = choiceRank(name, attribute)
  const word = wordOf(value)
  const place = attribute.choices.findIndex(each => each.value.toLowerCase() === word)
  if (place >= 0) return sql`${rank} = ${sql.lit(place + 1)}`
  if (!['none', 'any'].includes(word)) throw new Malformed(`${attribute.filter?.word} is invalid`)
  return wordCondition(rank, word)
}

function wordCondition(column: Condition, value: string): Condition {
  const word = wordOf(value)
  if (word === 'none') return sql`${column} is null`
  return word === 'any' ? sql`${column} is not null` : sql`false`
}

function reactedWithOneOf(ctx: Context, names: readonly string[]): Condition {
  if (ctx.actor.kind === 'anonymous') return sql`false`
  return sql`exists (select 1 from award_emoji fe where fe.issuable_id = i.id and fe.note_id is null
    and fe.user_id = ${ctx.actor.id} and fe.name = any (${[...names]}::text[]))`
}

function reactionCondition(ctx: Context, name: string): Condition {
  if (ctx.actor.kind === 'anonymous') return sql`false`
  const mine = (more: Condition) =>
    sql`exists (select 1 from award_emoji fe where fe.issuable_id = i.id and fe.note_id is null and fe.user_id = ${actorId} ${more})`
  const actorId = ctx.actor.id
  const word = wordOf(name)
  if (word === 'none') return sql`not ${mine(sql``)}`
  return word === 'any' ? mine(sql``) : mine(sql`and fe.name = ${name}`)
}
