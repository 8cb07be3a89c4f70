import type { Readable } from 'node:stream'
import { load } from '#server/access/load.ts'
import { messages } from '#server/code/repository/messages.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, NotFound, Unauthenticated } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'

const checkedAgainMs = 10_000

/**
 * End a fetch, which can take long, once its reader can no longer read the project.
 *
 * @param output     the stream of the fetch
 * @param readerNow  authenticates the reader again; throws Unauthenticated, Forbidden or NotFound if their credentials are no longer valid
 * @returns the same stream; it fails with Forbidden when access ends
 */
export function whileReadable(output: Readable, projectId: number, readerNow: () => Promise<Context>): Readable {
  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    try {
      await load(await readerNow(), 'project:read-code', projectByRef, { id: projectId })
    } catch (error) {
      // Any other failure is temporary: the next check decides.
      if (error instanceof Unauthenticated || error instanceof Forbidden || error instanceof NotFound)
        output.destroy(new Forbidden(messages.fetchEnded, { cause: error }))
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(() => void check(), checkedAgainMs).unref()
  output.once('close', () => clearInterval(timer))
  return output
}
