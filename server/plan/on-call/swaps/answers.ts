import { sql } from 'kysely'
import * as contract from '#contract/plan/incidents/shift-swaps.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { askForShiftSwap } from './ask.ts'
import { acceptShiftSwap, declineShiftSwap, withdrawShiftSwap } from './end.ts'
import { swapOptions } from './options.ts'
import { isOwnSwap, presentSwaps, readSwaps, waitingForMe } from './read.ts'

const changed = { about: projectByRef, ability: 'project:join-on-call' } as const

/** Requests of people on call that others take their shifts. */
export const swapAnswers: readonly Answer[] = [
  answer(contract.listShiftSwaps, {
    about: projectByRef,
    ability: 'project:read-escalations',
    run: async (ctx, project) =>
      presentSwaps(ctx, await readSwaps(ctx, sql`s.namespace_id = ${project.id} and ${isOwnSwap(ctx)}`)),
  }),
  answer(contract.askForSwap, {
    ...changed,
    run: async (ctx, project, { id: _, ...request }) => showSwap(ctx, await askForShiftSwap(ctx, project, request)),
  }),
  answer(contract.acceptSwap, {
    ...changed,
    run: async (ctx, project, { swapId }) => {
      await acceptShiftSwap(ctx, project, swapId)
      return showSwap(ctx, swapId)
    },
  }),
  answer(contract.declineSwap, {
    ...changed,
    run: async (ctx, project, { swapId }) => {
      await declineShiftSwap(ctx, project, swapId)
      return showSwap(ctx, swapId)
    },
  }),
  answer(contract.withdrawSwap, {
    ...changed,
    run: (ctx, project, { swapId }) => withdrawShiftSwap(ctx, project, swapId),
  }),
  answer(contract.getSwapOptions, {
    about: projectByPath,
    ability: 'project:join-on-call',
    run: (ctx, project, { scheduleIid }) => swapOptions(ctx, project.id, scheduleIid),
  }),
  answer(contract.getWaitingSwaps, { for: 'signed-in', run: waitingForMe }),
]

async function showSwap(ctx: Context, swapId: number) {
  const [swap] = await presentSwaps(ctx, await readSwaps(ctx, sql`w.id = ${swapId}`))
  if (swap === undefined) throw new NotFound('Request for a swap')
  return swap
}
