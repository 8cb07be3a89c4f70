declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'custom_attribute.set': { readonly kind: 'user' | 'group' | 'project'; readonly id: number; readonly key: string }
    'custom_attribute.deleted': {
      readonly kind: 'user' | 'group' | 'project'
      readonly id: number
      readonly key: string
    }
  }
}

export {}
