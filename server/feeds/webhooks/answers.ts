import { projectHooksPage, webhookOperations } from '#contract/feeds/webhooks.ts'
import { placeKinds } from '#contract/foundation/places.ts'
import { placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { type Answer, answer } from '#server/slice.ts'
import { deliveryOf, pageOfDeliveries, statusOf } from './deliveries.ts'
import {
  addHook,
  allHooks,
  changeHook,
  hookOf,
  lockHook,
  pageOfHooks,
  presentHook,
  removeHook,
  setPair,
} from './hooks.ts'
import { sendNow } from './send.ts'
import { sampleCall } from './test-call.ts'

export const webhookAnswers: readonly Answer[] = [
  ...placeKinds.flatMap(kind => {
    const operations = webhookOperations[kind]
    const managed = { about: placeByRef[kind], ability: `${kind}:admin` } as const
    /** The request to the webhook may take long: no transaction waits for it. */
    const sending = { ...managed, transaction: 'own' } as const
    return [
      answer(operations.list, { ...managed, run: (ctx, { id }, input) => pageOfHooks(ctx, { kind, id }, input) }),
      answer(operations.get, {
        ...managed,
        run: async (ctx, { id }, { hookId }) => {
          const place = { kind, id }
          return presentHook(place, await hookOf(ctx, place, hookId), ctx.now)
        },
      }),
      answer(operations.create, { ...managed, run: (ctx, { id }, input) => addHook(ctx, { kind, id }, input) }),
      answer(operations.update, {
        ...managed,
        current: async (ctx, { id }, { hookId }) => {
          const place = { kind, id }
          return { ...presentHook(place, await lockHook(ctx, place, hookId), ctx.now) }
        },
        run: (ctx, { id }, input) => changeHook(ctx, { kind, id }, input),
      }),
      answer(operations.remove, {
        ...managed,
        run: (ctx, { id }, { hookId }) => removeHook(ctx, { kind, id }, hookId),
      }),
      answer(operations.deliveries, {
        ...managed,
        run: async (ctx, { id }, { hookId, ...input }) =>
          pageOfDeliveries(ctx, await hookOf(ctx, { kind, id }, hookId), input),
      }),
      answer(operations.test, {
        ...sending,
        run: async (ctx, { id }, { hookId, trigger }) => {
          const place = { kind, id }
          const hook = await hookOf(ctx, place, hookId)
          await sendNow(ctx, hook, await sampleCall(ctx, place, trigger))
          return { message: '201 Created' }
        },
      }),
      answer(operations.resend, {
        ...sending,
        run: async (ctx, { id }, { hookId, hookEventId }) => {
          const hook = await hookOf(ctx, { kind, id }, hookId)
          const { trigger, eventHeader, payload, eventUuid } = await deliveryOf(ctx, hookId, hookEventId)
          // Only `queueCalls` and `sendNow` write them.
          const call = { trigger, header: eventHeader, payload } as Parameters<typeof sendNow>[2]
          return { responseStatus: statusOf(await sendNow(ctx, hook, call, eventUuid)) }
        },
      }),
      answer(operations.setHeader, {
        ...managed,
        run: (ctx, { id }, { hookId, key, value }) => setPair(ctx, { kind, id }, hookId, 'customHeaders', key, value),
      }),
      answer(operations.removeHeader, {
        ...managed,
        run: (ctx, { id }, { hookId, key }) => setPair(ctx, { kind, id }, hookId, 'customHeaders', key, null),
      }),
      answer(operations.setVariable, {
        ...managed,
        run: (ctx, { id }, { hookId, key, value }) => setPair(ctx, { kind, id }, hookId, 'urlVariables', key, value),
      }),
      answer(operations.removeVariable, {
        ...managed,
        run: (ctx, { id }, { hookId, key }) => setPair(ctx, { kind, id }, hookId, 'urlVariables', key, null),
      }),
    ]
  }),
  answer(projectHooksPage, {
    about: projectByPath,
    ability: 'project:admin',
    run: async (ctx, project) => ({
      header: await showHeader(ctx, project),
      hooks: await allHooks(ctx, { kind: 'project', id: project.id }),
    }),
  }),
]
