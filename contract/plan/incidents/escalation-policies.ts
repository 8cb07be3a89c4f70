import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { Words } from '#contract/shapes.ts'

const operation = operationsOf('Pages')

export const EscalationPolicy = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  /** The rules in the order in which they page. */
  rules: Type.Array(
    Type.Object({
      user: UserBasic,
      elapsedMinutes: Type.Integer(),
      /** The status from which the rule no longer pages. */
      status: Words(['ACKNOWLEDGED', 'RESOLVED']),
    }),
  ),
})

export const getEscalationPoliciesPage = operation({
  name: 'getEscalationPoliciesPage',
  summary: 'Get data for the escalation policies page of a project',
  at: 'GET /-/pages/escalation_policies',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    namespace: PlaceHeader,
    permissions: Type.Object({ canAdminEscalations: Type.Boolean() }),
    policies: Type.Array(EscalationPolicy),
  }),
})
