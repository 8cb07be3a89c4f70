import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { cloneFor } from './code-repository.ts'
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

test('a server that is killed in the middle of merges, commits and suggestions leaves each done or undone', async ({
  weft,
  api,
}) => {
  const call = api()
  const clone = cloneFor(weft, 'cut-off')
  clone.commit('Begin', { 'a.txt': 'one\ntwo\n' })
  clone.push('main')
  const at = 'projects/root%2Fcut-off'
  const numbers = [1, 2, 3, 4]
  for (const number of numbers) {
    clone.git('switch', '--quiet', '-c', `feature-${number}`, 'main')
    clone.commit(`Add ${number}`, { [`${number}.txt`]: 'one\ntwo\n' })
  }
  clone.push('--all')
  const suggestions: number[] = []
  for (const number of numbers) {
    const { body } = await call('POST', `${at}/merge_requests`, {
      source_branch: `feature-${number}`,
      target_branch: 'main',
      title: `Add ${number}`,
    })
    const { diff_refs } = body as { readonly diff_refs: object }
    const path = `${number}.txt`
    const made = await call('POST', `${at}/merge_requests/${number}/discussions`, {
      body: '```suggestion\nTWO\n```',
      position: { ...diff_refs, position_type: 'text', old_path: path, new_path: path, new_line: 2 },
    })
    const [note] = (made.body as { readonly notes: readonly { readonly suggestions: readonly { id: number }[] }[] })
      .notes
    suggestions.push(...(note?.suggestions ?? []).map(({ id }) => id))
  }
  expect(suggestions).toHaveLength(numbers.length)

  const merged = new Set<number>()
  let answers = 0
  const work = [
    ...numbers.slice(0, 2).map(number => async () => {
      const { status } = await call('PUT', `${at}/merge_requests/${number}/merge`)
      if (status === 200) merged.add(number)
    }),
    ...suggestions.slice(2).map(id => () => call('PUT', `suggestions/${id}/apply`)),
    ...numbers.map(
      number => () =>
        call('POST', `${at}/repository/commits`, {
          branch: `work-${number}`,
          start_branch: 'main',
          commit_message: 'Work',
          actions: [{ action: 'create', file_path: `work-${number}.txt`, content: 'work' }],
        }),
    ),
  ]
  await Promise.all(
    work.map(async run => {
      await run().catch(() => undefined)
      answers += 1
      if (answers === 4) await weft.kill()
    }),
  )
  const fsck = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/fsck.ts', ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, DATA_DIR: weft.dataDir, DATABASE_URL: '' },
      encoding: 'utf8',
    })
  const repaired = fsck('--repair')
  expect(repaired, repaired.stdout).toMatchObject({ status: 0 })
  expect(fsck()).toMatchObject({ status: 0, stdout: expect.stringContaining('agree') })
  await weft.start()
  const tree = await call('GET', `${at}/repository/tree`)
  const files = (tree.body as readonly { readonly name: string }[]).map(({ name }) => name)
  for (const number of numbers.slice(0, 2)) {
    const { body } = await call('GET', `${at}/merge_requests/${number}`)
    const { state } = body as { readonly state: string }
    expect(state).toBe(files.includes(`${number}.txt`) ? 'merged' : 'opened')
    if (merged.has(number)) expect(state).toBe('merged')
  }
})

test('PLATFORM-013 npm start brings back a server and a database that died, and ends when it is told to', async ({
  weft,
  api,
}) => {
  // Each start loads the whole server, on a machine that runs other tests.
  test.setTimeout(300_000)
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
  const isReady = () => expect.poll(readiness, { timeout: 90_000 }).toBe(200)
  await isReady()
  // A server writes down its process once it listens.
  await expect.poll(serverPid).toBeGreaterThan(0)
  const first = serverPid()
  process.kill(first, 'SIGKILL')
  await expect.poll(serverPid, { timeout: 90_000 }).not.toBe(first)
  await isReady()
  expect(said.join('')).toContain('The server exited unexpectedly, by SIGKILL. Restarting it in 1 s')
  process.kill(read('postgres/cluster/postmaster.pid', /^(\d+)/), 'SIGKILL')
  await expect.poll(readiness, { timeout: 30_000 }).toBe(503)
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
