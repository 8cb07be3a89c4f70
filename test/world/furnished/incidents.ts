import { alertMetricImages, issueMetricImages } from '#contract/monitor/incidents/metric-images.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'
import { sentPicture } from './files.ts'

/** An incident with a metric image, and another image on the first alert. */
export async function furnishIncidents({ as, project }: CodeWorld): Promise<FurnishedArea> {
  const { id } = project
  const root = as('root')
  const { iid } = await root.call(createIssue, { id, title: 'Loom smokes', issueType: 'incident' })
  const over = await root.call(createIssue, { id, title: 'Loom was down', issueType: 'incident' })
  await root.call(updateIssue, { id, issueIid: over.iid, stateEvent: 'close' })
  const image = await root.call(issueMetricImages.upload, { id, issueIid: iid, file: await sentPicture() })
  const ofAlert = await root.call(alertMetricImages.upload, { id, alertIid: 1, file: await sentPicture() })
  const picture = await sentPicture()
  return {
    fit: (place, { name, path }) => {
      if (name === 'createIncidentPostmortem') place.iid = over.iid
      if (/^(?:getIncident(?:Timeline|Metrics)?|getSimilarIncidents|updateIncidentRoles)$/.test(name)) place.iid = iid
      if (!path.includes('metric_image')) return
      Object.assign(place, { imageId: path.includes('alert') ? ofAlert.id : image.id, filename: image.filename })
      if (path.includes('/issues/')) place.issueIid = iid
      if (name.startsWith('upload')) place.file = picture
    },
  }
}
