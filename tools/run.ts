import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { repository } from './command.ts'

/** Takes one line of output, without its line break. */
export type Log = (line: string) => void

/**
 * Run one of the package's programs in the repository.
 *
 * @param program  path of its script below node_modules, as `vite/bin/vite.js`
 * @param log  called with each line of its output and errors
 * @param niceness  0 to 19, the lowest priority; see nice(1)
 * @returns its exit code; a signal counts as 1
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  log: Log,
  env: Readonly<Record<string, string>> = {},
  niceness = 0,
): Promise<number> {
  const child = spawn(process.execPath, [`${repository}/node_modules/${program}`, ...args], {
    cwd: repository,
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness)
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', log)
  return await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve(code ?? 1))
  })
}
