import { execFile } from 'node:child_process'
import { existsSync, truncateSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { replicatedPostgres } from '#test/world/replicated-postgres.ts'
import { startReplica } from './foundation/geo/replica/start.ts'
import { startServer } from './main.ts'
import { repositoryDir } from './platform/git/storage.ts'
import { readSettings } from './settings.ts'

const run = promisify(execFile)
const token = `glpat-${'g'.repeat(20)}`

test('PREMIUM-005 PREMIUM-006 a replica copies repositories and files, follows changes, and goes on after a stop', async () => {
  const { primary, standby, ...postgres } = await replicatedPostgres('oslo')
  onTestFinished(() => postgres[Symbol.asyncDispose]())
  await primary.start()
  await primary.ask('create database weft')
  const folder = await mkdtemp(join(tmpdir(), 'weft-geo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [here, there] = [join(folder, 'primary'), join(folder, 'replica')]
  const common = { PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
  const urlOf = (port: number) => `postgres://weft@127.0.0.1:${port}/weft`
  const server = await startServer(
    readSettings({ ...common, DATA_DIR: here, DATABASE_URL: urlOf(primary.port), ROOT_TOKEN: token, WEFT_DEMO: '0' }),
    { connectionString: urlOf(primary.port), webRoot: { folder: null, html: async () => '' } },
  )
  onTestFinished(() => server.close())
  await standby.start()

  const api = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    const reply = await fetch(`${server.address}/api/v4${path}`, {
      method,
      headers: { 'private-token': token, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    return JSON.parse((await reply.text()) || 'null')
  }
  const node = await api('POST', '/geo_nodes', { name: 'oslo', url: 'https://oslo.weft.test' })
  const { key } = await api('POST', `/geo_nodes/${node.id}/key`)
  const project = await api('POST', '/projects', { name: 'Loom', initialize_with_readme: true })
  const form = new FormData()
  form.set('file', new File(['warp and weft'], 'a.txt', { type: 'text/plain' }))
  await api('POST', `/projects/${project.id}/uploads`, form)

  const start = () =>
    startReplica(
      readSettings({
        ...common,
        ...{ WEFT_ROLE: 'replica', DATA_DIR: there, DATABASE_URL: urlOf(standby.port) },
        ...{ GEO_PRIMARY_URL: server.address, GEO_TOKEN: key },
      }),
    )
  let replica = await start()
  onTestFinished(() => replica.close())
  const patiently = { timeout: 15_000, interval: 100 }
  const status = () => api('GET', `/geo_nodes/${node.id}/status`)
  const copies = (type: string) => api('GET', `/geo_replication/${type}`)
  await expect
    .poll(status, patiently)
    .toMatchObject({ project_repositories_verified_count: 1, uploads_verified_count: 1, healthy: true })

  const refsIn = async (dataDir: string) =>
    (await run('git', ['-C', repositoryDir(dataDir, project.id), 'for-each-ref'])).stdout
  const isSame = async () => (await refsIn(there)) === (await refsIn(here))
  expect(await isSame()).toBe(true)
  await run('git', ['-C', repositoryDir(there, project.id), 'fsck', '--strict'])

  // A branch, and a ref that is never listed, while the replica is stopped.
  await replica.close()
  const actions = [{ action: 'create', file_path: 'b.txt', content: 'b' }]
  const commit = { branch: 'side', start_branch: 'main', commit_message: 'Side', actions }
  const { id: sha } = await api('POST', `/projects/${project.id}/repository/commits`, commit)
  await run('git', ['-C', repositoryDir(here, project.id), 'update-ref', `refs/keep-around/${sha}`, sha])
  expect(await isSame()).toBe(false)
  replica = await start()
  await expect.poll(isSame, patiently).toBe(true)
  expect(await refsIn(there)).toContain('refs/keep-around/')

  // A damaged file is noticed, and copied again on request.
  const [upload] = await copies('uploads')
  const weft = new pg.Client(urlOf(primary.port))
  await weft.connect()
  const { rows } = await weft.query<{ storage_key: string }>('select storage_key from uploads')
  await weft.end()
  const storageKey = rows[0]?.storage_key ?? ''
  const path = join(there, 'files', storageKey.slice(0, 2), storageKey.slice(2, 4), storageKey)
  truncateSync(path, 3)
  await api('PUT', `/geo_replication/uploads/${upload.id}/reverify`)
  await expect.poll(status, patiently).toMatchObject({ uploads_verification_failed_count: 1, healthy: false })
  await api('PUT', `/geo_replication/uploads/${upload.id}/resync`)
  await expect.poll(status, patiently).toMatchObject({ uploads_verified_count: 1, healthy: true })

  // People cannot write to it.
  expect((await fetch(`${replica.address}/api/v4/projects`, { method: 'POST' })).status).toBe(403)
  expect(await (await fetch(`${replica.address}/-/health`)).text()).toBe('Weft replica OK\n')

  // Items that no longer belong to the node are deleted.
  await api('PUT', `/geo_nodes/${node.id}`, { selective_sync_type: 'namespaces' })
  await expect.poll(() => existsSync(repositoryDir(there, project.id)), { timeout: 20_000, interval: 100 }).toBe(false)
  await expect.poll(() => copies('project_repositories'), patiently).toEqual([])
}, 90_000)
