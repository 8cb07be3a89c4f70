declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'survey.answered': { readonly answerId: number }
    /** A user dismissed the survey for themselves. */
    'survey.dismissed': { readonly userId: number }
  }
}

export {}
