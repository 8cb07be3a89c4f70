declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'escalation_policy.created': { readonly policyId: number }
    'escalation_policy.updated': { readonly policyId: number }
    'escalation_policy.deleted': { readonly policyId: number; readonly name: string }
    /** A rule of the policy of an incident or alert pages someone without waiting. */
    'escalation.due': { readonly issueId: number }
    /** The users of these rules are to be paged about the incident or alert. */
    'escalation.paged': {
      readonly issueId: number
      /** Absent in events that were recorded before alerts paged people: those of incidents. */
      readonly type?: string
      readonly pages: readonly PageOfRule[]
    }
  }
}

/** A rule that pages a user, as it was at that moment. */
export interface PageOfRule {
  readonly ruleId: number
  readonly userId: number
  readonly status: 'ACKNOWLEDGED' | 'RESOLVED'
  readonly elapsedMinutes: number
}
