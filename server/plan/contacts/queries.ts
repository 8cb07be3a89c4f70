import { type RawBuilder, sql } from 'kysely'
import { readsContacts } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { arrayOf, columnsOf, object, objectWhere } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { pageOf } from '#server/slice.ts'

const c = columnsOf('contacts', 'c')
const o = columnsOf('organizations', 'o')

/** The Contact shape, over `contacts c` and its organization `organizations o`. */
export const contactJson = object({
  ...c.fields('id', 'firstName', 'lastName', 'email', 'phone', 'description', 'active'),
  organization: objectWhere(o('id'), { ...o.fields('id', 'name') }),
})

export const contactTables = sql`contacts c left join organizations o on o.id = c.organization_id`

/** The order by last name, then first name. */
export const contactOrder = sql`${nameOrder(sql`c.last_name`)}, ${nameOrder(sql`c.first_name`)}, c.id`

/**
 * The contacts of `issuables i` that belong to the top-level group of its project. A project that moves has another one.
 *
 * @param shown  makes one of them, over `contactTables`
 */
export const contactsJson = (shown: RawBuilder<unknown>): RawBuilder<unknown> =>
  arrayOf(
    shown,
    sql`from issuable_contacts ic
    join namespaces cn on cn.id = i.namespace_id join contacts c on c.id = ic.contact_id and c.namespace_id = cn.ancestor_ids[1]
    left join organizations o on o.id = c.organization_id where ic.issuable_id = i.id`,
    contactOrder,
  )

/** Contacts with a text in one of their fields. */
export const contactMatches = (words: string): RawBuilder<unknown> =>
  matchesSearch(
    sql`c.first_name || ' ' || c.last_name || ' ' || coalesce(c.email, '') || ' ' || coalesce(c.phone, '') || ' ' || c.description || ' ' || coalesce(o.name, '')`,
    words,
  )

export const organizationMatches = (words: string): RawBuilder<unknown> =>
  matchesSearch(sql`o.name || ' ' || o.description`, words)

const organizationJson = object({
  ...o.fields('id', 'name', 'description', 'defaultRate', 'active'),
  contacts_count: sql`(select count(*) from contacts oc where oc.organization_id = o.id)`,
})

interface ContactFilter {
  readonly state?: 'inactive' | 'all'
  readonly search?: string
  readonly page?: number
}

const mostSuggested = 100

/** Active contacts with an email, for the list under `[contact:`. None for those who cannot read contacts. */
export async function suggestContacts(
  ctx: Context,
  project: { readonly id: number; readonly ancestorIds: readonly number[] },
  issueIid: number,
  search: string,
): Promise<RawJson> {
  const words = search.trim()
  const group = sql`${project.ancestorIds[0] ?? 0}::bigint`
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(${object({
      id: sql`f.id`,
      email: sql`f.email`,
      first_name: sql`f.first_name`,
      last_name: sql`f.last_name`,
      set: sql`exists (select 1 from issuable_contacts ic join issuables i on i.id = ic.issuable_id
        where ic.contact_id = f.id and i.namespace_id = ${project.id} and i.series = 'issue' and i.iid = ${issueIid})`,
    })}), '[]')::text as json
    from (select c.* from ${contactTables} where c.namespace_id = ${group} and c.active and c.email is not null
      and ${readsContacts(ctx.actor, group)} ${words === '' ? sql`` : sql`and ${contactMatches(words)}`}
      order by ${contactOrder} limit ${sql.lit(mostSuggested)}) f`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '[]')
}

/** Whether the actor can read the contacts of a top-level group. */
export async function hasContacts({ db, actor }: Context, groupId: number): Promise<boolean> {
  const { rows } = await sql<{
    reads: boolean
  }>`select ${readsContacts(actor, sql`${groupId}::bigint`)} as reads`.execute(db)
  return rows[0]?.reads ?? false
}

interface Listing {
  readonly alias: 'c' | 'o'
  readonly from: RawBuilder<unknown>
  readonly shown: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  readonly matches: (words: string) => RawBuilder<unknown>
}

const contacts: Listing = {
  alias: 'c',
  from: contactTables,
  shown: contactJson,
  order: contactOrder,
  matches: contactMatches,
}

const organizations: Listing = {
  alias: 'o',
  from: sql`organizations o`,
  shown: organizationJson,
  order: sql`${nameOrder(sql`o.name`)}, o.id`,
  matches: organizationMatches,
}

interface ListedContacts {
  readonly items: string
  readonly active: number
  readonly inactive: number
  readonly hasNext: boolean
  readonly named: string | null
}

/**
 * A page of the matches of a filter in a group, the counts of each state, and the one that the address names. One
 * statement.
 */
async function list(ctx: Context, groupId: number, filter: ContactFilter & { readonly id?: number }, of: Listing) {
  const { perPage, offset } = pageOf({ page: filter.page ?? 1, perPage: 50 })
  const column = (name: string) => sql.ref(`${of.alias}.${name}`)
  const words = filter.search?.trim() ?? ''
  const matching = sql`${column('namespace_id')} = ${groupId} ${words === '' ? sql`` : sql`and ${of.matches(words)}`}`
  const state = filter.state === 'all' ? sql`true` : sql`${column('active')} = ${filter.state !== 'inactive'}`
  const { rows } = await sql<ListedContacts>`
    with shown as (select ${of.shown} as item, row_number() over (order by ${of.order}) as place from ${of.from}
      where ${matching} and ${state} order by ${of.order} limit ${perPage + 1} offset ${offset})
    select (select coalesce(json_agg(item order by place) filter (where place <= ${offset + perPage}), '[]')::text from shown) as items,
      (select count(*) > ${perPage} from shown) as has_next, counted.*,
      ${filter.id === undefined ? sql`null` : sql`(select ${of.shown}::text from ${of.from} where ${column('id')} = ${filter.id} and ${column('namespace_id')} = ${groupId})`} as named
    from (select count(*) filter (where ${column('active')}) as active, count(*) filter (where not ${column('active')}) as inactive
      from ${of.from} where ${matching}) counted`.execute(ctx.db)
  const { items, active, inactive, hasNext, named } = rows[0] ?? {
    ...{ items: '[]', active: 0, inactive: 0, hasNext: false, named: null },
  }
  return {
    counts: { active, inactive },
    hasNext,
    items: new RawJson(items),
    named: named === null ? null : new RawJson(named),
  }
}

export const listContacts = (ctx: Context, groupId: number, filter: ContactFilter & { readonly id?: number }) =>
  list(ctx, groupId, filter, contacts)

export const listOrganizations = (ctx: Context, groupId: number, filter: ContactFilter & { readonly id?: number }) =>
  list(ctx, groupId, filter, organizations)
