import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { isDatabaseAway } from './away.ts'
import { connectTo, openWritablePool, waitForDatabase, watchConnection } from './connection.ts'

/** The address of a way to the database that can fall silent, as a machine that lost its power does, and one that leads nowhere. */
async function ways() {
  const { hostname, port, searchParams, pathname, username } = new URL(inject('databaseUrl'))
  const folder = searchParams.get('host')
  const pairs: { readonly near: Socket; readonly far: Socket }[] = []
  const server = createServer(near => {
    const far = folder === null ? createConnection(Number(port), hostname) : createConnection(`${folder}/.s.PGSQL.5432`)
    pairs.push({ near, far })
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const other = closed.address()
  const nowhere = typeof other === 'object' && other !== null ? other.port : 0
  closed.close()
  await once(closed, 'close')
  onTestFinished(() => {
    for (const { near } of pairs) near.destroy()
    server.close()
  })
  return {
    one: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    several: `postgres://${username}@127.0.0.1:${nowhere},127.0.0.1:${own}${pathname}`,
    nowhere: `postgres://${username}@127.0.0.1:${nowhere}${pathname}`,
    fallSilent: () => {
      for (const { near, far } of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
  }
}

test('pools and single connections find the host that answers, of several', async () => {
  const { several } = await ways()
  const pool = openWritablePool({ connectionString: several, max: 2 })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
  const client = await connectTo(several.replace('?', '?application_name=other&'))
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test('a database that falls silent fails its reads within the limit, as unavailable', async () => {
  const { one, fallSilent } = await ways()
  const pool = openWritablePool({ connectionString: one, max: 2, query_timeout: 200, pipeline: true })
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  await pool.query('select 1')
  fallSilent()
  const failure = await pool.query('select 1').catch((error: unknown) => error)
  expect(isDatabaseAway(failure)).toBe(true)
  await pool.end()
})

test('a connection that only listens is ended when the database falls silent', async () => {
  const { one, fallSilent } = await ways()
  const client = await connectTo(one)
  const broke = new Promise<void>(resolve => client.once('end', resolve))
  const stop = watchConnection(client, 50)
  onTestFinished(stop)
  await client.query('listen something')
  fallSilent()
  await broke
})

test('a database that is away at the start is waited for, and one that refuses the user is not', async () => {
  const { nowhere, one } = await ways()
  const stopping = new AbortController()
  const said: string[] = []
  const waiting = waitForDatabase(nowhere, line => said.push(line), stopping.signal)
  await expect
    .poll(() => said)
    .toEqual([expect.stringMatching(/^The database is unavailable \(.*ECONNREFUSED.*\)\. Waiting for it$/)])
  stopping.abort()
  await expect(waiting).rejects.toThrow('aborted')
  await waitForDatabase(one, line => said.push(line), new AbortController().signal)
  expect(said).toHaveLength(1)
  const refused = waitForDatabase(`${one}-that-is-not-there`, () => undefined, new AbortController().signal)
  await expect(refused).rejects.toThrow(
    /^DATABASE_URL is set, but the database refuses the connection: .*does not exist/,
  )
})
