import { type RawBuilder, sql } from 'kysely'
import { searchText } from '#contract/search-text.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { mayReadIssuable } from '#server/access/readers.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { searchCondition } from '#server/discuss/noteables/search-condition.ts'
import { participation } from '#server/discuss/participants/participants.ts'
import { personNamed } from '#server/foundation/users/person-named.ts'
import { avatarSql } from '#server/foundation/users/present.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesPhrase } from '#server/platform/sql/search.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { figures } from './extract.ts'
import type { CommandTarget } from './quick-action.ts'

const u = columnsOf('users', 'u')
const g = columnsOf('namespaces', 'g')
const i = columnsOf('issuables', 'i')
const l = columnsOf('labels', 'l')

export interface CompletionPlace {
  readonly id: number
  readonly fullPath: string
  readonly ancestorIds: readonly number[]
  readonly facts: NamespaceFacts
}

/** The limit of each list; the comment box searches a longer one by the typed text. */
const maxOffered = 100

/** Members of the project, participants of the noteable, the groups above, and everyone together. */
export async function members(ctx: Context, place: CompletionPlace, target: CommandTarget | null, search: string) {
  const base = new URL(ctx.services.settings.externalUrl).pathname.replace(/\/+$/, '')
  const ids = [...place.ancestorIds]
  const everybody = `Everybody in the ${place.facts.kind === 'group' ? 'group' : 'project'}`
  const around =
    target === null || target.id === 0
      ? sql``
      : sql`union select p.user_id from (${participation(target.id, false)}) p
          join users pu on pu.id = p.user_id, issuables pi join namespaces pn on pn.id = pi.namespace_id
          where pi.id = ${target.id} and ${mayReadIssuable('pu', 'pi', 'pn')}`
  return json(
    ctx,
    sql`select ${object({
      type: sql.lit('User'),
      ...u.fields('id', 'username', 'name'),
      avatar_url: avatarSql('u', sql`${base}::text`),
      availability: u('statusAvailability'),
      count: sql.lit(null),
    })} as item, 2 as rank, u.username as name
      from users u where u.state = 'active' and u.id in (
          select m.user_id from memberships m where m.namespace_id = any (${ids}::bigint[]) ${around})
        and ${personNamed(search)}
      union all
      select ${object({
        type: sql.lit('Group'),
        ...g.fields('id'),
        username: g('fullPath'),
        name: g('fullName'),
        avatar_url: sql.lit(null),
        availability: sql.lit(null),
        count: sql`(${peopleOf(sql`g.ancestor_ids`)})`,
      })},
        3, g.full_path
      from namespaces g where g.kind = 'group' and g.id = any (${ids}::bigint[]) and ${matchesPhrase(sql`g.full_path`, search)}
      union all
      select ${object({
        type: sql.lit('All'),
        id: sql`${place.id}::bigint`,
        username: sql.lit('all'),
        name: sql`${everybody}::text`,
        avatar_url: sql.lit(null),
        availability: sql.lit(null),
        count: sql`(${peopleOf(sql`${ids}::bigint[]`)})`,
      })}, 1, 'all'
      where ${matchesPhrase(sql`'all ' || ${everybody}`, search)}`,
  )
}

/** The number of people that a mention of a group or project reaches: its members and those of the groups above it. */
const peopleOf = (ancestorIds: RawBuilder<unknown>) =>
  sql`select count(distinct m.user_id) from memberships m join users mu on mu.id = m.user_id and mu.state = 'active'
    where m.namespace_id = any (${ancestorIds})`

/** Issues of the project, the open and newest first; by number or by words of the title. */
export async function issues(ctx: Context, place: CompletionPlace, search: string, confidentialOnly: boolean) {
  const digits = search.replace(/\D/g, '')
  // The rows of a state are read along an index, newest first, until there are enough.
  const newest = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select i.id, i.iid, i.title, i.state, i.confidential from issuables i where i.namespace_id = ${place.id} and i.series = 'issue' and i.state = s.state ${condition} ${confidentialOnly ? sql`and i.confidential` : sql``}
      and ${visibleIssuables(ctx.actor, 'i', { series: 'issue', within: place.facts })} order by ${order} desc limit ${maxOffered}) i`
  const titled = search === '' ? sql`` : sql`and ${searchCondition(search, ['title'])}`
  // Numbers that begin with some digits are those of one range for each length.
  const isInRange = sql`and i.iid between r.first * r.size and (r.first + 1) * r.size - 1`
  const numbered = sql`union select i.* from states s
    cross join (select ${Number(digits)}::bigint as first, (10 ^ n)::bigint as size from generate_series(0, ${mostDigits - digits.length}) n) r
    cross join lateral ${newest(isInRange, sql`i.iid`)}`
  return json(
    ctx,
    sql`select ${object({ ...i.fields('id', 'iid', 'title', 'state', 'confidential'), reference: sql`'#' || i.iid` })} as item, case when i.state = 'opened' then 1 else 2 end as rank,
        lpad((9999999999 - i.iid)::text, 10, '0') as name
      from (with states as (select unnest(array['opened', 'closed']) as state)
        select i.* from states s cross join lateral ${newest(titled, sql`i.id`)}
        ${/^[1-9]/.test(digits) && digits.length <= mostDigits ? numbered : sql``}) i`,
  )
}

/** The number of digits of an issue's number. */
const mostDigits = 9

/** Titles that begin with the search come before those that have it inside. */
const rankOf = (title: RawBuilder<unknown>, search: string) =>
  sql`case when starts_with(search_text(${title}), ${searchText(search)}) then 1 else 2 end`

/** Labels of the project and of the groups above it. */
export async function labels(ctx: Context, place: CompletionPlace, target: CommandTarget | null, search: string) {
  return json(
    ctx,
    sql`select ${object({
      ...l.fields('id', 'title', 'color', 'textColor'),
      type: sql`case when n.kind = 'group' then 'GroupLabel' else 'ProjectLabel' end`,
      set: sql`exists (select 1 from issuable_labels il where il.label_id = l.id and il.issuable_id = ${target?.id ?? 0})`,
    })} as item,
        ${rankOf(sql`l.title`, search)} as rank, ${nameOrder(sql`l.title`)} as name
      from labels l join namespaces n on n.id = l.namespace_id
      where l.namespace_id = any (${[...place.ancestorIds]}::bigint[]) and not l.archived and ${matchesPhrase(sql`l.title`, search)}`,
  )
}

/** Active milestones of the project and of the groups above it. */
export async function milestones(ctx: Context, place: CompletionPlace, search: string) {
  return json(
    ctx,
    sql`select ${object({
      id: sql`m.id`,
      iid: sql`m.iid`,
      title: sql`m.title`,
      due_date: sql`m.due_date`,
    })} as item, ${rankOf(sql`m.title`, search)} as rank, ${nameOrder(sql`m.title`)} as name
      from milestones m where m.namespace_id = any (${[...place.ancestorIds]}::bigint[]) and m.state = 'active'
        and ${matchesPhrase(sql`m.title`, search)}`,
  )
}

/** Quick actions that may be used on the target now, and those that only write something. */
export function commands(
  actions: Iterable<{ name: string; aliases: readonly string[]; description: string; parameter: string | null }>,
) {
  const seen = new Map([...actions].map(action => [action.name, action]))
  const list = [...seen.values()].map(({ name, aliases, description, parameter }) => ({
    name,
    aliases,
    description,
    params: parameter === null ? [] : [parameter],
  }))
  const figured = Object.entries(figures).map(([name, figure]) => ({
    name,
    aliases: [],
    description: `Append ${figure}`,
    params: ['<comment>'],
  }))
  return [...list, ...figured].sort((a, b) => a.name.localeCompare(b.name))
}

async function json(ctx: Context, select: ReturnType<typeof sql>): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(f.item order by f.rank, f.name), '[]')::text as json
    from (select * from (${select}) s order by s.rank, s.name limit ${maxOffered}) f`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '[]')
}
