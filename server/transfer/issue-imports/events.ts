declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** The import has work to do: it begins, or gives way to other jobs before it goes on. */
    'issue_import.due': {
      readonly importId: number
      /** The start time of the import that the job continues. */
      readonly startedAt?: string
    }
    'issue_import.advanced': { readonly importId: number }
    /** The import has ended: finished, failed or cancelled. */
    'issue_import.ended': { readonly importId: number }
  }
}

export {}
