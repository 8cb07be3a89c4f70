import type { Commit, Oid } from '#server/platform/git/objects.ts'

/** The words that every commit with a revert has, as git and the pages write them. */
export const revertPhrase = 'This reverts '

interface Reverted {
  readonly commits: readonly Oid[]
  /** The numbers of merge requests. */
  readonly iids: readonly number[]
}

export interface Reverts {
  readonly commits: ReadonlySet<Oid>
  readonly iids: ReadonlySet<number>
  /** Each commit that was not reverted itself, with the commits and merge requests that it reverts. */
  readonly by: ReadonlyMap<Oid, Reverted>
}

/**
 * The commits and merge requests that commits revert. A commit that is reverted itself reverts nothing.
 *
 * @param commits  newest first
 * @param fullPath  of their project
 */
export function revertsOf(commits: readonly Commit[], fullPath: string): Reverts {
  const by = new Map<Oid, Reverted>()
  const reverted = new Set<Oid>()
  const iids = new Set<number>()
  for (const { id, message } of commits) {
    if (reverted.has(id)) continue
    const own = {
      commits: [...message.matchAll(/^This reverts commit ([0-9a-f]{40})\b/gm)].map(([, other = '']) => other),
      iids: [...message.matchAll(/^This reverts merge request (\S*)!(\d{1,9})\b/gm)].flatMap(([, path, iid]) =>
        path === '' || path === fullPath ? [Number(iid)] : [],
      ),
    }
    if (own.commits.length + own.iids.length === 0) continue
    by.set(id, own)
    for (const other of own.commits) reverted.add(other)
    for (const iid of own.iids) iids.add(iid)
  }
  return { commits: reverted, iids, by }
}
