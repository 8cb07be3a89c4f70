import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashSecret } from '#server/platform/text/secret.ts'
import { slices } from '#server/slices.ts'
import { site } from '#test/world/site.ts'
import { maskAuthenticity } from './authenticate.ts'

const changes = slices
  .flatMap(slice => slice.answers ?? [])
  // The address holds a key that is in one mail only, or belongs to a public form; the session makes no difference. Programs with a key of their own
  // send it in a header, which no other site can make a browser do.
  .filter(each => !each.byAddress && !each.byOwnKey)
  .map(each => each.operation)
  .filter(({ method }) => method !== 'GET' && method !== 'HEAD')

test('PLATFORM-012 only links of mails and requests without an account change something by their address alone', () => {
  const names = slices.flatMap(slice => slice.answers ?? []).filter(each => each.byAddress)
  expect(names.map(each => each.operation.name).toSorted()).toEqual([
    'acknowledgeByMail',
    'answerServiceDeskRequest',
    'confirmAddress',
    'createRequestPuzzle',
    'createServiceDeskRequest',
    'declineAddress',
    'receiveCheckIn',
    'resolveByMail',
    'setServiceDeskRequestState',
    'subscribeToStatus',
    'unsubscribeAtOnce',
  ])
})

test('PLATFORM-012 no operation that changes something takes a cookie without the page’s token', async () => {
  const { app, db, users } = await site()
  const cookie = randomBytes(20).toString('hex')
  await db
    .insertInto('sessions')
    .values({
      userId: users.root.id,
      tokenHash: hashSecret(cookie),
      csrfToken: 'the-token',
      expiresAt: '2999-01-01T00:00:00Z',
      lastSeenAt: new Date().toISOString(),
    })
    .execute()
  const ask = (method: string, url: string, token?: string) =>
    app.inject({
      method: method as 'POST',
      url,
      headers: { cookie: `_weft_session=${cookie}`, ...(token === undefined ? {} : { 'x-csrf-token': token }) },
    })
  expect(changes.length).toBeGreaterThan(100)
  const taken: string[] = []
  for (const { name, method, door, path } of changes) {
    const url = `${door === 'api' ? '/api/v4' : ''}${path.replace(':namespace', 'weft/loom').replace(/:[A-Za-z]+|\*/g, '1')}`
    for (const token of [undefined, 'another'])
      if ((await ask(method, url, token)).statusCode !== 422) taken.push(`${name} ${token}`)
  }
  expect(taken).toEqual([])
  // With the token the same request is handled.
  expect((await ask('DELETE', '/api/v4/projects/999999', 'the-token')).statusCode).toBe(404)
  // A page shows it under a mask, another one each time.
  const shown = [maskAuthenticity('the-token'), maskAuthenticity('the-token')] as const
  expect(shown[0]).not.toBe(shown[1])
  for (const each of shown) expect((await ask('DELETE', '/api/v4/projects/999999', each)).statusCode).toBe(404)
  for (const wrong of [maskAuthenticity('the-taken'), shown[0].slice(2), ''])
    expect((await ask('DELETE', '/api/v4/projects/999999', wrong)).statusCode).toBe(422)
})

test('PLATFORM-012 a page whose session went on without it gets who it is for now, and a token that its writes may carry', async () => {
  const { app, db, users } = await site()
  const cookie = randomBytes(20).toString('hex')
  const session = await db
    .insertInto('sessions')
    .values({
      userId: users.root.id,
      tokenHash: hashSecret(cookie),
      csrfToken: 'the-token',
      expiresAt: '2999-01-01T00:00:00Z',
      lastSeenAt: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const headers = { cookie: `_weft_session=${cookie}` }
  const asked = await app.inject({ url: '/-/session', headers })
  expect(asked.headers['cache-control']).toContain('no-store')
  expect(asked.json()).toEqual({ user_id: users.root.id, csrf_token: expect.any(String) })
  const write = (token: string) =>
    app.inject({ method: 'DELETE', url: '/api/v4/projects/999999', headers: { ...headers, 'x-csrf-token': token } })
  expect((await write(asked.json().csrf_token)).statusCode).toBe(404)
  expect((await write('of another session')).json()).toMatchObject({
    message: expect.stringContaining('(Missing or invalid CSRF token.)'),
  })
  await db.deleteFrom('sessions').where('id', '=', session.id).execute()
  expect((await app.inject({ url: '/-/session' })).json()).toEqual({ user_id: null, csrf_token: expect.any(String) })
})
