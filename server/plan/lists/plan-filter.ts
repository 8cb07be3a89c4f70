import { type RawBuilder, sql } from 'kysely'
import { readsContacts, visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { isInState, nameOf } from '#server/plan/iterations/iteration.ts'
import type { Condition } from './condition-table.ts'

type Ref = number | string

/** Read an id or one of `words`, in any case. @throws Malformed  it is neither */
function idIn(name: string, ref: Ref, words: readonly string[]): { readonly id: number } | { readonly word: string } {
  const word = String(ref).toLowerCase()
  if (words.includes(word)) return { word }
  if (!/^\d{1,15}$/.test(word)) throw new Malformed(`${name} is invalid`)
  return { id: Number(word) }
}

/** An epic by its id, or none or any. Issues in an epic that the actor cannot see count as without an epic. @param name  on the wire */
export function epicCondition(ctx: Context, name: string, ref: Ref, withBelow = false): Condition {
  const asked = idIn(name, ref, ['none', 'any'])
  if ('id' in asked) return inEpics(ctx, [asked.id], withBelow)
  const isIn = sql`exists (select 1 from issuables fe where fe.id = i.parent_id and ${visibleEpic(ctx, 'fe')})`
  return asked.word === 'any' ? isIn : sql`not ${isIn}`
}

const visibleEpic = (ctx: Context, alias: string) => visibleIssuables(ctx.actor, alias, { series: 'epic' })

export const inEpics = (ctx: Context, ids: readonly number[], withBelow = false): Condition =>
  sql`i.parent_id = any (array(${epicsAmong(ctx, ids, withBelow)}))`

/** A select of the ids of the epics that the actor can see. @param withBelow  and of the epics below them */
function epicsAmong(ctx: Context, ids: readonly number[], withBelow: boolean): RawBuilder<unknown> {
  const asked = sql`select fe.id from issuables fe where fe.id = any (${[...ids]}::bigint[]) and ${visibleEpic(ctx, 'fe')}`
  if (!withBelow) return asked
  return sql`with recursive below(id) as (${asked} union select fb.id from below join issuables fb on fb.parent_id = below.id
    where ${visibleEpic(ctx, 'fb')}) select id from below`
}

/** An iteration by its id, or none, any or the current one. @source rest.md 6.1, graphql.md 10 */
export function iterationCondition(ref: Ref, today: string): Condition {
  const asked = idIn('iteration_id', ref, ['none', 'any', 'current'])
  if ('id' in asked) return sql`i.iteration_id = ${asked.id}`
  if (asked.word === 'none') return sql`i.iteration_id is null`
  if (asked.word === 'any') return sql`i.iteration_id is not null`
  return ofIterations(isInState('fit', 'current', today) ?? sql`true`)
}

const ofIterations = (condition: Condition): Condition =>
  sql`exists (select 1 from iterations fit where fit.id = i.iteration_id and ${condition})`

export const iterationTitled = (title: string): Condition => ofIterations(sql`${nameOf('fit')} = ${title}`)

export const ofCadences = (ids: readonly number[]): Condition =>
  ofIterations(sql`fit.cadence_id = any (${[...ids]}::bigint[])`)

export function contactCondition(ctx: Context, ref: Ref): Condition {
  const asked = idIn('crm_contact_id', ref, ['none', 'any'])
  if ('id' in asked) return withContacts(ctx, sql`fc.id = ${asked.id}`)
  return asked.word === 'any' ? withContacts(ctx, sql`true`) : sql`not ${withContacts(ctx, sql`true`)}`
}

export function organizationCondition(ctx: Context, ref: Ref): Condition {
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
export const withContacts = (ctx: Context, condition: Condition): Condition => sql`i.id in (
  select fic.issuable_id from contacts fc join issuable_contacts fic on fic.contact_id = fc.id join issuables fi on fi.id = fic.issuable_id
    join namespaces fn on fn.id = fi.namespace_id
  where ${condition} and fc.namespace_id = fn.ancestor_ids[1] and fc.namespace_id = any (array(
    select fg.id from groups fg where fg.contacts_enabled and ${readsContacts(ctx.actor, sql.ref('fg.id'))})))`
