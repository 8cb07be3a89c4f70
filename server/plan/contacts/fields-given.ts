import { contactLimits } from '#contract/plan/contacts/contact-limits.ts'
import { Invalid } from '#server/errors.ts'
import { emailProblems } from '#server/foundation/users/emails/email.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { tooLong } from '#server/platform/text/problems.ts'

/** @throws Invalid  blank, or too long */
export function checkedName(field: string, given: string): string {
  const name = oneLine(given)
  if (name === '') throw new Invalid({ [field]: ["can't be blank"] })
  return checkedLength(field, name, contactLimits.name)
}

/** @returns null for none. @throws Invalid */
export function checkedEmail(given: string | null): string | null {
  const email = (given ?? '').trim()
  if (email === '') return null
  const problems = emailProblems(email)
  if (problems.length > 0) throw new Invalid({ email: problems })
  return email
}

/** @returns null for none. @throws Invalid  too long */
export function checkedPhone(given: string | null): string | null {
  const phone = oneLine(given ?? '')
  return phone === '' ? null : checkedLength('phone', phone, contactLimits.phone)
}

/** @throws Invalid  too long */
export const checkedDescription = (given: string | null): string =>
  checkedLength('description', (given ?? '').trim(), contactLimits.description)

function checkedLength(field: string, text: string, limit: number): string {
  if ([...text].length > limit) throw new Invalid({ [field]: [tooLong(limit)] })
  return text
}
