import { sql } from 'kysely'
import type { PlainAttribute, PlainName } from '#contract/plan/attributes/plain-attributes.ts'
import { Invalid } from '#server/errors.ts'
import { spellDay } from '../day.ts'
import { type ColumnStorage, columnOf } from '../storage.ts'

/**
 * The parts of a plain attribute that its kind gives: default value, storage and check, and for a day or count its
 * history and GraphQL.
 *
 * @param action  of its system notes
 */
export function plainKind(name: PlainName, attribute: PlainAttribute, action: string) {
  const asGiven = <Value>(_from: unknown, given: Value): Value => given
  const word = attribute.label.toLowerCase()
  const graphql = { setter: `Set or clear (null) the ${word}.` }
  switch (attribute.kind) {
    case 'flag':
      return { blank: false, storage: columnOf<boolean>(name, 'boolean'), normalize: asGiven<boolean> }
    case 'day':
      return {
        blank: null,
        storage: columnOf<string | null>(name, 'date'),
        normalize: asGiven<string | null>,
        isRecordedAtCreation: true,
        icons: { [action]: 'calendar' },
        describe: (_from: unknown, to: string | null) => ({
          action,
          text: to === null ? `removed ${word}` : `changed ${word} to ${spellDay(to)}`,
        }),
        graphql,
      }
    case 'count': {
      const { minimum, maximum } = attribute
      return {
        blank: null,
        storage: columnOf<number | null>(name, 'integer'),
        normalize: (_from: unknown, given: number | null) => {
          if (given !== null) checkCount(name, given, minimum, maximum)
          return given
        },
        isRecordedAtCreation: true,
        icons: { [action]: 'weight' },
        describe: (_from: unknown, to: number | null) => ({
          action,
          text: to === null ? `removed the ${word}` : `set ${word} to **${to}**`,
          details: { [name]: to },
        }),
        graphql,
      }
    }
    case 'choice': {
      const { choices, blank = null, initial = blank } = attribute
      const label = (value: string | null) => choices.find(choice => choice.value === value)?.label ?? null
      return {
        blank,
        storage: choiceColumn(name, attribute),
        normalize: (from: string | null, given: string | null) => {
          if (given === null ? from !== null && initial !== null : label(given) === null)
            throw new Invalid({ [name]: ['is not included in the list'] })
          return given
        },
        isRecordedAtCreation: true,
        icons: { [action]: action },
        describe: (_from: unknown, to: string | null) => ({
          action,
          text: to === null ? `removed the ${word}` : `set the ${word} to **${label(to)}**`,
          details: { [name]: to },
        }),
      }
    }
    default:
      return attribute satisfies never
  }
}

type Choice = Extract<PlainAttribute, { readonly kind: 'choice' }>

/** The column of a choice; on issuables of other types its value stays out of sight. */
function choiceColumn(name: PlainName, attribute: Choice): ColumnStorage<string | null> {
  const stored = columnOf<string | null>(name, 'text')
  const { types, blank } = attribute
  if (types === undefined) return stored
  const other = blank === undefined ? sql`` : sql` else ${sql.lit(blank)}`
  return { ...stored, read: sql`case when ${isOneOf(types)} then ${setValue(name, attribute)}${other} end` }
}

/** The value on types that have it: the initial one until another is set. */
function setValue(name: PlainName, { initial }: Choice) {
  const { read } = columnOf(name, 'text')
  return initial === undefined ? read : sql`coalesce(${read}, ${sql.lit(initial)})`
}

const texts = (words: readonly string[]) => sql`array[${sql.join(words.map(word => sql.lit(word)))}]`
const isOneOf = (types: readonly string[]) => sql`i.type = any (${texts(types)})`

/** The place of a choice in their order, as the indexes of its sort orders have it. */
export function choiceRank(name: PlainName, attribute: Choice) {
  const { choices, types } = attribute
  const set = setValue(name, attribute)
  const value = types === undefined ? set : sql`case when ${isOneOf(types)} then ${set} end`
  return sql`array_position(${texts(choices.map(choice => choice.value))}, ${value})`
}

/** @throws Invalid  not a whole number within the bounds */
function checkCount(name: PlainName, given: number, minimum: number, maximum: number): void {
  if (!Number.isInteger(given) || given < minimum)
    throw new Invalid({ [name]: [`must be greater than or equal to ${minimum}`] })
  if (given > maximum) throw new Invalid({ [name]: [`must be less than or equal to ${maximum}`] })
}
