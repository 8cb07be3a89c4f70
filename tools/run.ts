import { spawn } from 'node:child_process'
import { repository } from './command.ts'

/**
 * Run one of the package's programs in the repository, with its output on this terminal.
 *
 * @param program  path of its script below node_modules, as `vite/bin/vite.js`
 * @returns its exit code; a signal counts as 1
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(process.execPath, [`${repository}/node_modules/${program}`, ...args], {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  return await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve(code ?? 1))
  })
}
