import { gid } from '#contract/gid.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { query } from '#web/api/graphql.ts'
import { getGroupIterationPage, getGroupIterationsPage, getIterationsPage } from '#web/api/operations.gen.ts'
import { createCadence } from './create-cadence.graphql.gen.ts'
import { createIteration } from './create-iteration.graphql.gen.ts'
import { deleteCadence as deleteCadenceDocument } from './delete-cadence.graphql.gen.ts'
import { deleteIteration as deleteIterationDocument } from './delete-iteration.graphql.gen.ts'
import { updateCadence } from './update-cadence.graphql.gen.ts'
import { updateIteration } from './update-iteration.graphql.gen.ts'

export type IterationsPageData = ReplyOf<typeof import('#contract/plan/timeboxes/iteration-pages.ts').getIterationsPage>
export type IterationPageData = ReplyOf<
  typeof import('#contract/plan/timeboxes/iteration-pages.ts').getGroupIterationPage
>
export type CadenceData = IterationsPageData['cadences'][number]
export type IterationData = CadenceData['iterations'][number]

/** What a change of cadences and iterations makes stale. */
export const iterationReadings = [getIterationsPage, getGroupIterationsPage, getGroupIterationPage]

export interface CadenceValues {
  readonly title: string
  readonly description: string
  readonly startDate: string | null
  readonly durationInWeeks: number | null
  readonly iterationsInAdvance: number | null
  readonly automatic: boolean
  readonly rollOver: boolean
}

export interface IterationValues {
  readonly title: string | null
  readonly description: string
  readonly startDate: string
  readonly dueDate: string
}

const cadenceGid = (id: number): string => gid('Iterations::Cadence', id)
const iterationGid = (id: number): string => gid('Iteration', id)

/** The values that differ from those that were shown: others may change the rest meanwhile. */
function changesOf<Values extends object>(shown: Values, values: Values): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[]
  // The names and values are those of the whole.
  return Object.fromEntries(
    names.filter(name => values[name] !== shown[name]).map(name => [name, values[name]]),
  ) as Partial<Values>
}

/** @param shown  null: a new one */
export const saveCadence = (groupPath: string, shown: CadenceData | null, values: CadenceValues): Promise<unknown> =>
  shown === null
    ? query(createCadence, { groupPath, ...values })
    : query(updateCadence, { id: cadenceGid(shown.id), ...changesOf<CadenceValues>(shown, values) })

export const deleteCadence = (id: number): Promise<unknown> => query(deleteCadenceDocument, { id: cadenceGid(id) })

/** @param iterationId  null: a new one of the cadence */
export const saveIteration = (
  groupPath: string,
  cadenceId: number,
  shown: (IterationValues & { readonly id: number }) | null,
  values: IterationValues,
): Promise<unknown> =>
  shown === null
    ? query(createIteration, { groupPath, cadenceId: cadenceGid(cadenceId), ...values })
    : query(updateIteration, { groupPath, id: iterationGid(shown.id), ...changesOf<IterationValues>(shown, values) })

export const deleteIteration = (id: number): Promise<unknown> =>
  query(deleteIterationDocument, { id: iterationGid(id) })
