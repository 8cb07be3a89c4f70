import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { hydrated } from '../windows.ts'

const made = setUpOnce(async ({ api, newScene }) => {
  const scene = await newScene()
  const project = `projects/${scene.projectId}`
  await api()('PUT', project, { status_page_enabled: true })
  await api()('PUT', `${project}/members/${scene.people.dan.id}`, { access_level: 30 })
  return { scene, project, settings: `${scene.path}/-/settings/status_page`, status: `${scene.path}/-/status` }
})

test('a developer adds components to the status page, orders and edits them, and visitors see them', async ({
  browser,
  weft,
}) => {
  const { scene, settings, status } = made()
  const page = await scene.openAs('dan', settings)
  await hydrated(page)
  const create = async (name: string, heading: string) => {
    await page.getByRole('button', { name: 'New component' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'Group heading' }).fill(heading)
    await dialog.getByRole('button', { name: 'Create component' }).click()
    await expect(dialog).toHaveCount(0)
  }
  for (const name of ['Shuttles', 'Looms']) await create(name, 'Hall')
  const rows = page.getByRole('list', { name: 'Components' }).getByRole('listitem')
  await expect(rows).toHaveText([/Shuttles/, /Looms/])
  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await act('Looms', 'Move up')
  await expect(rows).toHaveText([/Looms/, /Shuttles/])
  await act('Shuttles', 'Edit')
  await page.getByRole('textbox', { name: 'Description' }).fill('All of them')
  await page.getByRole('button', { name: 'Save component' }).click()
  await expect(rows).toHaveText([/Looms/, /Shuttles.*All of them/])
  expect(await violations(page)).toEqual([])

  const visitor = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
  await visitor.goto(status)
  await expect(visitor.getByRole('heading', { name: 'Hall' })).toBeVisible()
  await expect(visitor.getByRole('status')).toHaveText('Everything is working')
  await expect(visitor.getByText('No problems since')).toHaveCount(2)
  expect(await violations(visitor)).toEqual([])
})

test('visitors read the day under the pointer and the arrow keys, and fewer days in a narrow window', async ({
  api,
  browser,
  weft,
}) => {
  const { project, status } = made()
  const { body } = await api()('POST', `${project}/status_page/components`, { name: 'Dyes' })
  const { id: componentId } = body as { readonly id: number }
  const issue = await api()('POST', `${project}/issues`, { title: 'vat-3: pump', issue_type: 'incident' })
  const { iid } = issue.body as { readonly iid: number }
  await api()('POST', `${project}/issues/${iid}/publication`, {
    title: 'No blue today',
    message: 'Blue orders wait.',
    components: [{ component_id: componentId, impact: 'partial_outage' }],
  })
  const visitor = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
  await visitor.goto(status)
  const strip = visitor.getByRole('slider', { name: 'Dyes by day' })
  await strip.focus()
  await expect(strip).toHaveAttribute('aria-valuetext', /Partly down for 1 minute: No blue today/)
  await expect(strip.getByText('No blue today')).toBeVisible()
  await visitor.keyboard.press('ArrowLeft')
  await expect(strip).toHaveAttribute('aria-valuetext', /: No data$/)
  await strip.locator('i').last().hover()
  await expect(strip).toHaveAttribute('aria-valuetext', /No blue today/)
  const shown = () => strip.locator('i').filter({ visible: true }).count()
  expect(await shown()).toBe(90)
  await visitor.setViewportSize({ width: 768, height: 900 })
  expect(await shown()).toBe(60)
  await visitor.setViewportSize({ width: 390, height: 800 })
  expect(await shown()).toBe(30)
  await expect(visitor.getByText('vat-3')).toHaveCount(0)
  await expect(visitor.getByRole('status')).toHaveText('Some parts are down')
})

test('the page can be read without scripts', async ({ browser, weft }) => {
  const context = await browser.newContext({ baseURL: weft.baseURL, javaScriptEnabled: false })
  const visitor = await context.newPage()
  await visitor.goto(made().status)
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Status of')
  await expect(visitor.getByText('Times are in UTC.')).toBeVisible()
})
