import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { tryLock } from '#server/platform/postgres/lock.ts'
import { CannotStart } from '#server/settings.ts'
import { repository } from './command.ts'

/** The folder of the built pages. */
export const webRoot = join(repository, 'dist')

const stamp = join(webRoot, '.inputs')
const inputs = [
  'web',
  'contract',
  'vite.config.ts',
  'tools/icon-font.ts',
  'tools/split-tables.ts',
  'tools/page-chunks.ts',
  'tools/first-script.ts',
  'package-lock.json',
] as const

/**
 * Build the web into `webRoot`, unless what is there was made of the same files.
 *
 * @throws CannotStart  the build fails, or its folder cannot be written
 */
export async function buildWeb(log: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const wanted = hashInputs()
  if (isBuilt(wanted)) return
  const release = await takeTurn(signal)
  try {
    if (isBuilt(wanted)) return
    log('Building the web')
    const startedMs = performance.now()
    await runVite(['build'], signal)
    await runVite(['build', '--ssr', 'draw.tsx'], signal)
    writeFileSync(stamp, wanted)
    log(`Built in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  } finally {
    release()
  }
}

function isBuilt(wanted: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

function hashInputs(): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const path = join(repository, input)
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
    const files = isFolder ? readdirSync(path, { recursive: true, encoding: 'utf8' }).sort() : ['']
    for (const file of files) {
      if (/\.test\.tsx?$/.test(file) || !statSync(join(path, file), { throwIfNoEntry: false })?.isFile()) continue
      hash
        .update(`${input}/${file}\0`)
        .update(readFileSync(join(path, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function takeTurn(signal: AbortSignal | undefined): Promise<() => void> {
  for (;;) {
    const release = tryLock(repository, '.weft-build')
    if (release) return release
    await delay(200, undefined, signal ? { signal } : {})
  }
}

async function runVite(words: readonly string[], signal: AbortSignal | undefined): Promise<void> {
  const vite = join(repository, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, ...words, '--logLevel', 'warn'], {
    cwd: repository,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0)
    throw new CannotStart(`${Buffer.concat(output).toString().trim()}\n\nWeb build failed. Fix the errors above.`)
}
