import { expect, test } from 'vitest'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

async function accounts() {
  const here = await world()
  const ask = async (who: Member | 'root', query: string) => {
    const { data, errors } = await askGraphql(here.as(who).ctx, query)
    return errors[0]?.message ?? data
  }
  return { ...here, ask }
}

test('a hint is dismissed once, and only its own user reads that', async () => {
  const { ask } = await accounts()
  const dismiss = (featureName: string) =>
    ask(
      'gus',
      `mutation { userCalloutCreate(input: { featureName: "${featureName}" }) { errors userCallout { featureName dismissedAt } } }`,
    )
  expect(await dismiss('new_boards')).toEqual({
    userCalloutCreate: { errors: [], userCallout: { featureName: 'new_boards', dismissedAt: expect.any(String) } },
  })
  await dismiss('new_boards')
  await dismiss('a_tour')
  expect(await dismiss('No name!')).toEqual({
    userCalloutCreate: {
      errors: ['Feature name must be up to 100 letters, digits and underscores'],
      userCallout: null,
    },
  })
  const read = (who: Member | 'root') => ask(who, '{ user(username: "gus") { callouts { nodes { featureName } } } }')
  expect(await read('gus')).toEqual({
    user: { callouts: { nodes: [{ featureName: 'a_tour' }, { featureName: 'new_boards' }] } },
  })
  expect(await read('rita')).toEqual({ user: { callouts: null } })
  expect(await read('root')).toEqual({ user: { callouts: null } })
})

test('PERM-002 the addresses of an account are for its user and administrators, for many users by one statement', async () => {
  const { ask, statements } = await accounts()
  const addresses = (who: Member | 'root') =>
    ask(who, '{ user(username: "gus") { emails { nodes { email confirmedAt } } } }')
  const own = { user: { emails: { nodes: [{ email: 'gus@weft.test', confirmedAt: expect.anything() }] } } }
  expect(await addresses('gus')).toEqual(own)
  expect(await addresses('root')).toEqual(own)
  expect(await addresses('rita')).toEqual({ user: { emails: null } })
  const many = (first: number) => ask('root', `{ users(first: ${first}) { nodes { emails { nodes { email } } } } }`)
  await many(2)
  const few = await statements(() => many(2))
  expect(await statements(() => many(8))).toBe(few)
})
