import { askSession } from './session.ts'

/** What a call was refused with. */
interface Refusal {
  readonly status: number
  readonly message: string
}

type LookAgain = () => Promise<void>

let lookAgain: LookAgain = async () => {}
const formerPaths = new Map<string, string>()

/** What is asked when a call was refused for a reason that the page may not know of yet. */
export function onRefusal(look: LookAgain): void {
  lookAgain = look
}

/** A namespace goes by another full path now: calls that name the former one are made with the new one. */
export function noteMoved(formerPath: string, fullPath: string): void {
  formerPaths.set(formerPath.toLowerCase(), fullPath)
}

/** By these names inputs and variables hold the full path of a namespace. */
const pathNames = ['namespace', 'projectPath', 'fullPath', 'groupPath'] as const

/** An input with the paths of today. */
export function withPathsOfToday<Input>(input: Input): Input {
  if (formerPaths.size === 0 || typeof input !== 'object' || input === null) return input
  const fresh: Record<string, unknown> = Object.fromEntries(Object.entries(input))
  for (const name of pathNames) {
    const path = fresh[name]
    const now = typeof path === 'string' ? formerPaths.get(path.toLowerCase()) : undefined
    if (now !== undefined) fresh[name] = now
  }
  // Only texts were replaced, by other texts.
  return fresh as Input
}

/** The token is another session's: every door says it in this sentence. */
export const isStaleToken = ({ status, message }: Refusal): boolean =>
  status === 422 && message.includes('The authenticity token is missing or wrong.')

/**
 * Find out why a call was refused, as far as the page itself is the reason.
 *
 * @returns whether the same call may go well now
 */
export async function mend(error: Refusal, input: unknown, isRead: boolean): Promise<boolean> {
  if (isStaleToken(error)) {
    const now = await askSession()
    if (now !== 'same') void lookAgain()
    return now === 'same'
  }
  const isNotFound = error.status === 404 || error.status === 405 || isNotAvailable(error)
  if (!isNotFound && error.status !== 401 && error.status !== 403) return false
  if (isRead) {
    void lookAgain()
    return false
  }
  const before = JSON.stringify(withPathsOfToday(input))
  await lookAgain()
  return isNotFound && JSON.stringify(withPathsOfToday(input)) !== before
}

/** The schema has one sentence for what is not there and for what is not for this person. */
const isNotAvailable = ({ message }: Refusal): boolean =>
  message.startsWith('The resource that you are attempting to access does not exist')
