import { sql } from 'kysely'
import type { Static } from 'typebox'
import {
  longestSegmentDescription,
  mostOfFlag,
  mostOfFlags,
  mostSegments,
} from '#contract/deploy/feature-flags/flag-words.ts'
import type { createFlagSegment, FlagSegment, updateFlagSegment } from '#contract/deploy/feature-flags/segments.ts'
import type { InputOf } from '#contract/operation.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { type Allowed, finder } from '#server/access/load.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems, tooLong } from '#server/platform/text/problems.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Current, type Paging, pageOfJson } from '#server/slice.ts'
import { constraintsFrom } from './constraints.ts'
import { flagsScope } from './events.ts'
import { constraintFaults, type StrategyState } from './flag.ts'
import { messages } from './messages.ts'
import { refuseProtectedSegment } from './protected.ts'
import { refuseTooLarge } from './write.ts'

export interface SegmentRow {
  readonly id: number
  readonly iid: number
  readonly namespaceId: number
  readonly fullPath: string
  readonly name: string
  readonly description: string | null
  readonly constraints: StrategyState['constraints']
}

const g = columnsOf('featureFlagSegments', 'g')

/** A segment as JSON, over `feature_flag_segments g` of project `n`. Constraints keep the names that they are stored with. */
const segmentSql = sql`jsonb_build_object('id', g.id, 'iid', g.iid, 'name', g.name, 'description', g.description, 'project_id', g.namespace_id,
  'constraints', (select coalesce(jsonb_agg(jsonb_build_object('context_name', c->'contextName', 'operator', c->'operator', 'values', c->'values',
    'value', c->'value', 'inverted', c->'inverted', 'case_insensitive', c->'caseInsensitive')), '[]') from jsonb_array_elements(g.constraints) c),
  'created_at', iso(g.created_at), 'updated_at', iso(g.updated_at), 'path', '/' || n.full_path || '/-/feature_flags_segments/' || g.iid)`

const find = async (ctx: Context, place: number | string, iid: number) => {
  const { rows } = await sql<SegmentRow & { readonly facts: NamespaceFacts }>`
    select g.id, g.iid, g.namespace_id, n.full_path, g.name, g.description, g.constraints, ${projectFacts(ctx.actor, 'n')} as facts
    from namespaces n join feature_flag_segments g on g.namespace_id = n.id where ${namespaceIs(place)} and g.iid = ${iid}::bigint`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) {
    await refuseMoved(ctx, place, 'project')
    return null
  }
  const { facts, ...row } = found
  return { row: row as SegmentRow, facts }
}

/** A segment of a project by its number. */
export const segmentByIid = finder(
  'project',
  null,
  (ctx: Context, { id, iid }: { readonly id: number | string; readonly iid: number }) => find(ctx, id, iid),
)

/** The same, as in the address of its page. */
export const segmentOfAddress = finder(
  'project',
  null,
  (ctx: Context, { namespace, iid }: { readonly namespace: string; readonly iid: number }) => find(ctx, namespace, iid),
)

/** The segments of a project by name. */
export const listSegments = (
  ctx: Context,
  projectId: number,
  { search = '', ...paging }: Paging & { readonly search?: string },
) =>
  pageOfJson<readonly Static<typeof FlagSegment>[]>(ctx, paging, {
    item: segmentSql as never,
    matching: sql`feature_flag_segments g join namespaces n on n.id = g.namespace_id
      where g.namespace_id = ${projectId} and ${matchesSearch(sql`g.name`, search)}`,
    order: sql`g.name, g.id`,
  })

/** All segments of a project, for pages: their number is limited. */
export async function allSegments(
  ctx: Context,
  projectId: number,
  item: typeof segmentSql = segmentSql,
): Promise<RawJson> {
  const { rows } = await sql<{
    segments: string
  }>`select coalesce(json_agg(${item} order by g.name, g.id), '[]')::text as segments
    from feature_flag_segments g join namespaces n on n.id = g.namespace_id where g.namespace_id = ${projectId}`.execute(
    ctx.db,
  )
  return new RawJson(rows[0]?.segments ?? '[]')
}

/** The segments to choose from in the form of a flag. */
export const segmentOptions = (ctx: Context, projectId: number): Promise<RawJson> =>
  allSegments(ctx, projectId, object(g.fields('id', 'iid', 'name')) as never)

/** A segment. */
export async function showSegment(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`select ${segmentSql}::text as json
    from feature_flag_segments g join namespaces n on n.id = g.namespace_id where g.id = ${id}`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? 'null')
}

/** The flags whose strategies use a segment, by name. */
export async function flagsOfSegment(ctx: Context, id: number) {
  const { rows } = await sql<{ name: string; path: string }>`
    select f.name, '/' || n.full_path || '/-/feature_flags/' || f.iid as path from feature_flags f join namespaces n on n.id = f.namespace_id
    where f.id in (select s.flag_id from feature_flag_strategies s join feature_flag_strategy_segments l on l.strategy_id = s.id
      where l.segment_id = ${id}) order by f.name`.execute(ctx.db)
  return rows
}

interface SegmentDraft {
  readonly name: string
  readonly description: string | null
  readonly constraints: StrategyState['constraints']
}

/** @throws Invalid  by field: `constraints[0].value` */
function checked({ name, description, constraints }: SegmentDraft): SegmentDraft {
  const line = oneLine(name)
  const faults = constraintFaults(constraints)
  const problems: Record<string, readonly string[]> = {
    name: lineProblems(line),
    description: (description ?? '').length > longestSegmentDescription ? [tooLong(longestSegmentDescription)] : [],
    constraints: constraintProblems(constraints),
    ...Object.fromEntries(faults.map(([field, sentence]) => [field, [sentence]])),
  }
  const broken = Object.entries(problems).filter(([, sentences]) => sentences.length > 0)
  if (broken.length > 0) throw new Invalid(Object.fromEntries(broken))
  return { name: line, description: description?.trim() || null, constraints }
}

function constraintProblems(constraints: SegmentDraft['constraints']): readonly string[] {
  if (constraints.length === 0) return [messages.blank]
  return JSON.stringify(constraints).length > mostOfFlag ? [messages.tooLargeSegment] : []
}

/** Hold back a change after which the segments of a project would be too large to be listed together. @throws Invalid */
async function refuseTooLargeSegments(ctx: Context, projectId: number): Promise<void> {
  const { rows } = await sql<{
    isTooLarge: boolean
  }>`select sum(octet_length(constraints::text)) > ${mostOfFlags} as is_too_large
    from feature_flag_segments where namespace_id = ${projectId}`.execute(ctx.db)
  if (rows[0]?.isTooLarge) throw new Invalid(messages.tooLargeSegments)
}

/** Segments of a project are changed one at a time, as their number and size are limited. */
const lockProject = (ctx: Context, id: number) =>
  sql`select 1 from namespaces where id = ${id} for no key update`.execute(ctx.db)

function orTaken(error: unknown): never {
  if (isTaken(error, 'feature_flag_segments_name_key')) throw new Invalid({ name: [messages.taken] }, { cause: error })
  throw error
}

/** Create a segment. @throws Invalid */
export async function createSegment(
  ctx: Context,
  project: Allowed<'project:admin-feature-flags', ProjectRow>,
  given: InputOf<typeof createFlagSegment>,
): Promise<RawJson> {
  const { name, description, constraints } = checked({
    name: given.name,
    description: given.description ?? null,
    constraints: constraintsFrom(given.constraints),
  })
  await lockProject(ctx, project.id)
  const { rows } = await sql<{ id: number }>`
    with counter as (insert into iid_counters as c (namespace_id, series, value) values (${project.id}, 'feature_flag_segment', 1)
      on conflict (namespace_id, series) do update set value = c.value + 1 returning value)
    insert into feature_flag_segments (namespace_id, iid, name, description, constraints, created_at, updated_at)
    select ${project.id}, value, ${name}, ${description}, ${JSON.stringify(constraints)}::jsonb, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from counter where (select count(*) from feature_flag_segments where namespace_id = ${project.id}) < ${mostSegments} returning id`
    .execute(ctx.db)
    .catch(orTaken)
  const [made] = rows
  if (made === undefined) throw new Invalid(messages.tooManySegments)
  await refuseTooLargeSegments(ctx, project.id)
  await ctx.events.record('feature_flag_segment.created', { segmentId: made.id }, flagsScope(project.id))
  return showSegment(ctx, made.id)
}

type ManagedSegment = Allowed<'project:admin-feature-flags', SegmentRow>

/** A segment as it is, held until the transaction ends. */
export async function lockedSegment(ctx: Context, { id, namespaceId }: ManagedSegment): Promise<Current> {
  await lockProject(ctx, namespaceId)
  return ctx.db
    .selectFrom('featureFlagSegments')
    .select(['name', 'description', 'constraints'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Change a segment: clients get it with each flag that uses it. @throws Invalid · @throws Forbidden  a protected environment */
export async function updateSegment(
  ctx: Context,
  segment: ManagedSegment,
  given: InputOf<typeof updateFlagSegment>,
): Promise<RawJson> {
  const { name, description, constraints } = checked({
    name: given.name ?? segment.name,
    description: given.description === undefined ? segment.description : given.description,
    constraints: given.constraints === undefined ? segment.constraints : constraintsFrom(given.constraints),
  })
  if (given.constraints !== undefined)
    await refuseProtectedSegment(ctx, { id: segment.namespaceId, facts: segment.facts }, segment.id)
  await sql`update feature_flag_segments set name = ${name}, description = ${description}, constraints = ${JSON.stringify(constraints)}::jsonb,
    updated_at = ${ctx.now}::timestamptz where id = ${segment.id}`
    .execute(ctx.db)
    .catch(orTaken)
  if (given.constraints !== undefined) {
    await refuseTooLargeSegments(ctx, segment.namespaceId)
    await refuseTooLarge(ctx, segment.namespaceId)
  }
  await ctx.events.record('feature_flag_segment.updated', { segmentId: segment.id }, flagsScope(segment.namespaceId))
  return showSegment(ctx, segment.id)
}

/** Flags that the refusal of a deletion names. */
const mostNamed = 5

/** Delete a segment. @throws Conflict  flags use it */
export async function deleteSegment(ctx: Context, { id, namespaceId }: ManagedSegment): Promise<void> {
  await sql`select 1 from feature_flag_segments where id = ${id} for update`.execute(ctx.db)
  const flags = await flagsOfSegment(ctx, id)
  if (flags.length > 0) {
    const names = flags.slice(0, mostNamed).map(({ name }) => name)
    throw new Conflict(messages.segmentInUse(names, flags.length - names.length))
  }
  await sql`delete from feature_flag_segments where id = ${id}`.execute(ctx.db)
  await ctx.events.record('feature_flag_segment.deleted', { segmentId: id }, flagsScope(namespaceId))
}
