import type { Oid } from '#server/platform/git/objects.ts'

/** Lines are bytes (latin1) without their LF: text that is not UTF-8 stays as it is. */
export type Part =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | { readonly kind: 'conflict'; readonly head: readonly string[]; readonly origin: readonly string[] }

export type Side = 'head' | 'origin'
export type Choice = Side | 'both'

/**
 * The conflicts of a file that a merge has left markers in. The markers carry the ids of the two commits, so that no
 * line of the file itself is taken for one. Git makes those of renamed files longer, so that they can be distinguished
 * from those around them.
 *
 * @param content  as `git merge-tree` writes it: ours is `head`, theirs `origin`
 * @returns null where there are none, or some inside of others, or where the line between the two sides of one cannot
 *   be distinguished from their own lines
 */
export function partsOf(content: Buffer, head: Oid, origin: Oid): readonly Part[] | null {
  const [length, ...others] = new Set(markersOf(content, head, origin).map(marker => marker.length))
  if (length === undefined || others.length > 0) return null
  const [start, middle, end] = ['<', '=', '>'].map(sign => sign.repeat(length))
  const parts: Part[] = []
  let same: string[] = []
  let open: string[] | null = null
  for (const line of content.toString('latin1').split('\n')) {
    if (open === null && line.startsWith(`${start} `) && isMarker(line, head, '<')) {
      parts.push({ kind: 'same', lines: same })
      same = []
      open = []
    } else if (open !== null && line.startsWith(`${end} `) && isMarker(line, origin, '>')) {
      const between = open.flatMap((each, index) => (withoutCr(each) === middle ? [index] : []))
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
      isMarker(line, source, '<')
        ? line.replace(source, () => ours)
        : isMarker(line, target, '>')
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

/**
 * The number of lines of a file itself that look like markers with the names of the branches. @param before  the file
 * with the markers of its merge
 */
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
        names(ours).some(name => isMarker(line, name, '<')) || names(theirs).some(name => isMarker(line, name, '>')),
    ).length

/**
 * The file with one side, or both, in the place of each conflict, in their order.
 *
 * @param openEnds  sides that have no line feed at the end of the file, which the last conflict reaches
 */
export function composed(
  parts: readonly Part[],
  choices: readonly Choice[],
  openEnds: ReadonlySet<Side> = new Set(),
): Buffer {
  let next = 0
  const lines = parts.flatMap(part => {
    if (part.kind === 'same') return part.lines
    const choice = choices[next]
    next += 1
    return [...(choice === 'origin' ? [] : part.head), ...(choice === 'head' ? [] : part.origin)]
  })
  const isOpen = openEnds.has(choices.at(-1) === 'head' ? 'head' : 'origin')
  return Buffer.from(isOpen ? lines.join('\n').replace(/\n$/, '') : lines.join('\n'), 'latin1')
}

/** Whether a merge left markers of its two commits in a file. */
export const hasMarkersOf = (content: Buffer, head: Oid, origin: Oid): boolean =>
  markersOf(content, head, origin).length > 0

function markersOf(content: Buffer, head: Oid, origin: Oid): readonly string[] {
  const text = content.toString('latin1')
  return [...text.matchAll(/^(<{7,}|>{7,}) ([0-9a-f]{40,64})(?::.*)?\r?$/gm)].flatMap(([, marker = '', id]) =>
    id === (marker.startsWith('<') ? head : origin) ? [marker] : [],
  )
}

const withoutCr = (line: string): string => line.replace(/\r$/, '')

/** The name of the file follows where it differs from side to side. The sign is longer for renamed files. */
function isMarker(line: string, name: string, sign: '<' | '>'): boolean {
  const [start = ''] = /^(?:<{7,}|>{7,}) /.exec(line) ?? []
  const rest = start.startsWith(sign) ? line.slice(start.length) : ''
  return rest.startsWith(name) && /^(:.*)?\r?$/.test(rest.slice(name.length))
}

/** Whether a text survives being read and written as UTF-8. */
export const isUtf8 = (content: Buffer | null): boolean =>
  content !== null && Buffer.from(content.toString('utf8')).equals(content)
