import { isReserved } from '#server/foundation/namespaces/reserved-paths.ts'
import { tooLong } from '#server/platform/text/problems.ts'

/** The faults of a username, as sentences that follow the word "Username". The database checks whether it is taken. */
export function usernameProblems(username: string): readonly string[] {
  if (username === '') return ["can't be blank"]
  if (username.length < 2) return ['is too short (minimum is 2 characters)']
  if (username.length > 255) return [tooLong(255)]
  if (!/^[A-Za-z0-9_.-]+$/.test(username)) return ["can contain only letters, digits, '_', '-' and '.'"]
  if (/^[-.]|\.$|\.(git|atom|json)$/i.test(username))
    return ["can't start with '-' or '.', or end in '.', '.git', '.atom' or '.json'"]
  if (isReserved(username, 'top')) return ['is a reserved name']
  return []
}
