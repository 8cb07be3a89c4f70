import { expect, test } from 'vitest'
import {
  confirmOrder,
  getNamespaceSubscription,
  getPaymentForm,
  getPaymentMethod,
  listCountries,
  listCountryStates,
} from '#contract/foundation/subscriptions.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

test('PREMIUM-009 the subscription of a namespace names its plan and the seats in use', async () => {
  const { as, build, group, users } = await world()
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  expect(await as('olga').call(getNamespaceSubscription, { id: 'weft' })).toEqual({
    plan: { code: 'default', name: 'Default', trial: false, autoRenew: null, upgradable: false, excludeGuests: false },
    usage: { seatsInSubscription: null, seatsInUse: 5, maxSeatsUsed: null, seatsOwed: 0 },
    billing: { subscriptionStartDate: null, subscriptionEndDate: null, trialEndsOn: null },
  })
  expect((await as('rita').call(getNamespaceSubscription, { id: 'rita' })).usage.seatsInUse).toBe(1)
})

test.each<[Member | 'anon' | 'root', string]>([
  ['root', 'ok'],
  ['dan', 'forbidden'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('PERM-001 %s reads the subscription of a private group: %s', async (who, outcome) => {
  const { as } = await world()
  expect(await outcomeOf(as(who).call(getNamespaceSubscription, { id: 'weft' }))).toBe(outcome)
})

test('PREMIUM-030 countries are listed by their names', async () => {
  const { as } = await world()
  const countries = await as('anon').call(listCountries, {})
  expect(countries).toContainEqual(['Germany', 'DE'])
  expect(countries.length).toBeGreaterThan(240)
  expect(countries.length).toBeLessThan(260)
  expect(countries.flat()).not.toContain('European Union')
})

test('PREMIUM-031 a country has no states here, and a word that is none is refused', async () => {
  const { as } = await world()
  expect(await as('anon').call(listCountryStates, { country: 'US' })).toEqual({})
  const wrong = await as('anon').reply(listCountryStates, { country: 'XX' })
  expect(wrong.status).toBe(400)
  expect(JSON.stringify(wrong.body)).toContain('is not the code of a country')
})

test.each([
  ['PREMIUM-032', getPaymentForm, '404 Payment form Not Found'],
  ['PREMIUM-033', getPaymentMethod, '404 Payment method Not Found'],
  ['PREMIUM-034', confirmOrder, '404 Subscription Not Found'],
] as const)("%s there is nothing to pay on a site of one's own", async (_id, operation, message) => {
  const { as } = await world()
  for (const who of ['root', 'rita', 'anon'] as const) {
    const reply = await as(who).reply(operation, {})
    expect([reply.status, reply.body]).toEqual([404, { message }])
  }
})
