import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Day, Dictionary, NamespaceRef, Nullable } from '#contract/shapes.ts'

const operation = operationsOf('Subscriptions')

/** A site of one's own sells nothing: each namespace has the same plan, without an end or a limit of seats. */
export const getNamespaceSubscription = operation({
  name: 'getNamespaceSubscription',
  summary: 'Get the plan of a namespace, which is the same for all of them on this site',
  at: 'GET /namespaces/:id/gitlab_subscription',
  input: Type.Object({ id: NamespaceRef }),
  reply: Type.Object({
    plan: Type.Object({
      code: Type.String(),
      name: Type.String(),
      trial: Type.Boolean(),
      autoRenew: Nullable(Type.Boolean()),
      upgradable: Type.Boolean(),
      excludeGuests: Type.Boolean(),
    }),
    usage: Type.Object({
      /** Null: there is no limit. */
      seatsInSubscription: Nullable(Type.Integer()),
      /** Members of the namespace and of everything below it. */
      seatsInUse: Type.Integer(),
      maxSeatsUsed: Nullable(Type.Integer()),
      seatsOwed: Type.Integer(),
    }),
    billing: Type.Object({
      subscriptionStartDate: Nullable(Day),
      subscriptionEndDate: Nullable(Day),
      trialEndsOn: Nullable(Day),
    }),
  }),
})

export const listCountries = operation({
  name: 'listCountries',
  summary: 'List countries with their codes, by their English names',
  at: 'GET /-/countries',
  /** `["Germany", "DE"]` */
  reply: Type.Array(Type.Tuple([Type.String(), Type.String()])),
})

export const listCountryStates = operation({
  name: 'listCountryStates',
  summary: 'List the states of a country: none, as nothing on this site asks for them',
  at: 'GET /-/country_states',
  input: Type.Object({ country: Type.String({ minLength: 2, maxLength: 2 }) }),
  reply: Dictionary(Type.String()),
})

const nothingToPay = 'Always answered with 404, because this site sells no subscriptions'

export const getPaymentForm = operation({
  name: 'getPaymentForm',
  summary: `Get a form for payments. ${nothingToPay}`,
  at: 'GET /-/subscriptions/payment_form',
  reply: Type.Null(),
})

export const getPaymentMethod = operation({
  name: 'getPaymentMethod',
  summary: `Get a method of payment. ${nothingToPay}`,
  at: 'GET /-/subscriptions/payment_method',
  reply: Type.Null(),
})

export const confirmOrder = operation({
  name: 'confirmOrder',
  summary: `Confirm the order of a subscription. ${nothingToPay}`,
  at: 'POST /-/subscriptions',
  reply: Type.Null(),
})
