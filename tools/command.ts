import { join } from 'node:path'
import { CannotStart } from '#server/settings.ts'

/** The root of the checkout, wherever the command was called from. */
export const repository = join(import.meta.dirname, '..')

/** Run a command to its end: a sentence for what an operator can mend, the stack only for our own faults. */
export async function command(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  }
}
