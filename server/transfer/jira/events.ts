declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** The issues of the import wait to be fetched. */
    'jira_import.fetch_due': { readonly importId: number }
  }
}

export {}
