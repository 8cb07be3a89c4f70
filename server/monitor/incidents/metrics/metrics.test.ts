import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listProjectUploads } from '#contract/foundation/uploads.ts'
import { createAlertIntegration, sendTestAlert } from '#contract/monitor/alerts/alert-pages.ts'
import { getIncident, getIncidentMetrics } from '#contract/monitor/incidents/incident-pages.ts'
import { alertMetricImages, issueMetricImages, showMetricImage } from '#contract/monitor/incidents/metric-images.ts'
import { createIssue, deleteIssue, moveIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { appWorld } from '#test/world/app.ts'
import { sentFile, sentPicture } from '#test/world/furnished/files.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

async function scene() {
  const made = await world()
  const { as, project } = made
  const incident = await as('rita').call(createIssue, { id: project.id, title: 'Loom is down', issueType: 'incident' })
  const on = { id: project.id, issueIid: incident.iid }
  return {
    ...made,
    ...{ incident, on, page: { namespace: project.fullPath, iid: incident.iid } },
    upload: async (more: object = {}, who: Member = 'rita') =>
      as(who).call(issueMetricImages.upload, { ...on, file: await sentPicture(), ...more }),
  }
}

test('INCIDENT-015 INCIDENT-016 INCIDENT-017 an image is uploaded with its link, and listed', async () => {
  const { as, on, upload, page } = await scene()
  const link = { url: 'https://charts.example/cpu', urlText: 'CPU' }
  const reply = await as('rita').reply(issueMetricImages.upload, { ...on, file: await sentPicture(), ...link })
  expect(reply.status).toBe(201)
  const [image] = await as('gus').call(issueMetricImages.list, on)
  expect(image).toEqual({
    id: image?.id,
    createdAt: expect.stringMatching(/^\d{4}-/),
    filename: 'face.png',
    filePath: `/uploads/-/system/issuable_metric_image/file/${image?.id}/face.png`,
    ...link,
  })
  await upload()
  const { images, permissions } = await as('gus').call(getIncidentMetrics, page)
  expect(images).toMatchObject([
    { urlText: 'CPU', width: 1, height: 1 },
    { url: null, urlText: null },
  ])
  expect(permissions.canEditImages).toBe(false)
})

test('INCIDENT-018 INCIDENT-019 the link of an image is changed, and the image is deleted with its file', async () => {
  const { as, on, upload } = await scene()
  const { id: imageId, filename } = await upload({ urlText: 'CPU' })
  const one = { ...on, imageId }
  const changed = await as('rita').reply(issueMetricImages.update, { ...one, url: 'http://charts.example' })
  expect(changed).toMatchObject({ status: 200, body: { url: 'http://charts.example', url_text: 'CPU' } })
  expect(await as('rita').call(issueMetricImages.update, { ...one, urlText: '' })).toMatchObject({ urlText: null })
  expect((await as('rita').reply(issueMetricImages.remove, one)).status).toBe(204)
  expect(await as('gus').call(issueMetricImages.list, on)).toEqual([])
  expect(await outcomeOf(as('rita').call(showMetricImage, { imageId, filename }))).toBe('not_found')
  expect(await outcomeOf(as('rita').call(issueMetricImages.remove, one))).toBe('not_found')
})

test.each<[Member | 'anon', string, string]>([
  ['mina', 'ok', 'ok'],
  ['rita', 'ok', 'ok'],
  ['gus', 'ok', 'forbidden'],
  ['nina', 'not_found', 'not_found'],
  ['anon', 'not_found', 'not_found'],
])(
  'INCIDENT-007 PERM-002 %s reads an image of a private incident: %s, uploads, edits and deletes: %s',
  async (who, reads, edits) => {
    const { as, on, upload } = await scene()
    const { id: imageId, filename } = await upload()
    const caller = as(who)
    expect(await outcomeOf(caller.call(issueMetricImages.list, on))).toBe(reads)
    expect(await outcomeOf(caller.call(showMetricImage, { imageId, filename }))).toBe(reads)
    expect(await outcomeOf(caller.call(issueMetricImages.upload, { ...on, file: await sentPicture() }))).toBe(edits)
    expect(await outcomeOf(caller.call(issueMetricImages.update, { ...on, imageId, urlText: 'x' }))).toBe(edits)
    expect(await outcomeOf(caller.call(issueMetricImages.remove, { ...on, imageId }))).toBe(edits)
  },
)

test('INCIDENT-007 an image of a confidential incident is for its readers only', async () => {
  const { as, on, upload } = await scene()
  const { id: imageId, filename } = await upload()
  await as('rita').call(updateIssue, { ...on, confidential: true })
  expect(await outcomeOf(as('gus').call(showMetricImage, { imageId, filename }))).toBe('not_found')
  expect(await outcomeOf(as('rita').call(showMetricImage, { imageId, filename }))).toBe('ok')
  // Neither is it among the files of the project.
  expect(await as('mina').call(listProjectUploads, { id: on.id })).toEqual([])
})

test.each([
  ['a text', () => sentFile('chart.png', 'image/png', 'warp'), 'invalid'],
  ['an SVG', () => sentFile('chart.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'), 'invalid'],
  ['a page', () => sentFile('chart.png', 'image/png', '<!doctype html><script>1</script>'), 'invalid'],
])('INCIDENT-007 %s is no image', async (_what, file, outcome) => {
  const { as, on } = await scene()
  expect(await outcomeOf(as('rita').call(issueMetricImages.upload, { ...on, file: await file() }))).toBe(outcome)
})

test('INCIDENT-007 a file over 10 MiB is refused', async () => {
  const { as, on } = await scene()
  const file = await sentPicture()
  Object.assign(file, { sizeBytes: 10 * 1024 * 1024 + 1 })
  expect(await outcomeOf(as('rita').call(issueMetricImages.upload, { ...on, file }))).toBe('too_large')
})

test.each([
  [{ url: 'javascript:alert(1)' }, { url: ['must be a URL that starts with http:// or https://'] }],
  [{ url: `https://charts.example/${'x'.repeat(250)}` }, { url: ['is too long (maximum is 255 characters)'] }],
  [{ urlText: 'x'.repeat(129) }, { url_text: ['is too long (maximum is 128 characters)'] }],
])('INCIDENT-008 %j is refused', async (link, message) => {
  const { as, on, upload } = await scene()
  await expect(upload(link)).rejects.toMatchObject({ body: { message } })
  const { id: imageId } = await upload()
  await expect(as('rita').call(issueMetricImages.update, { ...on, imageId, ...link })).rejects.toMatchObject({
    body: { message },
  })
})

test('INCIDENT-007 only incidents have metric images', async () => {
  const { as, project } = await scene()
  const issue = await as('rita').call(createIssue, { id: project.id, title: 'Thread' })
  const on = { id: project.id, issueIid: issue.iid }
  expect(await outcomeOf(as('mina').call(issueMetricImages.upload, { ...on, file: await sentPicture() }))).toBe(
    'forbidden',
  )
  expect(await as('mina').call(issueMetricImages.list, on)).toEqual([])
})

test('INCIDENT-006 the metrics tab is for those who can upload, and for all readers once there is an image', async () => {
  const { as, page, upload } = await scene()
  const shown = async (who: Member) => (await as(who).call(getIncident, page)).hasMetrics
  expect([await shown('rita'), await shown('gus')]).toEqual([true, false])
  await upload()
  expect([await shown('rita'), await shown('gus')]).toEqual([true, true])
})

test('INCIDENT-007 an alert has images too, for those who may read alerts', async () => {
  const { as, project } = await scene()
  const namespace = project.fullPath
  const { id: integrationId } = await as('mina').call(createAlertIntegration, {
    namespace,
    name: 'Probe',
    type: 'HTTP',
  })
  const [alert] = await as('mina').call(sendTestAlert, { namespace, integrationId, payload: '{"title":"Hot"}' })
  const on = { id: project.id, alertIid: alert?.iid ?? 0 }
  const reply = await as('dan').reply(alertMetricImages.upload, { ...on, file: await sentPicture(), urlText: 'CPU' })
  expect(reply).toMatchObject({ status: 200, body: { url_text: 'CPU' } })
  const [image] = await as('dan').call(alertMetricImages.list, on)
  const one = { ...on, imageId: image?.id ?? 0 }
  expect(await as('dan').call(alertMetricImages.update, { ...one, urlText: 'RAM' })).toMatchObject({ urlText: 'RAM' })
  const file = { imageId: one.imageId, filename: image?.filename ?? '' }
  expect(await outcomeOf(as('rita').call(showMetricImage, file))).toBe('not_found')
  expect(await outcomeOf(as('rita').call(alertMetricImages.list, on))).toBe('not_found')
  expect((await as('dan').reply(alertMetricImages.remove, one)).status).toBe(204)
})

test('INCIDENT-009 the rows of the files go with a deleted incident', async () => {
  const { as, db, on, upload } = await scene()
  await upload()
  await as('root').call(deleteIssue, on)
  expect(await db.selectFrom('uploads').select('id').where('purpose', '=', 'metric_image').execute()).toEqual([])
})

test('INCIDENT-007 the images of an incident that is moved go with it', async () => {
  const { as, build, users, on, upload } = await scene()
  await upload({ urlText: 'CPU' })
  const other = await build.project({ path: 'shuttle' })
  await build.member({ at: other.id, userId: users.rita.id, level: 40 })
  const { iid: issueIid } = await as('rita').call(moveIssue, { ...on, toProjectId: other.id })
  expect(await as('rita').call(issueMetricImages.list, { id: other.id, issueIid })).toMatchObject([{ urlText: 'CPU' }])
})

test('INCIDENT-016 GraphQL shows the images of an incident', async () => {
  const { as, incident, upload } = await scene()
  await upload({ url: 'https://charts.example' })
  const query = `{ issue(id: "gid://gitlab/Issue/${incident.id}") { metricImages { fileName filePath url } } }`
  expect((await askGraphql(as('gus').ctx, query)).data.issue.metricImages).toEqual([
    {
      fileName: 'face.png',
      filePath: expect.stringContaining('/issuable_metric_image/file/'),
      url: 'https://charts.example',
    },
  ])
})

test('INCIDENT-016 a body that is longer than any image is refused before it is read', async () => {
  const { listen, project, users, token, as } = await appWorld()
  const { iid } = await as('rita').call(createIssue, { id: project.id, title: 'Loom is down', issueType: 'incident' })
  const sent = request({
    ...{ port: await listen(), method: 'POST', path: `/api/v4/projects/${project.id}/issues/${iid}/metric_images` },
    headers: {
      'private-token': await token(users.gus.id),
      'content-type': 'multipart/form-data; boundary=part',
      'content-length': String(100 * 1024 * 1024),
    },
  })
  onTestFinished(() => void sent.destroy())
  // Only the head of the request is sent.
  sent.flushHeaders()
  // The event has a response.
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  expect(reply.statusCode).toBe(413)
})
