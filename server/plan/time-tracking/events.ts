declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'issue.estimated': { readonly issueId: number; readonly from: number; readonly to: number }
    /** `seconds` is negative where time was subtracted. */
    'issue.time_spent': { readonly issueId: number; readonly seconds: number }
  }
}

export {}
