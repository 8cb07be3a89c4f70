import { type RawBuilder, sql } from 'kysely'
import type { Static, TObject } from 'typebox'
import type { issueFilters } from '#contract/plan/issues/issues.ts'
import { readsContacts, visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { isInState, nameOf } from '#server/plan/iterations/iteration.ts'

type Filter = Static<TObject<typeof issueFilters>>
type Condition = RawBuilder<unknown>
type Ref = number | string

/** The conditions of a filter by epic, iteration, cadence, contact and organization. */
export function planConditions(ctx: Context, filter: Omit<Filter, 'state'>, today: string): readonly Condition[] {
  const { not = {}, or = {}, includeSubepics = false } = filter
  return [
    ...present(filter.epicId, ref => epicCondition(ctx, idIn('epic_id', ref, noneOrAny), includeSubepics)),
    ...present(not.epicId, ref =>
      isNot(epicCondition(ctx, idIn('epic_id', ref, noneOrAny), not.includeSubepics ?? false)),
    ),
    ...some(or.epicId, ids => inEpics(ctx, ids, includeSubepics)),
    ...present(filter.iterationId, ref => iterationCondition(ref, today)),
    ...present(filter.iterationTitle, iterationTitled),
    ...present(not.iterationId, ref => isNot(iterationCondition(ref, today))),
    ...present(not.iterationTitle, title => isNot(iterationTitled(title))),
    ...some(or.iterationId, ids => sql`i.iteration_id = any (${[...ids]}::bigint[])`),
    ...some(filter.iterationCadenceId, ofCadences),
    ...some(not.iterationCadenceId, ids => isNot(ofCadences(ids))),
    ...some(or.iterationCadenceId, ofCadences),
    ...present(filter.crmContactId, ref => contactCondition(ctx, ref)),
    ...present(not.crmContactId, id => isNot(contactCondition(ctx, id))),
    ...some(or.crmContactId, ids => withContacts(ctx, sql`fc.id = any (${[...ids]}::bigint[])`)),
    ...present(filter.crmOrganizationId, ref => organizationCondition(ctx, ref)),
    ...present(not.crmOrganizationId, id => isNot(organizationCondition(ctx, id))),
    ...some(or.crmOrganizationId, ids => withContacts(ctx, sql`fc.organization_id = any (${[...ids]}::bigint[])`)),
  ]
}

interface ParentFilter {
  readonly parentId?: Ref | undefined
  readonly not?: { readonly parentId?: number | undefined } | undefined
  readonly or?: { readonly parentId?: readonly number[] | undefined } | undefined
}

/** The conditions of a filter of epics by the epic right above them. */
export const parentConditions = (ctx: Context, { parentId, not, or }: ParentFilter): readonly Condition[] => [
  ...present(parentId, ref => epicCondition(ctx, idIn('parent_id', ref, noneOrAny), false)),
  ...present(not?.parentId, id => isNot(inEpics(ctx, [id], false))),
  ...some(or?.parentId, ids => inEpics(ctx, ids, false)),
]

const noneOrAny = ['none', 'any']

const present = <T>(value: T | undefined, condition: (value: T) => Condition): readonly Condition[] =>
  value === undefined || value === '' ? [] : [condition(value)]

const some = (ids: readonly number[] | undefined, condition: (ids: readonly number[]) => Condition) =>
  ids === undefined || ids.length === 0 ? [] : [condition([...new Set(ids)])]

const isNot = (condition: Condition): Condition => sql`not coalesce(${condition}, false)`

/** Read an id or one of `words`, in any case. @throws Malformed  it is neither */
function idIn(name: string, ref: Ref, words: readonly string[]): { readonly id: number } | { readonly word: string } {
  const word = String(ref).toLowerCase()
  if (words.includes(word)) return { word }
  if (!/^\d{1,15}$/.test(word)) throw new Malformed(`${name} is invalid`)
  return { id: Number(word) }
}

/** An epic by its id, or none or any. Issues in an epic that the actor cannot see count as without an epic. */
function epicCondition(ctx: Context, asked: ReturnType<typeof idIn>, withBelow: boolean): Condition {
  if ('id' in asked) return inEpics(ctx, [asked.id], withBelow)
  const isIn = sql`exists (select 1 from issuables fe where fe.id = i.parent_id and ${visibleEpic(ctx, 'fe')})`
  return asked.word === 'any' ? isIn : sql`not ${isIn}`
}

const visibleEpic = (ctx: Context, alias: string) => visibleIssuables(ctx.actor, alias, { series: 'epic' })

const inEpics = (ctx: Context, ids: readonly number[], withBelow: boolean): Condition =>
  sql`i.parent_id = any (array(${epicsAmong(ctx, ids, withBelow)}))`

/** A select of the ids of the epics that the actor can see. @param withBelow  and of the epics below them */
function epicsAmong(ctx: Context, ids: readonly number[], withBelow: boolean): RawBuilder<unknown> {
  const asked = sql`select fe.id from issuables fe where fe.id = any (${[...ids]}::bigint[]) and ${visibleEpic(ctx, 'fe')}`
  if (!withBelow) return asked
  return sql`with recursive below(id) as (${asked} union select fb.id from below join issuables fb on fb.parent_id = below.id
    where ${visibleEpic(ctx, 'fb')}) select id from below`
}

/** An iteration by its id, or none, any or the current one. @source rest.md 6.1, graphql.md 10 */
function iterationCondition(ref: Ref, today: string): Condition {
  const asked = idIn('iteration_id', ref, ['none', 'any', 'current'])
  if ('id' in asked) return sql`i.iteration_id = ${asked.id}`
  if (asked.word === 'none') return sql`i.iteration_id is null`
  if (asked.word === 'any') return sql`i.iteration_id is not null`
  return ofIterations(isInState('fit', 'current', today) ?? sql`true`)
}

const ofIterations = (condition: Condition): Condition =>
  sql`exists (select 1 from iterations fit where fit.id = i.iteration_id and ${condition})`

const iterationTitled = (title: string): Condition => ofIterations(sql`${nameOf('fit')} = ${title}`)

const ofCadences = (ids: readonly number[]): Condition =>
  ofIterations(sql`fit.cadence_id = any (${[...ids]}::bigint[])`)

function contactCondition(ctx: Context, ref: Ref): Condition {
  const asked = idIn('crm_contact_id', ref, ['none', 'any'])
  if ('id' in asked) return withContacts(ctx, sql`fc.id = ${asked.id}`)
  return asked.word === 'any' ? withContacts(ctx, sql`true`) : sql`not ${withContacts(ctx, sql`true`)}`
}

function organizationCondition(ctx: Context, ref: Ref): Condition {
  const asked = idIn('crm_organization_id', ref, ['none', 'any'])
  if ('id' in asked) return withContacts(ctx, sql`fc.organization_id = ${asked.id}`)
  const has = withContacts(ctx, sql`fc.organization_id is not null`)
  return asked.word === 'any' ? has : sql`not ${has}`
}

/**
 * Issues with contacts that the actor can read, from the top-level group of their project. The search starts from the contacts, because
 * few issues have any.
 *
 * @param condition  on `contacts fc`
 */
const withContacts = (ctx: Context, condition: Condition): Condition => sql`i.id in (
  select fic.issuable_id from contacts fc join issuable_contacts fic on fic.contact_id = fc.id join issuables fi on fi.id = fic.issuable_id
    join namespaces fn on fn.id = fi.namespace_id
  where ${condition} and fc.namespace_id = fn.ancestor_ids[1] and fc.namespace_id = any (array(
    select fg.id from groups fg where fg.contacts_enabled and ${readsContacts(ctx.actor, sql.ref('fg.id'))})))`
