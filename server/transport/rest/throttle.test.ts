import { expect, test } from 'vitest'
import { Refusal } from '#server/transport/session/authenticate.ts'
import { Throttle } from './throttle.ts'

test('PLATFORM-011 too many requests are told to come back later, in plain text', () => {
  const throttle = new Throttle()
  const last = Array.from({ length: 12_000 }, () => throttle.count({ address: '192.0.2.1' }, 1_000_000)).at(-1)
  expect(last).toMatchObject({ 'ratelimit-observed': '12000', 'ratelimit-remaining': '0', 'ratelimit-reset': '1060' })
  let refused: unknown = null
  try {
    throttle.count({ address: '192.0.2.1' }, 1_030_000)
  } catch (error) {
    refused = error
  }
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
  expect(throttle.count({ address: '192.0.2.2' }, 1_030_000)).toMatchObject({ 'ratelimit-observed': '1' })
  expect(throttle.count({ address: '192.0.2.1' }, 1_060_000)).toMatchObject({ 'ratelimit-observed': '1' })
})
