import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Conflict } from '#server/errors.ts'
import { branchRef } from '#server/platform/git/refs/full-name.ts'
import { closeReaders } from './cat-file.ts'
import { isCode } from './error-code.ts'
import { forgetRefs, toBytes } from './refs/ref-store.ts'
import { entriesOf, sizeOf, sizesOf } from './small-files.ts'

/**
 * The folder of a project's repository. It is named by a hash of the id, never by name, so that a rename moves nothing
 * on disk.
 */
export function repositoryDir(dataDir: string, projectId: string | number | bigint): string {
  const hash = createHash('sha256').update(String(projectId)).digest('hex')
  return join(dataDir, 'repositories', hash.slice(0, 2), hash.slice(2, 4), `${hash}.git`)
}

const ownConfig = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n'

/**
 * Make an empty bare repository, whole or not at all. Writes the few files itself: no process.
 *
 * @throws Conflict  there is something at that place
 */
export async function createRepository(
  repo: string,
  { defaultBranch = 'main' }: { readonly defaultBranch?: string } = {},
): Promise<void> {
  const draft = `${repo}.new-${randomUUID()}`
  await mkdir(draft, { recursive: true })
  try {
    await Promise.all(
      ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'].map(path =>
        mkdir(join(draft, path), { recursive: true }),
      ),
    )
    await writeFile(join(draft, 'config'), ownConfig)
    await writeFile(join(draft, 'HEAD'), `ref: ${branchRef(defaultBranch)}\n`)
    await rename(draft, repo)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (isTaken(error)) throw new Conflict('The repository already exists', { cause: error })
    throw error
  }
}

/** Take the repository out of sight at once, then delete it. Nothing there is fine. */
export async function removeRepository(repo: string): Promise<void> {
  closeReaders(repo)
  forgetRefs(repo)
  const gone = join(dirname(repo), `.removed-${randomUUID()}`)
  try {
    await rename(repo, gone)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  await rm(gone, { recursive: true, force: true, maxRetries: 3 })
}

/** Hide the repository and keep it: its owner is unknown. A missing one is fine. */
export async function setAsideRepository(repo: string): Promise<void> {
  closeReaders(repo)
  forgetRefs(repo)
  await rename(repo, `${repo}.aside-${randomUUID()}`).catch((error: unknown) => {
    if (!isCode(error, 'ENOENT')) throw error
  })
}

export async function repositoryExists(repo: string): Promise<boolean> {
  return (await sizeOf(join(repo, 'HEAD')).catch(() => null)) !== null
}

/** Sum of the sizes of all its files. Walks the folder: a job for afterwards, not for a page. */
export async function sizeBytes(repo: string): Promise<number> {
  const files: Buffer[] = []
  const folders = [toBytes(repo)]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(Buffer.from(folder, 'latin1'))) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else files.push(Buffer.from(path, 'latin1'))
    }
  }
  // null: git has removed the file since its name was read.
  return (await sizesOf(files)).reduce<number>((total, size) => total + (size ?? 0), 0)
}

const isTaken = (error: unknown) => ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].some(code => isCode(error, code))
