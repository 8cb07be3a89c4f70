import { sql } from 'kysely'
import { load } from '#server/access/load.ts'
import { Malformed } from '#server/errors.ts'
import { Group, groupNodeByPath, placeNode } from '#server/foundation/namespaces/nodes.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { isDay } from '#server/platform/text/day.ts'
import { createCadence, deleteCadence, updateCadence } from './cadences.ts'
import { createIteration, deleteIteration, updateIteration } from './change.ts'
import { cadenceNode, Iteration, IterationCadence, iterationNode } from './fields.ts'
import { cadenceById, iterationById } from './find.ts'
import { lockCadence, lockIteration } from './place.ts'

/** The mutations of iterations and cadences. @source graphql.md 9.3 */
export function iterationsMutations(): void {
  cadenceMutations()
  iterationMutations()
}

const dayOf = (moment: string | null | undefined): string | null | undefined => moment?.slice(0, 10) ?? moment

function cadenceMutations(): void {
  const given = (t: InputFields) => ({
    title: t.string(),
    description: t.string(),
    startDate: t.field({ type: 'Time' }),
    durationInWeeks: t.int(),
    iterationsInAdvance: t.int(),
    automatic: t.boolean(),
    rollOver: t.boolean(),
  })
  const payload = (t: PayloadFields<{ readonly cadenceId: number }>) => ({
    iterationCadence: t.field({
      type: IterationCadence,
      resolve: ({ cadenceId }, _args, context) => (cadenceId === undefined ? null : cadenceNode(context, cadenceId)),
    }),
  })
  mutation('iterationCadenceCreate', {
    description: 'Create an iteration cadence.',
    input: t => ({ groupPath: t.id({ required: true }), active: t.boolean({ required: true }), ...given(t) }),
    run: async (ctx, { groupPath, startDate, ...rest }) => {
      const group = await load(ctx, 'group:admin-iterations', groupNodeByPath, groupPath)
      return { cadenceId: await createCadence(ctx, group, { ...rest, startDate: dayOf(startDate) }) }
    },
    payload,
  })
  mutation('iterationCadenceUpdate', {
    description: 'Update an iteration cadence.',
    input: t => ({ id: t.field({ type: 'IterationsCadenceID', required: true }), active: t.boolean(), ...given(t) }),
    current: async (ctx, { id }) => {
      await lockCadence(ctx, id)
      return { ...(await load(ctx, 'group:admin-iterations', cadenceById, id)) }
    },
    run: async (ctx, { id, startDate, ...rest }) => {
      // Fields that are left out keep their current values: the row is read under the lock.
      await lockCadence(ctx, id)
      const cadence = await load(ctx, 'group:admin-iterations', cadenceById, id)
      await updateCadence(ctx, cadence, { ...rest, startDate: dayOf(startDate) })
      return { cadenceId: id }
    },
    payload,
  })
  mutation('iterationCadenceDestroy', {
    description: 'Delete an iteration cadence with its iterations.',
    input: t => ({ id: t.field({ type: 'IterationsCadenceID', required: true }) }),
    run: async (ctx, { id }) => {
      const cadence = await load(ctx, 'group:admin-iterations', cadenceById, id)
      await deleteCadence(ctx, cadence)
      return { groupId: cadence.namespaceId }
    },
    payload: groupPayload,
  })
}

function iterationMutations(): void {
  const given = (t: InputFields) => ({
    title: t.string(),
    description: t.string(),
    startDate: t.string(),
    dueDate: t.string(),
  })
  const payload = (t: PayloadFields<{ readonly iterationId: number }>) => ({
    iteration: t.field({
      type: Iteration,
      resolve: ({ iterationId }, _args, context) =>
        iterationId === undefined ? null : iterationNode(context, iterationId),
    }),
  })
  // The older name and the newer one.
  for (const name of ['createIteration', 'iterationCreate'] as const) {
    mutation(name, {
      description: 'Create an iteration.',
      input: t => ({
        groupPath: t.id(),
        projectPath: t.id(),
        iterationsCadenceId: t.field({ type: 'IterationsCadenceID' }),
        ...given(t),
      }),
      run: async (ctx, { groupPath, projectPath, iterationsCadenceId, ...rest }) => {
        if (groupPath == null || projectPath != null)
          throw new Malformed('Iterations belong to groups: the group_path argument is required')
        const group = await load(ctx, 'group:admin-iterations', groupNodeByPath, groupPath)
        const cadenceId = iterationsCadenceId ?? (await onlyCadenceOf(ctx.db, group.id))
        const cadence = await load(ctx, 'group:admin-iterations', cadenceById, cadenceId)
        if (cadence.namespaceId !== group.id) throw new Malformed('The cadence belongs to another group')
        return { iterationId: await createIteration(ctx, cadence, readDays(rest)) }
      },
      payload,
    })
  }
  mutation('updateIteration', {
    description: 'Update an iteration.',
    input: t => ({ groupPath: t.id({ required: true }), id: t.id({ required: true }), ...given(t) }),
    current: async (ctx, { id }) => {
      const iterationId = readLooseId(id, ['Iteration'])
      await lockIteration(ctx, iterationId)
      return { ...(await load(ctx, 'group:admin-iterations', iterationById, iterationId)) }
    },
    run: async (ctx, { groupPath, id, ...rest }) => {
      const group = await load(ctx, 'group:admin-iterations', groupNodeByPath, groupPath)
      const iteration = await load(ctx, 'group:admin-iterations', iterationById, readLooseId(id, ['Iteration']))
      if (iteration.namespaceId !== group.id) throw new Malformed('The iteration belongs to another group')
      await updateIteration(ctx, iteration, readDays(rest))
      return { iterationId: iteration.id }
    },
    payload,
  })
  mutation('iterationDelete', {
    description: 'Delete an iteration.',
    input: t => ({ id: t.field({ type: 'IterationID', required: true }) }),
    run: async (ctx, { id }) => {
      const iteration = await load(ctx, 'group:admin-iterations', iterationById, id)
      await deleteIteration(ctx, iteration)
      return { groupId: iteration.namespaceId }
    },
    payload: groupPayload,
  })
}

const groupPayload = (t: PayloadFields<{ readonly groupId: number }>) => ({
  group: t.field({
    type: Group,
    resolve: ({ groupId }, _args, context) => (groupId === undefined ? null : placeNode(context, groupId)),
  }),
})

/** The one cadence of a group that has no other. @throws Malformed  it has none, or several */
async function onlyCadenceOf(db: GraphqlContext['weft']['db'], groupId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from iteration_cadences where namespace_id = ${groupId} and not automatic limit 2`.execute(db)
  const only = rows.length === 1 ? rows[0] : undefined
  if (only === undefined) throw new Malformed('The iterations_cadence_id argument is required')
  return only.id
}

interface Texts {
  readonly startDate?: string | null | undefined
  readonly dueDate?: string | null | undefined
}

/** Dates that come as texts. @throws Malformed  no day of the calendar */
function readDays<Given extends Texts>(given: Given): Given {
  for (const name of ['startDate', 'dueDate'] as const) {
    const text = given[name]
    if (text != null && !isDay(text)) throw new Malformed(`${JSON.stringify(text)} is not a valid date`)
  }
  return given
}
