import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { signIn } from '../sign-in.ts'
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
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}: drag, or press the arrow keys` })
  await handle('Looms').press('ArrowDown')
  await expect(rows).toHaveText([/Shuttles/, /Looms/])
  await expect(page.getByText('Looms is number 2 of 2')).toBeAttached()
  await handle('Looms').press('Home')
  await expect(rows).toHaveText([/Looms/, /Shuttles/])
  await handle('Shuttles').dragTo(rows.first())
  await expect(rows).toHaveText([/Shuttles/, /Looms/])
  await handle('Looms').dragTo(rows.first())
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

test('a visitor subscribes by the link of the mail, hears of an incident whose title is corrected, and unsubscribes', async ({
  api,
  browser,
  weft,
}) => {
  const { scene, project, status } = made()
  const email = `reader-${scene.projectId}@far.test`
  const root = await browser.newContext({ baseURL: weft.baseURL })
  await signIn(root, 'root', weft.rootPassword)
  const mailbox = await root.newPage()
  const openMail = async (subject: RegExp) => {
    const address = `/admin/mails?search=${encodeURIComponent(email)}`
    await expect
      .poll(async () => {
        await mailbox.goto(address)
        return mailbox.getByRole('link', { name: subject }).count()
      })
      .toBe(1)
    await mailbox.getByRole('link', { name: subject }).click()
  }
  const linkIn = async (word: string) => {
    const text = await mailbox
      .getByText(new RegExp(`sent_notifications/\\S+/${word}`))
      .first()
      .textContent()
    return new RegExp(`/-/sent_notifications/\\S+?/${word}`).exec(text ?? '')?.[0] ?? ''
  }
  const visitor = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
  await visitor.goto(status)
  // This server sends no mail: the page has no form, and the mailbox of the administrator holds the link.
  await expect(visitor.getByRole('link', { name: 'Get updates' })).toHaveCount(0)
  const asked = await visitor.request.post(`${status}/subscribe`, { form: { email } })
  expect(await asked.text()).toContain('Check your inbox')
  await openMail(/Confirm your subscription/)
  await visitor.goto(await linkIn('confirm'))
  await visitor.getByRole('button', { name: 'Get updates' }).click()
  await expect(visitor.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()

  const issue = await api()('POST', `${project}/issues`, { title: 'vat-9: pump', issue_type: 'incident' })
  const { iid } = issue.body as { readonly iid: number }
  await api()('POST', `${project}/issues/${iid}/publication`, { title: 'Dyes are fadin', message: 'We look into it' })
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  await hydrated(page)
  await page
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit public title' }).click()
  await page.getByRole('textbox', { name: 'Public title' }).fill('Dyes are fading')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save public title' }).click()
  await expect(page.getByText('Public title saved')).toBeVisible()
  await expect
    .poll(async () => (await visitor.request.get(status)).text(), { timeout: 20_000 })
    .toContain('Dyes are fading<')

  await openMail(/Looking into it: Dyes are fadin/)
  await visitor.goto(await linkIn('unsubscribe'))
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(visitor.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await root.close()
})

test('under the host name of its own, the status page is all that there is', async ({ browser, api, weft }) => {
  const { project, scene } = made()
  const host = `status-${scene.projectId}.localhost`
  const set = await api()('PUT', `${project}/status_page/host`, { host })
  expect(set.status).toBeLessThan(300)
  const visitor = await (await browser.newContext()).newPage()
  const { port } = new URL(weft.baseURL)
  const site = `http://${host}:${port}`
  // A new name works within ten seconds.
  const signInPage = `${site}/users/sign_in`
  await expect.poll(async () => (await visitor.goto(signInPage))?.status(), { timeout: 30_000 }).toBe(404)
  await expect(visitor.getByRole('heading', { name: 'No status page' })).toBeVisible()
  await visitor.goto(site)
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Status of')
})
