declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'escalation_policy.created': { readonly policyId: number }
    'escalation_policy.updated': { readonly policyId: number }
    'escalation_policy.deleted': { readonly policyId: number; readonly name: string }
    /** Somebody is to be paged about the incident at once. */
    'escalation.due': { readonly issueId: number }
    /** The people of some rules are paged. */
    'escalation.paged': { readonly issueId: number; readonly pages: readonly PageOfRule[] }
  }
}

/** A rule that pages somebody, as it was then. */
export interface PageOfRule {
  readonly ruleId: number
  readonly userId: number
  readonly status: 'ACKNOWLEDGED' | 'RESOLVED'
  readonly elapsedMinutes: number
}
