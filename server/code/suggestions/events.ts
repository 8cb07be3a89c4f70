declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'suggestions.applied': {
      readonly issuableId: number
      readonly suggestionIds: readonly number[]
      readonly commitId: string
    }
  }
}
