import { expect, test } from 'vitest'
import { getAlertPage, getAlertsPage, updateAlertSettings } from '#contract/monitor/alerts/alert-pages.ts'
import { updateErrorStatus } from '#contract/monitor/error-tracking/errors.ts'
import { world } from '#test/world/world.ts'

async function scene() {
  const made = await world()
  const ref = { namespace: made.project.fullPath }
  const page = (iid: number) => made.as('dan').call(getAlertPage, { ...ref, iid })
  const titles = async () => {
    await made.deliver()
    const { alerts } = await made.as('dan').call(getAlertsPage, { ...ref, status: 'all' })
    return alerts.map(({ title, status, eventCount }) => [title, status, eventCount])
  }
  return { ...made, ref, page, titles }
}

test('ALERT-008 ALERT-009 a new error becomes an alert, its resolution ends it, and it alerts again when it occurs again', async () => {
  const it = await scene()
  await it.build.error({ type: 'Before' })
  await it.deliver()
  await it.as('mina').call(updateAlertSettings, { ...it.ref, errorsCreateAlerts: true })
  expect(await it.titles()).toEqual([])
  const { id } = await it.build.error({ type: 'Jam' })
  // Further events of a known error are not alerts.
  await it.build.error({ type: 'Jam' })
  expect(await it.titles()).toEqual([['Jam: The shuttle jams', 'TRIGGERED', 1]])
  const { facts } = await it.page(1)
  expect(facts).toMatchObject({ severity: 'HIGH', monitoringTool: 'Error tracking' })
  expect(facts.details).toContainEqual({
    name: 'error',
    text: `http://weft.test/${it.project.fullPath}/-/error_tracking/${id}/details`,
  })
  await it.as('dan').call(updateErrorStatus, { ...it.ref, errorId: id, status: 'resolved' })
  expect(await it.titles()).toEqual([['Jam: The shuttle jams', 'RESOLVED', 1]])
  await it.build.error({ type: 'Jam', timestamp: new Date(Date.now() + 1000).toISOString(), keepsStatus: true })
  expect(await it.titles()).toEqual([
    ['Jam: The shuttle jams', 'TRIGGERED', 1],
    ['Jam: The shuttle jams', 'RESOLVED', 1],
  ])
})
