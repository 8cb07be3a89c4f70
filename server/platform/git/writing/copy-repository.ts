import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Conflict, Unavailable } from '#server/errors.ts'
import { isCode } from '../error-code.ts'
import { listRefs } from '../refs/refs.ts'
import { git } from '../run.ts'
import { createRepository } from '../storage.ts'
import { bringObjects } from './bring-objects.ts'
import { updateRefs } from './update-refs.ts'

const maxTries = 5
const pauseMs = 200

interface Copy {
  readonly from: string
  readonly to: string
  /** HEAD of the copy. */
  readonly defaultBranch: string
  /** Copy only these branches, with the objects that they need; without it, all branches and tags. */
  readonly branches?: readonly string[]
}

/**
 * Make a repository with the branches and tags of another one, whole or not at all. Files of objects never change, so the copy
 * has them by hard links: it takes no room of its own, and stays whole when the other repository is tidied up or deleted.
 *
 * @throws Conflict  there is something at that place
 * @throws Unavailable  the other repository was tidied up at each try
 */
export async function copyRepository(copy: Copy): Promise<void> {
  const draft = `${copy.to}.new-${randomUUID()}`
  try {
    await fill(draft, copy)
    await rename(draft, copy.to)
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 })
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].some(code => isCode(error, code)))
      throw new Conflict('The repository already exists', { cause: error })
    throw error
  }
}

async function fill(draft: string, { from, defaultBranch, branches }: Copy): Promise<void> {
  await mkdir(join(draft, '..'), { recursive: true })
  if (branches !== undefined) {
    await createRepository(draft, { defaultBranch })
    const wanted = (await listRefs(from, 'branch', {})).filter(ref => branches.includes(ref.name))
    for (const { fullName, target } of wanted) {
      await bringObjects({ from, to: draft, commitId: target })
      await updateRefs(draft, [{ ref: fullName, after: target, before: null }])
    }
    return
  }
  for (let tried = 1; ; tried++) {
    try {
      await createRepository(draft, { defaultBranch })
      // The refs are read first: the objects that they need exist when files are looked for.
      const refs = (await Promise.all([listRefs(from, 'branch', {}), listRefs(from, 'tag', {})])).flat()
      await linkObjects(join(from, 'objects'), join(draft, 'objects'))
      const lines = refs
        .toSorted((one, other) => (one.fullName < other.fullName ? -1 : 1))
        .map(({ target, fullName }) => `${target} ${fullName}\n`)
      await writeFile(join(draft, 'packed-refs'), `# pack-refs with: sorted \n${lines.join('')}`)
      // Reads the object of each ref.
      await git(draft, ['for-each-ref', '--format=%(objecttype)'], { timeoutMs: 120_000 })
      return
    } catch (error) {
      await rm(draft, { recursive: true, force: true, maxRetries: 3 })
      if (!isCode(error, 'ENOENT')) throw error
      if (tried === maxTries) throw new Unavailable('The repository was being tidied up', { cause: error })
      await delay(pauseMs * tried)
    }
  }
}

const looseFolder = /^[0-9a-f]{2}$/
const looseObject = /^[0-9a-f]{38}$/
const packFile = /^pack-[0-9a-f]{40}\.(?:pack|idx|rev)$/

/** Objects that a push has not finished with lie elsewhere, and are left there. */
async function linkObjects(from: string, to: string): Promise<void> {
  const folders = (await readdir(from)).filter(name => looseFolder.test(name))
  for (const folder of folders) await linkFiles(join(from, folder), join(to, folder), looseObject)
  // Objects that were loose and are packed by now are found here.
  await linkFiles(join(from, 'pack'), join(to, 'pack'), packFile)
}

/** @throws Error  ENOENT: a file was removed meanwhile, and its objects are in another */
async function linkFiles(from: string, to: string, wanted: RegExp): Promise<void> {
  const names = (await readdir(from)).filter(name => wanted.test(name))
  if (names.length === 0) return
  await mkdir(to, { recursive: true })
  for (const name of names) await link(join(from, name), join(to, name))
}
