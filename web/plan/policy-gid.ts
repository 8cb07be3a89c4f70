import { gid } from '#contract/gid.ts'

/** The global id of an escalation policy. */
export const policyGid = (id: number): string => gid('IncidentManagement::EscalationPolicy', id)
