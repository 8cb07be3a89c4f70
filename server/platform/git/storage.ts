import { createHash, randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Conflict } from '#server/errors.ts'
import { closeReaders } from './cat-file.ts'
import { isCode } from './error-code.ts'
import { forgetRefs } from './refs/ref-store.ts'

/** Where a project's repository lies. By hash of the id, never by name, so that a rename moves nothing on disk. */
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
    await writeFile(join(draft, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`)
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

export async function repositoryExists(repo: string): Promise<boolean> {
  return lstat(join(repo, 'HEAD')).then(
    () => true,
    () => false,
  )
}

/** Files of which the sizes are read without a break; through the thread pool each would cost some twenty times as much. */
const sizesAtOnce = 32

/** Sum of the sizes of all its files. Walks the folder: a job for afterwards, not for a page. */
export async function sizeBytes(repo: string): Promise<number> {
  let total = 0
  const folders = [repo]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(gone)
    for (const [index, entry] of entries.entries()) {
      if (index % sizesAtOnce === sizesAtOnce - 1) await setImmediate()
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      // git may remove a file between our seeing its name and our looking at it.
      else total += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0
    }
  }
  return total
}

function gone(error: unknown): [] {
  if (isCode(error, 'ENOENT')) return []
  throw error
}

const isTaken = (error: unknown) => ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].some(code => isCode(error, code))
