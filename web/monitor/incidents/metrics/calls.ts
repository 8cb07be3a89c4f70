import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { getIncident, getIncidentMetrics, issueMetricImages } from '#web/api/operations.gen.ts'
import { uploadOf } from '#web/api/upload.ts'

type Metrics = ReplyOf<typeof import('#contract/monitor/incidents/incident-pages.ts').getIncidentMetrics>
export type MetricImageData = Metrics['images'][number]

/** The link of an image. */
export interface LinkFields {
  readonly url: string
  readonly urlText: string
}

/** The readings that a change of the images makes stale. */
export const metricReadings = [getIncidentMetrics, getIncident]

export const uploadImage = (projectId: number, issueIid: number, file: File, link: LinkFields) =>
  call(issueMetricImages.upload, { id: projectId, issueIid, file: uploadOf(file), ...link })

export const saveImage = (
  projectId: number,
  issueIid: number,
  imageId: number,
  changes: Partial<LinkFields>,
  expected: Partial<LinkFields>,
) => call(issueMetricImages.update, { id: projectId, issueIid, imageId, ...changes, expected })

export const removeImage = (projectId: number, issueIid: number, imageId: number) =>
  call(issueMetricImages.remove, { id: projectId, issueIid, imageId })
