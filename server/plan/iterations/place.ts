import { sql } from 'kysely'
import { namespaceTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'

/** The scope of the events of a group's iterations. */
export const placeOf = (namespaceId: number) => ({
  namespaceId,
  topics: [namespaceTopic({ id: namespaceId, kind: 'group' })],
})

/** Hold other writers of a cadence and of its iterations back until the transaction ends. */
export const lockCadence = (ctx: Context, cadenceId: number) =>
  sql`select id from iteration_cadences where id = ${cadenceId} for no key update`.execute(ctx.db)

/** The same for one iteration, whose dates change under the lock of its cadence. */
export const lockIteration = async (ctx: Context, iterationId: number) => {
  await sql`select c.id from iteration_cadences c join iterations it on it.cadence_id = c.id where it.id = ${iterationId}
    for no key update of c`.execute(ctx.db)
  await sql`select id from iterations where id = ${iterationId} for no key update`.execute(ctx.db)
}
