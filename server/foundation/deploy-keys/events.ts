import { deployKeyTopic, repositoryTopic } from '#contract/live-topics.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A project can be read, or pushed to, with the key. */
    'deploy_key.enabled': { readonly deployKeyId: number; readonly canPush: boolean }
    'deploy_key.updated': { readonly deployKeyId: number; readonly canPush: boolean }
    'deploy_key.removed': { readonly deployKeyId: number }
  }
}

/** Pages of the project refetch, and open connections of the key end. */
export const scopeOf = (projectId: number, deployKeyId: number) => ({
  namespaceId: projectId,
  topics: [repositoryTopic(projectId), deployKeyTopic(deployKeyId)],
})
