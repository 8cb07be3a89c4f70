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
    /** The person who acknowledged the incident is to be reminded of it. */
    'escalation.reminded': { readonly issueId: number; readonly userId: number; readonly minutes: number }
  }
}

/** A page of a user by a rule, as it was at that moment. */
export interface PageOfRule {
  /** 0 for a page by hand. */
  readonly ruleId: number
  readonly userId: number
  readonly status: 'ACKNOWLEDGED' | 'RESOLVED'
  readonly elapsedMinutes: number
  /** If no one could be paged at the level before, this one did not wait. */
  readonly isEarly?: boolean
}
