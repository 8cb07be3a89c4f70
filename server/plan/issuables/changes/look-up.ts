import { sql } from 'kysely'
import { rulesOf } from '#server/access/issuable-rules.ts'
import { mayReadSeries } from '#server/access/readers.ts'
import { readsContacts } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { cadenceMark, fullNameOf, nameOf } from '#server/plan/iterations/iteration.ts'
import { batchDistinct } from '#server/platform/sql/concurrently.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import type { Changes, Ref, ReferencedRows } from '../define-attribute.ts'
import { parentJson } from '../parents.ts'
import type { Surroundings } from '../values.ts'
import { refsOf } from './list-change.ts'

const u = columnsOf('users', 'u')
const l = columnsOf('labels', 'l')
const c = columnsOf('contacts', 'c')
const m = columnsOf('milestones', 'm')
const it = columnsOf('iterations', 'it')
const ep = columnsOf('escalationPolicies', 'ep')

const nothing: ReferencedRows = {
  users: [],
  labels: [],
  contacts: null,
  milestone: null,
  iteration: null,
  escalationPolicy: null,
  parent: null,
  singleAssignee: false,
}

/**
 * The rows that changes refer to: users who may read issuables of the series there, labels and milestones of the project and the groups above
 * it. Runs one statement, or none when nothing is referred to.
 *
 * @param options.isStrict  an unknown row is refused instead of left out
 * @throws Invalid  when strict, with the first unknown row
 */
export async function lookUp(
  ctx: Context,
  place: Surroundings,
  changes: Changes,
  options: { readonly isStrict: boolean },
): Promise<ReferencedRows> {
  const users = split([...refsOf(changes.assignees), ...refsOf(changes.reviewers)])
  const labels = split(refsOf(changes.labels))
  const milestone = splitOne(changes.milestone)
  const iteration = splitOne(changes.iteration)
  const parentId = changes.parent ?? null
  const policyId = changes.escalationPolicy ?? null
  const contacts = changes.contacts === undefined ? null : split(refsOf(changes.contacts))
  if (
    users.isEmpty &&
    labels.isEmpty &&
    contacts === null &&
    milestone.isEmpty &&
    iteration.isEmpty &&
    parentId === null &&
    policyId === null
  )
    return nothing
  const found = await lookUpOne(ctx, {
    place,
    type: changes.type ?? place.type,
    users,
    labels,
    contacts,
    milestone,
    iteration,
    parentId,
    policyId,
  })
  if (options.isStrict) refuseUnknown(changes, found)
  return found
}

interface Sought {
  readonly place: Pick<Surroundings, 'namespaceId' | 'ancestorIds' | 'series'>
  readonly type: string
  readonly users: Split
  readonly labels: Split
  readonly contacts: Split | null
  readonly milestone: Split
  readonly iteration: Split
  readonly parentId: number | null
  readonly policyId: number | null
}

/** Changes that refer to the same rows look them up once, and those that differ in few ways by one statement. */
const lookUpOne = batchDistinct(
  findReferenced,
  sought => JSON.stringify([sharedOf(sought), sought.users, sought.labels, sought.milestone, sought.iteration]),
  (_ctx, sought) => JSON.stringify(sharedOf(sought)),
)

/** The parts that are the same for all rows of a statement. */
const sharedOf = ({ place: { namespaceId, ancestorIds, series }, type, contacts, parentId, policyId }: Sought) => ({
  place: { namespaceId, ancestorIds, series },
  ...{ type, contacts, parentId, policyId },
})

/** @param all  they share `sharedOf` */
async function findReferenced(ctx: Context, all: readonly Sought[]): Promise<readonly ReferencedRows[]> {
  const [first] = all
  if (first === undefined) return []
  const { place, type, contacts, parentId, policyId } = first
  const ancestorIds = sql`${[...place.ancestorIds]}::bigint[]`
  const given = all.map(({ users, labels, milestone, iteration }) => ({
    ...{ user_ids: users.ids, user_names: users.names, label_ids: labels.ids, label_names: labels.names },
    ...{ milestone_ids: milestone.ids, milestone_names: milestone.names },
    ...{ iteration_ids: iteration.ids, iteration_names: iteration.names },
  }))
  const isAsked = (part: 'users' | 'labels' | 'milestone' | 'iteration') => all.some(sought => !sought[part].isEmpty)
  const hasCadence = all.some(({ iteration }) => iteration.names.some(name => name.includes(cadenceMark)))
  const { rows } = await sql<ReferencedRows>`
    select
      ${
        isAsked('users')
          ? arrayOf(
              object({ ...u.fields('id', 'username') }),
              sql`from users u
        where (u.id = any (g.user_ids) or lower(u.username) = any (g.user_names)) and u.state = 'active' and ${mayReadSeries(place)}`,
            )
          : sql`'[]'::json`
      } as users,
      ${
        isAsked('labels')
          ? arrayOf(
              object({ ...l.fields('id', 'title') }),
              sql`from labels l where l.namespace_id = any (${ancestorIds})
          and (l.id = any (g.label_ids) or lower(l.title) = any (g.label_names))`,
              sql`array_position(${ancestorIds}, l.namespace_id) desc`,
            )
          : sql`'[]'::json`
      } as labels,
      ${
        contacts === null
          ? sql`null::json`
          : sql`(select coalesce(json_agg(${object({ ...c.fields('id', 'email') })}) filter (where c.id is not null), '[]')
        from (select ${place.ancestorIds[0] ?? 0}::bigint as id) root left join contacts c on c.namespace_id = root.id
          and (c.id = any (${contacts.ids}::bigint[]) or lower(c.email) = any (${contacts.names}::text[]))
        where ${readsContacts(ctx.actor, sql.ref('root.id'))} having count(*) > 0)`
      } as contacts,
      ${
        isAsked('milestone')
          ? sql`(select ${object({ ...m.fields('id', 'title') })} from milestones m
        where m.namespace_id = any (${ancestorIds}) and (m.id = any (g.milestone_ids) or lower(m.title) = any (g.milestone_names))
        order by m.state, array_position(${ancestorIds}, m.namespace_id) desc limit 1)`
          : sql`null::json`
      } as milestone,
      ${
        isAsked('iteration')
          ? sql`(select ${object({ ...it.fields('id'), title: nameOf('it') })} from iterations it
        where it.namespace_id = any (${ancestorIds})
          and (it.id = any (g.iteration_ids) or lower(${nameOf('it')}) = any (g.iteration_names)
            ${hasCadence ? sql`or lower(${fullNameOf('it')}) = any (g.iteration_names)` : sql``})
        order by it.due_date desc limit 1)`
          : sql`null::json`
      } as iteration,
      ${
        policyId === null
          ? sql`null::json`
          : sql`(select ${object({ ...ep.fields('id'), title: ep('name') })} from escalation_policies ep
        where ep.id = ${policyId} and ep.namespace_id = ${place.namespaceId})`
      } as escalation_policy,
      ${parentId === null ? sql`null::json` : parentJson(ctx, { ...place, type }, parentId)} as parent,
      ${rulesOf(place.series).hasOneAssignee === true}::boolean
        or coalesce((select sp.single_assignee from projects sp where sp.id = ${place.namespaceId}), false) as single_assignee
    from (select row_number() over () as place, r.* from json_to_recordset(${JSON.stringify(given)}::json) as r(user_ids bigint[], user_names text[],
      label_ids bigint[], label_names text[], milestone_ids bigint[], milestone_names text[], iteration_ids bigint[], iteration_names text[])) g
    order by g.place`.execute(ctx.db)
  return all.map((_, index) => rows[index] ?? nothing)
}

/** The labels of a change that do not exist yet, by title. */
export function unknownTitles(changes: Changes, named: ReferencedRows): readonly string[] {
  const known = new Set(named.labels.map(label => label.title.toLowerCase()))
  const given = changes.labels
  if (given === undefined) return []
  const wanted = 'replace' in given ? given.replace : (given.add ?? [])
  const byName = new Map<string, string>()
  for (const ref of wanted) {
    const title = typeof ref === 'string' ? ref.trim() : ''
    const name = title.toLowerCase()
    // Titles that differ only in case make one label, in the first spelling.
    if (title !== '' && !known.has(name) && !byName.has(name)) byName.set(name, title)
  }
  return [...byName.values()]
}

function refuseUnknown(changes: Changes, { users, labels, contacts, ...single }: ReferencedRows): void {
  const isKnown = (ref: Ref, rows: readonly { readonly id: number }[], nameOf: (index: number) => string) =>
    rows.some((row, index) =>
      typeof ref === 'number' ? row.id === ref : nameOf(index).toLowerCase() === ref.toLowerCase(),
    )
  for (const people of ['assignees', 'reviewers'] as const) {
    const stranger = wantedOf(changes[people]).find(ref => !isKnown(ref, users, index => users[index]?.username ?? ''))
    if (stranger !== undefined) throw new Invalid({ [people]: [`could not be found: ${stranger}`] })
  }
  const label = wantedOf(changes.labels).find(ref => !isKnown(ref, labels, index => labels[index]?.title ?? ''))
  if (label !== undefined) throw new Invalid({ labels: [`could not be found: ${label}`] })
  if (changes.contacts !== undefined && contacts === null) throw new Invalid({ contacts: ['are not available here'] })
  const contact = wantedOf(changes.contacts).find(
    ref => !isKnown(ref, contacts ?? [], index => contacts?.[index]?.email ?? ''),
  )
  if (contact !== undefined) throw new Invalid({ contacts: [`could not be found: ${contact}`] })
  for (const name of ['milestone', 'iteration', 'parent', 'escalationPolicy'] as const) {
    if (changes[name] != null && single[name] === null) throw new Invalid({ [name]: ['could not be found'] })
  }
}

const wantedOf = (change: Changes['labels']): readonly Ref[] =>
  change === undefined ? [] : 'replace' in change ? change.replace : (change.add ?? [])

const splitOne = (ref: Ref | null | undefined) => split(ref == null ? [] : [ref])

interface Split {
  readonly ids: readonly number[]
  readonly names: readonly string[]
  readonly isEmpty: boolean
}

function split(refs: readonly Ref[]): Split {
  const ids = refs.filter(ref => typeof ref === 'number')
  const names = refs.filter(ref => typeof ref === 'string').map(name => name.trim().toLowerCase())
  return { ids, names, isEmpty: refs.length === 0 }
}
