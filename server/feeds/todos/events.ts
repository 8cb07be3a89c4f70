declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** To-dos of these people came or went. */
    'todos.changed': { readonly userIds: readonly number[] }
  }
}

export {}
