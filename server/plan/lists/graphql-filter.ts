import { type RawBuilder, sql } from 'kysely'
import {
  type ChoiceName as ChoiceAttribute,
  type CountName as CountAttribute,
  declarationOf,
  type FilteredName,
  filteredNames,
  type NegatedName,
  negatedNames,
  plainAttributes,
} from '#contract/plan/attributes/plain-attributes.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder, type SchemaTypes, words } from '#server/graphql/builder.ts'
import { readLooseId, readNumericGid } from '#server/graphql/ids.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { filteredTime } from '#server/graphql/relative-days.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import { choiceEnums, choiceValues } from '#server/plan/issuables/fields/choice-enums.ts'
import type { IssueFilter } from './filter.ts'
import {
  declaredArgs,
  type FilterBuilder,
  negatedArgs,
  negatedConditions,
  readDeclared,
  unionedArgs,
} from './graphql-fields.ts'
import { releaseAmong } from './release-filter.ts'

type IssueTypeWord = (typeof issuableTypes)[number]

export const IssueType = builder.enumType('IssueType', {
  // Upper case for the client, the column's words inside.
  values: Object.fromEntries([...issuableTypes, 'epic'].map(word => [word.toUpperCase(), { value: word }])) as Record<
    string,
    { value: string }
  >,
})
const IssuableState = builder.enumType('IssuableState', { values: words(['opened', 'closed', 'locked', 'all']) })
// Days are asked for by two moments each, below.
const filtered = filteredNames.filter(name => declarationOf(name).shownIn.includes('graphql'))
const flags = filtered.filter(name => plainAttributes[name].kind === 'flag')
type CountName = Extract<NegatedName, CountAttribute>
const comparable = negatedNames.filter(name => declarationOf(name).shownIn.includes('graphql'))
const counts = comparable.filter((name): name is CountName => plainAttributes[name].kind === 'count')
type ChoiceName = Extract<NegatedName, ChoiceAttribute>
const choices = comparable.filter((name): name is ChoiceName => plainAttributes[name].kind === 'choice')

/** The argument for a choice, for any or for none: `healthStatusFilter`. */
const choiceFilterOf = (name: ChoiceName) => `${name}Filter` as const
const choiceFilterEnum = (name: ChoiceName) =>
  builder.enumType(`${plainAttributes[name].graphqlEnum}Filter`, {
    values: { ...choiceValues(name), ANY: { value: 'any' }, NONE: { value: 'none' } } as Record<
      string,
      { readonly value: string }
    >,
  })
// Every choice has one.
const choiceFilters = Object.fromEntries(choices.map(name => [name, choiceFilterEnum(name)])) as Readonly<
  Record<ChoiceName, ReturnType<typeof choiceFilterEnum>>
>

/** The argument for all or none of a count: `weightWildcardId`. */
const wildcardOf = (name: CountName) => `${name}WildcardId` as const
const upperFirst = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
const wildcardEnum = (name: CountName) =>
  builder.enumType(upperFirst(wildcardOf(name)), { values: words(['ANY', 'NONE']) })
// Every count has one.
const wildcards = Object.fromEntries(counts.map(name => [name, wildcardEnum(name)])) as Readonly<
  Record<CountName, ReturnType<typeof wildcardEnum>>
>

export const AssigneeWildcard = builder.enumType('AssigneeWildcardId', { values: words(['ANY', 'NONE']) })
export const MilestoneWildcard = builder.enumType('MilestoneWildcardId', {
  values: words(['ANY', 'NONE', 'STARTED', 'UPCOMING']),
})
const ReleaseTagWildcard = builder.enumType('ReleaseTagWildcardId', { values: words(['ANY', 'NONE']) })
export const IterationWildcard = builder.enumType('IterationWildcardId', { values: words(['ANY', 'CURRENT', 'NONE']) })
const NegatedIterationWildcard = builder.enumType('NegatedIterationWildcardId', { values: words(['CURRENT']) })
const EpicWildcard = builder.enumType('EpicWildcardId', { values: words(['ANY', 'NONE']) })
const NegatedMilestoneWildcard = builder.enumType('NegatedMilestoneWildcardId', {
  values: words(['STARTED', 'UPCOMING']),
})
export const SearchableField = builder.enumType('IssuableSearchableField', { values: words(['DESCRIPTION', 'TITLE']) })

/** The negated filters of issues and of work items. */
const negatedFields = (t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) => ({
  assigneeUsernames: t.stringList(),
  ...negatedArgs(t, 'issue'),
  labelName: t.stringList(),
  milestoneTitle: t.stringList(),
  milestoneWildcardId: t.field({ type: NegatedMilestoneWildcard }),
  releaseTag: t.stringList(),
  iterationId: t.idList(),
  iterationWildcardId: t.field({ type: NegatedIterationWildcard }),
  types: t.field({ type: [IssueType] }),
  ...Object.fromEntries(counts.map(name => [name, t.string()])),
  ...Object.fromEntries(choices.map(name => [choiceFilterOf(name), t.field({ type: [choiceEnums[name]] })])),
})

const unionedFields = (t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) => ({
  assigneeUsernames: t.stringList(),
  ...unionedArgs(t, 'issue'),
  labelNames: t.stringList(),
})

const Negated = builder.inputType('NegatedIssueFilterInput', {
  description: 'Negated filters.',
  fields: t => ({
    ...negatedFields(t),
    assigneeId: t.string(),
    epicId: t.string(),
    includeSubepics: t.boolean(),
    iids: t.stringList(),
  }),
})
export const Unioned = builder.inputType('UnionedIssueFilterInput', {
  description: 'Filters combined with OR.',
  fields: unionedFields,
})
const NegatedWorkItems = builder.inputType('NegatedWorkItemFilterInput', {
  description: 'Negated filters.',
  fields: t => ({ ...negatedFields(t), parentIds: t.field({ type: ['WorkItemID'] }) }),
})
const UnionedWorkItems = builder.inputType('UnionedWorkItemFilterInput', {
  description: 'Filters combined with OR.',
  fields: unionedFields,
})

const sharedFilters = (t: FilterBuilder) => ({
  assigneeId: t.string(),
  assigneeUsername: t.string({ deprecationReason: 'Use `assigneeUsernames`.' }),
  assigneeUsernames: t.stringList(),
  assigneeWildcardId: t.field({ type: AssigneeWildcard }),
  ...declaredArgs(t, 'issue'),
  closedAfter: t.field(filteredTime),
  closedBefore: t.field(filteredTime),
  ...Object.fromEntries(flags.map(name => [name, t.boolean()])),
  ...Object.fromEntries(choices.map(name => [choiceFilterOf(name), t.field({ type: choiceFilters[name] })])),
  createdAfter: t.field(filteredTime),
  createdBefore: t.field(filteredTime),
  crmContactId: t.string(),
  crmOrganizationId: t.string(),
  dueAfter: t.field(filteredTime),
  dueBefore: t.field(filteredTime),
  epicId: t.string(),
  epicWildcardId: t.field({ type: EpicWildcard }),
  iid: t.string(),
  iids: t.stringList(),
  in: t.field({ type: [SearchableField] }),
  includeSubepics: t.boolean(),
  iterationCadenceId: t.field({ type: ['IterationsCadenceID'] }),
  iterationId: t.field({ type: ['ID'], required: { list: false, items: false } }),
  iterationWildcardId: t.field({ type: IterationWildcard }),
  labelName: t.field({ type: ['String'], required: { list: false, items: false } }),
  milestoneTitle: t.field({ type: ['String'], required: { list: false, items: false } }),
  milestoneWildcardId: t.field({ type: MilestoneWildcard }),
  releaseTag: t.stringList(),
  releaseTagWildcardId: t.field({ type: ReleaseTagWildcard }),
  search: t.string(),
  types: t.field({ type: [IssueType] }),
  updatedAfter: t.field(filteredTime),
  updatedBefore: t.field(filteredTime),
  ...Object.fromEntries(
    counts.flatMap(name => [
      [name, t.string()],
      [wildcardOf(name), t.field({ type: wildcards[name] })],
    ]),
  ),
})

/** The arguments of every list of issues. @source graphql.md 6 */
export const issueFilterArgs = builder.args(t => ({
  ...sharedFilters(t),
  not: t.field({ type: Negated }),
  or: t.field({ type: Unioned }),
}))

/** The same for work items, without the additions of their own filters. */
export const workItemFilters = (t: FilterBuilder) => ({
  ...sharedFilters(t),
  not: t.field({ type: NegatedWorkItems }),
  or: t.field({ type: UnionedWorkItems }),
})

export const stateArg = (t: FilterBuilder) => t.field({ type: IssuableState })

type AskedCounts = { readonly [Name in CountName]?: Maybe<string> }
type AskedChoices = { readonly [Name in ReturnType<typeof choiceFilterOf>]?: Maybe<string> }
type AskedWildcards = { readonly [Name in CountName as ReturnType<typeof wildcardOf>]?: Maybe<'ANY' | 'NONE'> }

export interface AskedIssues extends AskedChoices, AskedCounts, AskedWildcards {
  readonly assigneeId?: Maybe<string>
  readonly assigneeUsername?: Maybe<string>
  readonly assigneeUsernames?: Maybe<readonly string[]>
  readonly assigneeWildcardId?: Maybe<'ANY' | 'NONE'>
  readonly closedAfter?: Maybe<string>
  readonly closedBefore?: Maybe<string>
  readonly confidential?: Maybe<boolean>
  readonly createdAfter?: Maybe<string>
  readonly createdBefore?: Maybe<string>
  readonly crmContactId?: Maybe<string>
  readonly crmOrganizationId?: Maybe<string>
  readonly dueAfter?: Maybe<string>
  readonly dueBefore?: Maybe<string>
  readonly epicId?: Maybe<string>
  readonly epicWildcardId?: Maybe<'ANY' | 'NONE'>
  readonly iid?: Maybe<string>
  readonly iids?: Maybe<readonly string[]>
  readonly in?: Maybe<readonly ('DESCRIPTION' | 'TITLE')[]>
  readonly includeSubepics?: Maybe<boolean>
  readonly iterationCadenceId?: Maybe<readonly number[]>
  readonly iterationId?: Maybe<readonly Maybe<string>[]>
  readonly iterationTitle?: Maybe<string>
  readonly iterationWildcardId?: Maybe<'ANY' | 'CURRENT' | 'NONE'>
  readonly labelName?: Maybe<readonly Maybe<string>[]>
  readonly milestoneTitle?: Maybe<readonly Maybe<string>[]>
  readonly milestoneWildcardId?: Maybe<'ANY' | 'NONE' | 'STARTED' | 'UPCOMING'>
  readonly not?: Maybe<Not>
  readonly or?: Maybe<Or>
  readonly releaseTag?: Maybe<readonly string[]>
  readonly releaseTagWildcardId?: Maybe<'ANY' | 'NONE'>
  readonly search?: Maybe<string>
  readonly sort?: Maybe<string>
  readonly state?: Maybe<'opened' | 'closed' | 'locked' | 'all'>
  readonly types?: Maybe<readonly string[]>
  readonly updatedAfter?: Maybe<string>
  readonly updatedBefore?: Maybe<string>
  /** The id of a group, to list only its own projects. */
  readonly directlyIn?: number
}

interface Or {
  readonly assigneeUsernames?: Maybe<readonly string[]>
  readonly labelNames?: Maybe<readonly string[]>
}

type NotChoices = { readonly [Name in ReturnType<typeof choiceFilterOf>]?: Maybe<readonly string[]> }

interface Not extends AskedCounts, NotChoices {
  readonly assigneeId?: Maybe<string>
  readonly assigneeUsernames?: Maybe<readonly string[]>
  readonly epicId?: Maybe<string>
  readonly includeSubepics?: Maybe<boolean>
  readonly iids?: Maybe<readonly string[]>
  readonly labelName?: Maybe<readonly string[]>
  readonly milestoneTitle?: Maybe<readonly string[]>
  readonly iterationId?: Maybe<readonly string[]>
  readonly iterationWildcardId?: Maybe<'CURRENT'>
  readonly milestoneWildcardId?: Maybe<'STARTED' | 'UPCOMING'>
  readonly releaseTag?: Maybe<readonly string[]>
  readonly types?: Maybe<readonly string[]>
}

export interface ReadFilter {
  readonly filter: IssueFilter
  /** Conditions that the filter of the REST API cannot express, over `issuables i`. */
  readonly conditions: readonly RawBuilder<unknown>[]
}

/**
 * The filters of a query, as the filter that all lists share, and conditions for the rest.
 *
 * @throws Malformed  arguments that exclude each other, a number that is none
 */
export function readFilter(ctx: Context, asked: AskedIssues): ReadFilter {
  exclusive(asked, ['assigneeId', 'assigneeWildcardId', 'assigneeUsernames'])
  exclusive(asked, ['milestoneTitle', 'milestoneWildcardId'])
  exclusive(asked, ['releaseTag', 'releaseTagWildcardId'])
  exclusive(asked, ['iterationId', 'iterationTitle', 'iterationWildcardId'])
  exclusive(asked, ['epicId', 'epicWildcardId'])
  for (const name of counts) exclusive(asked, [name, wildcardOf(name)])
  exclusive(asked, ['iid', 'iids'])
  const titles = asked.milestoneTitle?.filter(title => typeof title === 'string')
  const iids = asked.iid != null ? [asked.iid] : asked.iids
  const usernames = asked.assigneeUsernames ?? (asked.assigneeUsername == null ? null : [asked.assigneeUsername])
  const types = asked.types ?? []
  const declared = readDeclared('issue', asked)
  const { not, or } = asked
  const filter: IssueFilter = {
    ...given('state', asked.state === 'locked' ? null : asked.state),
    ...given(
      'labels',
      asked.labelName?.filter(title => typeof title === 'string'),
    ),
    ...given('milestone', asked.milestoneWildcardId?.toLowerCase() ?? (titles?.length === 1 ? titles[0] : null)),
    ...given('releaseTag', asked.releaseTagWildcardId?.toLowerCase()),
    ...given('epicId', asked.epicWildcardId?.toLowerCase() ?? idOrWord(asked.epicId, epicClasses)),
    ...given('includeSubepics', asked.includeSubepics),
    ...given('iterationCadenceId', asked.iterationCadenceId && [...asked.iterationCadenceId]),
    ...given('crmContactId', idOrWord(asked.crmContactId, ['CustomerRelations::Contact'])),
    ...given('crmOrganizationId', idOrWord(asked.crmOrganizationId, ['CustomerRelations::Organization'])),
    ...given('iterationId', asked.iterationWildcardId?.toLowerCase()),
    ...given('assigneeUsername', usernames === null ? null : [...usernames]),
    ...given('assigneeId', assigneeOf(asked)),
    ...declared.filter,
    ...given('iids', iids?.map(numberOf)),
    ...given('search', bounded('search', asked.search)),
    ...given(
      'in',
      asked.in?.map(field => field.toLowerCase()),
    ),
    ...given('createdAfter', asked.createdAfter),
    ...given('createdBefore', asked.createdBefore),
    ...given('updatedAfter', asked.updatedAfter),
    ...given('updatedBefore', asked.updatedBefore),
    ...given('closedAfter', asked.closedAfter),
    ...given('closedBefore', asked.closedBefore),
    ...given('dueAfter', asked.dueAfter),
    ...given('dueBefore', asked.dueBefore),
    ...flagsOf({ ...asked }),
    ...Object.assign({}, ...choices.map(name => given(name, asked[choiceFilterOf(name)]))),
    ...countsOf(name => asked[wildcardOf(name)]?.toLowerCase() ?? countOrWord(asked[name])),
    // The enum has only these words.
    ...given('issueType', types.length === 1 ? (types[0] as IssueTypeWord) : null),
    ...given('not', not == null ? null : { ...negated(not), ...declared.not }),
    ...given('or', or == null ? null : { ...unioned(or), ...declared.or }),
  }
  const conditions = [
    ...when(asked.state === 'locked', sql`i.state = 'locked'`),
    ...when(titles !== undefined && titles.length > 1, milestoneAmong(titles ?? [])),
    ...when(types.length > 1, sql`i.type = any (${[...types]}::text[])`),
    ...present(
      asked.directlyIn,
      id => sql`i.namespace_id in (select dn.id from namespaces dn where dn.parent_id = ${id})`,
    ),
    ...choices.flatMap(name =>
      present(
        not?.[choiceFilterOf(name)],
        list => sql`not coalesce(${attributes[name].storage.read} = any (${[...list]}::text[]), false)`,
      ),
    ),
    ...present(not?.types, list => sql`not i.type = any (${[...list]}::text[])`),
    ...present(not?.milestoneTitle, list => sql`not coalesce(${milestoneAmong(list)}, false)`),
    ...present(asked.releaseTag, tags => releaseAmong(ctx, tags)),
    ...present(not?.releaseTag, tags => sql`not coalesce(${releaseAmong(ctx, tags)}, false)`),
    ...present(
      asked.iterationId?.filter(ref => typeof ref === 'string'),
      iterationAmong,
    ),
    ...present(not?.iterationId, list => sql`not coalesce(${iterationAmong(list)}, false)`),
    ...negatedConditions(ctx, 'issue', not),
  ]
  return { filter, conditions }
}

function negated(not: Not): NonNullable<IssueFilter['not']> {
  return {
    ...given('labels', not.labelName),
    ...given('milestone', not.milestoneWildcardId?.toLowerCase()),
    ...given('epicId', idOrWord(not.epicId, epicClasses)),
    ...given('includeSubepics', not.includeSubepics),
    ...given('iids', not.iids?.map(numberOf)),
    ...given('iterationId', not.iterationWildcardId?.toLowerCase()),
    ...given('assigneeId', not.assigneeId == null ? null : idOf(not.assigneeId)),
    ...given('assigneeUsername', not.assigneeUsernames == null ? null : [...not.assigneeUsernames]),
    ...countsOf(name => (not[name] == null ? null : numberOf(not[name]))),
  }
}

const unioned = (or: Or): NonNullable<IssueFilter['or']> => ({
  ...given('assigneeUsername', or.assigneeUsernames && [...or.assigneeUsernames]),
  ...given('labelName', or.labelNames),
})

function assigneeOf({ assigneeId, assigneeWildcardId }: AskedIssues): number | string | null {
  if (assigneeWildcardId != null) return assigneeWildcardId.toLowerCase()
  if (assigneeId == null) return null
  return /^(none|any)$/i.test(assigneeId) ? assigneeId.toLowerCase() : idOf(assigneeId)
}

const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : readNumericGid(text, ['User']).id)

const epicClasses = ['Epic', 'WorkItem']

const idOrWord = (text: Maybe<string>, classes: readonly string[]): number | string | null =>
  text == null || text === '' ? null : /^(none|any)$/i.test(text) ? text.toLowerCase() : readLooseId(text, classes)

/** The flags that are asked for. */
const flagsOf = (asked: Readonly<Record<string, unknown>>): Pick<IssueFilter, FilteredName> =>
  // The schema has them as true or false.
  Object.assign({}, ...flags.map(name => given(name, asked[name])))

/** The counts that are asked for, as far as each has a value. */
const countsOf = <Value>(valueIn: (name: CountName) => Value | null): { readonly [Name in CountName]?: Value } =>
  Object.assign({}, ...counts.map(name => given(name, valueIn(name))))

function countOrWord(text: Maybe<string>): number | string | null {
  if (text == null || text === '') return null
  return /^(none|any)$/i.test(text) ? text.toLowerCase() : numberOf(text)
}

function numberOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Malformed(`${JSON.stringify(text)} is not a number`)
  return Number(text)
}

const milestoneAmong = (titles: readonly string[]): RawBuilder<unknown> =>
  sql`exists (select 1 from milestones om where om.id = i.milestone_id and om.title = any (${[...titles]}::text[]))`

const iterationAmong = (refs: readonly string[]): RawBuilder<unknown> =>
  sql`i.iteration_id = any (${refs.map(ref => readLooseId(ref, ['Iteration']))}::bigint[])`

/** A name with its value, or nothing where there is none. */
function given<Name extends string, Value>(
  name: Name,
  value: Maybe<Value>,
): { readonly [K in Name]?: NonNullable<Value> } {
  // The one name has the one value.
  return (value === null || value === undefined ? {} : { [name]: value }) as {
    readonly [K in Name]?: NonNullable<Value>
  }
}

const when = (isSo: boolean, condition: RawBuilder<unknown>): readonly RawBuilder<unknown>[] =>
  isSo ? [condition] : []

const present = <T>(value: Maybe<T>, condition: (value: T) => RawBuilder<unknown>): readonly RawBuilder<unknown>[] =>
  value === null || value === undefined ? [] : [condition(value)]

function exclusive(asked: AskedIssues, names: readonly (keyof AskedIssues)[]): void {
  const used = names.filter(name => asked[name] !== undefined && asked[name] !== null)
  if (used.length > 1) throw new Malformed(`Only one of [${names.join(', ')}] arguments is allowed at the same time.`)
}
