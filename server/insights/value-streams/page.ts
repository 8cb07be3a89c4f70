import type { PlaceKind } from '#contract/foundation/places.ts'
import { defaultValueStream } from '#contract/insights/stage-events.ts'
import type { valueStreamPages } from '#contract/insights/value-streams.ts'
import type { InputOf } from '#contract/operation.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { asList, daysOf, type Figures, figuresOf, noFigures, recordsOf } from './figures.ts'
import { windowBefore, windowOf } from './passages.ts'
import { aggregationOf, type InsightPlace, type StageRow, stageOf, stagesOverall, streamsOf } from './streams.ts'

const recordsOnPage = 20

/** The stages of a value stream with their figures, and one of them with its days and items. */
export async function showValueStreamsPage(
  ctx: Context,
  place: InsightPlace,
  input: InputOf<(typeof valueStreamPages)[PlaceKind]>,
) {
  const { valueStreamId = defaultValueStream.id, page = 1 } = input
  const days = windowOf(ctx, input)
  const streams = await streamsOf(ctx, place)
  const stream = streams.find(({ id }) => id === valueStreamId)
  if (stream === undefined) throw new NotFound('Value stream')
  const shown = stream.stages.filter(({ hidden }) => !hidden)
  const stages = [...shown, ...stagesOverall]
  const figures = await figuresOf(ctx, place, stages, days)
  const counted = stages.map((stage, index) => present(stage, figures[index]))
  const stage = stageOf(stream, input.stageId ?? stages[0]?.id ?? '')
  const records = await recordsOf(ctx, { place, stage, days }, input, {
    offset: (page - 1) * recordsOnPage,
    limit: recordsOnPage + 1,
  })
  const figure = counted.find(({ id }) => id === stage.id)
  return {
    namespace: await showHeader(ctx, place),
    valueStreams: streams.map(({ id, name, isCustom }) => ({ id, name, isCustom })),
    valueStream: { id: stream.id, name: stream.name, isCustom: stream.isCustom, updatedAt: stream.updatedAt },
    stages: counted.slice(0, shown.length),
    overall: counted.slice(shown.length),
    ...days,
    stage: figure ?? present(stage, (await figuresOf(ctx, place, [stage], days))[0]),
    before: (await figuresOf(ctx, place, [stage], windowBefore(days)))[0] ?? noFigures,
    days: await daysOf(ctx, place, stage, days),
    records: asList(records.slice(0, recordsOnPage)),
    hasNext: records.length > recordsOnPage,
    aggregation: await aggregationOf(ctx, place),
    permissions: {
      canAdmin: may(
        ctx.actor,
        `${place.facts.kind === 'group' ? 'group' : 'project'}:admin-value-streams`,
        place.facts,
      ),
    },
  }
}

const present = ({ isWhole: _, ...stage }: StageRow, figures: Figures | undefined) => ({
  ...stage,
  figures: figures ?? noFigures,
})
