import { Type } from 'typebox'
import { CommaList, TimeZone, When } from '#contract/shapes.ts'

/** The filters by moments that every list has. */
export const whenFilters = {
  createdAfter: Type.Optional(When),
  createdBefore: Type.Optional(When),
  updatedAfter: Type.Optional(When),
  updatedBefore: Type.Optional(When),
  closedAfter: Type.Optional(When),
  closedBefore: Type.Optional(When),
  /** Where days begin and end. Without it they are days in UTC, and `2026-01-31` is their first moment. */
  timeZone: Type.Optional(TimeZone),
}

/** The filters by planned days of issues and epics. */
export const dayFilters = {
  startAfter: Type.Optional(When),
  startBefore: Type.Optional(When),
  dueAfter: Type.Optional(When),
  dueBefore: Type.Optional(When),
}

const texts = Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 100 }))

/** The filters by one of several values that issues and merge requests have: `or[label_name][]=bug&or[label_name][]=ui`. */
export const unionedFilters = {
  labelName: Type.Optional(CommaList),
  authorUsername: texts,
  assigneeUsername: texts,
  milestone: texts,
  myReactionEmoji: texts,
}
