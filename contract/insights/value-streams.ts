import { type Static, Type } from 'typebox'
import { byPlaceKind, PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { Bytes, DateTime, Day, Empty, Expected, IdOrWord, Nullable, Page, Words } from '#contract/shapes.ts'
import { longestStreamName, mostStages, stageEventNames, stageSubjects } from './stage-events.ts'

const operation = operationsOf('Value streams')

const place = { namespace: Type.String({ maxLength: 1000 }) }
/** A number, or `default`. */
const valueStreamId = IdOrWord
/** A number, or the name of a default stage. */
const stageId = IdOrWord
const stream = { ...place, valueStreamId }
const stage = { ...stream, stageId }

/** The days whose items count: those that left the stage on one of them, in UTC. The last 30 if none are given. */
export const window = { createdAfter: Type.Optional(Day), createdBefore: Type.Optional(Day) }

export const ValueStream = Type.Object({
  id: IdOrWord,
  name: Type.String(),
  isCustom: Type.Boolean(),
})
export type ValueStream = Static<typeof ValueStream>

const StageLabel = Nullable(Type.Object({ id: Type.Integer(), title: Type.String(), color: Type.String() }))

export const Stage = Type.Object({
  id: IdOrWord,
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  legend: Type.String(),
  custom: Type.Boolean(),
  hidden: Type.Boolean(),
  subject: Words(stageSubjects),
  startEventIdentifier: Words(stageEventNames),
  endEventIdentifier: Words(stageEventNames),
  /** Null for events without a label, and where the label was deleted. */
  startEventLabel: StageLabel,
  endEventLabel: StageLabel,
})
export type Stage = Static<typeof Stage>

const StageEventShape = Type.Object({
  identifier: Words(stageEventNames),
  name: Type.String(),
  type: Words(['simple', 'label']),
  canBeStartEvent: Type.Boolean(),
  allowedEndEvents: Type.Array(Words(stageEventNames)),
})

const labelId = Type.Optional(Nullable(Type.Integer({ minimum: 1 })))

/** A stage to be stored. Default ones are named by their names, and have no events of their own. */
export const StageInput = Type.Object({
  /** The number of a stage to be kept. */
  id: Type.Optional(IdOrWord),
  name: Type.String({ minLength: 1, maxLength: longestStreamName }),
  custom: Type.Optional(Type.Boolean()),
  hidden: Type.Optional(Type.Boolean()),
  startEventIdentifier: Type.Optional(Nullable(Words(stageEventNames))),
  startEventLabelId: labelId,
  endEventIdentifier: Type.Optional(Nullable(Words(stageEventNames))),
  endEventLabelId: labelId,
})
export type StageInput = Static<typeof StageInput>

const stages = Type.Array(StageInput, { maxItems: mostStages })
const name = Type.String({ minLength: 1, maxLength: longestStreamName })

/** `updatedAt`: null for the default one. */
const StoredValueStream = Type.Object({
  ...ValueStream.properties,
  updatedAt: Nullable(DateTime),
  stages: Type.Array(Stage),
})
export type StoredValueStream = Static<typeof StoredValueStream>

/** An item that passed through a stage. */
export const StageRecord = Type.Object({
  iid: Type.Integer(),
  title: Type.String(),
  subject: Words(stageSubjects),
  path: Type.String(),
  reference: Type.String(),
  projectPath: Type.String(),
  createdAt: DateTime,
  author: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    username: Type.String(),
    avatarUrl: Nullable(Type.String()),
  }),
  startedAt: DateTime,
  endEventTimestamp: DateTime,
  durationInMilliseconds: Type.Integer(),
})
export type StageRecord = Static<typeof StageRecord>

const recordOrder = {
  sort: Type.Optional(Words(['end_event', 'duration'])),
  direction: Type.Optional(Words(['asc', 'desc'])),
}

/** Durations in seconds. Null where no item passed through the stage. */
export const StageFigures = Type.Object({
  count: Type.Integer(),
  median: Nullable(Type.Number()),
  average: Nullable(Type.Number()),
  p75: Nullable(Type.Number()),
  p95: Nullable(Type.Number()),
})
export type StageFigures = Static<typeof StageFigures>

const Value = Type.Object({ value: Nullable(Type.Number()) })

/** A figure of the summary. `unit`: of its value; null for numbers of items. */
const SummaryItem = Type.Object({
  identifier: Type.String(),
  title: Type.String(),
  value: Nullable(Type.Union([Type.Number(), Type.String()])),
  unit: Type.Optional(Type.String()),
})

const ChartDay = Type.Object({
  date: Day,
  averageDurationInSeconds: Nullable(Type.Number()),
})

const TaskType = Words(['Issue', 'MergeRequest'])

/** The operations on the value streams of a project or group. @source rest.md 15.2 */
export const valueStreamOperations = byPlaceKind((kind, Place) => {
  const base = `${kind === 'group' ? '/groups' : ''}/:namespace/-/analytics/value_stream_analytics` as const
  const streams = `${base}/value_streams` as const
  const one = `${streams}/:valueStreamId` as const
  const ofStage = `${one}/stages/:stageId` as const
  const work = `${kind === 'group' ? '/groups' : ''}/:namespace/-/analytics/type_of_work/tasks_by_type` as const
  const whose = `of a ${kind}`
  return {
    list: operation({
      name: `list${Place}ValueStreams`,
      summary: `List value streams ${whose}`,
      at: `GET ${streams}`,
      input: Type.Object(place),
      reply: Type.Array(ValueStream),
    }),
    get: operation({
      name: `get${Place}ValueStream`,
      summary: `Get a value stream ${whose} with its stages`,
      at: `GET ${one}`,
      input: Type.Object(stream),
      reply: StoredValueStream,
    }),
    create: operation({
      name: `create${Place}ValueStream`,
      summary: `Create a value stream ${whose}. Without stages it gets the default ones`,
      at: `POST ${streams}`,
      input: Type.Object({ ...place, name, stages: Type.Optional(stages) }),
      reply: StoredValueStream,
    }),
    update: operation({
      name: `update${Place}ValueStream`,
      summary: `Rename a value stream ${whose} or replace its stages`,
      at: `PUT ${one}`,
      input: Type.Object({
        ...stream,
        name: Type.Optional(name),
        stages: Type.Optional(stages),
        expected: Expected({ name: Type.Optional(Type.String()), stages: Type.Optional(stages) }),
      }),
      reply: StoredValueStream,
    }),
    delete: operation({
      name: `delete${Place}ValueStream`,
      summary: `Delete a value stream ${whose}`,
      at: `DELETE ${one}`,
      input: Type.Object(stream),
      reply: Empty,
    }),
    listStages: operation({
      name: `list${Place}Stages`,
      summary: `List stages of a value stream ${whose}, and the events that stages can have`,
      at: `GET ${one}/stages`,
      input: Type.Object(stream),
      reply: Type.Object({ events: Type.Array(StageEventShape), stages: Type.Array(Stage) }),
    }),
    median: operation({
      name: `get${Place}StageMedian`,
      summary: 'Get the median duration of a stage, in seconds',
      at: `GET ${ofStage}/median`,
      input: Type.Object({ ...stage, ...window }),
      reply: Value,
    }),
    average: operation({
      name: `get${Place}StageAverage`,
      summary: 'Get the average duration of a stage, in seconds',
      at: `GET ${ofStage}/average`,
      input: Type.Object({ ...stage, ...window }),
      reply: Value,
    }),
    count: operation({
      name: `get${Place}StageCount`,
      summary: 'Count items that passed through a stage',
      at: `GET ${ofStage}/count`,
      input: Type.Object({ ...stage, ...window }),
      reply: Type.Object({ count: Type.Integer(), value: Type.Integer() }),
    }),
    records: operation({
      name: `list${Place}StageRecords`,
      summary: 'List items that passed through a stage, the last ones first',
      at: `GET ${ofStage}/records`,
      input: Type.Object({ ...stage, ...window, ...recordOrder, ...Page }),
      reply: Type.Array(StageRecord),
    }),
    recordsCsv: operation({
      name: `download${Place}StageRecords`,
      summary: 'Download items that passed through a stage, as CSV',
      at: `GET ${ofStage}/records.csv`,
      input: Type.Object({ ...stage, ...window, ...recordOrder }),
      reply: Bytes,
    }),
    averageDurationChart: operation({
      name: `get${Place}StageDurations`,
      summary: 'Get the average duration of a stage by day',
      at: `GET ${ofStage}/average_duration_chart`,
      input: Type.Object({ ...stage, ...window }),
      reply: Type.Array(ChartDay),
    }),
    figuresCsv: operation({
      name: `download${Place}StageFigures`,
      summary: 'Download the figures of all stages of a value stream, as CSV',
      at: `GET ${one}/figures.csv`,
      input: Type.Object({ ...stream, ...window }),
      reply: Bytes,
    }),
    summary: operation({
      name: `get${Place}ValueStreamSummary`,
      summary: `Count new issues, merged merge requests and deployments ${whose}`,
      at: `GET ${base}/summary`,
      input: Type.Object({ ...place, ...window }),
      reply: Type.Array(SummaryItem),
    }),
    timeSummary: operation({
      name: `get${Place}TimeSummary`,
      summary: `Get lead time and cycle time ${whose}, as medians in days`,
      at: `GET ${base}/time_summary`,
      input: Type.Object({ ...place, ...window }),
      reply: Type.Array(SummaryItem),
    }),
    setAggregation: operation({
      name: `set${Place}Aggregation`,
      summary: `Turn the aggregation of value stream figures ${whose} on or off`,
      at: `PUT ${base}/use_aggregated_backend`,
      input: Type.Object({ ...place, enabled: Type.Boolean() }),
      reply: Type.Object({ enabled: Type.Boolean() }),
    }),
    tasksByType: operation({
      name: `get${Place}TasksByType`,
      summary: 'Count new issues or merge requests with labels by day',
      at: `GET ${work}`,
      input: Type.Object({
        ...place,
        ...window,
        subject: Type.Optional(TaskType),
        labelIds: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 15 })),
      }),
      reply: Type.Array(
        Type.Object({
          label: Type.Object({ id: Type.Integer(), title: Type.String(), color: Type.String() }),
          /** Days with their counts. */
          series: Type.Array(Type.Tuple([Day, Type.Integer()])),
        }),
      ),
    }),
    tasksCsv: operation({
      name: `download${Place}TasksByType`,
      summary: 'Download new issues or merge requests with labels by day, as CSV',
      at: `GET ${work}.csv`,
      input: Type.Object({ ...place, ...window, subject: Type.Optional(TaskType) }),
      reply: Bytes,
    }),
    topLabels: operation({
      name: `list${Place}TopLabels`,
      summary: 'List the labels that most new issues or merge requests have',
      at: `GET ${work}/top_labels`,
      input: Type.Object({ ...place, ...window, subject: Type.Optional(TaskType) }),
      reply: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String(), color: Type.String() })),
    }),
  }
})

// The browser's client has each of them under a name of its own.
export const projectValueStreams = valueStreamOperations.project
export const groupValueStreams = valueStreamOperations.group

const pages = operationsOf('Insight pages')

/** A stage with its figures. */
const CountedStage = Type.Object({ ...Stage.properties, figures: StageFigures })
export type CountedStage = Static<typeof CountedStage>

const DayFigures = Type.Object({
  date: Day,
  count: Type.Integer(),
  median: Nullable(Type.Number()),
  average: Nullable(Type.Number()),
})

/** The page of value streams of a project or group. */
export const valueStreamPages = byPlaceKind((kind, Place) =>
  pages({
    name: `get${Place}ValueStreamsPage`,
    summary: `Get data for the value streams page of a ${kind}`,
    at: `GET /-/pages/${kind}_value_streams`,
    input: Type.Object({
      ...place,
      ...window,
      ...recordOrder,
      valueStreamId: Type.Optional(IdOrWord),
      stageId: Type.Optional(IdOrWord),
      page: Page.page,
    }),
    reply: Type.Object({
      namespace: PlaceHeader,
      valueStreams: Type.Array(ValueStream),
      valueStream: Type.Object({ ...ValueStream.properties, updatedAt: Nullable(DateTime) }),
      /** In order; hidden ones are left out. */
      stages: Type.Array(CountedStage),
      overall: Type.Array(CountedStage),
      /** The days that the figures are about. */
      from: Day,
      to: Day,
      /** The stage whose days and items are shown. */
      stage: CountedStage,
      /** Its figures in as many days before these. */
      before: StageFigures,
      days: Type.Array(DayFigures),
      records: Type.Array(StageRecord),
      hasNext: Type.Boolean(),
      aggregation: Type.Object({
        enabled: Type.Boolean(),
        /** Items whose history is still being read. */
        isRunning: Type.Boolean(),
      }),
      permissions: Type.Object({ canAdmin: Type.Boolean() }),
    }),
  }),
)
export type ValueStreamsPage = Static<typeof valueStreamPages.project.reply>
