import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes } from '#contract/shapes.ts'

const operation = operationsOf('Issues')

export const getOnCallCalendar = operation({
  name: 'getOnCallCalendar',
  summary: 'Get the on-call shifts of a project, or those of the current user in it, as a calendar',
  at: 'GET /:namespace/-/oncall_schedules.ics',
  door: 'browser',
  input: Type.Object({
    namespace: Type.String(),
    /** Only one's own shifts. */
    mine: Type.Optional(Type.Boolean()),
    /** A calendar has no session, so the address holds the token. */
    feedToken: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: Bytes,
})
