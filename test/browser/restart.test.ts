import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('a server that is killed comes back, database and all, at the same address', async ({ page, weft, api }) => {
  const isReady = () => api(null)('GET', '/-/readiness').then(answer => answer.status)
  await expect(isReady()).resolves.toBe(200)
  await page.goto('/')
  await expect(page).toHaveTitle(/Weft/)
  await weft.kill()
  await expect(isReady()).rejects.toThrow()
  await weft.start()
  await expect(isReady()).resolves.toBe(200)
  await page.reload()
  await expect(page).toHaveTitle(/Weft/)
})
