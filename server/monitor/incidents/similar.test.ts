import { expect, test } from 'vitest'
import { getSimilarIncidents } from '#contract/monitor/incidents/incident-pages.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { type Member, world } from '#test/world/world.ts'

test('INCIDENT-001 earlier incidents with a similar title or the same labels are found, the most similar first', async () => {
  const { as, project } = await world()
  const open = (title: string, more: object = {}) =>
    as('rita').call(createIssue, { id: project.id, title, issueType: 'incident', ...more })
  const first = await open('Loom 7 is down: shuttle does not return')
  const secret = await open('Loom 7 is down: shuttle does not return', { confidential: true })
  await open('Mail is late', { labels: ['mail'] })
  const labelled = await open('Nothing works', { labels: ['weaving', 'night'] })
  await as('rita').call(updateIssue, { id: project.id, issueIid: first.iid, stateEvent: 'close' })
  const now = await open('Loom 8 is down: shuttle does not return', { labels: ['weaving', 'night'] })
  await open('Loom 9 is down: shuttle does not return')
  const similarTo = async (who: Member) =>
    (await as(who).call(getSimilarIncidents, { namespace: project.fullPath, iid: now.iid })).incidents
  expect(await similarTo('gus')).toMatchObject([
    { id: first.id, state: 'closed', severity: 'UNKNOWN', service: null, labels: [], postmortem: null },
    { id: labelled.id, state: 'opened', labels: ['night', 'weaving'] },
  ])
  expect((await similarTo('rita')).map(({ id }) => id)).toContain(secret.id)
})
