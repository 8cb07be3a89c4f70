import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { placeKinds } from '#contract/foundation/places.ts'
import { type FieldById, fieldsById } from '#contract/plan/lists/filter-fields.ts'
import { type FilterOption, filterOptionOperations } from '#contract/plan/lists/filter-options.ts'
import { readsContacts, visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { contactMatches, contactOrder, contactTables, organizationMatches } from '#server/plan/contacts/queries.ts'
import { nameOf } from '#server/plan/iterations/iteration.ts'
import { type IterationPlace, iterationsWhere, iterationTables, ownersWhere } from '#server/plan/iterations/queries.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { type Answer, answer } from '#server/slice.ts'

export const filterOptionAnswers: readonly Answer[] = placeKinds.map(kind =>
  answer(filterOptionOperations[kind], {
    about: placeByRef[kind],
    ability: kind === 'project' ? 'project:read-issues' : 'group:read',
    run: (ctx, { id, ancestorIds }, { field, search, refs }) =>
      listFilterOptions(ctx, { id, kind, ancestorIds }, { field, search, refs }),
  }),
)

interface OptionsNamespace extends IterationPlace {
  readonly ancestorIds: readonly number[]
}

interface OptionsInput {
  readonly field?: FieldById | undefined
  readonly search?: string | undefined
  /** `epic:4` */
  readonly refs?: readonly string[] | undefined
}

type Option = Static<typeof FilterOption>

/** The values of a field that match a text, and those named by `refs`, in one statement. */
async function listFilterOptions(
  ctx: Context,
  place: OptionsNamespace,
  { field, search = '', refs = [] }: OptionsInput,
) {
  const named = fieldsById.flatMap(each => {
    const ids = refs.filter(ref => ref.startsWith(`${each}:`)).map(ref => Number(ref.slice(each.length + 1)))
    return ids.length === 0 ? [] : [selectOf(each, sourceOf(ctx, place, each, { ids }))]
  })
  const found = field === undefined ? [] : [selectOf(field, sourceOf(ctx, place, field, { text: search.trim() }))]
  if (named.length + found.length === 0) return []
  const { rows } = await sql<Option>`select id, field, name, detail from (${sql.join(
    [...named, ...found],
    sql` union all `,
  )}) options`.execute(ctx.db)
  return rows
}

/** Either the text that is looked for, or the ids. */
type WantedOptions = { readonly text: string } | { readonly ids: readonly number[] }

interface OptionSource {
  readonly id: RawBuilder<unknown>
  readonly name: RawBuilder<unknown>
  readonly detail: RawBuilder<unknown>
  /** `from` and `where` */
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

const selectOf = (field: FieldById, { id, name, detail, from, order }: OptionSource) =>
  sql`(select ${id} as id, ${sql.lit(field)} as field, ${name} as name, ${detail} as detail from ${from} order by ${order} limit 100)`

function sourceOf(ctx: Context, place: OptionsNamespace, field: FieldById, wanted: WantedOptions): OptionSource {
  const among = (id: string, matches: (text: string) => RawBuilder<unknown>) =>
    'ids' in wanted
      ? sql`${sql.ref(id)} = any (${[...wanted.ids]}::bigint[])`
      : wanted.text === ''
        ? sql`true`
        : matches(wanted.text)
  const today = sql`${ctx.now.slice(0, 10)}::date`
  const owners = { includeAncestors: true, includeDescendants: place.kind === 'group' }
  const topGroup = sql`${place.ancestorIds[0] ?? place.id}::bigint`
  switch (field) {
    case 'epic': {
      const matches = (text: string) =>
        sql`(${matchesSearch(sql`i.title`, text)} or i.iid::text like ${`${text.replace(/^&/, '').replace(/\D.*/, '-')}%`})`
      return {
        id: sql`i.id`,
        name: sql`i.title`,
        detail: sql`n.full_path || '&' || i.iid`,
        from: sql`issuables i join namespaces n on n.id = i.namespace_id where ${inTree(place)}
          and ${visibleIssuables(ctx.actor, 'i', { series: 'epic' })} and ${among('i.id', matches)}`,
        order: sql`i.state desc, ${nameOrder(sql`i.title`)}, i.id`,
      }
    }
    case 'iteration':
      return {
        id: sql`it.id`,
        name: nameOf('it'),
        detail: sql`c.title`,
        from: sql`${iterationTables} where ${iterationsWhere(ctx, place, owners)}
          and ${among('it.id', text => matchesSearch(sql`${nameOf('it')} || ' ' || c.title`, text))}`,
        order: sql`it.due_date < ${today}, case when it.due_date < ${today} then ${today} - it.due_date else it.due_date - ${today} end, it.id`,
      }
    case 'cadence':
      return {
        id: sql`c.id`,
        name: sql`c.title`,
        detail: sql`null`,
        from: sql`iteration_cadences c join namespaces n on n.id = c.namespace_id where ${ownersWhere(ctx, place, owners)}
          and ${among('c.id', text => matchesSearch(sql`c.title`, text))}`,
        order: sql`${nameOrder(sql`c.title`)}, c.id`,
      }
    case 'contact':
      return {
        id: sql`c.id`,
        name: sql`c.first_name || ' ' || c.last_name`,
        detail: sql`coalesce(o.name, c.email)`,
        from: sql`${contactTables} where c.namespace_id = ${topGroup} and ${readsContacts(ctx.actor, topGroup)} and ${among('c.id', contactMatches)}`,
        order: contactOrder,
      }
    case 'organization':
      return {
        id: sql`o.id`,
        name: sql`o.name`,
        detail: sql`null`,
        from: sql`organizations o where o.namespace_id = ${topGroup} and ${readsContacts(ctx.actor, topGroup)} and ${among('o.id', organizationMatches)}`,
        order: sql`${nameOrder(sql`o.name`)}, o.id`,
      }
    default:
      return field satisfies never
  }
}

/** The condition on `issuables i` for epics that issues of the place can be in. */
const inTree = ({ id, kind, ancestorIds }: OptionsNamespace): RawBuilder<unknown> => {
  const above = sql`i.namespace_id = any (${[...ancestorIds]}::bigint[])`
  return kind === 'project'
    ? above
    : sql`(${above} or i.namespace_id in (select g.id from namespaces g where g.kind = 'group' and ${id}::bigint = any (g.ancestor_ids)))`
}
