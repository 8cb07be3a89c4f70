import { type RawBuilder, sql } from 'kysely'
import { declarationOf, type PlainName, plainNames } from '#contract/plan/attributes/plain-attributes.ts'
import type { GroupWord } from '#contract/plan/lists/group-words.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import { iterationPath, nameOf } from '#server/plan/iterations/iteration.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'

/** The grouping of the rows of a list. */
export interface Grouping {
  /** A select with a row for each group of `issuables i`: `value`, null for none, and `ref`, the id of the row that it names. */
  readonly keys: RawBuilder<unknown>
  /** Whether `issuables i` is in the group of a value, or of none. */
  readonly has: (value: string | null) => RawBuilder<unknown>
  /** The head of a group, over `k.value` and `k.ref`. */
  readonly head: Partial<Head>
}

interface Head {
  readonly name: RawBuilder<unknown>
  readonly detail: RawBuilder<unknown>
  readonly person: RawBuilder<unknown>
  readonly label: RawBuilder<unknown>
  readonly path: RawBuilder<unknown>
  /** A number by which the groups are sorted, before their names. */
  readonly rank: RawBuilder<unknown>
  /** The joins from `left join` on. */
  readonly joins: RawBuilder<unknown>
}

export interface AskedGroups {
  readonly groupBy?: GroupWord | undefined
  readonly groupScope?: string | undefined
  /** The key of a group: `none`, or `=` and its value. */
  readonly group?: string | undefined
}

/** The grouping of a list of issues; null if there is none. */
export function groupingOf(ctx: Context, { groupBy, groupScope }: AskedGroups): Grouping | null {
  switch (groupBy) {
    case undefined:
      return null
    case 'assignee':
      return people(ctx, sql`issuable_assignees`)
    case 'author':
      return {
        keys: sql`select i.author_id::text as value, i.author_id as ref`,
        has: value => sql`i.author_id = ${numberIn(value)}`,
        head: personHead(ctx),
      }
    case 'milestone':
      return milestones
    case 'label':
      return labels(groupScope ?? null)
    case 'iteration':
      return iterations
    case 'epic':
      return epics(ctx)
    case 'state':
      return oneOf(sql`i.state`, ['opened', 'merged', 'closed', 'locked'])
    case 'type':
      return oneOf(sql`i.type`, issuableTypes)
    default:
      return plain(groupBy)
  }
}

/** Group by people. @param table  with `issuable_id` and `user_id` */
export const people = (ctx: Context, table: RawBuilder<unknown>): Grouping => ({
  keys: sql`select gp.user_id::text as value, gp.user_id as ref from (select 1) one left join ${table} gp on gp.issuable_id = i.id`,
  has: value => {
    const isIt = value === null ? sql`` : sql`and gp.user_id = ${numberIn(value)}`
    return sql`${value === null ? sql`not` : sql``} exists (select 1 from ${table} gp where gp.issuable_id = i.id ${isIt})`
  },
  head: personHead(ctx),
})

/** The head of a group by people. */
export const personHead = (ctx: Context): Partial<Head> => ({
  joins: sql`left join users gu on gu.id = k.ref`,
  name: sql`gu.name`,
  person: sql`case when gu.id is not null then ${userBasicJson(ctx.services.settings, 'gu')} end`,
})

/** Group by a column with one value. @param column  over `issuables i` @param words  its values in the order of the groups */
export const oneOf = (column: RawBuilder<unknown>, words: readonly string[]): Grouping => ({
  keys: sql`select ${column} as value, null::bigint as ref`,
  has: value => (value === null ? sql`${column} is null` : sql`${column} = ${value}`),
  head: { rank: sql`array_position(${[...words]}::text[], k.value)` },
})

// Milestones and labels of several projects can have the same title: they make one group, as they do in a filter.
const milestones: Grouping = {
  keys: sql`select gm.title as value, gm.id as ref from (select 1) one left join milestones gm on gm.id = i.milestone_id`,
  has: value =>
    value === null
      ? sql`i.milestone_id is null`
      : sql`exists (select 1 from milestones gm where gm.id = i.milestone_id and gm.title = ${value})`,
  head: {
    joins: sql`left join milestones gm on gm.id = k.ref`,
    name: sql`gm.title`,
    rank: sql`extract(epoch from gm.due_date)`,
  },
}

/** @param scope  group only by labels of this scope, `priority` for `priority::high`; null for all labels */
function labels(scope: string | null): Grouping {
  const isInSet = scope === null ? sql`true` : isOfScope(sql`gt.title`, scope)
  const ofIssue = sql`issuable_labels gl join labels gt on gt.id = gl.label_id and ${isInSet}`
  return {
    // One of the labels of the same title represents all.
    keys: sql`select gt.title as value, min(gt.id) as ref from (select 1) one left join (${ofIssue}) on gl.issuable_id = i.id group by gt.title`,
    has: value => {
      const isIt = value === null ? sql`` : sql`and gt.title = ${value}`
      return sql`${value === null ? sql`not` : sql``} exists (select 1 from ${ofIssue} where gl.issuable_id = i.id ${isIt})`
    },
    head: {
      joins: sql`left join labels gt on gt.id = k.ref`,
      name: sql`gt.title`,
      label: sql`case when gt.id is not null then ${labelBasicJson('gt')} end`,
    },
  }
}

/** Whether a label is one of a scope: of `priority`, `priority::high` is, and `priority::high::now` is not. */
export function isOfScope(title: RawBuilder<unknown>, scope: string): RawBuilder<unknown> {
  const start = `${scope}::`
  return sql`left(${title}, ${start.length}::integer) = ${start} and strpos(substr(${title}, ${start.length + 1}::integer), '::') = 0`
}

const iterations: Grouping = {
  keys: sql`select i.iteration_id::text as value, i.iteration_id as ref`,
  has: value => (value === null ? sql`i.iteration_id is null` : sql`i.iteration_id = ${numberIn(value)}`),
  head: {
    joins: sql`left join (iterations git join iteration_cadences gc on gc.id = git.cadence_id join namespaces gn on gn.id = git.namespace_id)
      on git.id = k.ref`,
    name: nameOf('git'),
    detail: sql`gc.title`,
    path: iterationPath('git', 'gn'),
    rank: sql`extract(epoch from git.start_date)`,
  },
}

/** Issues in an epic that the actor cannot see count as without an epic. */
function epics(ctx: Context): Grouping {
  const ofIssue = sql`issuables ge where ge.id = i.parent_id and ${visibleIssuables(ctx.actor, 'ge', { series: 'epic' })}`
  return {
    keys: sql`select ge.id::text as value, ge.id as ref from (select 1) one left join (select ge.id from ${ofIssue}) ge on true`,
    has: value => {
      const isIt = value === null ? sql`` : sql`and ge.id = ${numberIn(value)}`
      return sql`${value === null ? sql`not` : sql``} exists (select 1 from ${ofIssue} ${isIt})`
    },
    head: {
      joins: sql`left join (issuables ge join namespaces gn on gn.id = ge.namespace_id) on ge.id = k.ref`,
      name: sql`ge.title`,
      detail: sql`gn.full_path || '&' || ge.iid`,
      path: pagePathSql('ge', 'gn', 'epic'),
    },
  }
}

/** Group by a choice or a count, in descending order. */
function plain(word: string): Grouping {
  const name = plainNames.find(each => declarationOf(each).filter?.word === word)
  if (name === undefined) throw new Error(`Lists cannot be grouped by ${word}`)
  const attribute = declarationOf(name)
  const column = ofTypes(name)
  const value = sql`(${column})::text`
  const rank =
    attribute.kind === 'choice'
      ? sql`-array_position(${attribute.choices.map(each => each.value)}::text[], k.value)`
      : sql`-k.value::bigint`
  return { ...oneOf(value, []), head: { rank } }
}

/** The value of an attribute; null on types that do not have it, although they show a blank value. */
function ofTypes(name: PlainName): RawBuilder<unknown> {
  const { types } = declarationOf(name)
  const column = attributes[name].storage.read
  return types === undefined ? column : sql`case when i.type = any (${[...types]}::text[]) then ${column} end`
}

/** The id in a value; 0, which no row has, if it is not an id. */
export const numberIn = (value: string | null): number =>
  value !== null && /^\d{1,15}$/.test(value) ? Number(value) : 0

/** The value in the key of a group. */
export const valueOfKey = (key: string): string | null => (key.startsWith('=') ? key.slice(1) : null)

export const keyOfValue = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce('=' || ${value}, 'none')`

/** The head of a group as members of a JSON object. */
export const headFields = ({ head }: Grouping) => ({
  name: sql`coalesce(${head.name ?? sql`null`}, k.value)`,
  detail: head.detail ?? sql`null`,
  person: head.person ?? sql`null`,
  label: head.label ?? sql`null`,
  path: head.path ?? sql`null`,
})

/** The order of the groups, over `k` and the joins of the heads. The group without a value is last. */
export const groupOrder = ({ head }: Grouping): RawBuilder<unknown> =>
  sql`k.value is null, ${head.rank ?? sql`null::integer`} nulls last, lower(${head.name ?? sql`k.value`}), k.value`
