import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { closeReaders } from './cat-file.ts'
import { fileInfo } from './files/blob.ts'
import type { Oid } from './objects.ts'
import { findRef } from './refs/refs.ts'
import { createRepository } from './storage.ts'
import { commitFiles, type FileAction } from './writing/commit-files.ts'
import type { Signature } from './writing/write-object.ts'

const run = promisify(execFile)

export const ann: Signature = {
  name: 'Ann Author',
  email: 'ann@example.com',
  at: new Date('2026-01-02T03:04:05Z'),
  offset: '+0200',
}

export type TestRepository = {
  /** A folder that goes with the test. */
  readonly folder: string
  /** The bare repository in it. */
  readonly repo: string
  /** git as a person runs it: their own configuration, in `folder` or below it. @returns stdout */
  readonly git: (args: readonly string[], options?: PersonOptions) => Promise<string>
  /** Commit whole files to a branch (main); null deletes one. */
  readonly commit: (files: Readonly<Record<string, string | Buffer | null>>, options?: CommitOptions) => Promise<Oid>
  readonly remove: () => Promise<void>
}

type PersonOptions = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}
export type CommitOptions = {
  readonly branch?: string
  readonly start?: Oid
  readonly message?: string
  readonly author?: Signature
}

const person = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Dan Developer',
  GIT_AUTHOR_EMAIL: 'dan@example.com',
  GIT_COMMITTER_NAME: 'Dan Developer',
  GIT_COMMITTER_EMAIL: 'dan@example.com',
  LC_ALL: 'C',
}

/** An empty bare repository in a folder of its own. */
export async function testRepository(): Promise<TestRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-test-'))
  const repo = join(folder, 'repository.git')
  await createRepository(repo)
  const asPerson: TestRepository['git'] = async (args, { cwd = folder, env = {}, input } = {}) => {
    const child = run('git', [...args], {
      cwd,
      env: { ...process.env, ...person, ...env },
      maxBuffer: 256 * 1024 * 1024,
    })
    if (input !== undefined) child.child.stdin?.end(input)
    return (await child).stdout
  }
  return {
    folder,
    repo,
    git: asPerson,
    commit: async (files, { branch = 'main', start, message = 'Change files', author = ann } = {}) => {
      const base = start ?? (await findRef(repo, 'branch', branch))?.commitId ?? null
      const actions = await Promise.all(
        Object.entries(files).map(async ([path, content]): Promise<FileAction> => {
          if (content === null) return { action: 'delete', path }
          const isThere = base !== null && (await fileInfo(repo, base, path)) !== null
          return { action: isThere ? 'update' : 'create', path, content: Buffer.from(content) }
        }),
      )
      const { commitId } = await commitFiles(repo, {
        branch,
        message,
        author,
        actions,
        ...(start === undefined ? {} : { start }),
      })
      return commitId
    },
    remove: async () => {
      closeReaders(repo)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
