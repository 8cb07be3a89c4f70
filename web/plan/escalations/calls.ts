import type { ReplyOf } from '#contract/operation.ts'
import { query } from '#web/api/graphql.ts'
import { getEscalationPoliciesPage } from '#web/api/operations.gen.ts'
import type { Candidate } from '#web/plan/pickers/search.ts'
import { policyGid } from '#web/plan/policy-gid.ts'
import { createPolicy } from './create-policy.graphql.gen.ts'
import { deletePolicy } from './delete-policy.graphql.gen.ts'
import { pageByPolicy } from './page-by-policy.graphql.gen.ts'
import { searchPolicies } from './search-policies.graphql.gen.ts'
import { updatePolicy } from './update-policy.graphql.gen.ts'

export type PoliciesPageData = ReplyOf<
  typeof import('#contract/plan/incidents/escalation-policies.ts').getEscalationPoliciesPage
>
export type PolicyData = PoliciesPageData['policies'][number]
export type RuleStatus = PolicyData['rules'][number]['status']

/** The queries that a change of policies makes stale. */
export const policyReadings = [getEscalationPoliciesPage, searchPolicies]

/** Whom a rule pages. */
export type RuleTarget =
  | ({ readonly kind: 'user' } & Pick<Candidate, 'id' | 'name' | 'username'>)
  | ({ readonly kind: 'schedule' } & PoliciesPageData['schedules'][number])
  | ({ readonly kind: 'group' } & PoliciesPageData['groups'][number])

/** A rule in the form. */
export interface RuleDraft {
  readonly key: number
  readonly target: RuleTarget | null
  readonly minutes: number | null
  readonly status: RuleStatus
}

export interface PolicyValues {
  readonly name: string
  readonly description: string
  readonly rules: readonly RuleDraft[]
  readonly repeatCount: number | null
  readonly repeatMinutes: number | null
  /** Null: never. */
  readonly reminderMinutes: number | null
}

function targetOnWire(target: RuleTarget | null) {
  switch (target?.kind) {
    case 'schedule':
      return { oncallScheduleIid: String(target.iid) }
    case 'group':
      return { groupPath: target.fullPath }
    default:
      return { username: target?.username ?? '' }
  }
}

const rulesOnWire = (rules: readonly RuleDraft[]) =>
  rules.map(({ target, minutes, status }) => ({
    ...targetOnWire(target),
    elapsedTimeSeconds: (minutes ?? 0) * 60,
    status,
  }))

const onWire = ({ rules, ...values }: Partial<PolicyValues>) => ({
  ...values,
  ...(rules === undefined ? {} : { rules: rulesOnWire(rules) }),
})

export const addPolicy = (projectPath: string, { rules, ...values }: PolicyValues): Promise<unknown> =>
  query(createPolicy, { projectPath, ...values, rules: rulesOnWire(rules) })

/** @param expected  the former values of the changed fields */
export const savePolicy = (
  id: number,
  changes: Partial<PolicyValues>,
  expected: Partial<PolicyValues>,
): Promise<unknown> =>
  query(updatePolicy, { input: { id: policyGid(id), ...onWire(changes), expected: onWire(expected) } })

export const removePolicy = (id: number): Promise<unknown> => query(deletePolicy, { id: policyGid(id) })

/** Open an incident and page by a policy. @returns its path */
export const pagePolicy = async (id: number, title: string): Promise<string | null> => {
  const { escalationPolicyPage } = await query(pageByPolicy, { id: policyGid(id), title })
  return escalationPolicyPage?.issue?.webPath ?? null
}
