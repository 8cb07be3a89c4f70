/** The global id of an escalation policy. */
export const policyGid = (id: number): string => `gid://gitlab/IncidentManagement::EscalationPolicy/${id}`
