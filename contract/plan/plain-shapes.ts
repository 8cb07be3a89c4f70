import { type TOptional, type TSchema, Type } from 'typebox'
import { Day, Nullable } from '#contract/shapes.ts'
import {
  type KindOf,
  namesIn,
  type PlainAttribute,
  type PlainName,
  plainAttributes,
  plainNames,
  type ShownIn,
  type View,
} from './plain-attributes.ts'

const shapes = { flag: Type.Boolean(), day: Nullable(Day), count: Nullable(Type.Integer()) }

type ShapeOf<Name extends PlainName> = (typeof shapes)[KindOf<Name>]
type ShapesOf<Names extends PlainName> = { [Name in Names]: ShapeOf<Name> }
type InputsOf<Names extends PlainName> = { [Name in Names]: TOptional<ShapeOf<Name>> }

function boundedShape(attribute: PlainAttribute): TSchema {
  if (attribute.kind !== 'count') return shapes[attribute.kind]
  const { minimum, maximum } = attribute
  return Nullable(Type.Integer({ minimum, maximum }))
}

const each = (names: readonly PlainName[], shapeOf: (attribute: PlainAttribute) => TSchema) =>
  Object.fromEntries(names.map(name => [name, shapeOf(plainAttributes[name])]))

// The shape of each name is that of its kind, which the types say too.

/** The plain attributes as replies have them. */
export const plainReplies = each(plainNames, ({ kind }) => shapes[kind]) as ShapesOf<PlainName>

/** Those that a view shows, as replies have them. */
export const repliesIn = <V extends View>(view: V) =>
  each(namesIn(view), ({ kind }) => shapes[kind]) as ShapesOf<ShownIn<V>>

/** The plain attributes as a door takes them that refuses what is out of bounds. */
export const plainInputs = each(plainNames, attribute => Type.Optional(boundedShape(attribute))) as InputsOf<PlainName>

/** Those that a view shows, as such a door takes them. */
export const inputsIn = <V extends View>(view: V) =>
  each(namesIn(view), attribute => Type.Optional(boundedShape(attribute))) as InputsOf<ShownIn<V>>

/** The plain attributes as a door takes them that answers what is out of bounds with a sentence. */
export const plainInputsOfAnySize = each(plainNames, ({ kind }) =>
  Type.Optional(shapes[kind]),
) as unknown as InputsOf<PlainName>
