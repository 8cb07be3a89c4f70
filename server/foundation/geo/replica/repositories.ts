import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { batchInfo, closeReaders } from '#server/platform/git/cat-file.ts'
import { maintainAlone, maintenanceDue } from '#server/platform/git/maintain.ts'
import { forgetRefs } from '#server/platform/git/refs/ref-store.ts'
import { GitFailed, git } from '#server/platform/git/run.ts'
import { createRepository, removeRepository, repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { checksumOf, type RefList, readRefList } from '../ref-list.ts'
import type { Primary } from './primary.ts'

const long = { lane: 'transfer', memory: 'large', yields: true, timeoutMs: 3_600_000 } as const

/**
 * Make the copy of a repository like that of the primary, with all its refs. Only objects that are missing are fetched. A copy that
 * turns out to be damaged is fetched anew.
 *
 * Refs are written as one file after their objects, so that the copy is whole at every moment.
 *
 * @param anew  do not use the present copy
 * @returns the checksums of both sides
 * @throws PrimaryRefusal  the primary does not give it
 */
export async function copyRepository(
  { dataDir, primary }: { readonly dataDir: string; readonly primary: Primary },
  id: number,
  { anew }: { readonly anew: boolean },
): Promise<{ readonly checksum: string; readonly primaryChecksum: string }> {
  const repo = repositoryDir(dataDir, id)
  const list = await primary.refs(id)
  const primaryChecksum = checksumOf(list)
  if (!anew && (await repositoryExists(repo))) {
    try {
      await update(repo, id, list, primary)
      return { checksum: checksumOf(await readRefList(repo)), primaryChecksum }
    } catch (error) {
      if (!(error instanceof GitFailed)) throw error
      closeReaders(repo)
    }
  }
  const draft = `${repo}.new-${randomUUID()}`
  try {
    await createRepository(draft)
    await update(draft, id, list, primary)
    closeReaders(draft)
    await removeRepository(repo)
    await rename(draft, repo)
    await syncFolder(dirname(repo))
  } catch (error) {
    closeReaders(draft)
    await rm(draft, { recursive: true, force: true, maxRetries: 3 })
    throw error
  }
  return { checksum: checksumOf(await readRefList(repo)), primaryChecksum }
}

async function update(repo: string, id: number, list: RefList, primary: Primary): Promise<void> {
  const wanted = [...new Set(list.refs.map(([, oid]) => oid))]
  const own = await readRefList(repo)
  const known = await batchInfo(repo, wanted)
  const wants = wanted.filter((_, index) => known[index] === null)
  if (wants.length > 0) {
    const haves = [...new Set(own.refs.map(([, oid]) => oid))]
    const pack = await primary.pack({ id, wants, haves })
    await git(repo, ['index-pack', '--stdin', '--fix-thin'], { ...long, input: pack })
    closeReaders(repo)
  }
  // All that the refs need is here, also where the primary has removed objects meanwhile.
  await git(repo, ['rev-list', '--objects', '--quiet', '--stdin', '--not', '--all'], {
    ...long,
    input: wanted.map(oid => `${oid}\n`).join(''),
  })
  await writeRefs(repo, list)
  const due = await maintenanceDue(repo)
  if (due !== null) await maintainAlone(repo, due)
}

/** A copy has no loose refs: the replica is the only one that writes to it. */
async function writeRefs(repo: string, { head, refs }: RefList): Promise<void> {
  const wrong = refs.find(
    ([name, oid]) => !/^refs\/[^\s]+$/.test(name) || name.includes('..') || !/^[0-9a-f]{40}$/.test(oid),
  )
  if (wrong !== undefined || !/^(?:ref: refs\/\S+|[0-9a-f]{40})$/.test(head))
    throw new Error(`The primary sent a ref that cannot be: ${wrong?.[0] ?? head}`)
  const lines = refs.map(([name, oid]) => `${oid} ${name}\n`)
  await replaceFile(join(repo, 'packed-refs'), `# pack-refs with: sorted \n${lines.join('')}`)
  await replaceFile(join(repo, 'HEAD'), `${head}\n`)
  forgetRefs(repo)
}

async function replaceFile(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`
  await using file = await open(fresh, 'w', 0o644)
  await file.writeFile(text, 'latin1')
  await file.sync()
  await rename(fresh, path)
  await syncFolder(dirname(path))
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

/**
 * The checksum of the copy as it is on the disk, after all its objects were read.
 *
 * @throws GitFailed  an object is missing or damaged
 * @throws NotFound  there is no copy
 */
export async function verifiedChecksum(dataDir: string, id: number): Promise<string> {
  const repo = repositoryDir(dataDir, id)
  const list = await readRefList(repo)
  const packs = (await readdir(join(repo, 'objects/pack'))).filter(name => name.endsWith('.idx'))
  if (packs.length > 0) await git(repo, ['verify-pack', ...packs.map(name => join(repo, 'objects/pack', name))], long)
  await git(repo, ['rev-list', '--objects', '--quiet', '--all'], long)
  return checksumOf(list)
}

export const removeCopyOfRepository = (dataDir: string, id: number): Promise<void> =>
  removeRepository(repositoryDir(dataDir, id))

/** Remove what a killed process left behind: unfinished copies, and copies that were being deleted. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const root = join(dataDir, 'repositories')
  const names = await readdir(root, { recursive: false }).catch(() => [])
  for (const first of names)
    for (const second of await readdir(join(root, first)).catch(() => []))
      for (const name of await readdir(join(root, first, second)).catch(() => []))
        if (/\.git\.new-|^\.removed-/.test(name))
          await rm(join(root, first, second, name), { recursive: true, force: true, maxRetries: 3 })
}
