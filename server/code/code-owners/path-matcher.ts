import type { OwnedPattern } from './parse.ts'
import { anyDepth, compilePattern, matchesName, type NamePattern, type SegmentPattern } from './path-pattern.ts'
import type { Pause } from './pauses.ts'

/**
 * The result of a section for a file: its last entry that matches, with its place in the file, and whether an exclusion
 * matches.
 */
interface Decision {
  readonly last: { readonly entry: OwnedPattern; readonly order: number } | null
  readonly isExcluded: boolean
}

/**
 * A place in all patterns that begin with the same segments. A file can have 250,000 places: the parts that few of them
 * need are built when needed.
 */
interface Node {
  /** The segment is `**`: reached once, it stays reached in the folders below. */
  readonly isDeep: boolean
  byName: Map<string, Node> | null
  wildcards: WildcardSegments | null
  deep: Node | null
  /** The results of the patterns that end here, by section. */
  decisions: Map<string, Decision> | null
}

/** Segments with wildcards. */
interface WildcardSegments {
  /** The wildcards by the fixed text at the start of names, by the one at their end, and by the longest in them. */
  readonly byStart: Map<string, Map<string, Map<string, Map<string, Wildcards>>>>
  readonly lengths: { readonly start: Set<number>; readonly end: Set<number>; readonly core: Set<number> }
}

interface Wildcards {
  readonly pattern: NamePattern
  readonly node: Node
}

/** All patterns of a CODEOWNERS file as one tree, in which a path is looked up by its names. */
interface PathMatcher {
  readonly root: Node
  readonly pause: Pause
  /** Steps since the last look at the clock. */
  steps: number
}

/** Patterns compiled between two looks at the clock. */
const patternsAtOnce = 32
/** Steps between two looks at the clock: a lookup, or a comparison of a character with one of a pattern. */
const stepsAtOnce = 32_768
/** Characters that a search for a text passes in a step. */
const charsOfStep = 32

export async function matcherOf(entries: readonly OwnedPattern[], pause: Pause): Promise<PathMatcher> {
  const root = nodeOf(false)
  for (const [order, entry] of entries.entries()) {
    if (order % patternsAtOnce === 0) await pause()
    const end = compilePattern(entry.pattern).reduce(childFor, root)
    const decision = { last: entry.isExclusion ? null : { entry, order }, isExcluded: entry.isExclusion }
    end.decisions ??= new Map()
    addDecision(end.decisions, entry.section, decision)
  }
  return { root, pause, steps: 0 }
}

const nodeOf = (isDeep: boolean): Node => ({ isDeep, byName: null, wildcards: null, deep: null, decisions: null })

const wildcardSegments = (): WildcardSegments => ({
  byStart: new Map(),
  lengths: { start: new Set(), end: new Set(), core: new Set() },
})

/** The node below another one for the next segment of a pattern; made when it is the first with it. */
function childFor(parent: Node, segment: SegmentPattern): Node {
  if (segment === anyDepth) {
    parent.deep ??= parent.isDeep ? parent : nodeOf(true)
    return parent.deep
  }
  if ('literal' in segment) {
    parent.byName ??= new Map()
    const child = parent.byName.get(segment.literal) ?? nodeOf(false)
    parent.byName.set(segment.literal, child)
    return child
  }
  parent.wildcards ??= wildcardSegments()
  return childForWildcards(parent.wildcards, segment)
}

function childForWildcards(
  { byStart, lengths }: WildcardSegments,
  { pattern, text }: { readonly pattern: NamePattern; readonly text: string },
): Node {
  const { start, end, core } = pattern
  const byEnd = byStart.get(start) ?? new Map<string, Map<string, Map<string, Wildcards>>>()
  const byCore = byEnd.get(end) ?? new Map<string, Map<string, Wildcards>>()
  const alike = byCore.get(core) ?? new Map<string, Wildcards>()
  const known = alike.get(text)
  if (known !== undefined) return known.node
  const node = nodeOf(false)
  byStart.set(start, byEnd.set(end, byCore.set(core, alike.set(text, { pattern, node }))))
  lengths.start.add(start.length)
  lengths.end.add(end.length)
  lengths.core.add(core.length)
  return node
}

/** The entries that decide about each of some paths. Those of one folder next to each other are looked up faster. */
export async function* decisionsFor(matcher: PathMatcher, paths: readonly string[]) {
  let folder: string | null = null
  let reached: readonly Node[] = []
  for (const path of paths) {
    const slash = path.lastIndexOf('/')
    const own = path.slice(0, Math.max(slash, 0))
    if (own !== folder) {
      reached = withDeep([matcher.root])
      for (const name of own === '' ? [] : own.split('/')) reached = withDeep(await next(matcher, reached, name, true))
      folder = own
    }
    const bySection = new Map<string, Decision>()
    for (const { decisions } of await next(matcher, reached, path.slice(slash + 1), false)) {
      if (decisions === null) continue
      matcher.steps += decisions.size
      for (const [section, decision] of decisions) addDecision(bySection, section, decision)
    }
    if (matcher.steps >= stepsAtOnce) await look(matcher)
    yield {
      path,
      entries: [...bySection.values()].flatMap(({ last, isExcluded }) =>
        isExcluded || last === null ? [] : [last.entry],
      ),
    }
  }
}

function addDecision(bySection: Map<string, Decision>, section: string, { last, isExcluded }: Decision): void {
  const known = bySection.get(section)
  const isLater = last !== null && (known?.last == null || known.last.order < last.order)
  bySection.set(section, {
    last: isLater ? last : (known?.last ?? null),
    isExcluded: isExcluded || known?.isExcluded === true,
  })
}

/** Add the places after each `**` that matches no folder. */
function withDeep(nodes: readonly Node[]): readonly Node[] {
  const all = new Set(nodes)
  for (const node of nodes) if (node.deep !== null) all.add(node.deep)
  return [...all]
}

/** The nodes that a name leads to. @param isFolder  not the last name of a path */
async function next(
  matcher: PathMatcher,
  from: readonly Node[],
  name: string,
  isFolder: boolean,
): Promise<readonly Node[]> {
  const found: Node[] = []
  for (const node of from) {
    if (isFolder && node.isDeep) found.push(node)
    const named = node.byName?.get(name)
    if (named !== undefined) found.push(named)
    matcher.steps += 1
    for (const alike of node.wildcards === null ? [] : alikeIn(matcher, node.wildcards, name)) {
      if (alike !== null) {
        matcher.steps += alike.pattern.tokens.length + name.length
        if (matchesName(alike.pattern, name)) found.push(alike.node)
      }
      if (matcher.steps >= stepsAtOnce) await look(matcher)
    }
    if (matcher.steps >= stepsAtOnce) await look(matcher)
  }
  return found
}

/** The segments with wildcards whose fixed texts a name starts with, ends with, and has in it; null for a look at the clock. */
function* alikeIn(matcher: PathMatcher, { byStart, lengths }: WildcardSegments, name: string) {
  for (const start of lengths.start) {
    const byEnd = start > name.length ? undefined : byStart.get(name.slice(0, start))
    matcher.steps += 1
    if (byEnd === undefined) continue
    for (const end of lengths.end) {
      matcher.steps += 1
      const byCore = end > name.length ? undefined : byEnd.get(name.slice(name.length - end))
      if (byCore === undefined) continue
      for (const alike of coresIn(byCore, lengths.core, name)) {
        matcher.steps += 1 + name.length / charsOfStep
        if (alike !== undefined) yield* alike.values()
        else if (matcher.steps >= stepsAtOnce) yield null
      }
    }
  }
}

/**
 * The values of each text in a name: all texts of some lengths are looked up, or all that are known where these are
 * fewer.
 */
function* coresIn<T>(byCore: ReadonlyMap<string, T>, lengths: ReadonlySet<number>, name: string) {
  if (byCore.size <= name.length * lengths.size) {
    for (const [core, alike] of byCore) yield name.includes(core) ? alike : undefined
    return
  }
  const found = new Set<string>()
  for (const length of lengths)
    for (let at = 0; at + length <= name.length; at++) {
      found.add(name.slice(at, at + length))
      if (length === 0) break
    }
  for (const core of found) yield byCore.get(core)
}

function look(matcher: PathMatcher): Promise<void> | undefined {
  matcher.steps = 0
  return matcher.pause()
}
