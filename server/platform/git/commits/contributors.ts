import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

export type Contributor = { readonly name: string; readonly email: string; readonly commits: number }

/** The contributors by repository, whose `.mailmap` can join names, and commit. */
const known = new ByteCache<string, readonly Contributor[]>({
  name: 'contributors',
  maxBytes: 1024 * 1024,
  sizeOf: (all, key) => bytesOf(all) + bytesOf(key),
})

/**
 * The authors with their numbers of commits (merges not counted), most first. Walks all of history: a walk of minutes,
 * for a very large one, ends in Unavailable.
 */
export async function contributors(
  repo: string,
  commitId: Oid,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly Contributor[]> {
  const key = `${repo} ${commitId}`
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const { stdout } = await git(
    repo,
    ['shortlog', '--summary', '--numbered', '--email', '--no-merges', '--end-of-options', oid(commitId)],
    signal === undefined ? {} : { signal },
  )
  const all = stdout
    .toString('utf8')
    .split('\n')
    .flatMap(line => {
      const [, commits, name, email] = /^\s*(\d+)\t(.*)<([^<>]*)>$/.exec(line) ?? []
      return commits === undefined
        ? []
        : [{ name: name?.trimEnd() ?? '', email: email ?? '', commits: Number(commits) }]
    })
  known.set(key, all)
  return all
}
