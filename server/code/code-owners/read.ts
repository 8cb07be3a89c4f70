import { objectInfo } from '#server/platform/git/cat-file.ts'
import { readBlob } from '#server/platform/git/files/blob.ts'
import { findEntry } from '#server/platform/git/files/tree.ts'
import { type Oid, oid } from '#server/platform/git/objects.ts'
import { git } from '#server/platform/git/run.ts'
import { type CodeOwnersFile, decodeCodeOwners } from './parse.ts'
import { codeOwnersPaths } from './paths.ts'

/** A larger file is read to its limit. */
const maxReadBytes = 4 * 1024 * 1024

/** The CODEOWNERS file of a commit; null where it has none. */
export async function findCodeOwners(
  dir: string,
  commitId: Oid,
): Promise<{ readonly path: string; readonly blobId: Oid } | null> {
  for (const path of codeOwnersPaths) {
    const entry = await findEntry(dir, commitId, path)
    if (entry?.type === 'blob') return { path, blobId: entry.id }
  }
  return null
}

/** A CODEOWNERS file by its blob; without entries when it is far too large. */
export async function readCodeOwners(dir: string, blobId: Oid): Promise<CodeOwnersFile> {
  const info = await objectInfo(dir, oid(blobId))
  const blob = info === null || info.sizeBytes > maxReadBytes ? null : await readBlob(dir, blobId)
  if (blob === null) return { entries: [], problems: [{ line: 1, fault: 'file-too-large' }] }
  return decodeCodeOwners(blob.content)
}

/** The paths that differ between two commits; a renamed file counts with both. */
export async function pathsChanged(dir: string, from: Oid, to: Oid): Promise<readonly string[]> {
  const args = ['diff-tree', '-r', '--no-renames', '--name-only', '-z', '--end-of-options', oid(from), oid(to)]
  const { stdout } = await git(dir, args)
  return stdout.toString('utf8').split('\0').slice(0, -1)
}
