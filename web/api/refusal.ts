import { askSession } from './session.ts'

/** The status of a refused call, and its body, which says why. */
interface RefusedCall {
  readonly status: number
  readonly body: unknown
}

type Recheck = () => Promise<void>

let recheckAccess: Recheck = async () => {}
const formerPaths = new Map<string, string>()

/** Set the check to run when a refusal suggests that the page is out of date. */
export function onRefusal(recheck: Recheck): void {
  recheckAccess = recheck
}

/** Record a renamed namespace: later calls with any of its former paths use the new one. */
export function noteMoved(formerPath: string, fullPath: string): void {
  // A path that it had before is current again, as when a deleted project is restored.
  formerPaths.delete(fullPath.toLowerCase())
  for (const [earlier, path] of formerPaths)
    if (path.toLowerCase() === formerPath.toLowerCase()) formerPaths.set(earlier, fullPath)
  formerPaths.set(formerPath.toLowerCase(), fullPath)
}

/** Names of inputs and variables that hold the full path of a namespace. */
const pathNames = ['namespace', 'projectPath', 'fullPath', 'groupPath'] as const

/** The input with former paths replaced by current ones. */
export function withCurrentPaths<Input>(input: Input): Input {
  if (formerPaths.size === 0 || typeof input !== 'object' || input === null) return input
  const fresh: Record<string, unknown> = Object.fromEntries(Object.entries(input))
  for (const name of pathNames) {
    const path = fresh[name]
    const now = typeof path === 'string' ? formerPaths.get(path.toLowerCase()) : undefined
    if (now !== undefined) fresh[name] = now
  }
  // The only variable of a mutation.
  if (fresh.input !== undefined) fresh.input = withCurrentPaths(fresh.input)
  // Strings were replaced by strings, so the type is unchanged.
  return fresh as Input
}

/** Whether the CSRF token belongs to another session; every door uses this message. */
const isStaleToken = ({ status, body }: RefusedCall): boolean =>
  status === 422 && (JSON.stringify(body) ?? '').includes('Missing or invalid CSRF token.')

/**
 * Recover from a refusal that an outdated page has caused: a stale CSRF token, an ended session, a renamed namespace.
 *
 * @returns whether to retry the call
 */
export async function recover(error: RefusedCall, input: unknown, isRead: boolean): Promise<boolean> {
  if (isStaleToken(error)) {
    const now = await askSession()
    if (now !== 'same') void recheckAccess()
    return now === 'same'
  }
  const isNotFound = error.status === 404 || error.status === 405
  if (!isNotFound && error.status !== 401 && error.status !== 403) return false
  if (isRead) {
    void recheckAccess()
    return false
  }
  const before = JSON.stringify(withCurrentPaths(input))
  await recheckAccess()
  return isNotFound && JSON.stringify(withCurrentPaths(input)) !== before
}
