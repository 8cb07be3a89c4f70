import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'

test('a webhook is added, tested, read in the log and sent again, and then deleted', async ({ page, weft, api }) => {
  const paths: string[] = []
  const server = createServer((request, reply) => {
    paths.push(`${request.headers['x-gitlab-event']}`)
    reply.end('thanks for that')
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo
  await api()('POST', 'projects', { name: 'Hooked', path: 'hooked', initialize_with_readme: true })
  const { id } = (await api()('GET', 'projects/root%2Fhooked')).body as { id: number }
  await signInAsRoot(page, weft)
  await page.goto('/root/hooked/-/edit')
  await page.getByRole('link', { name: 'Manage webhooks' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'URL' }).fill('http://10.0.0.1/hook')
  await dialog.getByRole('checkbox', { name: /^Issues/ }).check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog).toContainText('requests to the local network are not allowed')
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${port}/hook`)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog).toBeHidden()
  await api()('POST', `projects/${id}/issues`, { title: 'Threads break' })
  await expect.poll(() => paths).toEqual(['Issue Hook'])

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Issues', exact: true }).click()
  const requests = dialog.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  await expect(requests).toHaveCount(2)
  await requests.first().getByText('200').click()
  await expect(requests.first().getByRole('region', { name: 'Request' })).toContainText('Threads break')
  await expect(requests.first().getByRole('region', { name: 'Response' })).toContainText('thanks for that')
  await requests.first().getByRole('button', { name: 'Resend' }).click()
  await expect(requests).toHaveCount(3)
  expect(paths.length).toBe(3)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  server.close()
})
