import { Invalid } from '#server/errors.ts'
import { GitFailed, type Running } from './run.ts'

/** What git says of a client that does not speak its protocol, or stops in the middle. */
const faults =
  /^fatal: .*(?:protocol error|hung up unexpectedly|unknown (?:capability|object format)|capability not negotiated|invalid (?:command|deepen|shallow|object)|no command requested|bad line length|unexpected line|expected (?:flush|no other|old)|unknown hash algorithm|mismatched object format)/im

/** A transfer whose failure is told as the client's where git blames the client. */
export function blamingClient(running: Running): Running {
  const ended = running.ended.catch((error: unknown) => {
    if (error instanceof GitFailed && faults.test(error.stderr))
      throw new Invalid('The request does not follow the git protocol', { cause: error })
    throw error
  })
  // Whoever awaits it hears of it; a stream that was destroyed first has nobody left to tell.
  ended.catch(() => undefined)
  return { ...running, ended }
}
