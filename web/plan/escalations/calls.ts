import type { ReplyOf } from '#contract/operation.ts'
import { query } from '#web/api/graphql.ts'
import { getEscalationPoliciesPage } from '#web/api/operations.gen.ts'
import type { Candidate } from '#web/plan/pickers/search.ts'
import { createPolicy } from './create-policy.graphql.gen.ts'
import { deletePolicy } from './delete-policy.graphql.gen.ts'
import { policyGid } from './policy-gid.ts'
import { searchPolicies } from './search-policies.graphql.gen.ts'
import { updatePolicy } from './update-policy.graphql.gen.ts'

export type PoliciesPageData = ReplyOf<
  typeof import('#contract/plan/incidents/escalation-policies.ts').getEscalationPoliciesPage
>
export type PolicyData = PoliciesPageData['policies'][number]
export type RuleStatus = PolicyData['rules'][number]['status']

/** The queries that a change of policies makes stale. */
export const policyReadings = [getEscalationPoliciesPage, searchPolicies]

/** A rule in the form. */
export interface RuleDraft {
  readonly key: number
  readonly user: Pick<Candidate, 'id' | 'name' | 'username'> | null
  readonly minutes: number | null
  readonly status: RuleStatus
}

export interface PolicyValues {
  readonly name: string
  readonly description: string
  readonly rules: readonly RuleDraft[]
}

const rulesOnWire = (rules: readonly RuleDraft[]) =>
  rules.map(({ user, minutes, status }) => ({
    username: user?.username ?? '',
    elapsedTimeSeconds: (minutes ?? 0) * 60,
    status,
  }))

const onWire = ({ rules, ...values }: Partial<PolicyValues>) => ({
  ...values,
  ...(rules === undefined ? {} : { rules: rulesOnWire(rules) }),
})

export const addPolicy = (projectPath: string, { name, description, rules }: PolicyValues): Promise<unknown> =>
  query(createPolicy, { projectPath, name, description, rules: rulesOnWire(rules) })

/** @param expected  the former values of the changed fields */
export const savePolicy = (
  id: number,
  changes: Partial<PolicyValues>,
  expected: Partial<PolicyValues>,
): Promise<unknown> => query(updatePolicy, { id: policyGid(id), ...onWire(changes), expected: onWire(expected) })

export const removePolicy = (id: number): Promise<unknown> => query(deletePolicy, { id: policyGid(id) })
