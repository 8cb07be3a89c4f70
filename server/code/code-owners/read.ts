import { codeOwnersLimits } from '#contract/code/code-owners.ts'
import { objectInfo } from '#server/platform/git/cat-file.ts'
import { readBlob, streamBlob } from '#server/platform/git/files/blob.ts'
import { findEntry } from '#server/platform/git/files/tree.ts'
import { type Oid, oid } from '#server/platform/git/objects.ts'
import { git } from '#server/platform/git/run.ts'
import { type CodeOwnersFile, decodeCodeOwners } from './parse.ts'
import { codeOwnersPaths } from './paths.ts'

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

/** A CODEOWNERS file by its blob. If it is too large, only its start counts. */
export async function readCodeOwners(dir: string, blobId: Oid): Promise<CodeOwnersFile> {
  return decodeCodeOwners(await headOf(dir, blobId))
}

/** The start of a blob: at least up to the size limit of the file, and beyond it if the blob is longer. */
async function headOf(dir: string, blobId: Oid): Promise<Buffer> {
  const info = await objectInfo(dir, oid(blobId))
  if (info !== null && info.sizeBytes <= codeOwnersLimits.bytes)
    return (await readBlob(dir, blobId))?.content ?? Buffer.alloc(0)
  const parts: Buffer[] = []
  let sizeBytes = 0
  for await (const part of (await streamBlob(dir, blobId)) as AsyncIterable<Buffer>) {
    parts.push(part)
    sizeBytes += part.length
    if (sizeBytes > codeOwnersLimits.bytes) break
  }
  return Buffer.concat(parts)
}

/** The paths that differ between two commits; a renamed file counts with both. */
export async function pathsChanged(dir: string, from: Oid, to: Oid): Promise<readonly string[]> {
  const args = ['diff-tree', '-r', '--no-renames', '--name-only', '-z', '--end-of-options', oid(from), oid(to)]
  const { stdout } = await git(dir, args)
  return stdout.toString('utf8').split('\0').slice(0, -1)
}
