import { readCommits } from '#server/platform/git/cat-file.ts'
import { logIds } from '#server/platform/git/commits/log.ts'
import { type Commit, type Oid, parseTrailers } from '#server/platform/git/objects.ts'

/** The most commits that the messages of a merge list. @source the placeholders of the contract's commit templates */
const mostRecent = 100
/** A branch with more commits is credited to the author of the oldest of these. */
const mostCommits = 10_000

export interface MergedCommits {
  /** The oldest one, whose author a squash is credited to; null without a commit. */
  readonly first: Commit | null
  /** The newest ones, oldest first, without merge commits. */
  readonly recent: readonly Commit[]
}

/** The commits that a merge brings into its target branch. */
export async function mergedCommits(dir: string, source: Oid, target: Oid): Promise<MergedCommits> {
  const ids = await logIds(dir, {
    from: [source],
    notFrom: [target],
    noMerges: true,
    order: 'topo',
    reverse: true,
    limit: mostCommits,
  })
  const [oldest = source, ...others] = ids
  const wanted = ids.length <= mostRecent ? others : others.slice(-mostRecent)
  const [first = null, ...rest] = await readCommits(dir, [oldest, ...wanted])
  const recent = [...(ids.length > 0 && ids.length <= mostRecent ? [first] : []), ...rest]
  return { first, recent: recent.filter(commit => commit !== null) }
}

/**
 * `Co-authored-by` trailers for all authors of the commits and people named by a trailer there, besides the author of
 * the first.
 *
 * @returns one line for each person
 */
export function coAuthorsOf({ first, recent }: MergedCommits): string {
  const people = new Map<string, string>()
  for (const { author, message } of recent) {
    people.set(author.email.toLowerCase(), `${author.name} <${author.email}>`)
    for (const [key, person] of parseTrailers(message)) {
      const email = /<([^<>]+)>$/.exec(person)?.[1]
      if (key.toLowerCase() !== 'co-authored-by' || email === undefined) continue
      if (!people.has(email.toLowerCase())) people.set(email.toLowerCase(), person)
    }
  }
  if (first !== null) people.delete(first.author.email.toLowerCase())
  return [...people.values()].map(person => `Co-authored-by: ${person}`).join('\n')
}
