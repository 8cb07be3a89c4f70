import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { Nullable, Words } from '#contract/shapes.ts'

const operation = operationsOf('Pages')

const ScheduleChoice = Type.Object({ iid: Type.Integer(), name: Type.String() })
const GroupChoice = Type.Object({ name: Type.String(), fullPath: Type.String() })

export const EscalationPolicy = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  /** The number of repetitions of the rules, and the minutes after the last rule. */
  repeatCount: Type.Integer(),
  repeatMinutes: Type.Integer(),
  /** The minutes between reminders to the person who acknowledged, until it is resolved; null: never. */
  reminderMinutes: Nullable(Type.Integer()),
  /** The rules in the order in which they page. */
  rules: Type.Array(
    Type.Object({
      /** One of the three is there. */
      user: Nullable(UserBasic),
      schedule: Nullable(ScheduleChoice),
      group: Nullable(GroupChoice),
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
    permissions: Type.Object({
      canAdminEscalations: Type.Boolean(),
      /** Open an incident and page by a policy. */
      canPage: Type.Boolean(),
    }),
    policies: Type.Array(EscalationPolicy),
    /** The targets of a rule besides users. */
    schedules: Type.Array(ScheduleChoice),
    groups: Type.Array(GroupChoice),
  }),
})
