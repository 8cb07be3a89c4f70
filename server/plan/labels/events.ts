declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'label.created': { readonly labelId: number }
    'label.updated': { readonly labelId: number }
    'label.deleted': { readonly labelId: number; readonly title: string }
    /** A job merges a label of many items into another one. */
    'label.merge_started': {
      readonly labelId: number
      readonly intoId: number
      readonly placeId: number
      readonly placeKind: 'project' | 'group'
    }
    /** Some items of a label got the other label. */
    'label.merge_advanced': { readonly labelId: number; readonly intoId: number }
    /** All items have the other label; the merged one is deleted next. */
    'label.merged': {
      readonly labelId: number
      readonly title: string
      readonly intoId: number
      readonly intoTitle: string
    }
    /** A project's label became one of its group. Those that joined it are deleted next. */
    'label.promoted': { readonly labelId: number; readonly groupId: number; readonly joinedIds: readonly number[] }
  }
}
