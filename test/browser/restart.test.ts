import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

test('PLATFORM-013 npm start brings back a server and a database that died, and ends when it is told to', async ({
  weft,
  api,
}) => {
  await weft.kill()
  const launcher = spawn('sh', ['tools/start.sh'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      PORT: new URL(weft.baseURL).port,
      DATA_DIR: weft.dataDir,
      DATABASE_URL: '',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  launcher.stderr.on('data', text => said.push(String(text)))
  const read = (file: string, pattern: RegExp) =>
    Number(pattern.exec(readFileSync(join(weft.dataDir, file), 'utf8'))?.[1])
  const serverPid = () => read('lock.txt', /^process (\d+), http/)
  const readiness = () =>
    api(null)('GET', '/-/readiness').then(
      answer => answer.status,
      () => null,
    )
  const isReady = () => expect.poll(readiness, { timeout: 60_000 }).toBe(200)
  await isReady()
  // A server writes down its process once it listens.
  await expect.poll(serverPid).toBeGreaterThan(0)
  const first = serverPid()
  process.kill(first, 'SIGKILL')
  await expect.poll(serverPid, { timeout: 60_000 }).not.toBe(first)
  await isReady()
  expect(said.join('')).toContain('The server exited unexpectedly, by SIGKILL. Restarting it in 1 s')
  process.kill(read('postgres/cluster/postmaster.pid', /^(\d+)/), 'SIGKILL')
  await expect.poll(readiness).toBe(503)
  await isReady()
  launcher.kill('SIGTERM')
  await once(launcher, 'exit')
  expect(launcher.exitCode).toBe(0)
  await weft.start()
})

test('PLATFORM-013 a start with a wrong setting ends with a sentence, and is not tried again', async () => {
  const launcher = spawn('sh', ['tools/start.sh'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: 'eight' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  launcher.stderr.on('data', text => said.push(String(text)))
  await once(launcher, 'exit')
  expect(launcher.exitCode).toBe(1)
  expect(said.join('')).toMatch(/^PORT is 'eight', but/)
  expect(said.join('')).not.toContain('again')
})
