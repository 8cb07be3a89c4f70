import { Type } from 'typebox'
import { TimeZone, When, Words } from '#contract/shapes.ts'

export const todoOrders = ['created_at', 'updated_at', 'snoozed_until', 'due_date', 'label_priority'] as const

const text = Type.Optional(Type.String({ maxLength: 1000 }))
const texts = Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 100 }))

/** The attributes by which to-dos are filtered: by one value, by several, or negated. Unknown values match nothing. */
const attributesAs = <Value extends typeof text | typeof texts>(value: Value) => ({
  action: value,
  authorUsername: value,
  /** Full path. */
  project: value,
  /** Full path; with everything below it. */
  group: value,
  /** A type of item in lower case, or a class of the API: `Issue`, `MergeRequest`. */
  type: value,
  targetState: value,
})

export const todoFilters = {
  ...attributesAs(text),
  authorId: Type.Optional(Type.Integer()),
  projectId: Type.Optional(Type.Integer()),
  groupId: Type.Optional(Type.Integer()),
  /** In the title of the item. */
  search: text,
  createdAfter: Type.Optional(When),
  createdBefore: Type.Optional(When),
  timeZone: Type.Optional(TimeZone),
  or: Type.Optional(Type.Object(attributesAs(texts))),
  not: Type.Optional(Type.Object(attributesAs(text))),
}

export const todoSorting = {
  orderBy: Type.Optional(Words(todoOrders)),
  sort: Type.Optional(Words(['asc', 'desc'])),
}
