import type { DeploymentStatus } from '#contract/deploy/environments/environment-words.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'environment.created': { readonly environmentId: number }
    'environment.changed': { readonly environmentId: number }
    'environment.deleted': { readonly environmentId: number; readonly name: string }
    'deployment.changed': {
      readonly deploymentId: number
      /** Null for a new one. */
      readonly before: DeploymentStatus | null
      readonly status: DeploymentStatus
    }
    'deployment.reviewed': { readonly deploymentId: number }
    /** Its merge requests are known. */
    'deployment.compared': { readonly deploymentId: number }
    'deployment.deleted': { readonly deploymentId: number }
  }
}
