import { expect, test } from 'vitest'
import { createIncidentOfAlert, updateAlertSettings } from '#contract/monitor/alerts/alert-pages.ts'
import { getSimilarIncidents } from '#contract/monitor/incidents/incident-pages.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { takeAlerts } from '#server/monitor/alerts/receive/receive.ts'
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

test('INCIDENT-001 an earlier incident whose alert names the same service is found, by those who see alerts', async () => {
  const { as, project } = await world()
  const place = { id: project.id, fullPath: project.fullPath, ancestorIds: [], mapping: {}, integrationId: null }
  const open = async (title: string, service: string) => {
    const [alert] = await takeAlerts(as('anon').ctx, place, { title, service })
    return as('dan').call(createIncidentOfAlert, { namespace: project.fullPath, iid: alert?.iid ?? 0 })
  }
  // Otherwise the later alert would join the incident of the earlier one.
  await as('mina').call(updateAlertSettings, { namespace: project.fullPath, groupingRules: [] })
  const first = await open('Payments fail', 'checkout')
  await open('Search is slow', 'search')
  const now = await open('Basket cannot be loaded', 'checkout')
  const similarTo = async (who: Member) => {
    const { incidents } = await as(who).call(getSimilarIncidents, { namespace: project.fullPath, iid: now.iid })
    return incidents.map(({ reference, service }) => [reference, service])
  }
  expect(await similarTo('dan')).toEqual([[`#${first.iid}`, 'checkout']])
  expect(await similarTo('rita')).toEqual([])
})
