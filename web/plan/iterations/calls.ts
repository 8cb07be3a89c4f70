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

/** The queries that a change of cadences and iterations makes stale. */
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
  readonly title: string
  readonly description: string
  readonly startDate: string | null
  readonly dueDate: string | null
}

const cadenceGid = (id: number): string => gid('Iterations::Cadence', id)
const iterationGid = (id: number): string => gid('Iteration', id)

export const addCadence = (groupPath: string, values: CadenceValues): Promise<unknown> =>
  query(createCadence, { groupPath, ...values })

/** @param expected  the former values of the changed fields */
export const saveCadence = (
  id: number,
  changes: Partial<CadenceValues>,
  expected: Partial<CadenceValues>,
): Promise<unknown> => query(updateCadence, { id: cadenceGid(id), ...changes, expected })

export const deleteCadence = (id: number): Promise<unknown> => query(deleteCadenceDocument, { id: cadenceGid(id) })

export const addIteration = (
  groupPath: string,
  cadenceId: number,
  { startDate, dueDate, ...values }: IterationValues,
): Promise<unknown> =>
  query(createIteration, {
    groupPath,
    cadenceId: cadenceGid(cadenceId),
    ...values,
    startDate: startDate ?? '',
    dueDate: dueDate ?? '',
  })

/** @param expected  the former values of the changed fields */
export const saveIteration = (
  groupPath: string,
  id: number,
  changes: Partial<IterationValues>,
  expected: Partial<IterationValues>,
): Promise<unknown> => query(updateIteration, { groupPath, id: iterationGid(id), ...changes, expected })

export const deleteIteration = (id: number): Promise<unknown> =>
  query(deleteIterationDocument, { id: iterationGid(id) })
