import type { Oid } from '#server/platform/git/objects.ts'

/** Lines are bytes (latin1) without their LF: what is not UTF-8 stays as it is. */
export type Part =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | { readonly kind: 'conflict'; readonly head: readonly string[]; readonly origin: readonly string[] }

export type Choice = 'head' | 'origin' | 'both'

/**
 * The conflicts of a file that a merge has left markers in. The markers carry the ids of the two commits, so that no line of
 * the file itself is taken for one.
 *
 * @param content  as `git merge-tree` writes it: ours is `head`, theirs `origin`
 * @returns null where there are none, or where the line between the two sides of one cannot be told from their own lines
 */
export function partsOf(content: Buffer, head: Oid, origin: Oid): readonly Part[] | null {
  const parts: Part[] = []
  let same: string[] = []
  let open: string[] | null = null
  for (const line of content.toString('latin1').split('\n')) {
    if (open === null && isMarker(line, '<<<<<<<', head)) {
      parts.push({ kind: 'same', lines: same })
      same = []
      open = []
    } else if (open !== null && isMarker(line, '>>>>>>>', origin)) {
      const between = open.flatMap((each, index) => (withoutCr(each) === '=======' ? [index] : []))
      const [at] = between
      if (at === undefined || between.length > 1) return null
      parts.push({ kind: 'conflict', head: open.slice(0, at), origin: open.slice(at + 1) })
      open = null
    } else if (open === null) same.push(line)
    else open.push(line)
  }
  if (open !== null || parts.length === 0) return null
  return [...parts, { kind: 'same', lines: same }]
}

/** The commit of each side with the name of its branch: ours, then theirs. */
export type Sides = readonly [ours: readonly [Oid, string], theirs: readonly [Oid, string]]

/** A file with markers that name branches in the place of commits. */
export const withBranchNames = (content: string, [[source, ours], [target, theirs]]: Sides): string =>
  content
    .split('\n')
    .map(line =>
      isMarker(line, '<<<<<<<', source)
        ? line.replace(source, () => ours)
        : isMarker(line, '>>>>>>>', target)
          ? line.replace(target, () => theirs)
          : line,
    )
    .join('\n')

/**
 * Whether a text still has markers of a merge, by the ids of its commits or by the names of its branches.
 *
 * @param before  the file with its markers; lines of its own that look like one may stay
 */
export const hasMarkers = (text: string, before: string, sides: Sides): boolean =>
  markersIn(text, sides, side => side) > ownMarkers(before, sides)

/** How many lines of a file itself look like markers that name the branches. @param before  the file with the markers of its merge */
export const ownMarkers = (before: string, sides: Sides): number => markersIn(before, sides, ([, branch]) => [branch])

const markersIn = (
  text: string,
  [ours, theirs]: Sides,
  names: (side: readonly [Oid, string]) => readonly string[],
): number =>
  text
    .split('\n')
    .filter(
      line =>
        names(ours).some(name => isMarker(line, '<<<<<<<', name)) ||
        names(theirs).some(name => isMarker(line, '>>>>>>>', name)),
    ).length

/** The file with one side, or both, in the place of each conflict, in their order. */
export function composed(parts: readonly Part[], choices: readonly Choice[]): Buffer {
  let next = 0
  const lines = parts.flatMap(part => {
    if (part.kind === 'same') return part.lines
    const choice = choices[next]
    next += 1
    return [...(choice === 'origin' ? [] : part.head), ...(choice === 'head' ? [] : part.origin)]
  })
  return Buffer.from(lines.join('\n'), 'latin1')
}

const withoutCr = (line: string): string => line.replace(/\r$/, '')

/** The name of the file follows where it differs from side to side. */
function isMarker(line: string, sign: string, name: string): boolean {
  const start = `${sign} ${name}`
  return line.startsWith(start) && /^(:.*)?\r?$/.test(line.slice(start.length))
}
