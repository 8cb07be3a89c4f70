import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The one without windows first: it opens a page in a third of the time.
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
] as const
const fonts = ['fonts-liberation', 'fonts-noto-color-emoji'] as const

const advice = `The browser tests need Chromium, which is not installed. Install it with your package manager, for example on Debian:
  sudo apt-get install chromium ${fonts.join(' ')}`

/** The system's Chromium or Chrome, or null. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = programs.flatMap(program => folders.map(folder => join(folder, program)))
  return paths.find(isProgram) ?? null
}

/** The arguments with which Chromium only shows pages; root has no sandbox to offer. */
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
  const apt = (...words: readonly string[]) =>
    succeeds([...rights, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...words])
  apt('update', '-qq')
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    log(`Installing ${[browser, ...fonts].join(', ')}`)
    apt('install', '-y', '-qq', '--no-install-recommends', browser, ...fonts)
    if (findChromium()) return null
  }
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
