import type { Readable } from 'node:stream'
import { Invalid } from '#server/errors.ts'
import { emptyTree, type Oid, oid } from '../objects.ts'
import { gitStream } from '../run.ts'
import { sharedOutput } from '../shared-output.ts'
import { cleanPath, findEntry, readFolder } from './tree.ts'

type ArchiveFormat = 'tar.gz' | 'tar' | 'tar.bz2' | 'zip'

/** The formats by the endings that people and the API use. */
export const archiveFormats: Readonly<Record<string, ArchiveFormat>> = {
  'tar.gz': 'tar.gz',
  tgz: 'tar.gz',
  gz: 'tar.gz',
  tar: 'tar',
  'tar.bz2': 'tar.bz2',
  tbz: 'tar.bz2',
  tbz2: 'tar.bz2',
  tb2: 'tar.bz2',
  bz2: 'tar.bz2',
  zip: 'zip',
}

type ArchiveOptions = {
  readonly format?: ArchiveFormat
  /** The folder inside the archive; no slash at its end. */
  readonly prefix?: string
  /** Only this file or folder of the commit. */
  readonly path?: string | undefined
  /** Paths of files and folders to leave out; paths that are not in the commit are ignored. */
  readonly exclude?: readonly string[]
  readonly signal?: AbortSignal
}

/**
 * A commit's files as an archive. tar.bz2 needs the machine's `bzip2`.
 *
 * @throws Invalid  no such path in the commit
 */
export async function archive(
  repo: string,
  commitId: Oid,
  { format = 'tar.gz', prefix, path, exclude = [], signal }: ArchiveOptions = {},
): Promise<Readable> {
  const clean = path === undefined ? '' : cleanPath(path)
  if (clean === null || (clean !== '' && (await findEntry(repo, commitId, clean)) === null))
    throw new Invalid('The path does not exist')
  const args = ['archive', `--format=${format}`]
  if (prefix !== undefined) args.push(`--prefix=${prefix}/`)
  const excluded = exclude.map(each => cleanPath(each) ?? '').filter(each => each !== '')
  // `git archive` fails if nothing is left to archive.
  const isEmpty = (await Promise.all(excluded.map(each => isAll(repo, commitId, each)))).includes(true)
  args.push('--end-of-options', isEmpty ? emptyTree : oid(commitId))
  if (!isEmpty)
    args.push(...(clean === '' ? [] : [`:(literal)${clean}`]), ...excluded.map(each => `:(exclude,literal)${each}`))
  return sharedOutput(
    repo,
    JSON.stringify(['archive', repo, ...args]),
    left =>
      gitStream(repo, args, {
        lane: 'transfer',
        timeoutMs: 900_000,
        signal: left,
        env: { GIT_LITERAL_PATHSPECS: '0' },
      }),
    signal,
  )
}

/** Whether a commit contains nothing outside of one path. */
async function isAll(repo: string, commitId: Oid, path: string): Promise<boolean> {
  const names = path.split('/')
  for (const [depth, name] of names.entries()) {
    const folder = await readFolder(repo, commitId, names.slice(0, depth).join('/'))
    if (folder?.entries.length !== 1 || folder.entries[0]?.name !== name) return false
  }
  return true
}
