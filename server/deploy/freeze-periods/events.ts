declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'freeze_periods.changed': { readonly projectId: number }
  }
}

export {}
