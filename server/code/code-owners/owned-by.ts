import { type CodeOwnersFile, hasOwners, type OwnedPattern } from './parse.ts'
import { compilePattern, matchesPath, type PathPattern } from './path-pattern.ts'
import { type Pause, pauses } from './pauses.ts'

/** Patterns compiled between two looks at the clock. */
const patternsAtOnce = 32
/** Comparisons between two looks at the clock: characters of patterns times those of paths. */
const comparedAtOnce = 32_768
/** A comparison costs at least so many. */
const leastCompared = 512

/**
 * The entries that decide about some files. Long work is cut into slices between which the event loop goes on.
 *
 * @returns in file order, without those that name no owner
 * @throws Unavailable  it takes too long
 */
export async function entriesFor(file: CodeOwnersFile, paths: readonly string[]): Promise<readonly OwnedPattern[]> {
  const found = new Set<OwnedPattern>()
  for await (const { entries } of decisions(file, paths)) for (const entry of entries) found.add(entry)
  return file.entries.filter(entry => found.has(entry))
}

/** Those of some files whose owners have to approve. Errors as `entriesFor`. */
export async function requiredPaths(file: CodeOwnersFile, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { path, entries } of decisions(file, paths))
    if (entries.some(({ approvals }) => approvals > 0)) found.push(path)
  return found
}

/** For each file that has owners: in each section, the last entry that matches it, unless an exclusion matches it too. */
async function* decisions(file: CodeOwnersFile, paths: readonly string[]) {
  if (!file.entries.some(entry => hasOwners(entry.owners))) return
  const pause = pauses()
  const index = await indexOf(file.entries, pause)
  for (const path of paths) {
    const entries = (await decidersOf(index, path, pause)).filter(entry => hasOwners(entry.owners))
    if (entries.length > 0) yield { path, entries }
  }
}

interface Indexed {
  readonly entry: OwnedPattern
  readonly pattern: PathPattern
  /** Place in the file. */
  readonly order: number
}

interface Index {
  /** By a name that matching paths have. */
  readonly byName: ReadonlyMap<string, readonly Indexed[]>
  readonly others: readonly Indexed[]
}

async function indexOf(entries: readonly OwnedPattern[], pause: Pause): Promise<Index> {
  const byName = new Map<string, Indexed[]>()
  const others: Indexed[] = []
  for (const [order, entry] of entries.entries()) {
    if (order % patternsAtOnce === 0) await pause()
    const pattern = compilePattern(entry.pattern)
    const indexed = { entry, pattern, order }
    const list = pattern.literal === null ? others : byName.get(pattern.literal)
    if (list !== undefined) list.push(indexed)
    else if (pattern.literal !== null) byName.set(pattern.literal, [indexed])
  }
  return { byName, others }
}

async function decidersOf({ byName, others }: Index, path: string, pause: Pause): Promise<readonly OwnedPattern[]> {
  const names = path.split('/')
  const bySection = new Map<string, { readonly last: Indexed | null; readonly isExcluded: boolean }>()
  let compared = comparedAtOnce
  for (const list of [others, ...[...new Set(names)].map(name => byName.get(name) ?? [])]) {
    for (const indexed of list) {
      if (compared >= comparedAtOnce) {
        compared = 0
        const wait = pause()
        if (wait !== undefined) await wait
      }
      compared += leastCompared
      const { entry, order, pattern } = indexed
      const known = bySection.get(entry.section)
      // Nothing that it matches would count.
      if (known?.isExcluded || (!entry.isExclusion && known?.last != null && known.last.order > order)) continue
      compared += entry.pattern.length * path.length
      if (!matchesPath(pattern, names)) continue
      bySection.set(entry.section, {
        last: entry.isExclusion ? (known?.last ?? null) : indexed,
        isExcluded: entry.isExclusion,
      })
    }
  }
  return [...bySection.values()].flatMap(({ last, isExcluded }) => (isExcluded || last === null ? [] : [last.entry]))
}
