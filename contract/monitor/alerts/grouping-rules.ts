import { type Static, Type } from 'typebox'
import { groupingLimits } from './grouping-fields.ts'

/** Alerts that share the values of all fields, each within so many minutes of the one before, are one group. */
export const GroupingRule = Type.Object({
  fields: Type.Array(Type.String({ minLength: 1, maxLength: groupingLimits.fieldName }), {
    minItems: 1,
    maxItems: groupingLimits.fields,
  }),
  minutes: Type.Integer({ minimum: 1, maximum: groupingLimits.minutes }),
})
export type GroupingRule = Static<typeof GroupingRule>

/** The rules of a project that has not chosen any. */
export const defaultGroupingRules: readonly GroupingRule[] = [{ fields: ['service'], minutes: 10 }]
