import type { PlainAttribute, PlainName } from '#contract/plan/plain-attributes.ts'
import { Invalid } from '#server/errors.ts'
import { columnOf } from './storage.ts'

/** The default value, storage and check of a plain attribute, by its kind. */
export function plainKind(name: PlainName, attribute: PlainAttribute) {
  const asGiven = <Value>(_from: unknown, given: Value): Value => given
  switch (attribute.kind) {
    case 'flag':
      return { blank: false, storage: columnOf<boolean>(name, 'boolean'), settle: asGiven<boolean> }
    case 'day':
      return { blank: null, storage: columnOf<string | null>(name, 'date'), settle: asGiven<string | null> }
    case 'count': {
      const { minimum, maximum } = attribute
      const settle = (_from: unknown, given: number | null) => {
        if (given !== null) checkCount(name, given, minimum, maximum)
        return given
      }
      return { blank: null, storage: columnOf<number | null>(name, 'integer'), settle }
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
