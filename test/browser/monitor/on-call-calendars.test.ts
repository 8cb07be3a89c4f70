import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { mutate } from '../alert-scene.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'
import { hydrated } from '../windows.ts'

const made = setUpOnce(async ({ api, newScene }) => {
  const scene = await newScene()
  const call = api()
  await call('PUT', `projects/${scene.projectId}/members/${scene.people.dan.id}`, { access_level: 40 })
  await mutate(call, 'oncallScheduleCreate', { projectPath: scene.path.slice(1), name: 'Firmware', timezone: 'UTC' })
  return { scene, call }
})

const calendarOf = (...titles: readonly string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
    ...titles.flatMap((title, index) => [
      ...['BEGIN:VEVENT', `UID:${index}`, 'DTSTART:20260101T000000Z', 'DURATION:P1D', 'RRULE:FREQ=DAILY'],
      ...[`SUMMARY:${title}`, 'END:VEVENT'],
    ]),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')

test('a maintainer adds a calendar file, says who is meant by a name, and both people are on call together', async () => {
  const { scene } = made()
  const { dan, rita } = scene.people
  const page = await scene.openAs('dan', `${scene.path}/-/oncall_schedules`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Actions for Firmware' }).click()
  await page.getByRole('menuitem', { name: 'Add calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add calendar' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('From Outlook')
  await dialog.getByRole('combobox', { name: 'Source' }).selectOption('File')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose file' }).click(),
  ])
  const buffer = Buffer.from(calendarOf(`@${dan.username}`, 'Shift of Rita'))
  await chooser.setFiles({ name: 'shifts.ics', mimeType: 'text/calendar', buffer })
  await dialog.getByRole('button', { name: 'Preview shifts' }).click()
  await expect(dialog).toContainText('It names no one who can be on call')
  await dialog.getByRole('textbox', { name: 'shift of rita' }).fill(rita.username)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Preview shifts' }).click()
  await expect(dialog).not.toContainText('It names no one who can be on call')
  await dialog.getByRole('button', { name: 'Add calendar' }).click()
  await expect(dialog).toBeHidden()
  const schedule = page.getByRole('region', { name: 'Firmware', exact: true })
  await expect(schedule).toContainText(/Now: (Dan .* and Rita|Rita .* and Dan)/)
  const rotation = schedule.getByRole('region', { name: 'From Outlook' })
  await expect(rotation).toContainText('From a calendar file')
  // They stand below one another.
  const boxes = await Promise.all(
    (await rotation.getByRole('listitem').all()).slice(0, 2).map(item => item.boundingBox()),
  )
  expect(Math.abs((boxes[0]?.y ?? 0) - (boxes[1]?.y ?? 0))).toBeGreaterThan(20)
  expect(await violations(page)).toEqual([])
})

test('a URL that was typed outlives Escape, readers see its host alone, and a page that is no calendar is refused', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  await call('PUT', `projects/${other.projectId}/members/${other.people.dan.id}`, { access_level: 40 })
  await mutate(call, 'oncallScheduleCreate', { projectPath: other.path.slice(1), name: 'Web', timezone: 'UTC' })
  let text = calendarOf(`@${other.people.dan.username}`)
  const server = createServer((_request, response) => void response.end(text))
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  try {
    // A server that listens on a port has an address.
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const page = await other.openAs('dan', `${other.path}/-/oncall_schedules`)
    const reader = await other.openAs('rita', `${other.path}/-/oncall_schedules`)
    await Promise.all([hydrated(page), hydrated(reader)])
    await page.getByRole('button', { name: 'Actions for Web' }).click()
    await page.getByRole('menuitem', { name: 'Add calendar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nights')
    await dialog.getByRole('textbox', { name: 'URL' }).fill(`http://${host}/a.ics?key=secret`)
    await page.keyboard.press('Escape')
    // The text is kept.
    await page.getByRole('button', { name: 'Actions for Web' }).click()
    await page.getByRole('menuitem', { name: 'Add calendar' }).click()
    await dialog.getByRole('button', { name: 'Preview shifts' }).click()
    await expect(dialog).toContainText(/\d+ upcoming shifts/)
    await dialog.getByRole('button', { name: 'Add calendar' }).click()
    await expect(reader.getByRole('region', { name: 'Nights' })).toContainText(`From a calendar on ${host}`, live)
    await expect(reader.getByRole('button', { name: 'Actions for Nights' })).toHaveCount(0)
    text = 'no calendar'
    await page.getByRole('button', { name: 'Actions for Nights' }).click()
    await page.getByRole('menuitem', { name: 'Edit calendar' }).click()
    await dialog.getByRole('textbox', { name: 'URL' }).fill(`http://${host}/b.ics`)
    await dialog.getByRole('button', { name: 'Preview shifts' }).click()
    await expect(dialog.getByText(/cannot be read: It is not a calendar/)).toBeVisible()
  } finally {
    server.close()
  }
})
