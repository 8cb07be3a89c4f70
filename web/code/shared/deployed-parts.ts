import type { ComponentType } from 'react'

/** The lines of a higher floor that say to which environments a merge request or a commit is deployed. */
export interface DeployedParts {
  mergeRequest: ComponentType<{ readonly namespace: string; readonly iid: number }> | null
  commit: ComponentType<{ readonly namespace: string; readonly sha: string }> | null
}

// `web/deploy/routes.ts` names them before a page of code shows.
export const deployedParts: DeployedParts = { mergeRequest: null, commit: null }
