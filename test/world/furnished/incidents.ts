import { alertMetricImages, issueMetricImages } from '#contract/monitor/incidents/metric-images.ts'
import { createHandoverNote } from '#contract/plan/incidents/handover-notes.ts'
import { createOnCallCalendar } from '#contract/plan/incidents/on-call-calendars.ts'
import { askForSwap } from '#contract/plan/incidents/shift-swaps.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '../graphql.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'
import { sentPicture } from './files.ts'

/** An incident with a metric image, and another image on the first alert. */
export async function furnishIncidents({ as, db, project }: CodeWorld): Promise<FurnishedArea> {
  const { id } = project
  const root = as('root')
  const { iid } = await root.call(createIssue, { id, title: 'Loom smokes', issueType: 'incident' })
  const over = await root.call(createIssue, { id, title: 'Loom was down', issueType: 'incident' })
  await root.call(updateIssue, { id, issueIid: over.iid, stateEvent: 'close' })
  const image = await root.call(issueMetricImages.upload, { id, issueIid: iid, file: await sentPicture() })
  const ofAlert = await root.call(alertMetricImages.upload, { id, alertIid: 1, file: await sentPicture() })
  const picture = await sentPicture()
  const onCall = await furnishOnCall({ as, db, project })
  return {
    fit: (place, { name, path }) => {
      if (name === 'createIncidentPostmortem') place.iid = over.iid
      if (/^(?:getIncident(?:Timeline|Metrics)?|getSimilarIncidents|updateIncidentRoles)$/.test(name)) place.iid = iid
      onCall(place, { name, path })
      if (!path.includes('metric_image')) return
      Object.assign(place, { imageId: path.includes('alert') ? ofAlert.id : image.id, filename: image.filename })
      if (path.includes('/issues/')) place.issueIid = iid
      if (name.startsWith('upload')) place.file = picture
    },
  }
}

const dayMs = 86_400_000

/** A schedule in which the administrator and dan take turns of a day from tomorrow on, requests for swaps, and a hand-over note. */
async function furnishOnCall({ as, db, project: { id, fullPath } }: Pick<CodeWorld, 'as' | 'db' | 'project'>) {
  const root = as('root')
  const mutate = (name: string, input: object) =>
    askGraphql(
      root.ctx,
      `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors } }`,
      { input },
    )
  const start = Math.floor(Date.now() / dayMs) * dayMs + dayMs
  await mutate('oncallScheduleCreate', { projectPath: fullPath, name: 'Weavers', timezone: 'UTC' })
  await mutate('oncallRotationCreate', {
    ...{ projectPath: fullPath, scheduleIid: '1', name: 'Primary', rotationLength: { length: 1, unit: 'DAYS' } },
    participants: [{ username: 'root' }, { username: 'dan' }],
    startsAt: { date: new Date(start).toISOString().slice(0, 10), time: '00:00' },
  })
  const { id: rotationId } = await db.selectFrom('oncallRotations').select('id').executeTakeFirstOrThrow()
  const shift = (day: number) => ({
    startsAt: new Date(start + day * dayMs).toISOString(),
    endsAt: new Date(start + (day + 1) * dayMs).toISOString(),
  })
  const swap = (who: 'root' | 'dan', day: number) =>
    as(who).call(askForSwap, { id, rotationId, username: who === 'root' ? 'dan' : 'root', ...shift(day) })
  const swaps = {
    acceptSwap: await swap('dan', 1),
    declineSwap: await swap('dan', 3),
    withdrawSwap: await swap('root', 4),
  }
  const content = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'DTSTART:20260101T000000Z', 'DURATION:P1D'],
    ...['RRULE:FREQ=DAILY', 'SUMMARY:@dan', 'END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n')
  const calendar = await root.call(createOnCallCalendar, { id, scheduleIid: 1, name: 'Calendar', content })
  const note = await root.call(createHandoverNote, { id, scheduleIid: 1, body: 'The shuttle sticks' })
  return (place: Record<string, unknown>, { name, path }: { readonly name: string; readonly path: string }) => {
    if (path.includes('/oncall_imports'))
      Object.assign(place, {
        files: ['{"data":[{"id":"s","name":"Spinners","timezone":"UTC","rotations":[]}]}'],
        fingerprint: undefined,
      })
    if (name === 'askForSwap') Object.assign(place, { rotationId, username: 'dan', ...shift(0), inReturn: undefined })
    if (path.includes('/oncall_swaps/')) place.swapId = swaps[name as keyof typeof swaps]?.id
    if (path.includes('/oncall_schedules/') || name === 'getSwapOptions') place.scheduleIid = 1
    if (path.includes('/calendars')) {
      Object.assign(place, { url: undefined, content, people: [], name: `Calendar of ${name}` })
      if (name !== 'createOnCallCalendar') place.rotationId = calendar.rotationId
    }
    if (path.includes('/handover_notes')) Object.assign(place, { noteId: note.id, body: 'It sticks again' })
  }
}
