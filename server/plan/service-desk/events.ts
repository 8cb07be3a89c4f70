declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'service_desk.updated': { readonly projectId: number }
    /** A person without an account made a request, which is an issue of the support bot. */
    'service_desk.requested': {
      readonly issueId: number
      /** The requester is told that the request was received. */
      readonly isConfirmed: boolean
      /** The mail of the requester. */
      readonly messageId: string | null
    }
  }
}

export {}
