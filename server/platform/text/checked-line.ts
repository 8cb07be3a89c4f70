import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import { Invalid } from '#server/errors.ts'
import { oneLine } from './one-line.ts'
import { tooLong } from './problems.ts'

/**
 * A title or name on one line, without blanks around it.
 *
 * @throws Invalid  nothing is left, or more than `titleLimit` characters
 */
export function checkedLine(field: 'title' | 'name', given: string): string {
  const line = oneLine(given)
  if (line === '') throw new Invalid({ [field]: ["can't be blank"] })
  if ([...line].length > titleLimit) throw new Invalid({ [field]: [tooLong(titleLimit)] })
  return line
}
