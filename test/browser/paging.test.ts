import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { mutate, putOnCall } from './alert-scene.ts'
import { setUpOnce, test } from './fixtures.ts'
import { live } from './issues-scene.ts'
import { addBrowser } from './push-service.ts'
import { signIn } from './sign-in.ts'
import { hydrated } from './windows.ts'

test.setTimeout(120_000)

const address = '/-/user_settings/paging'
const step = (page: Page, urgency: string, number: number) =>
  page.getByRole('listitem', { name: `${urgency}, step ${number}` })
const save = (page: Page) => page.getByRole('button', { name: 'Save settings' })

test.describe('how a person is paged', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const page = await scene.openAs('rita', address)
    await hydrated(page)
    return { page }
  })

  test('a later step is added to one urgency, and saved', async () => {
    const { page } = made()
    await page.getByRole('button', { name: 'Add step to high urgency' }).click()
    const added = step(page, 'High urgency', 3)
    await added.getByLabel('After (min)').fill('15')
    await added.getByLabel('Send').selectOption({ label: 'Email' })
    await expect(save(page)).toBeEnabled()
    await save(page).click()
    await expect(page.getByText('Paging settings saved')).toBeVisible()
    await page.reload()
    await expect(step(page, 'High urgency', 3).getByLabel('After (min)')).toHaveValue('15')
    await expect(step(page, 'Low urgency', 3)).toHaveCount(0)
  })

  test('quiet hours are turned on, and the page says what waits', async () => {
    const { page } = made()
    await hydrated(page)
    await page.getByRole('switch', { name: 'Hold pages of low urgency in quiet hours' }).click()
    await page.getByLabel('Sun', { exact: true }).uncheck()
    await page.getByLabel('From', { exact: true }).fill('21:30')
    await save(page).click()
    await expect(page.getByText('Paging settings saved')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30')
    await expect(page.getByLabel('Sun', { exact: true })).not.toBeChecked()
    await expect(page.getByText('Pages of high urgency do not wait.')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test('the email before a shift gets other hours, and is turned off', async () => {
    const { page } = made()
    await hydrated(page)
    const hours = page.getByLabel('Hours before the shift')
    await expect(hours).toHaveValue('24')
    await hours.fill('48')
    await save(page).click()
    await expect(page.getByText('Paging settings saved')).toBeVisible()
    await page.reload()
    await expect(hours).toHaveValue('48')
    await hydrated(page)
    const notice = page.getByRole('switch', { name: 'Email me before my next shift begins' })
    await notice.click()
    await save(page).click()
    await expect(page.getByText('Paging settings saved')).toBeVisible()
    await page.reload()
    await expect(notice).not.toBeChecked()
    await expect(hours).toHaveCount(0)
    expect(await violations(page)).toEqual([])
  })

  test('a test page is sent', async () => {
    const { page } = made()
    await hydrated(page)
    await page.getByRole('button', { name: 'Send me a test page' }).click()
    await expect(page.getByText('Test page sent')).toBeVisible()
  })
})

const onCall = setUpOnce(async ({ api, newScene }) => {
  const scene = await newScene()
  await putOnCall(api(), scene, [scene.people.dan])
  const projectPath = scene.path.slice(1)
  return { scene, pageNow: (title: string) => mutate(api(), 'oncallSchedulePage', { projectPath, iid: '1', title }) }
})

test('ALERT-005 a browser is added, and shows a page as a notification whose actions lead to its links', async ({
  browser,
}) => {
  const { scene, pageNow } = onCall()
  const page = await scene.openAs('dan', '/dashboard/todos', { serviceWorkers: 'allow' })
  const push = await addBrowser(page, 'Phone of the watch')
  await pageNow('The loom burns')
  await push.deliver()
  await expect
    .poll(push.shown, live)
    .toEqual([{ title: 'Incident: The loom burns', actions: ['Acknowledge', 'Resolve'] }])
  const [message] = push.messages

  const [worker] = page.context().serviceWorkers()
  // Only a person can press a notification: the test calls what the browser would, and looks where it leads.
  const opened = await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow: (url: string) => Promise<null> }
      dispatchEvent: (event: Event) => boolean
    }
    const [notification] = await scope.registration.getNotifications()
    const urls: string[] = []
    scope.clients.openWindow = async url => {
      urls.push(url)
      return null
    }
    for (const action of ['', 'acknowledge', 'resolve'])
      scope.dispatchEvent(
        Object.assign(new Event('notificationclick'), { action, notification, waitUntil: () => undefined }),
      )
    return urls
  })
  expect(opened).toEqual([message?.url, message?.acknowledge, message?.resolve])
  // The link works on a phone that nobody is signed in on.
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(String(message?.acknowledge))
  await expect(phone.getByRole('heading', { name: /^Acknowledge the incident/ })).toBeVisible()
  await phone.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(phone.getByRole('heading', { name: /^You acknowledged the incident/ })).toBeVisible()
  push.close()
  // The others see what became of the messages.
  await page.goto(`${scene.path}/-/oncall_pages`)
  const row = page.getByRole('list', { name: 'Pages' }).getByRole('listitem').filter({ hasText: 'The loom burns' })
  await expect(row).toContainText(/paged Dan/)
  await expect(row.getByText('Push notification sent')).toBeVisible()
  await expect(row.getByText('Email queued')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test.describe('pages on a phone', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const provider = await phoneProvider()
    return { scene, provider, page: await scene.openAs('dan', address) }
  })

  test('an administrator sets up the provider, tries it, and reads its answer', async ({ weft, browser }) => {
    const { provider, page: ofDan } = made()
    await expect(ofDan.getByRole('heading', { name: 'Webhook' })).toBeVisible()
    await expect(ofDan.getByRole('heading', { name: 'Phone' })).toHaveCount(0)
    const page = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
    await signIn(page.context(), 'root', weft.rootPassword)
    await page.goto('/admin/phone_provider')
    await hydrated(page)
    await page.getByLabel('URL for text messages').fill('ftp://sms.test')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByText('URL must be an http or https URL')).toBeVisible()
    await page.getByLabel('URL for text messages').fill(provider.url)
    await page.getByLabel('Sender').fill('+4930999')
    await page.getByLabel('Password').fill('token')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByText('Provider saved')).toBeVisible()
    await expect(page.getByText('One is stored. Enter another one to replace it.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send test' })
    await dialog.getByLabel('Number').fill('+49 30 5555555')
    await dialog.getByRole('button', { name: 'Send test' }).click()
    await expect(dialog.getByText('The provider accepted it')).toBeVisible()
    await expect(dialog.getByText('queued')).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(provider.texts.at(-1)?.to).toBe('+49305555555')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove the stored password' }).click()
    await expect(page.getByText('It is removed when you save.')).toBeVisible()
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByText('One is stored. Enter another one to replace it.')).toHaveCount(0)
  })

  test('a person confirms a number by its code, and chooses text messages in their steps', async () => {
    const { provider, page } = made()
    await page.goto(address)
    await hydrated(page)
    await page.getByRole('button', { name: 'Add phone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Phone number' })
    await dialog.getByLabel('Number').fill('030 1234567')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await expect(dialog.getByText('Number must start with a country code')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Number').fill('+49 30 1234567')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm your phone' })
    await expect(confirm).toContainText('+49301234567')
    await confirm.getByLabel('Code').fill('1')
    await confirm.getByRole('button', { name: 'Confirm phone' }).click()
    await expect(confirm.getByText('Code is incorrect')).toBeVisible()
    await confirm.getByLabel('Code').fill(provider.texts.at(-1)?.text.slice(0, 6) ?? '')
    await confirm.getByRole('button', { name: 'Confirm phone' }).click()
    await expect(page.getByText('Phone confirmed')).toBeVisible()
    await expect(page.getByText('Unconfirmed')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add step to high urgency' }).click()
    const options = step(page, 'High urgency', 3).getByLabel('Send')
    await options.selectOption({ label: 'Text message' })
    await expect(options.getByRole('option', { name: 'Call' })).toHaveCount(0)
    await step(page, 'High urgency', 3).getByLabel('After (min)').fill('0')
    await save(page).click()
    await expect(page.getByText('Paging settings saved')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send me a test page' }).click()
    await expect.poll(() => provider.texts.at(-1)?.text, live).toContain('Test page')
    await page.getByRole('button', { name: 'Remove phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove phone' }).click()
    await expect(page.getByText('+49301234567')).toHaveCount(0)
    provider.close()
  })
})

/** A provider of text messages. */
async function phoneProvider() {
  const texts: { readonly to: string; readonly text: string }[] = []
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const fields = new URLSearchParams(Buffer.concat(chunks).toString())
      texts.push({ to: fields.get('To') ?? '', text: fields.get('Body') ?? '' })
      reply.writeHead(201).end('queued')
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo
  return { texts, url: `http://127.0.0.1:${port}/sms`, close: () => server.close() }
}
