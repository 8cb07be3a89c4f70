import { vi } from 'vitest'
import { startGit } from './processes/spawner.ts'

/**
 * How many git processes `run` starts for the repository. The test file spies on the spawner:
 * `vi.mock('../processes/spawner.ts', { spy: true })`.
 */
export async function processesOf(repo: string, run: () => Promise<unknown>): Promise<number> {
  const { calls } = vi.mocked(startGit).mock
  const before = calls.length
  await run()
  return calls.slice(before).filter(([{ args }]) => args.includes(repo)).length
}
