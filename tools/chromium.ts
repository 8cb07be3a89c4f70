import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'] as const
const packages = ['chromium', 'fonts-liberation', 'fonts-noto-color-emoji'] as const

const advice = `The browser journeys need Chromium, and there is none. Install it with the system's package manager, on Debian:
  sudo apt-get install ${packages.join(' ')}`

/** The system's Chromium or Chrome, or null. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = programs.flatMap(program => folders.map(folder => join(folder, program)))
  return paths.find(isProgram) ?? null
}

/** How to start Chromium so that it does nothing but show pages; root has no sandbox to offer. */
export function chromiumArguments(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}

/**
 * Find Chromium, or install it where this account may.
 *
 * @returns null, or the sentence that says what to do
 */
export function provideChromium(log: (line: string) => void): string | null {
  if (findChromium()) return null
  const rights = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!succeeds([...rights, 'apt-get', '--version'])) return advice
  log(`Installing ${packages.join(', ')}`)
  const environment = ['env', 'DEBIAN_FRONTEND=noninteractive']
  const refreshed = succeeds([...rights, ...environment, 'apt-get', 'update', '-qq'])
  const installed = succeeds([
    ...[...rights, ...environment, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends'],
    ...packages,
  ])
  if (refreshed && installed && findChromium()) return null
  return advice
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
