import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '#server/platform/git/run.ts'

/** All refs of a repository. Names are strings of bytes (latin1), sorted by them. */
export interface RefList {
  /** `ref: refs/heads/main`, or the id of a commit. */
  readonly head: string
  readonly refs: readonly (readonly [name: string, oid: string])[]
}

const maxBytes = 256 * 1024 * 1024

/**
 * Read all refs, including those that are never listed or fetched: they keep the commits of comments.
 *
 * @throws NotFound  there is no repository
 */
export async function readRefList(repo: string): Promise<RefList> {
  const { stdout } = await git(repo, ['for-each-ref', '--format=%(objectname) %(refname)'], {
    lane: 'transfer',
    timeoutMs: 120_000,
    maxBytes,
  })
  const refs = stdout
    .toString('latin1')
    .split('\n')
    .filter(line => line !== '')
    .map(line => [line.slice(41), line.slice(0, 40)] as const)
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return { head: (await readFile(join(repo, 'HEAD'), 'latin1')).trim(), refs }
}

/** The checksum of a repository: two with the same one have the same refs, and so the same objects. */
export function checksumOf({ head, refs }: RefList): string {
  const hash = createHash('sha256').update(`${head}\n`, 'latin1')
  for (const [name, oid] of refs) hash.update(`${oid} ${name}\n`, 'latin1')
  return hash.digest('hex')
}
