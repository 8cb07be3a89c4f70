import { sql } from 'kysely'
import type { Static, TObject } from 'typebox'
import {
  declarationOf,
  type FilteredName,
  filteredNames,
  type PlainAttribute,
} from '#contract/plan/attributes/plain-attributes.ts'
import type { epicFilters } from '#contract/plan/epics/epics.ts'
import type { issueFilters } from '#contract/plan/issues/issues.ts'
import { titleInFilter } from '#contract/plan/labels/label-words.ts'
import type { filterFields } from '#contract/plan/lists/filter-fields.ts'
import type { FilterNames } from '#contract/plan/lists/list-filters.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import { choiceRank } from '#server/plan/issuables/attributes/plain-kinds.ts'
import {
  allOf,
  anyOf,
  type Condition,
  type FieldCondition,
  type FieldConditions,
  lowerWord,
} from './condition-table.ts'
import { type DaySpan, inSpan } from './due-date-filter.ts'
import { milestoneAmong, milestoneCondition } from './milestone-filter.ts'
import {
  assignedTo,
  assignedToAll,
  assignedToOneOf,
  assigneeCondition,
  authoredByOneOf,
  userNamed,
} from './person-filter.ts'
import {
  contactCondition,
  epicCondition,
  inEpics,
  iterationCondition,
  iterationTitled,
  ofCadences,
  organizationCondition,
  withContacts,
} from './plan-filter.ts'
import { releaseAmong, releaseCondition } from './release-filter.ts'

type Filter = Static<TObject<typeof issueFilters>> & Static<TObject<typeof epicFilters>>
/** The flag is read beside the epic. */
type IssuableField = Exclude<FilterNames<typeof filterFields, 'issue' | 'epic', 'is' | 'or'>, 'includeSubepics'>

/** The conditions on `issuables i` of the filters in `filter-fields.ts` that lists of issues or epics have. */
const declaredConditions: FieldConditions<Filter, IssuableField> = {
  labels: { is: hasLabels, not: titles => sql`not ${hasOneOf(titles)}` },
  labelName: { or: hasOneOf },
  milestone: {
    is: (title, { today }) => milestoneCondition(title, today),
    or: (refs, { today }) => milestoneAmong(refs, today),
  },
  milestoneId: { is: (ref, { today }) => milestoneCondition(ref, today) },
  releaseTag: {
    is: (ref, { ctx }) => releaseCondition(ctx, ref),
    or: (refs, { ctx }) => releaseAmong(ctx, refs),
  },
  epicId: {
    is: (ref, { ctx, beside }) => epicCondition(ctx, 'epic_id', ref, beside.includeSubepics === true),
    or: (ids, { ctx, beside }) => inEpics(ctx, ids, beside.includeSubepics === true),
  },
  parentId: {
    is: (ref, { ctx }) => epicCondition(ctx, 'parent_id', ref),
    or: (ids, { ctx }) => inEpics(ctx, ids),
  },
  iterationId: {
    is: (ref, { today }) => iterationCondition(ref, today),
    or: ids => sql`i.iteration_id = any (${[...ids]}::bigint[])`,
  },
  iterationTitle: { is: iterationTitled, graphql: { is: 'string' } },
  iterationCadenceId: { is: ids => (ids.length === 0 ? null : ofCadences(ids)), or: ofCadences },
  crmContactId: {
    is: (ref, { ctx }) => contactCondition(ctx, ref),
    or: (ids, { ctx }) => withContacts(ctx, sql`fc.id = any (${[...ids]}::bigint[])`),
  },
  crmOrganizationId: {
    is: (ref, { ctx }) => organizationCondition(ctx, ref),
    or: (ids, { ctx }) => withContacts(ctx, sql`fc.organization_id = any (${[...ids]}::bigint[])`),
  },
  assigneeId: { is: assigneeCondition, not: id => sql`not ${assignedTo(id)}` },
  assigneeUsername: {
    is: (names, { ctx }) => assignedToAll(ctx, names),
    not: (names, { ctx }) => sql`not ${assignedToOneOf(ctx, names)}`,
    or: (names, { ctx }) => assignedToOneOf(ctx, names),
  },
  authorId: { is: id => sql`i.author_id = ${id}`, not: id => sql`i.author_id <> ${id}` },
  authorUsername: {
    is: (name, { ctx }) => sql`i.author_id = ${userNamed(ctx, name)}`,
    not: (name, { ctx }) => sql`i.author_id <> coalesce(${userNamed(ctx, name)}, 0)`,
    or: (names, { ctx }) => authoredByOneOf(ctx, names),
    graphql: { is: 'string', not: 'strings', or: 'strings' },
  },
  closedById: { is: id => sql`i.closed_by_id = ${id}` },
  iids: {
    is: iids => sql`i.iid = any (${[...iids]}::bigint[])`,
    not: iids => sql`not i.iid = any (${[...iids]}::bigint[])`,
  },
  issueType: {
    // As text, so that the index of incidents serves.
    is: type => sql`i.type = ${sql.lit(type)}`,
    not: type => sql`i.type <> ${type}`,
    or: types => sql`i.type = any (${[...types]}::text[])`,
  },
  myReactionEmoji: {
    is: (name, { ctx }) => reactionCondition(ctx, name),
    not: (name, { ctx }) => sql`not ${reactionCondition(ctx, name)}`,
    or: (names, { ctx }) => reactedWithOneOf(ctx, names),
    graphql: { is: 'string', not: 'string' },
  },
}

type PlainValue = boolean | number | string
const plainConditions: Readonly<Record<string, FieldCondition<PlainValue, PlainValue, readonly PlainValue[]>>> =
  Object.fromEntries(
    filteredNames.map(name => [
      name,
      {
        is: (value, { today }) => plainCondition(name, value, today),
        or: (values, { today }) => anyOf(values.map(value => plainCondition(name, value, today))),
      },
    ]),
  )

/** The same with plain attributes. */
export const issuableConditions = { ...declaredConditions, ...plainConditions }

export const isNone = (title: string) => ['none', 'no label'].includes(lowerWord(title))
export const isAny = (title: string) => ['any', 'any label'].includes(lowerWord(title))

const anyLabel = sql`exists (select 1 from issuable_labels fl where fl.issuable_id = i.id)`

function hasLabels(asked: readonly string[]): Condition | null {
  const [first, ...others] = new Set(asked.filter(title => !isNone(title) && !isAny(title)).map(titleInFilter))
  return allOf([
    ...(asked.some(isNone) ? [sql`not ${anyLabel}`] : []),
    ...(asked.some(isAny) ? [anyLabel] : []),
    ...(first === undefined ? [] : [hasOneOf([first])]),
    // In one condition: the planner takes seconds over a hundred subqueries.
    ...(others.length === 0
      ? []
      : [
          sql`(select count(distinct ft.title) from issuable_labels fl join labels ft on ft.id = fl.label_id
            where fl.issuable_id = i.id and ft.title = any (${others}::text[])) = ${others.length}`,
        ]),
  ])
}

function hasOneOf(asked: readonly string[]): Condition {
  const titles = asked.map(titleInFilter)
  const [only, ...others] = titles
  const isIt = others.length === 0 ? sql`ft.title = ${only ?? ''}` : sql`ft.title = any (${[...titles]}::text[])`
  return sql`exists (select 1 from issuable_labels fl join labels ft on ft.id = fl.label_id
    where fl.issuable_id = i.id and ${isIt})`
}

const columnOf = (name: FilteredName) => attributes[name].storage.read

type PlainChoices = Extract<PlainAttribute, { readonly kind: 'choice' }>

function plainCondition(name: FilteredName, value: PlainValue, today: string): Condition {
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
  const word = lowerWord(value)
  const place = attribute.choices.findIndex(each => each.value.toLowerCase() === word)
  if (place >= 0) return sql`${rank} = ${sql.lit(place + 1)}`
  if (!['none', 'any'].includes(word)) throw new Malformed(`${attribute.filter?.word} is invalid`)
  return wordCondition(rank, word)
}

function wordCondition(column: Condition, value: string): Condition {
  const word = lowerWord(value)
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
  const actorId = ctx.actor.id
  const mine = (more: Condition) =>
    sql`exists (select 1 from award_emoji fe where fe.issuable_id = i.id and fe.note_id is null and fe.user_id = ${actorId} ${more})`
  const word = lowerWord(name)
  if (word === 'none') return sql`not ${mine(sql``)}`
  return word === 'any' ? mine(sql``) : mine(sql`and fe.name = ${name}`)
}
