import * as contract from '#contract/monitor/alerts/maintenance-windows.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import {
  addWindow,
  changeWindow,
  currentOf,
  deleteWindow,
  showWindow,
  showWindows,
  showWindowsPage,
} from './windows.ts'

const read = { about: projectByRef, ability: 'project:read-alerts' } as const
const edited = { about: projectByRef, ability: 'project:escalate-alerts' } as const

/** Times in which alerts neither create incidents nor page. */
export const maintenanceAnswers: readonly Answer[] = [
  answer(contract.listMaintenanceWindows, { ...read, run: showWindows }),
  answer(contract.getMaintenanceWindow, {
    ...read,
    run: (ctx, { id }, { windowId }) => showWindow(ctx, id, windowId),
  }),
  answer(contract.createMaintenanceWindow, {
    ...edited,
    run: async (ctx, { id }, input) => showWindow(ctx, id, await addWindow(ctx, id, input)),
  }),
  answer(contract.updateMaintenanceWindow, {
    ...edited,
    current: (ctx, { id }, { windowId }) => currentOf(ctx, id, windowId),
    run: async (ctx, { id }, { windowId, ...input }) => {
      await changeWindow(ctx, id, windowId, input)
      return showWindow(ctx, id, windowId)
    },
  }),
  answer(contract.deleteMaintenanceWindow, {
    ...edited,
    run: (ctx, { id }, { windowId }) => deleteWindow(ctx, id, windowId),
  }),
  answer(contract.getMaintenanceWindowsPage, {
    about: projectByPath,
    ability: 'project:read-alerts',
    run: showWindowsPage,
  }),
]
