import { isWebAddress } from '#contract/web-address.ts'
import { Invalid } from '#server/errors.ts'
import { passwordProblems } from '#server/foundation/passwords/password.ts'
import { lineProblems } from '#server/platform/text/problems.ts'
import { emailProblems } from '../emails/email.ts'
import { usernameProblems } from './username.ts'

/** The fields of a form about a person that are checked; only the given ones are. */
interface PersonFields {
  readonly username?: string
  readonly name?: string
  readonly email?: string
  readonly password?: string
  readonly websiteUrl?: string
  readonly publicEmail?: string
}

/**
 * Hold a form about a person to the rules, all fields at once.
 *
 * @param own  words that the password must not be, besides the fields themselves
 * @throws Invalid
 */
export function checkPerson(fields: PersonFields, own: readonly string[] = []): void {
  const { username, name, email, password, websiteUrl, publicEmail } = fields
  const problems: Record<string, readonly string[]> = {
    username: username === undefined ? [] : usernameProblems(username),
    name: name === undefined ? [] : lineProblems(name),
    email: email === undefined ? [] : emailProblems(email),
    password:
      password === undefined ? [] : passwordProblems(password, [username ?? '', name ?? '', email ?? '', ...own]),
    websiteUrl: !websiteUrl || isWebAddress(websiteUrl) ? [] : ['is not a valid URL'],
    publicEmail: publicEmail === undefined || publicEmail === '' ? [] : emailProblems(publicEmail),
  }
  const found = Object.entries(problems).filter(([, sentences]) => sentences.length > 0)
  if (found.length > 0) throw new Invalid(Object.fromEntries(found))
}
