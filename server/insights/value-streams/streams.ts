import { type RawBuilder, sql } from 'kysely'
import {
  type DefaultStageName,
  defaultStageNames,
  defaultStages,
  defaultValueStream,
  endEventsOf,
  eventWords,
  mostValueStreams,
  overallStageNames,
  overallStages,
  type StageEvent,
  stageEventNames,
} from '#contract/insights/stage-events.ts'
import type { Stage, StageInput } from '#contract/insights/value-streams.ts'
import { namespaceTopic } from '#contract/live-topics.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import './events.ts'
import { messages } from './messages.ts'

/** The project or group of value streams. */
export interface InsightPlace {
  readonly id: number
  readonly fullPath: string
  readonly ancestorIds: readonly number[]
  readonly facts: NamespaceFacts
}

/** A stage as its figures need it. */
export interface StageRow extends Stage {
  /** False for a label event whose label was deleted: no item can be found then. */
  readonly isWhole: boolean
}

export interface StreamRow {
  readonly id: number | string
  readonly name: string
  readonly isCustom: boolean
  readonly updatedAt: string | null
  readonly stages: readonly StageRow[]
}

interface StoredStage {
  readonly id: number
  readonly name: string
  readonly custom: boolean
  readonly hidden: boolean
  readonly startEvent: StageEvent
  readonly endEvent: StageEvent
  readonly startLabel: Stage['startEventLabel']
  readonly endLabel: Stage['endEventLabel']
}

const isDefaultName = (name: string): name is DefaultStageName => Object.hasOwn(defaultStages, name)

/** The stages that are no rows: those of the default value stream, and lead and cycle time. */
const builtIn = ([name, { title, description, start, end }]: [
  string,
  (typeof defaultStages)[DefaultStageName],
]): StageRow => ({
  ...{ id: name, name, title, description, legend: '', custom: false, hidden: false },
  subject: eventWords(start).subject,
  ...{
    startEventIdentifier: start,
    endEventIdentifier: end,
    startEventLabel: null,
    endEventLabel: null,
    isWhole: true,
  },
})

export const stagesByDefault: readonly StageRow[] = defaultStageNames.map(name => builtIn([name, defaultStages[name]]))
export const stagesOverall: readonly StageRow[] = overallStageNames.map(name => builtIn([name, overallStages[name]]))

const defaultStream: StreamRow = { ...defaultValueStream, isCustom: false, updatedAt: null, stages: stagesByDefault }

function fromRow({ id, name, custom, hidden, startEvent, endEvent, startLabel, endLabel }: StoredStage): StageRow {
  const byDefault = custom || !isDefaultName(name) ? null : defaultStages[name]
  return {
    ...{ id, name, custom, hidden, legend: '' },
    title: byDefault?.title ?? name,
    description: byDefault?.description ?? '',
    subject: eventWords(startEvent).subject,
    startEventIdentifier: startEvent,
    endEventIdentifier: endEvent,
    startEventLabel: startLabel,
    endEventLabel: endLabel,
    isWhole:
      (eventWords(startEvent).takesLabel !== true || startLabel !== null) &&
      (eventWords(endEvent).takesLabel !== true || endLabel !== null),
  }
}

const labelJson = (column: string) =>
  sql`(select json_build_object('id', l.id, 'title', l.title, 'color', l.color) from labels l where l.id = s.${sql.ref(column)})`

const stagesJson = sql`coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'custom', s.custom, 'hidden', s.hidden,
    'startEvent', s.start_event, 'endEvent', s.end_event, 'startLabel', ${labelJson('start_label_id')}, 'endLabel', ${labelJson('end_label_id')})
    order by s.position) from value_stream_stages s where s.value_stream_id = v.id), '[]')`

/** The value streams of a place with their stages, the default one first. One statement. */
export async function streamsOf(ctx: Context, place: { readonly id: number }): Promise<readonly StreamRow[]> {
  return [defaultStream, ...(await storedStreams(ctx, sql`v.namespace_id = ${place.id}`))]
}

async function storedStreams(ctx: Context, which: RawBuilder<unknown>): Promise<readonly StreamRow[]> {
  const { rows } = await sql<{ id: number; name: string; updatedAt: string; stages: readonly StoredStage[] }>`
    select v.id, v.name, v.updated_at, ${stagesJson} as stages from value_streams v where ${which} order by lower(v.name), v.id`.execute(
    ctx.db,
  )
  return rows.map(({ stages, ...row }) => ({ ...row, isCustom: true, stages: stages.map(fromRow) }))
}

/** @throws NotFound */
export async function streamOf(ctx: Context, place: { readonly id: number }, id: number | string): Promise<StreamRow> {
  if (id === defaultStream.id) return defaultStream
  const [found] =
    typeof id === 'number' ? await storedStreams(ctx, sql`v.namespace_id = ${place.id} and v.id = ${id}`) : []
  if (found === undefined) throw new NotFound('Value stream')
  return found
}

/** A stage of a value stream by its number or the name of a default one, or lead or cycle time. @throws NotFound */
export function stageOf(stream: StreamRow, id: number | string): StageRow {
  const found = [...stream.stages, ...stagesOverall].find(stage => String(stage.id) === String(id))
  if (found === undefined) throw new NotFound('Stage')
  return found
}

/** The events that stages can have, as the contract describes them. */
export const shownEvents = stageEventNames.map(identifier => ({
  identifier,
  name: eventWords(identifier).label,
  type: eventWords(identifier).takesLabel === true ? ('label' as const) : ('simple' as const),
  canBeStartEvent: endEventsOf(identifier).length > 0,
  allowedEndEvents: endEventsOf(identifier),
}))

interface NewStage {
  readonly id: number | null
  readonly name: string
  readonly custom: boolean
  readonly hidden: boolean
  readonly startEvent: StageEvent
  readonly startLabelId: number | null
  readonly endEvent: StageEvent
  readonly endLabelId: number | null
}

/** @throws Invalid */
function readStage(given: StageInput): NewStage {
  const name = oneLine(given.name)
  const id = typeof given.id === 'number' ? given.id : null
  const { hidden = false, custom = !isDefaultName(name) } = given
  if (!custom) {
    if (!isDefaultName(name)) throw new Invalid({ stages: [messages.noDefaultStage(name)] })
    const { start, end } = defaultStages[name]
    return { id, name, custom, hidden, startEvent: start, startLabelId: null, endEvent: end, endLabelId: null }
  }
  const { startEventIdentifier: startEvent, endEventIdentifier: endEvent } = given
  if (startEvent == null || endEvent == null || name === '') throw new Invalid({ stages: [messages.noEvents(name)] })
  if (!endEventsOf(startEvent).includes(endEvent)) throw new Invalid({ stages: [messages.wrongEnd(name)] })
  const labelOf = (event: StageEvent, id: number | null | undefined) =>
    eventWords(event).takesLabel === true ? (id ?? null) : null
  const startLabelId = labelOf(startEvent, given.startEventLabelId)
  const endLabelId = labelOf(endEvent, given.endEventLabelId)
  const isSame = startEvent === endEvent && startLabelId === endLabelId
  if (isSame) throw new Invalid({ stages: [messages.wrongEnd(name)] })
  return { id, name, custom, hidden, startEvent, startLabelId, endEvent, endLabelId }
}

/** @throws Invalid  a stage that cannot be counted, two with a name, none, or a label from elsewhere */
async function readStages(
  ctx: Context,
  place: InsightPlace,
  given: readonly StageInput[],
): Promise<readonly NewStage[]> {
  const stages = given.map(readStage)
  if (stages.length === 0) throw new Invalid({ stages: [messages.noStages] })
  const names = new Set<string>()
  for (const { name } of stages) {
    if (names.has(name.toLowerCase())) throw new Invalid({ stages: [messages.nameTwice(name)] })
    names.add(name.toLowerCase())
  }
  const ids = stages.flatMap(({ startLabelId, endLabelId }) => [startLabelId ?? [], endLabelId ?? []].flat())
  const { rows } = await sql<{
    id: number
  }>`select id from labels where id = any (${ids}::bigint[]) and namespace_id = any (${[...place.ancestorIds]}::bigint[])`.execute(
    ctx.db,
  )
  const known = new Set(rows.map(({ id }) => id))
  for (const stage of stages)
    for (const [event, labelId] of [
      [stage.startEvent, stage.startLabelId],
      [stage.endEvent, stage.endLabelId],
    ] as const)
      if (eventWords(event).takesLabel === true && (labelId === null || !known.has(labelId)))
        throw new Invalid({ stages: [messages.noLabel(stage.name)] })
  return stages
}

/** Stages that are named by their numbers keep them. */
async function storeStages(
  ctx: Context,
  place: InsightPlace,
  valueStreamId: number,
  stages: readonly NewStage[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`with given as (
      select * from json_to_recordset(${JSON.stringify(stages.map((stage, position) => ({ ...stage, position })))}) g (id bigint, position integer, name text,
        custom boolean, hidden boolean, "startEvent" text, "startLabelId" bigint, "endEvent" text, "endLabelId" bigint)),
    changed as (update value_stream_stages s set position = g.position, name = g.name, custom = g.custom, hidden = g.hidden, start_event = g."startEvent",
      start_label_id = g."startLabelId", end_event = g."endEvent", end_label_id = g."endLabelId"
      from given g where s.id = g.id and s.value_stream_id = ${valueStreamId} returning s.id),
    added as (insert into value_stream_stages (value_stream_id, position, name, custom, hidden, start_event, start_label_id, end_event, end_label_id)
      select ${valueStreamId}, g.position, g.name, g.custom, g.hidden, g."startEvent", g."startLabelId", g."endEvent", g."endLabelId"
      from given g where g.id is null or g.id not in (select id from changed) returning id)
    select id from changed union all select id from added`.execute(ctx.db)
  await sql`delete from value_stream_stages
    where value_stream_id = ${valueStreamId} and id <> all (${rows.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  // A job keeps the days of new pairs of events for the projects of the place.
  await sql`insert into stale_days (namespace_id)
    select id from namespaces where kind = 'project' and ancestor_ids @> array[${place.id}::bigint]`.execute(ctx.db)
}

/** @returns the id · @throws Invalid */
export async function createStream(
  ctx: Context,
  place: InsightPlace,
  { name, stages = defaultStageNames.map(each => ({ name: each })) }: { name: string; stages?: readonly StageInput[] },
): Promise<number> {
  const read = await readStages(ctx, place, stages)
  await lockPlace(ctx, place)
  await refuseTaken(ctx, place.id, oneLine(name), null)
  const { rows } = await sql<{ id: number }>`
    insert into value_streams (namespace_id, name, created_at, updated_at)
    select ${place.id}, ${oneLine(name)}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    where (select count(*) from value_streams where namespace_id = ${place.id}) < ${mostValueStreams} returning id`.execute(
    ctx.db,
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Invalid({ base: [messages.tooManyStreams] })
  await storeStages(ctx, place, id, read)
  await ctx.events.record('value_stream.created', { valueStreamId: id }, told(place))
  return id
}

/** The value stream with its stages, locked until the transaction ends. @throws Forbidden  the default one · @throws NotFound */
export async function lockStream(ctx: Context, place: { readonly id: number }, id: number | string) {
  if (id === defaultStream.id) throw new Forbidden(messages.isDefault)
  const number = typeof id === 'number' ? id : 0
  const { rows } =
    await sql`select 1 from value_streams where namespace_id = ${place.id} and id = ${number} for update`.execute(
      ctx.db,
    )
  const [found] = rows.length === 0 ? [] : await storedStreams(ctx, sql`v.id = ${number}`)
  if (found === undefined) throw new NotFound('Value stream')
  return { id: number, name: found.name, stages: found.stages.map(asSeen) }
}

/** A stage as forms send it for the comparison: without its number, and a default one without events. */
const asSeen = ({ name, custom, hidden, ...stage }: StageRow) => ({
  ...{ name, custom, hidden },
  startEventIdentifier: custom ? stage.startEventIdentifier : null,
  startEventLabelId: stage.startEventLabel?.id ?? null,
  endEventIdentifier: custom ? stage.endEventIdentifier : null,
  endEventLabelId: stage.endEventLabel?.id ?? null,
})

interface StreamChange {
  readonly name?: string
  readonly stages?: readonly StageInput[]
}

/** @throws NotFound, Forbidden, Invalid, Conflict */
export async function changeStream(
  ctx: Context,
  place: InsightPlace,
  streamId: number | string,
  { name, stages }: StreamChange,
): Promise<void> {
  await lockPlace(ctx, place)
  const now = await lockStream(ctx, place, streamId)
  const newName = name === undefined ? now.name : oneLine(name)
  await refuseTaken(ctx, place.id, newName, now.id)
  if (stages !== undefined) await storeStages(ctx, place, now.id, await readStages(ctx, place, stages))
  await sql`update value_streams set name = ${newName}, updated_at = ${ctx.now}::timestamptz where id = ${now.id}`.execute(
    ctx.db,
  )
  await ctx.events.record('value_stream.updated', { valueStreamId: now.id }, told(place))
}

/** @throws NotFound, Forbidden */
export async function deleteStream(ctx: Context, place: InsightPlace, streamId: number | string): Promise<void> {
  const { id, name } = await lockStream(ctx, place, streamId)
  await ctx.db.deleteFrom('valueStreams').where('id', '=', id).execute()
  await ctx.events.record('value_stream.deleted', { valueStreamId: id, name }, told(place))
}

/** Value streams of a place are named one at a time: their names differ, and their number is limited. */
const lockPlace = (ctx: Context, { id }: { readonly id: number }) =>
  sql`select 1 from namespaces where id = ${id} for no key update`.execute(ctx.db)

async function refuseTaken(ctx: Context, placeId: number, name: string, exceptId: number | null): Promise<void> {
  const { rows } = await sql`select 1 from value_streams
    where namespace_id = ${placeId} and lower(name) = lower(${name}) and id is distinct from ${exceptId}::bigint`.execute(
    ctx.db,
  )
  if (name === '') throw new Invalid({ name: [messages.blank] })
  if (rows.length > 0 || name.toLowerCase() === defaultStream.name.toLowerCase())
    throw new Invalid({ name: [messages.nameTaken] })
}

/** Turn the aggregation of a place on or off; on, the moments of its items are read again by a job. */
export async function setAggregation(ctx: Context, place: InsightPlace, enabled: boolean): Promise<void> {
  if (enabled) {
    const { numAffectedRows = 0n } =
      await sql`delete from paused_aggregations where namespace_id = ${place.id}`.execute(ctx.db)
    if (numAffectedRows === 0n) return
    await sql`insert into moment_readings (namespace_id) values (${place.id})
      on conflict (namespace_id) do update set after_id = 0, created_at = now()`.execute(ctx.db)
  } else {
    const { numAffectedRows = 0n } =
      await sql`insert into paused_aggregations (namespace_id) values (${place.id}) on conflict do nothing`.execute(
        ctx.db,
      )
    if (numAffectedRows === 0n) return
  }
  await ctx.events.record('aggregation.changed', { namespaceId: place.id, enabled }, told(place))
}

/** Whether the figures of a place are kept up to date, and whether older items are still being read. */
export async function aggregationOf(ctx: Context, place: { readonly ancestorIds: readonly number[] }) {
  const above = sql`any (${[...place.ancestorIds]}::bigint[])`
  const { rows } = await sql<{ enabled: boolean; isRunning: boolean }>`select
    not exists (select 1 from paused_aggregations where namespace_id = ${above}) as enabled,
    exists (select 1 from moment_readings where namespace_id = 0 or namespace_id = ${above}) as is_running`.execute(
    ctx.db,
  )
  return rows[0] ?? { enabled: true, isRunning: false }
}

const told = ({ id, facts }: InsightPlace) => ({
  namespaceId: id,
  topics: [namespaceTopic({ kind: facts.kind, id })],
})
