import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import type { listGroupMilestones } from '#contract/plan/timeboxes/milestones.ts'
import { maxPerPage } from '#contract/shapes.ts'
import { plansAmong, projectsWith, visibleGroups } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { NotFound } from '#server/errors.ts'
import { countedIssues, type TimeboxPlace } from '#server/plan/timeboxes/timebox.ts'
import { momentsBetween } from '#server/platform/sql/moments-between.ts'
import { openObject } from '#server/platform/sql/open-object.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson, withMembers } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'
import { isExpired, milestoneJson } from './present.ts'

/** The project or group through which milestones are read. */
interface MilestonePlace {
  readonly id: number
  readonly kind: 'project' | 'group'
}

export type MilestoneFilter = Omit<InputOf<typeof listGroupMilestones>, 'id'>

/** The milestones of a place that a filter finds, as a condition on `milestones m` and its owner `namespaces n`. */
export function milestonesWhere(ctx: Context, place: MilestonePlace, filter: MilestoneFilter): RawBuilder<unknown> {
  const withAncestors = filter.includeAncestors ?? filter.includeParentMilestones ?? false
  const owners = [
    sql`m.namespace_id = ${place.id}`,
    ...(withAncestors
      ? [
          sql`(m.namespace_id = any ((select an.ancestor_ids from namespaces an where an.id = ${place.id})::bigint[]) and ${visibleAncestor(ctx, place)})`,
        ]
      : []),
    ...(filter.includeDescendants
      ? [
          sql`m.namespace_id = any (array(${plansAmong(ctx.actor, sql`n.ancestor_ids @> array[${place.id}]::bigint[]`)}))`,
        ]
      : []),
  ]
  const conditions = [
    sql`(${sql.join(owners, sql` or `)})`,
    ...when(filter.iids, iids => sql`m.iid = any (${[...iids]}::bigint[])`),
    ...when(filter.state === 'all' ? undefined : filter.state, state => sql`m.state = ${state}`),
    ...when(filter.title, title => sql`m.title = ${title}`),
    ...when(filter.search?.trim() || undefined, text => matchesSearch(sql`m.title || ' ' || m.description`, text)),
    ...when(filter.searchTitle?.trim() || undefined, text => matchesSearch(sql`m.title`, text)),
    ...momentsBetween('m.updated_at', { after: filter.updatedAfter, before: filter.updatedBefore }),
    ...when(
      filter.containingDate,
      day => sql`(m.start_date is not null or m.due_date is not null)
      and coalesce(m.start_date <= ${day}::date, true) and coalesce(m.due_date >= ${day}::date, true)`,
    ),
    ...(filter.startDate === undefined || filter.endDate === undefined
      ? []
      : [
          sql`(m.start_date is not null or m.due_date is not null) and coalesce(m.start_date <= ${filter.endDate}::date, true)
          and coalesce(m.due_date >= ${filter.startDate}::date, true)`,
        ]),
  ]
  return sql.join(conditions, sql` and `)
}

/**
 * A reader of a project may see all milestones that its issues can have; on a group's own page only those that they may
 * open.
 */
const visibleAncestor = (ctx: Context, place: MilestonePlace): RawBuilder<unknown> =>
  place.kind === 'project' ? sql`true` : visibleGroups(ctx.actor, 'n')

const when = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>): readonly RawBuilder<unknown>[] =>
  value === undefined ? [] : [condition(value)]

/** The order of every list of milestones: the next due first, those without a due date last. */
const byDueDate = (milestones: 'm' | 'shown'): RawBuilder<unknown> =>
  sql`${sql.ref(`${milestones}.due_date`)} nulls last, ${sql.ref(`${milestones}.title`)}`

/** A page of milestones, in their order. */
export async function listMilestones(
  ctx: Context,
  place: MilestonePlace,
  filter: MilestoneFilter,
): Promise<Paged<never>> {
  const { page, perPage, offset } = pageOf(filter)
  const where = milestonesWhere(ctx, place, filter)
  const json = milestoneJson(ctx.services.settings, 'm', 'n', ctx.now.slice(0, 10))
  const { rows } = await sql<{ items: string; total: number }>`
    select coalesce((select '[' || string_agg(shown.json::text, ',') || ']' from (
        select ${json} as json from milestones m join namespaces n on n.id = m.namespace_id where ${where}
        order by ${byDueDate('m')}, m.id limit ${perPage} offset ${offset}) shown), '[]') as items,
      (select count(*) from milestones m join namespaces n on n.id = m.namespace_id where ${where}) as total`.execute(
    ctx.db,
  )
  const { items, total } = rows[0] ?? { items: '[]', total: 0 }
  return Paged.offset<never>(new RawJson(items), { page, perPage, total })
}

export async function showMilestone(ctx: Context, milestoneId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${milestoneJson(ctx.services.settings, 'm', 'n', ctx.now.slice(0, 10))}::text as json
    from milestones m join namespaces n on n.id = m.namespace_id where m.id = ${milestoneId}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new NotFound('Milestone')
  return new RawJson(found.json)
}

/** The first open milestones that can be chosen, as the browser's lists have them: the others are found by their titles. */
export async function listMilestoneOptions(
  ctx: Context,
  place: MilestonePlace,
  search: string | undefined,
): Promise<RawJson> {
  const where = milestonesWhere(ctx, place, { state: 'active', includeAncestors: true, searchTitle: search ?? '' })
  const { rows } = await sql<{ items: string }>`
    select coalesce(json_agg(${object({
      id: sql`shown.id`,
      title: sql`shown.title`,
      name: sql`shown.title`,
      due_date: sql`shown.due_date`,
      start_date: sql`shown.start_date`,
      expired: sql`shown.expired`,
    })} order by ${byDueDate('shown')}), '[]')::text as items
    from (select m.*, ${isExpired('m', ctx.now.slice(0, 10))} as expired from milestones m join namespaces n on n.id = m.namespace_id
      where ${where} order by ${byDueDate('m')} limit ${sql.lit(maxPerPage)}) shown`.execute(ctx.db)
  return new RawJson(rows[0]?.items ?? '[]')
}

/** The issues of `milestones m` in a state that count in a place. */
function issuesOf(ctx: Context, place: TimeboxPlace, state: 'opened' | 'closed'): RawBuilder<number> {
  return sql<number>`(select count(*) from issuables mi where mi.milestone_id = m.id and mi.state = ${state}
    and ${countedIssues(ctx, place, 'mi')})`
}

function countedJson(ctx: Context, place: TimeboxPlace): RawBuilder<string> {
  const json = milestoneJson(ctx.services.settings, 'm', 'n', ctx.now.slice(0, 10))
  return sql<string>`${openObject(json)} || ',"open_issues_count":' || ${issuesOf(ctx, place, 'opened')}
    || ',"closed_issues_count":' || ${issuesOf(ctx, place, 'closed')} || ',"owner_path":' || to_json(n.full_path) || '}'`
}

const rowsPerPage = 50

/**
 * A page of milestones with the numbers of their issues, and how many there are of each state: of a project and the groups above it, or of
 * a group, the groups around it, and its active projects with issues that the actor can see.
 */
export async function showMilestones(ctx: Context, place: TimeboxPlace, filter: MilestoneFilter) {
  const { search: searchTitle = '', ...asked } = filter
  const shown = { ...asked, includeAncestors: true, includeDescendants: place.kind === 'group', searchTitle }
  const withIssues = sql`(n.kind = 'group' or n.id = ${place.id} or m.namespace_id = any (array(select p.id from (
    ${projectsWith('issue', ctx.actor, sql`n.ancestor_ids @> array[${place.id}]::bigint[] and not n.inactive`)}) p)))`
  const where = sql`${milestonesWhere(ctx, place, { ...shown, state: filter.state ?? 'active' })} and ${withIssues}`
  const everyState = sql`${milestonesWhere(ctx, place, { ...shown, state: 'all' })} and ${withIssues}`
  const offset = ((filter.page ?? 1) - 1) * rowsPerPage
  const { rows } = await sql<{ items: string; found: number; active: number; closed: number }>`
    with page as materialized (select m.id, row_number() over () as place from (select m.id from milestones m
      join namespaces n on n.id = m.namespace_id where ${where}
      order by ${byDueDate('m')}, m.id limit ${rowsPerPage + 1} offset ${offset}) m)
    select coalesce((select '[' || string_agg(${countedJson(ctx, place)}, ',' order by page.place) || ']'
        from page join milestones m using (id) join namespaces n on n.id = m.namespace_id where page.place <= ${rowsPerPage}), '[]') as items,
      (select count(*) from page) as found, count(*) filter (where m.state = 'active') as active,
      count(*) filter (where m.state = 'closed') as closed
    from milestones m join namespaces n on n.id = m.namespace_id where ${everyState}`.execute(ctx.db)
  const { items, found, active, closed } = rows[0] ?? { items: '[]', found: 0, active: 0, closed: 0 }
  return { milestones: new RawJson(items), counts: { active, closed }, hasNext: found > rowsPerPage }
}

/** One milestone with the numbers of its issues and its description as HTML. */
export async function showMilestoneInFull(ctx: Context, place: TimeboxPlace, milestoneId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string; html: string }>`
    select ${countedJson(ctx, place)} as json, m.description_html as html
    from milestones m join namespaces n on n.id = m.namespace_id where m.id = ${milestoneId}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new NotFound('Milestone')
  const [html = ''] = await redactFor(ctx, [found.html])
  return withMembers(found.json, { description_html: html })
}
