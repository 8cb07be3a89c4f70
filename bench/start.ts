import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { repository } from '../tools/command.ts'

export interface Started {
  readonly pid: number
  readonly stop: () => void
}

/** What keeps a program on the first core: the load comes from others. */
const onFirstCore = ['taskset', '-c', '0']

/**
 * Start the server as `npm start` does, and wait until it is ready.
 *
 * @param isOnOneCore  in place of all of them
 */
export const startWeft = (
  env: Readonly<Record<string, string>>,
  { isOnOneCore }: { readonly isOnOneCore: boolean },
): Promise<Started> => startProgram([...(isOnOneCore ? onFirstCore : []), 'sh', 'tools/start.sh'], env)

/** Start a module of this checkout on one core, and wait for its first line that names an address. */
export const startModule = (module: string, env: Readonly<Record<string, string>>): Promise<Started> =>
  startProgram([...onFirstCore, process.execPath, module], env)

/** Start any program, and wait for its first line that names an address. */
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
