import type { PlainAttribute, PlainName } from '#contract/plan/plain-attributes.ts'
import { Invalid } from '#server/errors.ts'
import { spellDay } from '../day.ts'
import { columnOf } from '../storage.ts'

/**
 * What the kind of a plain attribute gives it: default value, storage and check, and for a day or count its history and GraphQL.
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
    default:
      return attribute satisfies never
  }
}

/** @throws Invalid  not a whole number within the bounds */
function checkCount(name: PlainName, given: number, minimum: number, maximum: number): void {
  if (!Number.isInteger(given) || given < minimum)
    throw new Invalid({ [name]: [`must be greater than or equal to ${minimum}`] })
  if (given > maximum) throw new Invalid({ [name]: [`must be less than or equal to ${maximum}`] })
}
