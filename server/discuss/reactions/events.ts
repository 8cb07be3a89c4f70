interface Award {
  readonly id: number
  readonly userId: number
  readonly createdAt: string
}

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A user reacted to an issuable (`noteId` null) or to a note of it. */
    'reaction.added': {
      readonly issuableId: number
      readonly noteId: number | null
      readonly name: string
      readonly award?: Award
    }
    'reaction.removed': {
      readonly issuableId: number
      readonly noteId: number | null
      readonly name: string
      readonly award?: Award
    }
  }
}

export {}
