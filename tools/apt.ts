import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these programs that a folder of the path, or one of the further folders, has. */
export function findProgram(programs: readonly string[], further: readonly string[] = []): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...further]
  return programs.flatMap(program => folders.map(folder => join(folder, program))).find(isProgram) ?? null
}

/**
 * Install Debian packages where this account may: the first of the choices after which `isThere` holds.
 *
 * @returns whether it does
 */
export function provideByApt(
  choices: readonly (readonly string[])[],
  isThere: () => boolean,
  log: (line: string) => void,
): boolean {
  if (isThere()) return true
  const rights = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!succeeds([...rights, 'apt-get', '--version'])) return false
  // A service that a package brings is not started: its start is only told to that level.
  const apt = (...words: readonly string[]) =>
    succeeds([...rights, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get', ...words])
  apt('update', '-qq')
  return choices.some(packages => {
    log(`Installing ${packages.join(', ')}`)
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
    return isThere()
  })
}

function succeeds([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
