import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { readDay } from '#contract/plan/lists/read-day.ts'
import { isRelativeDay } from '#contract/plan/lists/when-words.ts'
import type { GraphqlContext } from './context.ts'

/**
 * A moment in the filter of a list, whose resolver reads relative days by itself: as the first or last moment of the day, as the
 * pages do.
 */
export const filteredTime = { type: 'Time', extensions: { keepsRelativeDays: true } } as const

/** Replaces relative days in a value of some input type. */
type Replace = (value: unknown, today: string) => unknown

/** Replacements of input values by their types; null where a value contains no days. */
type Replacements = Map<GraphQLInputType, Replace | null>

/**
 * Give the resolvers of a schema days of the calendar for the arguments `today`, `-7d`.
 *
 * @param todayOf  today for the caller of a request, yyyy-mm-dd
 */
export function countRelativeDays(schema: GraphQLSchema, todayOf: (context: GraphqlContext) => string): void {
  const known: Replacements = new Map()
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field
      const replace = replaceParts(field.args, known)
      if (replace === null || resolve === undefined) continue
      field.resolve = (source, args, context: GraphqlContext, info) =>
        resolve(source, replace(args, todayOf(context)), context, info)
    }
  }
}

function replaceIn(type: GraphQLInputType, known: Replacements): Replace | null {
  const named = getNamedType(type)
  if (named.name === 'Time') return wordReplaced(day => `${day}T00:00:00.000Z`)
  if (named.name === 'Date' || named.name === 'ISO8601Date') return wordReplaced(day => day)
  if (!isInputObjectType(named)) return null
  if (!known.has(named)) {
    // A type that contains itself.
    known.set(named, null)
    known.set(named, replaceParts(Object.values(named.getFields()), known))
  }
  return known.get(named) ?? null
}

const wordReplaced =
  (write: (day: string) => string): Replace =>
  (value, today) => {
    const day = typeof value === 'string' && isRelativeDay(value) ? readDay(value, today) : null
    return day === null ? value : write(day)
  }

function replaceParts(parts: readonly (GraphQLArgument | GraphQLInputField)[], known: Replacements): Replace | null {
  const replacements = parts.flatMap(({ name, type, extensions }) => {
    const replace = extensions.keepsRelativeDays === true ? null : replaceIn(type, known)
    return replace === null ? [] : [{ name, replace }]
  })
  if (replacements.length === 0) return null
  return (given, today) => {
    // Arguments and input objects are records by the schema.
    const values: Record<string, unknown> = { ...(given as Readonly<Record<string, unknown>>) }
    for (const { name, replace } of replacements) {
      const value = values[name]
      if (value == null) continue
      values[name] = Array.isArray(value) ? value.map(each => replace(each, today)) : replace(value, today)
    }
    return values
  }
}
