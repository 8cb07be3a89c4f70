import SchemaBuilder from '@pothos/core'
import { GraphQLError } from 'graphql'
import { isRelativeDay } from '#contract/plan/lists/when-words.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { hasRealDay, isDay } from '#server/platform/text/day.ts'
import type { GraphqlContext } from './context.ts'
import { discussionClasses, type GlobalRef, idClasses, kindClasses, readGid, readNumericGid } from './ids.ts'

type Scalar<Input, Output = Input> = { Input: Input; Output: Output }

type IdScalars = { [Name in keyof typeof idClasses]: Scalar<number, string> } & {
  [Name in keyof typeof kindClasses]: Scalar<GlobalRef, string>
}

/** The builder of the schema: every slice's `fields.ts` adds its types and fields to it. */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext
  Scalars: IdScalars & {
    ID: Scalar<string, string | number>
    Time: Scalar<string>
    Date: Scalar<string>
    ISO8601Date: Scalar<string>
    Color: Scalar<string>
    JSON: Scalar<unknown>
    BigInt: Scalar<string, string | number>
    JsonString: Scalar<string>
    PayloadAlertFieldPathSegment: Scalar<string | number>
    DiscussionID: Scalar<string>
    Upload: Scalar<TemporaryFile, never>
  }
}>({})

export type SchemaTypes = typeof builder.$inferSchemaTypes

const isText = (value: unknown): value is string => typeof value === 'string'

/** Characters of a wrong value that the error repeats. */
const longestShown = 1_000
/** Matching the patterns takes time in the square of the length. */
const longestTime = 100

function refuse(value: unknown, wanted: string): never {
  throw new GraphQLError(`${JSON.stringify(value).slice(0, longestShown)} is not a valid ${wanted}`)
}

/**
 * A moment as ISO 8601 with milliseconds, UTC; a day alone is its midnight. A day relative to today stays as it is: queries are
 * compiled once for all callers, and `relative-days.ts` counts it for the caller of each request.
 */
function readTime(value: unknown): string {
  if (isText(value) && isRelativeDay(value)) return value
  const isMoment =
    isText(value) &&
    value.length <= longestTime &&
    hasRealDay(value) &&
    /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(value.trim())
  const moment = isMoment
    ? new Date(/[T ].*(Z|[+-]\d\d:?\d\d)$/.test(value) || isDay(value) ? value : `${value}Z`)
    : new Date(Number.NaN)
  // The result is NaN for text that is no moment. A time zone may lead out of the years that can be stored.
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? moment.toISOString() : refuse(value, 'time')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const readDay = (value: unknown): string =>
  isText(value) && (isDay(value) || isRelativeDay(value)) ? value : refuse(value, 'date')

builder.scalarType('Time', {
  description:
    'A date and time in ISO 8601 format, or a day relative to today in the time zone of the caller: `today`, `-7d`, `+2w`.',
  serialize: value => value,
  parseValue: readTime,
})
builder.scalarType('Date', {
  description:
    'A date in the format YYYY-MM-DD, or relative to today in the time zone of the caller: `today`, `-7d`, `+2w`.',
  serialize: value => value,
  parseValue: readDay,
})
builder.scalarType('ISO8601Date', {
  description:
    'A date in the format YYYY-MM-DD, or relative to today in the time zone of the caller: `today`, `-7d`, `+2w`.',
  serialize: value => value,
  parseValue: readDay,
})
builder.scalarType('Color', {
  description: 'A color as #rrggbb or a CSS color name.',
  serialize: value => value,
  parseValue: value => (isText(value) ? value : refuse(value, 'color')),
})
builder.scalarType('JSON', { description: 'Any JSON value.', serialize: value => value, parseValue: value => value })
builder.scalarType('BigInt', {
  description: 'An integer of any size, as a string.',
  serialize: value => String(value),
  parseValue: value => (/^-?\d{1,40}$/.test(String(value)) ? String(value) : refuse(value, 'whole number')),
})
builder.scalarType('JsonString', {
  description: 'JSON in a string.',
  serialize: value => value,
  parseValue: value => (isText(value) && isJson(value) ? value : refuse(value, 'JSON string')),
})
builder.scalarType('PayloadAlertFieldPathSegment', {
  description: 'The name of a member of an object, or a place in a list, from 0.',
  serialize: value => value,
  parseValue: value =>
    (isText(value) && value !== '') || (Number.isSafeInteger(value) && Number(value) >= 0)
      ? (value as string | number)
      : refuse(value, 'path segment'),
})
builder.scalarType('DiscussionID', {
  description: `gid://gitlab/Discussion/<40 hex digits>`,
  serialize: value => value,
  parseValue: value => readGid(value, discussionClasses).id,
})
builder.scalarType('Upload', {
  description: 'A file in a multipart request.',
  serialize: value => value,
  parseValue: value => (value instanceof TemporaryFile ? value : refuse(value, 'upload')),
})
for (const [name, classes] of Object.entries(idClasses)) {
  // The names are the keys of the table that also gives the scalars their types.
  builder.scalarType(name as keyof typeof idClasses, {
    description: `gid://gitlab/${classes[0]}/1`,
    serialize: value => value,
    parseValue: value => readNumericGid(value, classes).id,
  })
}
for (const [name, classes] of Object.entries(kindClasses)) {
  builder.scalarType(name as keyof typeof kindClasses, {
    description: `A global ID such as gid://gitlab/${classes[0]}/1, or of a related type.`,
    serialize: value => value,
    parseValue: value => readNumericGid(value, classes),
  })
}

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})

/** The values of an enum, each under its own name. */
export function words<const Names extends readonly string[]>(
  names: Names,
): { [Name in Names[number]]: { value: Name } } {
  // Every name of the list is a key, by construction.
  return Object.fromEntries(names.map(name => [name, { value: name }])) as never
}

/** The sorts by moments that lists have, by the names of the product, old and new. */
export const dateSorts = [
  'CREATED_ASC',
  'CREATED_DESC',
  'UPDATED_ASC',
  'UPDATED_DESC',
  'created_asc',
  'created_desc',
  'updated_asc',
  'updated_desc',
] as const
