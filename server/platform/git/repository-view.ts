import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeReaders } from './cat-file.ts'

/**
 * Read the objects of several repositories as if they were in one, which has no refs and goes afterwards. The caller has checked that
 * the reader may see all of them.
 *
 * @source gitrepository-layout(5), objects/info/alternates
 */
export async function withRepositoryView<T>(repos: readonly string[], read: (view: string) => Promise<T>): Promise<T> {
  const view = await mkdtemp(join(tmpdir(), 'weft-view-'))
  try {
    await Promise.all(['objects/info', 'refs'].map(path => mkdir(join(view, path), { recursive: true })))
    await Promise.all([
      writeFile(join(view, 'objects/info/alternates'), repos.map(repo => `${join(repo, 'objects')}\n`).join('')),
      writeFile(join(view, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'),
      writeFile(join(view, 'HEAD'), 'ref: refs/heads/none\n'),
    ])
    return await read(view)
  } finally {
    closeReaders(view)
    await rm(view, { recursive: true, force: true, maxRetries: 3 })
  }
}
