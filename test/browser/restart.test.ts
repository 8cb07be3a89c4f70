import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('PLATFORM-013 a server that is killed comes back, and nothing acknowledged is missing', async ({
  page,
  weft,
  api,
}) => {
  const call = api()
  const isReady = () => api(null)('GET', '/-/readiness').then(answer => answer.status)
  const project = await call('POST', 'projects', { name: 'Survivor' })
  expect(project.status).toBe(201)
  const at = 'projects/root%2Fsurvivor/issues'
  const acknowledged: string[] = []
  // Killed in the middle of a burst: every title that was answered must be there afterwards.
  const burst = Array.from({ length: 30 }, async (_, number) => {
    const title = `Written before the end ${number}`
    const answer = await call('POST', at, { title }).catch(() => null)
    if (answer?.status === 201) acknowledged.push(title)
    if (acknowledged.length === 10) await weft.kill()
  })
  await Promise.all(burst)
  expect(acknowledged.length).toBeGreaterThanOrEqual(10)
  await expect(isReady()).rejects.toThrow()
  await weft.start()
  await expect(isReady()).resolves.toBe(200)
  const issues = await call('GET', `${at}?per_page=100`)
  const titles = (issues.body as readonly { readonly title: string }[]).map(issue => issue.title)
  expect(titles).toEqual(expect.arrayContaining(acknowledged))
  await page.goto('/')
  await expect(page).toHaveTitle(/Weft/)
})
