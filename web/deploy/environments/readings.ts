import { deployedProject, environmentPage, environmentsPage } from '#web/api/operations.gen.ts'

/** The readings that a change of an environment or of a deployment makes stale. */
export const environmentReadings = [environmentPage, environmentsPage, deployedProject]
