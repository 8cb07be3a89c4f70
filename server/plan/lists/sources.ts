import { type RawBuilder, sql } from 'kysely'
import { titleInFilter } from '#contract/plan/labels/label-words.ts'
import { copiedState } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { isAmong } from '#server/platform/sql/statement.ts'
import { conditionsOf, type IssueFilter } from './filter.ts'
import { isAny, isNone } from './issuable-conditions.ts'
import { milestoneMatching } from './milestone-filter.ts'
import { todayIn } from './moments.ts'
import { userNamed, usersNamed } from './person-filter.ts'

/** A part of a filter that one index answers, with all that permissions and counts ask of an issue. */
export interface Source {
  /** `from ... where ...` of rows `c` with `issuable_id`, `namespace_id`, `series`, `state` (also `hidden`) and `confidential`. */
  readonly rows: RawBuilder<unknown>
  /** The filter without that part. */
  readonly rest: IssueFilter
}

/** The scope of a source. */
interface SourcePlace {
  /** A select of the ids of the namespaces whose labels and milestones the issues may have. */
  readonly owners: RawBuilder<unknown>
  /** The project, if the scope is one. */
  readonly projectId: number | null
}

/** The namespaces whose labels and milestones the issues of a project may have: they keep those of its former groups. */
export const planOwnersOf = (alias: string): RawBuilder<unknown> =>
  sql`unnest(${sql.ref(`${alias}.ancestor_ids`)} || ${sql.ref(`${alias}.former_ancestor_ids`)})`

/** The part of a filter that finds the fewest issues, as far as one can tell. */
export const sourceIn = (ctx: Context, filter: IssueFilter, place: SourcePlace): Source | null =>
  milestoneIn(filter, place, todayIn(ctx, filter.timeZone)) ??
  assigneeIn(ctx, filter) ??
  labelIn(filter, place) ??
  authorIn(ctx, filter, place.projectId) ??
  oneOfIn(ctx, filter, place)

/** The rows of one person's assignments. */
export const assignmentsOf = (userId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`from issuable_assignees c where c.user_id = ${userId}`

/** The rows of one person's own issuables. */
export const ownRowsOf = (userId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`from ${issuablesWhere(sql`b.author_id = ${userId}`)} where true`

/** Rows `c` of `issuables b`. With an offset no other index joins in. */
const issuablesWhere = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select b.id as issuable_id, b.namespace_id, b.series, case when b.hidden then 'hidden' else b.state end as state, b.confidential
    from issuables b where ${condition} offset 0) c`

/** The issues of one author that a filter names. */
export function authorIn(ctx: Context, filter: IssueFilter, projectId: number | null): Source | null {
  const { authorId, authorUsername, ...rest } = filter
  const author = personOf(ctx, authorId, authorUsername)
  if (author === null) return null
  if (projectId === null) return { rows: ownRowsOf(author), rest }
  // The index of the project is used, however much the author has written elsewhere.
  const isIt = sql`b.namespace_id = ${projectId} and (b.author_id = ${author}) is true`
  return { rows: sql`from ${issuablesWhere(isIt)} where true`, rest }
}

/** The issues of one assignee that a filter names. */
export function assigneeIn(ctx: Context, filter: IssueFilter): Source | null {
  const { assigneeId, assigneeUsername, ...rest } = filter
  const [name, ...others] = (assigneeUsername ?? []).filter(each => each !== '')
  const assignee = others.length > 0 ? null : personOf(ctx, assigneeId, name)
  return assignee === null ? null : { rows: assignmentsOf(assignee), rest }
}

/** The person that a filter names; null when it names none, or in two ways. */
function personOf(ctx: Context, id: number | string | undefined, name: string | undefined): RawBuilder<unknown> | null {
  if (id !== undefined) return typeof id === 'number' && id > 0 && name === undefined ? sql`${id}::bigint` : null
  return name === undefined || name === '' ? null : userNamed(ctx, name)
}

/** The issues of which a filter asks one of several people or labels. */
function oneOfIn(ctx: Context, filter: IssueFilter, { owners, projectId }: SourcePlace): Source | null {
  const { or, ...others } = filter
  if (or === undefined) return null
  const { assigneeUsername, labelName, authorUsername, ...values } = or
  if (isSome(assigneeUsername))
    return {
      rows: sql`from ${once(sql`issuable_assignees s where s.user_id in (${usersNamed(ctx, assigneeUsername)})`)}`,
      rest: {
        ...others,
        or: { ...values, ...(labelName && { labelName }), ...(authorUsername && { authorUsername }) },
      },
    }
  if (isSome(labelName))
    return {
      rows: sql`from ${once(sql`labels l join issuable_labels s on s.label_id = l.id
        where l.title = any (${[...labelName]}::text[]) and ${isAmong(sql`l.namespace_id`, owners)}`)}`,
      rest: { ...others, or: { ...values, ...(authorUsername && { authorUsername }) } },
    }
  if (!isSome(authorUsername)) return null
  const isHere = projectId === null ? sql`` : sql`b.namespace_id = ${projectId} and`
  const isIt = sql`${isHere} b.author_id = any (array(${usersNamed(ctx, authorUsername)}))`
  return { rows: sql`from ${issuablesWhere(isIt)} where true`, rest: { ...others, or: values } }
}

/**
 * Selects of the ids of issues that have any of several labels, authors and assignees, one for each attribute; null where other
 * attributes are among them.
 *
 * @param here  a condition on `s`, with the series and namespace of an issue
 */
export function selectsOfAny(
  ctx: Context,
  { labelName, authorUsername, assigneeUsername, ...others }: NonNullable<IssueFilter['any']>,
  here: RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] | null {
  if (Object.values(others).some(values => values !== undefined && values.length > 0)) return null
  const named = (values: readonly string[] | undefined, select: (values: readonly string[]) => RawBuilder<unknown>) => {
    const given = (values ?? []).filter(value => value !== '')
    return given.length === 0 ? [] : [select(given)]
  }
  return [
    ...named(
      labelName,
      titles => sql`select s.issuable_id as id from labels l join issuable_labels s on s.label_id = l.id
        where l.title = any (${titles.map(titleInFilter)}::text[]) and ${here}`,
    ),
    ...named(
      assigneeUsername,
      names => sql`select s.issuable_id as id from issuable_assignees s
        where s.user_id = any (array(${usersNamed(ctx, names)})) and ${here}`,
    ),
    ...named(
      authorUsername,
      names => sql`select s.id from issuables s where s.author_id = any (array(${usersNamed(ctx, names)})) and ${here}`,
    ),
  ]
}

const isSome = <T>(values: readonly T[] | undefined): values is readonly T[] =>
  values?.some(value => value !== '') === true

/** Rows `c` of `s`, each issuable once. @param from  from the tables on */
const once = (from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select distinct on (s.issuable_id) s.issuable_id, s.namespace_id, s.series, s.state, s.confidential from ${from}
    order by s.issuable_id) c where true`

/** The issues of milestones that a filter names. */
function milestoneIn(filter: IssueFilter, { owners, projectId }: SourcePlace, today: string): Source | null {
  const { milestone, milestoneId, ...rest } = filter
  if ((milestone === undefined) === (milestoneId === undefined)) return null
  const isIt = milestoneMatching(milestone ?? milestoneId ?? '', today)
  if (isIt === null || milestone === '') return null
  const isHere = projectId === null ? sql`` : sql`and b.namespace_id = ${projectId}`
  return {
    rows: sql`from milestones fm cross join lateral ${issuablesWhere(sql`b.milestone_id = fm.id ${isHere}`)}
      where ${isIt} and ${isAmong(sql`fm.namespace_id`, owners)}`,
    rest,
  }
}

/** The issues with the first of the labels that a filter asks for. */
function labelIn(filter: IssueFilter, { owners }: SourcePlace): Source | null {
  const { labels: asked = [], ...others } = filter
  const first = asked.find(each => each !== '' && !isNone(each) && !isAny(each))
  if (first === undefined) return null
  const title = titleInFilter(first)
  const labels = asked.filter(each => each !== first)
  // A group label may have the same title as a project label: an issue with both counts once.
  const isShared = sql`(select count(*) > 1 and bool_or(sn.kind = 'group') from labels sl join namespaces sn on sn.id = sl.namespace_id
    where sl.title = ${title})`
  const hasEarlier = sql`(select count(*) > 0 from issuable_labels el join labels et on et.id = el.label_id
    where el.issuable_id = c.issuable_id and el.label_id < c.label_id and et.title = ${title})`
  return {
    rows: sql`from labels l join issuable_labels c on c.label_id = l.id where l.title = ${title}
      and ${isAmong(sql`l.namespace_id`, owners)} and case when ${isShared} then not ${hasEarlier} else true end`,
    rest: labels.length === 0 ? others : { ...others, labels },
  }
}

/**
 * `from ... where true` of the issues of a source that the rest of its filter finds, as `i` with the columns that
 * `visibleIssuables` reads and their state. Without a rest they are read from an index alone, but for the authors of
 * confidential ones.
 */
export function rowsOfSource(
  ctx: Context,
  { rows, rest }: Source,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const ofIssue = (value: RawBuilder<unknown>) => sql`(select ${value} from issuables i where i.id = c.issuable_id)`
  const found = [...conditionsOf(ctx, rest), ...conditions]
  const isFound = found.length === 0 ? sql`` : sql`and ${ofIssue(sql`(${sql.join(found, sql` and `)}) is true`)}`
  return sql`from (select c.issuable_id as id, c.namespace_id, c.series, c.confidential, ${copiedState(ctx.actor, 'c')} as state,
    c.state = 'hidden' as hidden, ${ofIssue(sql`i.author_id`)} as author_id ${rows} ${isFound}) i where true`
}
