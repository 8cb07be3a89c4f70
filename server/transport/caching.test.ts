import { expect, test } from 'vitest'
import { openGraphqlDoor } from '#server/transport/graphql/door.ts'
import { appWorld } from '#test/world/app.ts'

const ways = [
  ['a REST read', 'GET', '/api/v4/user'],
  ['a refused REST read', 'GET', '/api/v4/projects/999999'],
  ['data of a page', 'GET', '/-/autocomplete/users'],
  ['a GraphQL query', 'POST', '/api/graphql'],
  ['an unknown address', 'GET', '/api/v4/nowhere'],
] as const

test.each(ways)('PERM-002 no shared cache keeps %s, whoever asks', async (_what, method, url) => {
  const { app, token, users } = await appWorld([openGraphqlDoor])
  const payload = method === 'POST' ? { payload: { query: '{ currentUser { username } }' } } : {}
  for (const headers of [{}, { 'private-token': await token(users.rita.id) }]) {
    const reply = await app.inject({ method, url, headers, ...payload })
    expect(reply.headers).toMatchObject({
      'cache-control': expect.stringContaining('private'),
      vary: 'Accept-Encoding, Authorization, Cookie, Private-Token, Sudo',
    })
  }
})
