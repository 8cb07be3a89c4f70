declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'survey.answered': { readonly answerId: number }
    /** By one person, for themselves. */
    'survey.dismissed': { readonly userId: number }
  }
}

export {}
