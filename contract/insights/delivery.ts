import { type Static, Type } from 'typebox'
import { doraMetrics } from '#contract/deploy/environments/environment-words.ts'
import { byPlaceKind, PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { Bytes, DateTime, Day, Nullable, Page, Words } from '#contract/shapes.ts'
import { window } from './value-streams.ts'

const page = operationsOf('Insight pages')

const DeliveryMetric = Type.Object({
  name: Words(doraMetrics),
  /** Over all of the days: a number of deployments, seconds, or a share from 0 to 1. Null where nothing can be said. */
  value: Nullable(Type.Number()),
  /** By week: the value of the seven days that begin with the date. */
  weeks: Type.Array(Type.Object({ date: Day, value: Nullable(Type.Number()) })),
})
export type DeliveryMetric = Static<typeof DeliveryMetric>

const IterationFigures = Type.Object({
  id: Type.Integer(),
  title: Nullable(Type.String()),
  cadenceTitle: Type.String(),
  path: Type.String(),
  startDate: Day,
  dueDate: Day,
  /** Issues of the iteration that the reader can see, and those of them that are closed. */
  total: Type.Integer(),
  closed: Type.Integer(),
  closedWeight: Type.Integer(),
  /** Median seconds from the first commit that mentions one of the closed issues until it was closed. */
  cycleTime: Nullable(Type.Number()),
})
export type IterationFigures = Static<typeof IterationFigures>

/** A successful deployment to production. */
const Delivered = Type.Object({
  id: Type.Integer(),
  environment: Type.String(),
  /** The page of the environment. */
  path: Type.String(),
  projectPath: Type.String(),
  ref: Type.String(),
  /** The first eight digits. */
  shortSha: Type.String(),
  finishedAt: DateTime,
  /** Those that the reader can see and that it brought to production. */
  mergeRequests: Type.Integer(),
  /** Median seconds from the merge of one of them until the deployment. */
  leadTime: Nullable(Type.Number()),
})
export type Delivered = Static<typeof Delivered>

const place = { namespace: Type.String({ maxLength: 1000 }), ...window }

/** The page of deployments, incidents and iterations of a project or group. */
export const deliveryPages = byPlaceKind((kind, Place) =>
  page({
    name: `get${Place}DeliveryPage`,
    summary: `Get data for the delivery page of a ${kind}`,
    at: `GET /-/pages/${kind}_delivery`,
    input: Type.Object({ ...place, page: Page.page }),
    reply: Type.Object({
      namespace: PlaceHeader,
      from: Day,
      to: Day,
      /** Empty for readers who may not see deployments. */
      metrics: Type.Array(DeliveryMetric),
      /** A page of the deployments that the metrics count, the newest first. */
      deployments: Type.Array(Delivered),
      hasNext: Type.Boolean(),
      /** The last ones that have begun; none in projects without a group. */
      iterations: Type.Array(IterationFigures),
      /** New issues, merge requests and members of the days. */
      activity: Type.Object({ issues: Type.Integer(), mergeRequests: Type.Integer(), members: Type.Integer() }),
    }),
  }),
)
export type DeliveryPage = Static<typeof deliveryPages.project.reply>

export const deliveryCsv = byPlaceKind((kind, Place) =>
  page({
    name: `download${Place}Delivery`,
    summary: `Download the delivery metrics of a ${kind} by week, as CSV`,
    at: `GET ${kind === 'group' ? '/groups' : ''}/:namespace/-/analytics/delivery.csv`,
    input: Type.Object(place),
    reply: Bytes,
  }),
)
