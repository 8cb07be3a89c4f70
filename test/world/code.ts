import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { closeReaders } from '#server/platform/git/cat-file.ts'
import { fileInfo } from '#server/platform/git/files/blob.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { createRepository, repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { ann } from '#server/platform/git/test-repository.ts'
import { commitFiles, type FileAction } from '#server/platform/git/writing/commit-files.ts'
import type { Signature } from '#server/platform/git/writing/write-object.ts'
import { world } from './world.ts'

interface Change {
  readonly branch?: string
  readonly message?: string
  readonly author?: Signature
}

/** A world whose project can have code: repositories lie in a folder that goes with the test. */
export async function codeWorld({
  commits = false,
  settings = {},
}: {
  readonly commits?: boolean
  readonly settings?: Readonly<Record<string, string>>
} = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'weft-code-'))
  const built = await world({ commits, settings: { ...settings, DATA_DIR: dataDir } })
  const dir = repositoryDir(dataDir, built.project.id)
  onTestFinished(async () => {
    closeReaders(dir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  })
  return {
    ...built,
    dataDir,
    /** The repository of weft/loom; made by the first commit. */
    dir,
    /** Commit whole files to a branch (main), past the API; null deletes one. */
    commit: async (files: Readonly<Record<string, string | Buffer | null>>, given: Change = {}): Promise<string> => {
      const { branch = 'main', message = 'Change files', author = ann } = given
      if (!(await repositoryExists(dir))) await createRepository(dir)
      const main = await findRef(dir, 'branch', 'main')
      const base = (await findRef(dir, 'branch', branch)) ?? main
      const actions = await Promise.all(
        Object.entries(files).map(async ([path, content]): Promise<FileAction> => {
          if (content === null) return { action: 'delete', path }
          const isThere = base !== null && (await fileInfo(dir, base.commitId, path)) !== null
          return { action: isThere ? 'update' : 'create', path, content: Buffer.from(content) }
        }),
      )
      const start = base !== null && base.name !== branch ? { start: base.commitId } : {}
      return (await commitFiles(dir, { branch, message, author, actions, ...start })).commitId
    },
  }
}
