import { expect, test } from 'vitest'
import { requestersNow } from '#server/platform/limits/requester.ts'
import { appWorld } from '#test/world/app.ts'
import { authenticate } from './authenticate.ts'

test('the work of a request is counted for its user, that of visitors for their network', async () => {
  const { app, token, users } = await appWorld([
    (app, parts) =>
      void app.post('/who', async request => {
        await authenticate(parts, request, {})
        return requestersNow().owners
      }),
  ])
  const who = async (headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: '/who', headers, payload: { some: 'body' } })).body
  expect(await who({ 'private-token': await token(users.dan.id) })).toContain(`user ${users.dan.id}`)
  expect(await who({})).toContain('network 127.0.0.1')
})
