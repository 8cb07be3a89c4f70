import { lane } from '#server/platform/limits/lane.ts'
import { requestersNow } from '#server/platform/limits/requester.ts'
import { type CodeOwnersFile, hasOwners, type OwnedPattern } from './parse.ts'
import { decisionsFor, matcherOf } from './path-matcher.ts'
import { pauses } from './pauses.ts'

/** The tree of the patterns of one file takes some hundred megabytes at worst. */
const lookups = lane({ what: 'Lookups of code owners', atOnce: 4, waiting: 500, waitMs: 30_000 })
const mostOfOne = 2

/**
 * The entries that decide about some files. Long work is cut into slices between which the event loop goes on.
 *
 * @returns in file order, without those that name no owner
 * @throws Unavailable  it takes too long, or too many wait for their turn
 */
export async function entriesFor(file: CodeOwnersFile, paths: readonly string[]): Promise<readonly OwnedPattern[]> {
  const found = new Set<OwnedPattern>()
  for await (const { entries } of decisions(file, paths)) for (const entry of entries) found.add(entry)
  return file.entries.filter(entry => found.has(entry))
}

/** The files, of the given ones, whose owners have to approve. Errors as `entriesFor`. */
export async function requiredPaths(file: CodeOwnersFile, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { path, entries } of decisions(file, paths))
    if (entries.some(({ approvals }) => approvals > 0)) found.push(path)
  return found
}

/**
 * The deciding entries of each file that has owners: in each section, the last entry that matches it, unless an
 * exclusion matches it too.
 */
async function* decisions(file: CodeOwnersFile, paths: readonly string[]) {
  if (!file.entries.some(entry => hasOwners(entry.owners))) return
  const of = requestersNow()
  const shares = of.owners.length === 0 ? [] : [{ of, kind: 'code owners', most: mostOfOne }]
  const leave = await lookups.enter(undefined, ...shares)
  try {
    const matcher = await matcherOf(file.entries, pauses())
    for await (const decided of decisionsFor(matcher, paths)) {
      const entries = decided.entries.filter(entry => hasOwners(entry.owners))
      if (entries.length > 0) yield { path: decided.path, entries }
    }
  } finally {
    leave()
  }
}
