import { type TProperties, Type } from 'typebox'
import { FileConditions } from '#contract/foundation/uploads.ts'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, DateTime, Empty, Expected, FileUpload, NamespaceRef, Nullable } from '#contract/shapes.ts'
import { metricLimits } from './metric-limits.ts'

const operation = operationsOf('Metric images')

/** @source rest.md 6.2, INCIDENT-015 */
export const MetricImage = Type.Object({
  id: Type.Integer(),
  createdAt: DateTime,
  filename: Type.String(),
  /** The path of the file from the root of the site. */
  filePath: Type.String(),
  url: Nullable(Type.String()),
  urlText: Nullable(Type.String()),
})

const texts = {
  /** The page that the image leads to. */
  url: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  /** The text of the link, or the caption of an image without one. */
  urlText: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
}

const kinds = {
  issue: { name: 'Issue', word: 'an incident', at: 'issues/:issueIid', uploadStatus: 201 },
  alert: { name: 'Alert', word: 'an alert', at: 'alert_management_alerts/:alertIid', uploadStatus: 200 },
} as const

/** The operations that are alike on incidents and alerts, with the parameters of their addresses. */
const operationsFor = <One extends TProperties>(
  { name, word, at, uploadStatus }: (typeof kinds)[keyof typeof kinds],
  one: One,
) => ({
  list: operation({
    name: `list${name}MetricImages`,
    summary: `List metric images of ${word}`,
    at: `GET /projects/:id/${at}/metric_images`,
    input: Type.Object(one),
    reply: Type.Array(MetricImage),
  }),
  upload: operation({
    name: `upload${name}MetricImage`,
    summary: `Upload a metric image of up to ${metricLimits.mebibytes} MiB to ${word}`,
    at: `POST /projects/:id/${at}/metric_images`,
    status: uploadStatus,
    input: Type.Object({ ...one, file: FileUpload, ...texts }),
    reply: MetricImage,
  }),
  update: operation({
    name: `update${name}MetricImage`,
    summary: `Update the link of a metric image of ${word}`,
    at: `PUT /projects/:id/${at}/metric_images/:imageId`,
    input: Type.Object({ ...one, imageId: Type.Integer(), ...texts, expected: Expected(texts) }),
    reply: MetricImage,
  }),
  remove: operation({
    name: `delete${name}MetricImage`,
    summary: `Delete a metric image of ${word}`,
    at: `DELETE /projects/:id/${at}/metric_images/:imageId`,
    input: Type.Object({ ...one, imageId: Type.Integer() }),
    reply: Empty,
  }),
})

/** The operations on the images of incidents and of alerts. @source rest.md 6.2 and 14, INCIDENT-007 to INCIDENT-009 */
export const issueMetricImages = operationsFor(kinds.issue, { id: NamespaceRef, issueIid: Type.Integer() })
export const alertMetricImages = operationsFor(kinds.alert, { id: NamespaceRef, alertIid: Type.Integer() })

export const showMetricImage = operation({
  name: 'showMetricImage',
  summary: 'Download a metric image',
  door: 'browser',
  at: 'GET /uploads/-/system/issuable_metric_image/file/:imageId/:filename',
  input: Type.Object({ imageId: Type.Integer(), filename: Type.String({ maxLength: 255 }), ...FileConditions }),
  reply: AnyJson,
})
