import { expect, test } from 'vitest'
import { createToken, createTokenFor, getToken, listTokens } from '#contract/foundation/tokens.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

async function tokens() {
  const here = await world()
  const mutate = async (
    who: Member | 'root' | 'anon',
    name: string,
    input: string,
    answer: string,
    tokenId: number | null = null,
  ) => {
    const ctx = { ...here.as(who).ctx, tokenId }
    const { data, errors } = await askGraphql(ctx, `mutation { ${name}(input: { ${input} }) { ${answer} errors } }`)
    return errors[0]?.message ?? data[name]
  }
  return { ...here, mutate }
}

const gidOf = ({ id }: { readonly id: number }) => `id: "gid://gitlab/PersonalAccessToken/${id}"`
const notAvailable = expect.stringContaining('does not exist')

test('PERM-002 a token is created over GraphQL with its scopes, in a session only', async () => {
  const { as, mutate } = await tokens()
  const input = 'name: "ci", description: "Builds", scopes: [read_api, read_user], expiresAt: "2099-01-31"'
  const { token, errors } = await mutate('gus', 'personalAccessTokenCreate', input, 'token')
  expect([errors, token]).toEqual([[], expect.stringMatching(/^\S{20,}$/)])
  expect(await as('gus').call(listTokens, {})).toMatchObject([
    { name: 'ci', description: 'Builds', scopes: ['read_api', 'read_user'], expiresAt: '2099-01-31' },
  ])
  expect(await mutate('gus', 'personalAccessTokenCreate', input, 'token', 1)).toEqual(notAvailable)
  expect(await mutate('anon', 'personalAccessTokenCreate', input, 'token')).toEqual(notAvailable)
  expect(await mutate('gus', 'personalAccessTokenCreate', 'name: "", scopes: [sudo]', 'token')).toEqual({
    token: null,
    errors: ["Name can't be blank", 'Scopes can only contain available scopes'],
  })
})

test('PERM-002 a token is rotated and revoked over GraphQL by its owner and administrators only', async () => {
  const { as, users, mutate } = await tokens()
  const own = await as('gus').call(createToken, { name: 'ci', scopes: ['read_api'] })
  const other = await as('root').call(createTokenFor, { userId: users.rita.id, name: 'cron', scopes: ['api'] })
  expect(await mutate('gus', 'personalAccessTokenRotate', gidOf(other), 'token')).toEqual(notAvailable)
  expect(await mutate('gus', 'personalAccessTokenRevoke', gidOf(other), '')).toEqual(notAvailable)
  expect(await mutate('gus', 'personalAccessTokenRevoke', gidOf({ id: 999_999 }), '')).toEqual(notAvailable)
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const rotated = await mutate('gus', 'personalAccessTokenRotate', `${gidOf(own)}, expiresAt: "${day(30)}"`, 'token')
  expect(rotated).toEqual({ token: expect.stringMatching(/^\S{20,}$/), errors: [] })
  const [made, former] = await as('gus').call(listTokens, {})
  expect([made, former]).toMatchObject([
    { name: 'ci', scopes: ['read_api'], expiresAt: day(30), revoked: false },
    { id: own.id, revoked: true },
  ])
  expect(await mutate('gus', 'personalAccessTokenRevoke', gidOf({ id: made?.id ?? 0 }), '')).toEqual({ errors: [] })
  expect(await mutate('root', 'personalAccessTokenRevoke', gidOf(other), '')).toEqual({ errors: [] })
  expect(await as('rita').call(getToken, { id: other.id })).toMatchObject({ revoked: true })
  expect(await outcomeOf(as('gus').call(getToken, { id: other.id }))).toBe('unauthenticated')
})
