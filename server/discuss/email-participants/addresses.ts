import { type RawBuilder, sql } from 'kysely'
import { emailProblems } from '#server/foundation/users/emails/email.ts'
import { emailShown } from '#server/foundation/users/emails/shown-email.ts'

/** @source product rules section 14 */
export const maxAddresses = 10
export const addressesAtOnce = 6

/** Addresses in a text, each once, in lower case; null when one of its words is none. */
export function readAddresses(text: string): readonly string[] | null {
  const words = text.split(/[\s,]+/).filter(word => word !== '')
  const isAddress = (word: string) => emailProblems(word).length === 0 && /@.+\./.test(word)
  return words.every(isAddress) ? [...new Set(words.map(word => word.toLowerCase()))] : null
}

/**
 * The addresses of an issuable, one a row as `email`, for use in a statement.
 *
 * @param isWhole  for those below planner all but the first letters are hidden
 * @source product rules section 14
 */
export const emailParticipants = (issuable: RawBuilder<unknown>, isWhole: boolean): RawBuilder<unknown> => sql`
  select ${emailShown(sql`ep.email`, isWhole)} as email from issue_email_participants ep
  where ep.issuable_id = ${issuable} order by ep.id`
