import { Type } from 'typebox'
import { dayFiltersOf, inputsOf } from '#contract/plan/lists/list-filters.ts'
import { Words } from '#contract/shapes.ts'
import { todoFields } from './todo-fields.ts'

export const todoOrders = ['created_at', 'updated_at', 'snoozed_until', 'due_date', 'label_priority'] as const

const filters = inputsOf(todoFields, 'to_do')

export const todoFilters = {
  ...filters.is,
  /** Text in the title of the item. */
  search: Type.Optional(Type.String({ maxLength: 1000 })),
  ...dayFiltersOf('to_do'),
  or: Type.Optional(Type.Object(filters.or)),
  not: Type.Optional(Type.Object(filters.not)),
}

export const todoSorting = {
  orderBy: Type.Optional(Words(todoOrders)),
  sort: Type.Optional(Words(['asc', 'desc'])),
}
