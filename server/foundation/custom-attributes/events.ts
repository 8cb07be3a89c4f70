declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'custom_attribute.set': AttributeEvent
    'custom_attribute.deleted': AttributeEvent
  }
}

interface AttributeEvent {
  readonly kind: 'user' | 'group' | 'project'
  readonly id: number
  readonly key: string
}

export {}
