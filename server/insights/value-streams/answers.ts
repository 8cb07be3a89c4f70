import { type PlaceKind, placeKinds } from '#contract/foundation/places.ts'
import { valueStreamOperations, valueStreamPages } from '#contract/insights/value-streams.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { placeByPath } from '#server/foundation/namespaces/find-place.ts'
import { type Answer, answer, Paged, pageOf } from '#server/slice.ts'
import { figuresCsv, recordsCsv, tasksCsv } from './csv.ts'
import { asList, daysOf, figuresOf, noFigures, recordsOf } from './figures.ts'
import { showValueStreamsPage } from './page.ts'
import { windowOf } from './passages.ts'
import {
  changeStream,
  createStream,
  deleteStream,
  type InsightPlace,
  lockStream,
  type StageRow,
  type StreamRow,
  setAggregation,
  shownEvents,
  stageOf,
  stagesOverall,
  streamOf,
  streamsOf,
} from './streams.ts'
import { showSummary, showTimeSummary } from './summary.ts'
import { tasksByTypeOf, topLabelsOf } from './tasks-by-type.ts'

type OfStage = InputOf<(typeof valueStreamOperations)[PlaceKind]['median']>

/** The stage of an address, and the days. */
async function shownOf(ctx: Context, place: InsightPlace, input: OfStage) {
  const stage = stageOf(await streamOf(ctx, place, input.valueStreamId), input.stageId)
  return { place, stage, days: windowOf(ctx, input) }
}

async function figureOf(ctx: Context, place: InsightPlace, input: OfStage) {
  const { stage, days } = await shownOf(ctx, place, input)
  const [figures] = await figuresOf(ctx, place, [stage], days)
  return figures ?? noFigures
}

const presentStage = ({ isWhole: _, ...stage }: StageRow) => stage
const presentStream = ({ stages, ...stream }: StreamRow) => ({ ...stream, stages: stages.map(presentStage) })

/** The count and the items of a page come from two statements: a figure and a list. */
async function listRecords(
  ctx: Context,
  place: InsightPlace,
  input: InputOf<(typeof valueStreamOperations)[PlaceKind]['records']>,
) {
  const shown = await shownOf(ctx, place, input)
  const { offset, ...page } = pageOf(input)
  const [figures] = await figuresOf(ctx, place, [shown.stage], shown.days)
  const items = await recordsOf(ctx, shown, input, { offset, limit: page.perPage })
  return Paged.offset<never>(asList(items), { ...page, total: figures?.count ?? 0 })
}

export const valueStreamAnswers: readonly Answer[] = placeKinds.flatMap(kind => {
  const operations = valueStreamOperations[kind]
  const about = placeByPath[kind]
  const reads = { about, ability: `${kind}:read-insights` } as const
  const admins = { about, ability: `${kind}:admin-value-streams` } as const
  return [
    answer(valueStreamPages[kind], { ...reads, run: showValueStreamsPage }),
    answer(operations.list, {
      ...reads,
      run: async (ctx, place) =>
        (await streamsOf(ctx, place)).map(({ id, name, isCustom }) => ({ id, name, isCustom })),
    }),
    answer(operations.get, {
      ...reads,
      run: async (ctx, place, { valueStreamId }) => presentStream(await streamOf(ctx, place, valueStreamId)),
    }),
    answer(operations.create, {
      ...admins,
      run: async (ctx, place, input) =>
        presentStream(await streamOf(ctx, place, await createStream(ctx, place, input))),
    }),
    answer(operations.update, {
      ...admins,
      current: (ctx, place, { valueStreamId }) => lockStream(ctx, place, valueStreamId),
      run: async (ctx, place, { valueStreamId, ...input }) => {
        await changeStream(ctx, place, valueStreamId, input)
        return presentStream(await streamOf(ctx, place, valueStreamId))
      },
    }),
    answer(operations.delete, {
      ...admins,
      run: async (ctx, place, { valueStreamId }) => {
        await deleteStream(ctx, place, valueStreamId)
        return null
      },
    }),
    answer(operations.listStages, {
      ...reads,
      run: async (ctx, place, { valueStreamId }) => ({
        events: shownEvents,
        stages: (await streamOf(ctx, place, valueStreamId)).stages.map(presentStage),
      }),
    }),
    answer(operations.median, {
      ...reads,
      run: async (ctx, place, input) => ({ value: (await figureOf(ctx, place, input)).median }),
    }),
    answer(operations.average, {
      ...reads,
      run: async (ctx, place, input) => ({ value: (await figureOf(ctx, place, input)).average }),
    }),
    answer(operations.count, {
      ...reads,
      run: async (ctx, place, input) => {
        const { count } = await figureOf(ctx, place, input)
        return { count, value: count }
      },
    }),
    answer(operations.records, { ...reads, run: listRecords }),
    answer(operations.recordsCsv, {
      ...reads,
      run: async (ctx, place, input) => recordsCsv(ctx, await shownOf(ctx, place, input), input),
    }),
    answer(operations.averageDurationChart, {
      ...reads,
      run: async (ctx, place, input) => {
        const { stage, days } = await shownOf(ctx, place, input)
        return (await daysOf(ctx, place, stage, days)).map(({ date, average }) => ({
          date,
          averageDurationInSeconds: average,
        }))
      },
    }),
    answer(operations.figuresCsv, {
      ...reads,
      run: async (ctx, place, input) => {
        const stream = await streamOf(ctx, place, input.valueStreamId)
        const stages = [...stream.stages.filter(({ hidden }) => !hidden), ...stagesOverall]
        const days = windowOf(ctx, input)
        return figuresCsv(stream, stages, await figuresOf(ctx, place, stages, days), days)
      },
    }),
    answer(operations.summary, { ...reads, run: (ctx, place, input) => showSummary(ctx, place, windowOf(ctx, input)) }),
    answer(operations.timeSummary, {
      ...reads,
      run: (ctx, place, input) => showTimeSummary(ctx, place, windowOf(ctx, input)),
    }),
    answer(operations.setAggregation, {
      ...admins,
      run: async (ctx, place, { enabled }) => {
        await setAggregation(ctx, place, enabled)
        return { enabled }
      },
    }),
    answer(operations.tasksByType, {
      ...reads,
      run: (ctx, place, { subject = 'Issue', labelIds = [], ...input }) =>
        tasksByTypeOf(ctx, place, { subject, labelIds, days: windowOf(ctx, input) }),
    }),
    answer(operations.tasksCsv, {
      ...reads,
      run: async (ctx, place, { subject = 'Issue', ...input }) => {
        const days = windowOf(ctx, input)
        return tasksCsv(await tasksByTypeOf(ctx, place, { subject, labelIds: [], days }), days)
      },
    }),
    answer(operations.topLabels, {
      ...reads,
      run: (ctx, place, { subject = 'Issue', ...input }) => topLabelsOf(ctx, place, subject, windowOf(ctx, input)),
    }),
  ]
})
