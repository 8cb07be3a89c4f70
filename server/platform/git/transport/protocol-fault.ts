import { Invalid } from '#server/errors.ts'
import { GitFailed, type Running } from '../run.ts'

/** git's error messages for clients that violate the protocol or disconnect midway. */
const faults =
  /^fatal: .*(?:protocol error|hung up unexpectedly|unknown (?:capability|object format)|capability not negotiated|invalid (?:command|deepen|shallow|object)|no command requested|bad line length|unexpected line|expected (?:flush|no other|old)|filter '.*' not supported|unknown hash algorithm|(?:mismatched|unsupported) object format)/im

/** Wrap a transfer: failures that git attributes to the client become `Invalid`. */
export function blamingClient(running: Running): Running {
  const ended = running.ended.catch((error: unknown) => {
    if (error instanceof GitFailed && faults.test(error.stderr))
      throw new Invalid('Malformed Git protocol request', { cause: error })
    throw error
  })
  // Awaiting callers get the error; after the stream was destroyed there are none.
  ended.catch(() => undefined)
  return { ...running, ended }
}
