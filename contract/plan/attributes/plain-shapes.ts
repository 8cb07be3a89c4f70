import { type TArray, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
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
  type PlainValues,
  plainAttributes,
  plainNames,
  type ShownIn,
  type SortWord,
  sortedNames,
  type View,
} from './plain-attributes.ts'

const shapes = { flag: Type.Boolean(), day: Nullable(Day), count: Nullable(Type.Integer()) }

type ShapeOf<Name extends PlainName> =
  KindOf<Name> extends keyof typeof shapes ? (typeof shapes)[KindOf<Name>] : TUnsafe<PlainValues[Name]>
type ShapesOf<Names extends PlainName> = { [Name in Names]: ShapeOf<Name> }
type InputsOf<Names extends PlainName> = { [Name in Names]: TOptional<ShapeOf<Name>> }

const boundsOf = (attribute: PlainAttribute) =>
  attribute.kind === 'count' ? { minimum: attribute.minimum, maximum: attribute.maximum } : {}

const boundedShape = (attribute: PlainAttribute): TSchema =>
  attribute.kind === 'count' ? Nullable(Type.Integer(boundsOf(attribute))) : shapeOf(attribute)

function shapeOf(attribute: PlainAttribute): TSchema {
  if (attribute.kind !== 'choice') return shapes[attribute.kind]
  const words = Words(valuesOf(attribute))
  return attribute.blank === undefined ? Nullable(words) : words
}

const valuesOf = ({ choices }: Extract<PlainAttribute, { readonly kind: 'choice' }>) =>
  choices.map(({ value }) => value)

const each = (names: readonly PlainName[], shape: (attribute: PlainAttribute) => TSchema) =>
  Object.fromEntries(names.map(name => [name, shape(declarationOf(name))]))

// The casts hold: the shape of each name is that of its kind.

/** The plain attributes in replies. */
export const plainReplies = each(plainNames, shapeOf) as ShapesOf<PlainName>

/** The attributes of an issue's short shape, and the others. */
export const basicNames = plainNames.filter(name => declarationOf(name).isOfWholeIssue === undefined)
export const furtherNames = plainNames.filter(name => declarationOf(name).isOfWholeIssue === true)
type FurtherName = {
  [Name in PlainName]: (typeof plainAttributes)[Name] extends { readonly isOfWholeIssue: true } ? Name : never
}[PlainName]
export const basicReplies = each(basicNames, shapeOf) as ShapesOf<Exclude<PlainName, FurtherName>>
export const furtherReplies = each(furtherNames, shapeOf) as ShapesOf<FurtherName>

/** Shapes without the plain attributes that issues alone have: merge requests share the flags, but no days and counts. */
export const withFlagsOnly = <T extends object>(properties: T) =>
  // Just those names are gone: the type says the same.
  Object.fromEntries(
    Object.entries(properties).filter(([name]) => !plainNames.some(each => each === name && !isFlag(each))),
  ) as Omit<T, Exclude<PlainName, FlagName>>

const isFlag = (name: PlainName): name is FlagName => declarationOf(name).kind === 'flag'

/** The plain attributes of a view, in replies. */
export const repliesIn = <V extends View>(view: V) => each(namesIn(view), shapeOf) as ShapesOf<ShownIn<V>>

/** The plain attributes as inputs with their bounds: values out of bounds fail validation. */
export const plainInputs = each(plainNames, attribute => Type.Optional(boundedShape(attribute))) as InputsOf<PlainName>

/** The plain attributes of a view, as inputs with their bounds. */
export const inputsIn = <V extends View>(view: V) =>
  each(namesIn(view), attribute => Type.Optional(boundedShape(attribute))) as InputsOf<ShownIn<V>>

/** The plain attributes as inputs without bounds: the server answers values out of bounds with a sentence for the form. */
export const unboundedPlainInputs = each(plainNames, attribute =>
  Type.Optional(shapeOf(attribute)),
) as unknown as InputsOf<PlainName>

/** The words that clear a choice or a day in bulk edits; -1 clears a count. */
export const clearingWords = ['0', '-1'] as const
type BulkWord = (typeof clearingWords)[number] | ''

/** The shape in which bulk edits write an attribute: an empty text leaves it as it is. */
function bulkShapeOf(attribute: PlainAttribute): TSchema {
  switch (attribute.kind) {
    case 'flag':
      return Words(['true', 'false', ''])
    case 'day':
      return Type.Union([Day, Words([...clearingWords, ''])])
    case 'count':
      return Type.Union([Type.Integer({ minimum: -1, maximum: attribute.maximum }), Words([''])])
    case 'choice':
      return Words([...valuesOf(attribute), ...clearingWords, ''])
  }
}

interface BulkOfKind {
  readonly flag: 'true' | 'false' | ''
  readonly day: string
  readonly count: number | ''
}
type BulkValue<Name extends BulkName> =
  KindOf<Name> extends keyof BulkOfKind ? BulkOfKind[KindOf<Name>] : NonNullable<PlainValues[Name]> | BulkWord

/** The plain attributes of bulk edits. */
export const bulkPlainInputs = each(bulkNames, attribute => Type.Optional(bulkShapeOf(attribute))) as {
  [Name in BulkName]: TOptional<TUnsafe<BulkValue<Name>>>
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
  // A choice, or the words None and Any.
  choice: Type.Unsafe<string>({ type: 'string', maxLength: 100 }),
}
const negatedShapes = { count: Type.Integer(), choice: filterShapes.choice }

/** The filters of lists by plain attributes. */
export const plainFilters = each(filteredNames, attribute =>
  Type.Optional(Type.Unsafe({ ...filterShapes[attribute.kind], ...boundsOf(attribute) })),
) as {
  [Name in FilteredName]: TOptional<(typeof filterShapes)[KindOf<Name>]>
}

/** The negated filters, which leave out one value. */
export const negatedPlainFilters = each(negatedNames, attribute =>
  Type.Optional(attribute.kind === 'choice' ? negatedShapes.choice : Type.Integer(boundsOf(attribute))),
) as { [Name in NegatedName]: TOptional<(typeof negatedShapes)[KindOf<Name>]> }

/** The filters by one of several values: `or[weight][]=1&or[weight][]=2`. */
export const unionedPlainFilters = each(negatedNames, attribute =>
  Type.Optional(
    Type.Array(attribute.kind === 'choice' ? negatedShapes.choice : Type.Integer(boundsOf(attribute)), {
      maxItems: 100,
    }),
  ),
) as { [Name in NegatedName]: TOptional<TArray<(typeof negatedShapes)[KindOf<Name>]>> }

/** The sort orders of lists by plain attributes. */
export const plainOrders: readonly SortWord[] = sortedNames.map(name => plainAttributes[name].sort.word)
