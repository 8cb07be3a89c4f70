import * as contract from '#contract/monitor/alerts/check-ins.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { addCheckIn, changeCheckIn, currentCheckIn, deleteCheckIn, resetUrl } from './change.ts'
import { showCheckIn, showCheckInPage, showCheckIns, showCheckInsPage } from './find.ts'
import { takeCheckIn } from './receive.ts'

const read = { about: projectByRef, ability: 'project:read-alerts' } as const
const edited = { about: projectByRef, ability: 'project:admin-alerts' } as const
const shown = { about: projectByPath, ability: 'project:read-alerts' } as const

/** Jobs that tell that they ran, and the alerts about those that did not. */
export const checkInAnswers: readonly Answer[] = [
  answer(contract.listCheckIns, { ...read, run: showCheckIns }),
  answer(contract.getCheckIn, { ...read, run: (ctx, project, { checkInId }) => showCheckIn(ctx, project, checkInId) }),
  answer(contract.createCheckIn, {
    ...edited,
    run: async (ctx, project, { id: _, ...input }) => showCheckIn(ctx, project, await addCheckIn(ctx, project, input)),
  }),
  answer(contract.updateCheckIn, {
    ...edited,
    current: (ctx, { id }, { checkInId }) => currentCheckIn(ctx, id, checkInId),
    run: async (ctx, project, { id: _id, checkInId, expected: _expected, ...input }) => {
      await changeCheckIn(ctx, project, checkInId, input)
      return showCheckIn(ctx, project, checkInId)
    },
  }),
  answer(contract.resetCheckInUrl, {
    ...edited,
    run: async (ctx, project, { checkInId }) => {
      await resetUrl(ctx, project, checkInId)
      return showCheckIn(ctx, project, checkInId)
    },
  }),
  answer(contract.deleteCheckIn, {
    ...edited,
    run: (ctx, project, { checkInId }) => deleteCheckIn(ctx, project, checkInId),
  }),
  answer(contract.receiveCheckIn, {
    ...{ for: 'anyone', byAddress: true },
    // A job may send its output.
    ignoresBody: true,
    run: takeCheckIn,
  }),
  answer(contract.getCheckInsPage, { ...shown, run: showCheckInsPage }),
  answer(contract.getCheckInPage, { ...shown, run: showCheckInPage }),
]
