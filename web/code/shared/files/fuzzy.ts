const wordStart = /[/._\- ]/

/**
 * How well the letters of a query stand in a path, in order; null when they do not.
 *
 * Letters of the file's own name, letters that follow one another, and beginnings of words count for more; long paths
 * for less.
 *
 * @param query  in lower case, without spaces
 */
export function scorePath(path: string, query: string): number | null {
  if (query === '') return 0
  const lower = path.toLowerCase()
  const nameAt = path.lastIndexOf('/') + 1
  const inName = scoreFrom(path, lower, query, nameAt)
  const anywhere = scoreFrom(path, lower, query, 0)
  if (inName === null) return anywhere
  return Math.max(inName + query.length * 4, anywhere ?? Number.NEGATIVE_INFINITY)
}

function scoreFrom(path: string, lower: string, query: string, from: number): number | null {
  const whole = lower.indexOf(query, from)
  if (whole >= 0) {
    const isWord = whole === from || wordStart.test(path[whole - 1] ?? '/')
    return query.length * 6 + (isWord ? 12 : 0) - path.length * 0.1
  }
  let score = 0
  let last = -2
  let at = from
  for (const letter of query) {
    const next = lower.indexOf(letter, at)
    if (next < 0) return null
    if (next === last + 1) score += 4
    else if (next === 0 || wordStart.test(path[next - 1] ?? '')) score += 3
    else score += path[next] === letter ? 0 : 2
    last = next
    at = next + 1
  }
  return score - path.length * 0.1
}

/** The paths that fit a query, best first. */
export function findPaths(paths: readonly string[], query: string, most: number): readonly string[] {
  const wanted = query.toLowerCase().replaceAll(/\s+/g, '')
  if (wanted === '') return paths.slice(0, most)
  const scored: { readonly path: string; readonly score: number }[] = []
  for (const path of paths) {
    const score = scorePath(path, wanted)
    if (score !== null) scored.push({ path, score })
  }
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ path }) => path)
}
