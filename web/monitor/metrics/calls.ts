import { issuableTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import {
  alertMetricImages,
  getAlertMetrics,
  getIncident,
  getIncidentMetrics,
  issueMetricImages,
} from '#web/api/operations.gen.ts'
import { uploadOf } from '#web/api/upload.ts'

type Metrics = ReplyOf<typeof import('#contract/monitor/incidents/incident-pages.ts').getIncidentMetrics>
export type MetricImageData = Metrics['images'][number]

/** The incident or alert whose images are shown. */
export interface ImagedItem {
  readonly kind: 'issue' | 'alert'
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly namespace: string
}

/** The link of an image. */
export interface LinkFields {
  readonly url: string
  readonly urlText: string
}

/** The readings that a change of the images makes stale. */
export const metricReadings = [getIncidentMetrics, getIncident, getAlertMetrics]

export const readingOf = ({ kind }: ImagedItem) => (kind === 'alert' ? getAlertMetrics : getIncidentMetrics)
export const topicOf = ({ kind, id }: ImagedItem) => issuableTopic(kind, id)

export const uploadImage = ({ kind, projectId: id, iid }: ImagedItem, file: File, link: LinkFields) => {
  const given = { id, file: uploadOf(file), ...link }
  return kind === 'alert'
    ? call(alertMetricImages.upload, { ...given, alertIid: iid })
    : call(issueMetricImages.upload, { ...given, issueIid: iid })
}

export const saveImage = (
  { kind, projectId: id, iid }: ImagedItem,
  imageId: number,
  changes: Partial<LinkFields>,
  expected: Partial<LinkFields>,
) => {
  const given = { id, imageId, ...changes, expected }
  return kind === 'alert'
    ? call(alertMetricImages.update, { ...given, alertIid: iid })
    : call(issueMetricImages.update, { ...given, issueIid: iid })
}

export const removeImage = ({ kind, projectId: id, iid }: ImagedItem, imageId: number) =>
  kind === 'alert'
    ? call(alertMetricImages.remove, { id, imageId, alertIid: iid })
    : call(issueMetricImages.remove, { id, imageId, issueIid: iid })
