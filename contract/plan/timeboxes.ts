import { Type } from 'typebox'
import { Day } from '#contract/shapes.ts'

/** What a milestone or iteration held at the end of a day, of issues that the viewer may know of. */
export const TimeboxDay = Type.Object({
  date: Day,
  scopeCount: Type.Integer(),
  scopeWeight: Type.Integer(),
  completedCount: Type.Integer(),
  completedWeight: Type.Integer(),
})

/** The day of the start, which takes what happened before, and each day up to the due date on which something changed. */
export const TimeboxDays = Type.Array(TimeboxDay)
