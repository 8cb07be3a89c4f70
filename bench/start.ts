import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { repository } from '../tools/command.ts'

export interface Started {
  readonly pid: number
  readonly stop: () => void
}

/**
 * Start a server of this checkout and wait for its first line that names an address.
 *
 * @param args  what Node runs on the first core; null for `npm start`, on all of them
 */
export async function start(args: readonly string[] | null, env: Readonly<Record<string, string>>): Promise<Started> {
  return await startProgram(
    args === null ? ['sh', 'tools/start.sh'] : ['taskset', '-c', '0', process.execPath, ...args],
    env,
  )
}

/** The same with any program. */
export async function startProgram(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Started> {
  const child = spawn(program, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', said => {
      if (/ready at|listening/i.test(said)) resolve()
    })
    child.on('exit', code => reject(new Error(`${[program, ...args].join(' ')} exited with ${code}`)))
  })
  return { pid: child.pid ?? 0, stop: () => child.kill('SIGTERM') }
}
