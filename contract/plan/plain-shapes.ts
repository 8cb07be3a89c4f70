import { type TInteger, type TOptional, type TSchema, Type } from 'typebox'
import { Day, Nullable, Words } from '#contract/shapes.ts'
import {
  type BulkName,
  bulkNames,
  declarationOf,
  type FilteredName,
  type FlagName,
  filteredNames,
  type KindOf,
  type NegatedName,
  namesIn,
  negatedNames,
  type PlainAttribute,
  type PlainName,
  plainAttributes,
  plainNames,
  type ShownIn,
  type SortWord,
  sortedNames,
  type View,
} from './plain-attributes.ts'

const shapes = { flag: Type.Boolean(), day: Nullable(Day), count: Nullable(Type.Integer()) }

type ShapeOf<Name extends PlainName> = (typeof shapes)[KindOf<Name>]
type ShapesOf<Names extends PlainName> = { [Name in Names]: ShapeOf<Name> }
type InputsOf<Names extends PlainName> = { [Name in Names]: TOptional<ShapeOf<Name>> }

const boundsOf = (attribute: PlainAttribute) =>
  attribute.kind === 'count' ? { minimum: attribute.minimum, maximum: attribute.maximum } : {}

const boundedShape = (attribute: PlainAttribute): TSchema =>
  attribute.kind === 'count' ? Nullable(Type.Integer(boundsOf(attribute))) : shapes[attribute.kind]

const each = (names: readonly PlainName[], shapeOf: (attribute: PlainAttribute) => TSchema) =>
  Object.fromEntries(names.map(name => [name, shapeOf(declarationOf(name))]))

// The casts hold: the shape of each name is that of its kind.

/** The plain attributes in replies. */
export const plainReplies = each(plainNames, ({ kind }) => shapes[kind]) as ShapesOf<PlainName>

/** Shapes without the plain attributes that issues alone have: merge requests share the flags, but no days and counts. */
export const withFlagsOnly = <T extends object>(properties: T) =>
  // Just those names are gone: the type says the same.
  Object.fromEntries(
    Object.entries(properties).filter(([name]) => !plainNames.some(each => each === name && !isFlag(each))),
  ) as Omit<T, Exclude<PlainName, FlagName>>

const isFlag = (name: PlainName): name is FlagName => declarationOf(name).kind === 'flag'

/** The plain attributes of a view, in replies. */
export const repliesIn = <V extends View>(view: V) =>
  each(namesIn(view), ({ kind }) => shapes[kind]) as ShapesOf<ShownIn<V>>

/** The plain attributes as inputs with their bounds: values out of bounds fail validation. */
export const plainInputs = each(plainNames, attribute => Type.Optional(boundedShape(attribute))) as InputsOf<PlainName>

/** The plain attributes of a view, as inputs with their bounds. */
export const inputsIn = <V extends View>(view: V) =>
  each(namesIn(view), attribute => Type.Optional(boundedShape(attribute))) as InputsOf<ShownIn<V>>

/** The plain attributes as inputs without bounds: the server answers values out of bounds with a sentence for the form. */
export const unboundedPlainInputs = each(plainNames, ({ kind }) =>
  Type.Optional(shapes[kind]),
) as unknown as InputsOf<PlainName>

const FlagOrBlank = Words(['true', 'false', ''])

/** The plain attributes of bulk edits: an empty text leaves them as they are. */
export const bulkPlainInputs = each(bulkNames, () => Type.Optional(FlagOrBlank)) as {
  [Name in BulkName]: TOptional<typeof FlagOrBlank>
}

/** The values of filters by day. */
export const daySpans = [
  '0',
  'any',
  'today',
  'tomorrow',
  'overdue',
  'week',
  'month',
  'next_month_and_previous_two_weeks',
] as const

const filterShapes = {
  flag: Type.Boolean(),
  day: Words(daySpans),
  // A count, or the words None and Any, in any case.
  count: Type.Unsafe<number | string>({ type: ['integer', 'string'] }),
}

/** The filters of lists by plain attributes. */
export const plainFilters = each(filteredNames, attribute =>
  Type.Optional(Type.Unsafe({ ...filterShapes[attribute.kind], ...boundsOf(attribute) })),
) as {
  [Name in FilteredName]: TOptional<(typeof filterShapes)[KindOf<Name>]>
}

/** The negated filters, which leave out one value. */
export const negatedPlainFilters = each(negatedNames, attribute =>
  Type.Optional(Type.Integer(boundsOf(attribute))),
) as { [Name in NegatedName]: TOptional<TInteger> }

/** The sort orders of lists by plain attributes. */
export const plainOrders: readonly SortWord[] = sortedNames.map(name => plainAttributes[name].sort.word)
