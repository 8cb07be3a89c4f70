import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { pushBrowser } from '#test/world/push-receiver.ts'
import { live } from './issues-scene.ts'
import { hydrated } from './windows.ts'

/** A push service with one browser: Chromium has none here. */
async function pushService() {
  const browser = pushBrowser()
  const messages: Record<string, unknown>[] = []
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      messages.push(browser.read(Buffer.concat(chunks)))
      reply.writeHead(201).end()
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo
  return { browser, messages, endpoint: `http://127.0.0.1:${port}/push/1`, close: () => server.close() }
}

/**
 * Add the browser of a page to those that its user is paged in, from their paging settings.
 *
 * @param page  in a context that allows service workers
 * @returns the messages that were pushed so far, and what hands the last one to the service worker
 */
export async function addBrowser(page: Page, name: string) {
  const push = await pushService()
  const context = page.context()
  const { origin } = new URL(page.url())
  await context.grantPermissions(['notifications'], { origin })
  // The test has the keys of the browser, and hands over the messages.
  await page.addInitScript(
    ({ endpoint, p256dh, auth }) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0)).buffer
      PushManager.prototype.subscribe = async () =>
        ({ endpoint, getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh) }) as unknown as PushSubscription
    },
    { endpoint: push.endpoint, p256dh: push.browser.p256dh, auth: push.browser.auth },
  )
  await page.goto('/-/user_settings/paging')
  await hydrated(page)
  await page.getByRole('button', { name: 'Add this browser' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add this browser' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Add browser' }).click()
  await expect(page.getByRole('list', { name: 'Browsers' }).getByRole('listitem')).toContainText(name)
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration !== undefined) resolve(registration.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  return {
    messages: push.messages,
    close: push.close,
    deliver: async () => {
      await expect.poll(() => push.messages.length, live).toBeGreaterThan(0)
      const data = JSON.stringify(push.messages.at(-1))
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    },
    /** The notifications that the browser shows. */
    shown: () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        const all = await registration.getNotifications()
        return all.map(({ title, actions }: Notification & { actions?: readonly { title: string }[] }) => ({
          title,
          actions: actions?.map(each => each.title),
        }))
      }),
  }
}
