import * as contract from '#contract/deploy/environments/freeze-periods.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer, type Slice } from '#server/slice.ts'
import './events.ts'
import {
  addFreezePeriod,
  changeFreezePeriod,
  deleteFreezePeriod,
  lockedFreezePeriod,
  showFreezePeriod,
  showFreezePeriods,
} from './periods.ts'

const read = { about: projectByRef, ability: 'project:read-deploy-settings' } as const
const administered = { about: projectByRef, ability: 'project:admin-environments' } as const

const answers: readonly Answer[] = [
  answer(contract.listFreezePeriods, { ...read, run: showFreezePeriods }),
  answer(contract.getFreezePeriod, {
    ...read,
    run: (ctx, { id }, { freezePeriodId }) => showFreezePeriod(ctx, id, freezePeriodId),
  }),
  answer(contract.createFreezePeriod, {
    ...administered,
    run: async (ctx, { id }, input) => showFreezePeriod(ctx, id, await addFreezePeriod(ctx, id, input)),
  }),
  answer(contract.updateFreezePeriod, {
    ...administered,
    current: (ctx, { id }, { freezePeriodId }) => lockedFreezePeriod(ctx, id, freezePeriodId),
    run: async (ctx, { id }, { freezePeriodId, ...input }) => {
      await changeFreezePeriod(ctx, id, freezePeriodId, input)
      return showFreezePeriod(ctx, id, freezePeriodId)
    },
  }),
  answer(contract.deleteFreezePeriod, {
    ...administered,
    run: (ctx, { id }, { freezePeriodId }) => deleteFreezePeriod(ctx, id, freezePeriodId),
  }),
]

/** Times in which nothing should be deployed. */
export const freezePeriods: Slice = { name: 'freeze-periods', answers }
