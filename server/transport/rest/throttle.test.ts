import { expect, test } from 'vitest'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { Refusal } from '#server/transport/session/authenticate.ts'
import { world } from '#test/world/world.ts'
import { Throttle } from './throttle.ts'

test('PLATFORM-011 too many requests are told to come back later, in plain text', async () => {
  const { as, db, services } = await world({ settings: { RATE_LIMITS: 'on' } })
  await as('root').call(updateApplicationSettings, { throttleUnauthenticatedApiRequestsPerPeriod: 3 })
  const throttle = new Throttle({ db, services })
  await throttle.count({ address: '192.0.2.1' }, 1_000_000)
  await throttle.count({ address: '192.0.2.1' }, 1_000_000)
  const last = await throttle.count({ address: '192.0.2.1' }, 1_000_000)
  expect(last).toMatchObject({ 'ratelimit-observed': '3', 'ratelimit-remaining': '0', 'ratelimit-reset': '1060' })
  const refused = await throttle.count({ address: '192.0.2.1' }, 1_030_000).catch(error => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({
    status: 429,
    body: 'Retry later\n',
    headers: {
      'content-type': 'text/plain',
      'retry-after': '30',
      'ratelimit-resettime': 'Thu, 01 Jan 1970 00:17:40 GMT',
    },
  })
  expect(await throttle.count({ address: '192.0.2.2' }, 1_030_000)).toMatchObject({ 'ratelimit-observed': '1' })
  expect(await throttle.count({ address: '192.0.2.1' }, 1_060_000)).toMatchObject({ 'ratelimit-observed': '1' })
})

test('PREMIUM-040 a changed number, a shorter period and a limit that is turned off count at the next request', async () => {
  const { as, db, services, users } = await world({ settings: { RATE_LIMITS: 'on' } })
  const throttle = new Throttle({ db, services })
  const count = (nowMs: number) => throttle.count({ user: users.dan.id }, nowMs)
  const set = (change: object) => as('root').call(updateApplicationSettings, change)
  expect(await count(1_000_000)).toMatchObject({ 'ratelimit-limit': '36000' })
  await set({ throttleAuthenticatedApiRequestsPerPeriod: 1 })
  await expect(count(1_001_000)).rejects.toBeInstanceOf(Refusal)
  await set({ throttleAuthenticatedApiPeriodInSeconds: 2 })
  expect(await count(1_002_000)).toMatchObject({ 'ratelimit-observed': '1', 'ratelimit-reset': '1004' })
  await set({ throttleAuthenticatedApiEnabled: false })
  expect(await count(1_002_000)).toEqual({})
})
