import { sql } from 'kysely'
import {
  confirmOrder,
  getNamespaceSubscription,
  getPaymentForm,
  getPaymentMethod,
  listCountries,
  listCountryStates,
} from '#contract/foundation/subscriptions.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { namespaceByRef } from '#server/foundation/namespaces/find.ts'
import { answer, type Slice } from '#server/slice.ts'
import { countries, isCountry } from './countries.ts'

const payments = [
  [getPaymentForm, 'Payment form'],
  [getPaymentMethod, 'Payment method'],
  [confirmOrder, 'Subscription'],
] as const

/** The calls of a product that is sold, answered as a site of one's own does. */
export const subscriptionsOfNamespaces: Slice = {
  name: 'subscriptions-of-namespaces',
  answers: [
    answer(getNamespaceSubscription, {
      about: namespaceByRef,
      ability: 'namespace:read-subscription',
      run: showSubscription,
    }),
    answer(listCountries, {
      for: 'anyone',
      run: async () => countries.map(({ name, code }): [string, string] => [name, code]),
    }),
    answer(listCountryStates, {
      for: 'anyone',
      run: async (_ctx, { country }) => {
        if (!isCountry(country)) throw new Invalid({ country: ['is not the code of a country'] })
        return {}
      },
    }),
    ...payments.map(([operation, thing]) =>
      answer(operation, {
        for: 'anyone',
        run: async () => {
          throw new NotFound(thing)
        },
      }),
    ),
  ],
}

async function showSubscription(ctx: Context, { id }: { readonly id: number }) {
  const { rows } = await sql<{ count: number }>`select count(distinct m.user_id)::integer as count
    from memberships m join namespaces d on d.id = m.namespace_id where d.ancestor_ids @> array[${id}::bigint]`.execute(
    ctx.db,
  )
  const seatsInUse = rows[0]?.count ?? 0
  return {
    plan: { code: 'default', name: 'Default', trial: false, autoRenew: null, upgradable: false, excludeGuests: false },
    usage: { seatsInSubscription: null, seatsInUse, maxSeatsUsed: null, seatsOwed: 0 },
    billing: { subscriptionStartDate: null, subscriptionEndDate: null, trialEndsOn: null },
  }
}
