import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { replicatedPostgres } from '#test/world/replicated-postgres.ts'
import { anonymous, createContext } from './context.ts'
import { fsck } from './fsck.ts'
import { startServer } from './main.ts'
import { openDatabase } from './platform/sql/database.ts'
import { createServices } from './services.ts'
import { readSettings } from './settings.ts'
import { slices } from './slices.ts'

const run = promisify(execFile)
const token = `glpat-${'f'.repeat(20)}`

interface RefMove {
  readonly ref: string
  readonly before: string | null
  readonly after: string | null
}

test('whatever moved refs before a failover is recorded by the database that took over, in order and once', async () => {
  const postgres = await replicatedPostgres()
  onTestFinished(() => postgres[Symbol.asyncDispose]())
  const { primary, standby, url } = postgres
  await primary.start()
  await primary.ask('create database weft')
  await standby.start()

  const folder = await mkdtemp(join(tmpdir(), 'weft-failover-data-'))
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: url,
    ROOT_TOKEN: token,
    ROOT_PASSWORD: 'correct horse',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  })
  const server = await startServer(settings, { connectionString: url, webRoot: { folder: null, html: async () => '' } })
  onTestFinished(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const api = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${server.address}/api/v4${path}`, {
      method,
      headers: { 'private-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: await reply.json().catch(() => null) }
  }
  const cwd = join(folder, 'work')
  const git = (...args: string[]) =>
    run('git', ['-c', 'init.defaultBranch=main', '-c', 'user.name=Ann', '-c', 'user.email=ann@weft.test', ...args], {
      cwd: args[0] === 'init' ? folder : cwd,
    })
  const change = async (text: string) => {
    await writeFile(join(cwd, `${text}.txt`), text)
    await git('add', '.')
    await git('commit', '-m', text)
  }
  const { id } = (await api('POST', '/projects', { name: 'Loom' })).body
  const remote = `${server.address.replace('//', `//root:${token}@`)}/root/loom.git`
  const push = (...args: string[]) => git('push', remote, ...args)
  const of = async (port: number) => {
    const client = new pg.Client(`postgres://weft@127.0.0.1:${port}/weft`)
    await client.connect()
    try {
      const { rows } = await client.query<{ name: string; actor_id: string; payload: { refs: readonly RefMove[] } }>(
        `select name, actor_id, payload from events where namespace_id = $1 and name in ('repository.pushed', 'ref.pushed') order by sequence`,
        [id],
      )
      const pushes = rows.filter(({ name }) => name === 'repository.pushed')
      return {
        moves: pushes.map(({ actor_id, payload }) => [actor_id, payload.refs]),
        activities: rows.length - pushes.length,
      }
    } finally {
      await client.end()
    }
  }

  await git('init', 'work')
  await change('one')
  await push('main')
  await git('checkout', '-b', 'side')
  await change('two')
  await push('side')
  const mergeRequest = (
    await api('POST', `/projects/${id}/merge_requests`, { source_branch: 'side', target_branch: 'main', title: 'Side' })
  ).body
  await git('checkout', '-b', 'topic', 'main')
  await change('three')
  await push('topic')
  const other = (
    await api('POST', `/projects/${id}/merge_requests`, {
      source_branch: 'topic',
      target_branch: 'main',
      title: 'Topic',
    })
  ).body
  await expect.poll(async () => of(standby.port).then(({ moves }) => moves.length)).toBe(3)
  await expect
    .poll(async () => (await api('GET', `/projects/${id}/merge_requests/${mergeRequest.iid}/versions`)).body.length)
    .toBe(1)
  await expect
    .poll(async () => (await api('GET', `/projects/${id}/merge_requests/${other.iid}`)).body.detailed_merge_status)
    .toBe('mergeable')
  await standby.kill()

  // The standby is away: all of this is answered, and only the primary has it.
  await git('checkout', 'side')
  await change('four')
  await push('side')
  await change('five')
  await push('side', 'side:copy', 'side:gone')
  await git('commit', '--amend', '-m', 'six')
  await push('--force', 'side')
  await push(':gone')
  const removing = { should_remove_source_branch: true }
  expect(await api('PUT', `/projects/${id}/merge_requests/${other.iid}/merge`, removing)).toMatchObject({ status: 200 })
  const commit = {
    branch: 'copy',
    commit_message: 'API',
    actions: [{ action: 'create', file_path: 'api.txt', content: 'a' }],
  }
  expect(await api('POST', `/projects/${id}/repository/commits`, commit)).toMatchObject({ status: 201 })
  expect(await api('POST', `/projects/${id}/repository/branches?branch=page&ref=main`)).toMatchObject({ status: 201 })
  const before = await of(primary.port)
  expect(before.moves).toHaveLength(11)

  await primary.kill()
  expect((await api('GET', '/projects')).status).toBe(503)
  await standby.start()
  expect(await of(standby.port)).toMatchObject({ moves: before.moves.slice(0, 3) })
  // No client is told that a standby is the database.
  expect((await api('GET', '/projects')).status).toBe(503)
  await standby.ask('select pg_promote()')
  await expect.poll(async () => (await api('GET', '/projects')).status).toBe(200)

  await change('seven')
  await push('side')
  const after = await of(standby.port)
  const head = (await git('rev-parse', 'HEAD')).stdout.trim()
  expect(after.moves.slice(0, -1)).toEqual(before.moves)
  expect(after.moves.at(-1)).toMatchObject(['1', [{ ref: 'refs/heads/side', after: head }]])
  expect(after.activities).toBe(before.activities + 1)
  await expect
    .poll(async () => (await api('GET', `/projects/${id}/merge_requests/${other.iid}`)).body.state)
    .toBe('merged')
  await expect
    .poll(
      async () =>
        (await api('GET', `/projects/${id}/merge_requests/${mergeRequest.iid}/versions`)).body[0]?.head_commit_sha,
    )
    .toBe(head)
  expect(await of(standby.port)).toEqual(after)

  const { db, close } = openDatabase({ connectionString: url, max: 12 })
  onTestFinished(close)
  const services = createServices(slices, settings, pino({ level: 'silent' }))
  const found: unknown[] = []
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'fsck' })
  for await (const finding of fsck(ctx, { repair: false, isServed: false })) found.push(finding)
  expect(found).toEqual([])
}, 180_000)
