import { type RawBuilder, sql } from 'kysely'

/** Whether no user can approve for a rule `ar`, as for sections of code without owners: it needs no approvals. */
const namesNobody: RawBuilder<boolean> = sql<boolean>`ar.rule_type <> 'any_approver' and ar.owner_roles = '{}'
    and not exists (select 1 from approval_rule_users ru where ru.rule_id = ar.id)
    and not exists (select 1 from approval_rule_groups rg where rg.rule_id = ar.id)`

/**
 * Whether it lacks approvals that a rule requires, over `merge_requests mr`. Code owners can have hundreds of rules:
 * most are decided together.
 */
export const lacksApprovals: RawBuilder<boolean> = sql<boolean>`exists (select 1 from approval_rules_of(mr.id, mr.namespace_id) ar
  where ar.approvals_required > 0 and ar.id <> all (array(select approved_owner_rules(mr.id, mr.namespace_id)))
    and case when ${namesNobody} then false else approvals_left(ar, mr.id) > 0 end)`

/** Whether a user approved it and no rule needs more, over `merge_requests mr`. */
export const isApproved: RawBuilder<boolean> = sql<boolean>`(exists (select 1 from merge_request_approvals aa where aa.merge_request_id = mr.id)
  and not ${lacksApprovals})`
