import { namespaceTopic } from '#contract/live-topics.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'deploy_token.created': { readonly deployTokenId: number }
    'deploy_token.revoked': { readonly deployTokenId: number }
    'deploy_token.deleted': { readonly deployTokenId: number }
  }
}

/** A project or group whose code a deploy token reads. */
export interface DeployTokenPlace {
  readonly kind: 'project' | 'group'
  readonly id: number
}

/** The scope of an event about a deploy token: the settings page of its project or group listens to it. */
export const eventScope = (place: DeployTokenPlace) => ({ namespaceId: place.id, topics: [namespaceTopic(place)] })
