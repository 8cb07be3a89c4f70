import type { Replicable } from '#contract/foundation/geo/replicables.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'geo_node.created': { readonly nodeId: number; readonly name: string }
    'geo_node.updated': { readonly nodeId: number; readonly name: string }
    'geo_node.deleted': { readonly nodeId: number; readonly name: string }
    'geo_node.key_created': { readonly nodeId: number; readonly name: string }
    /** An administrator wants items copied or verified again. */
    'geo_registry.requested': {
      readonly replicable: Replicable
      readonly action: 'resync' | 'reverify'
      readonly count: number
    }
  }
}
