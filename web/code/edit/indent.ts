const columnsOfTab = 4
/** Lines that are looked at for the unit of indentation. */
const looked = 2_000

/** One step of indentation in a text: a tab, or as many spaces as its least indented line has. */
export function indentOf(text: string): string {
  let least = Number.POSITIVE_INFINITY
  let seen = 0
  for (const [, space = ''] of text.matchAll(/^([\t ]+)\S/gm)) {
    if (space.startsWith('\t')) return '\t'
    if (space.length > 1) least = Math.min(least, space.length)
    if (++seen > looked) break
  }
  return ' '.repeat(Number.isFinite(least) ? Math.min(least, 8) : 2)
}

/** The indentation of the line that a place is in, up to that place. */
export function nextIndent(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^[\t ]*/.exec(line)?.[0] ?? ''
}

interface Reindented {
  /** Stands for what is between `from` and `to`. */
  readonly text: string
  readonly from: number
  readonly to: number
  readonly selectFrom: number
  readonly selectTo: number
}

/** Indent the selected lines by one step, or take one back. @returns null when there is nothing to take back */
export function reindented(
  text: string,
  start: number,
  end: number,
  unit: string,
  way: 'in' | 'out',
): Reindented | null {
  const from = text.lastIndexOf('\n', start - 1) + 1
  // A selection that ends before the first sign of a line does not mean that line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const next = text.indexOf('\n', last)
  const to = next < 0 ? text.length : next
  const before = text.slice(from, to).split('\n')
  const back = new RegExp(`^(?:\\t| {1,${unit === '\t' ? columnsOfTab : unit.length}})`)
  const after = before.map(line => (way === 'out' ? line.replace(back, '') : line === '' ? line : unit + line))
  const changed = after.join('\n')
  if (changed === text.slice(from, to)) return null
  const ofFirst = (after[0]?.length ?? 0) - (before[0]?.length ?? 0)
  const all = changed.length - (to - from)
  return { text: changed, from, to, selectFrom: Math.max(from, start + ofFirst), selectTo: Math.max(from, end + all) }
}

/** The number of columns of the longest line; wide signs take two. */
export function columnsOf(lines: readonly string[]): number {
  let most = 0
  for (const line of lines) {
    if (line.length * columnsOfTab <= most) continue
    let columns = 0
    for (const sign of line) {
      if (sign === '\t') columns += columnsOfTab - (columns % columnsOfTab)
      else columns += (sign.codePointAt(0) ?? 0) > 0x10_ff ? 2 : 1
    }
    most = Math.max(most, columns)
  }
  return most
}

/**
 * Colours of an earlier version, for the lines that are the same before and after the place of a change.
 *
 * @returns for each of `now`; null where a line has none yet
 */
export function keptColours(
  then: readonly string[],
  html: readonly string[],
  now: readonly string[],
): readonly (string | null)[] {
  const least = Math.min(then.length, now.length)
  let start = 0
  while (start < least && then[start] === now[start]) start++
  let tail = 0
  while (tail < least - start && then[then.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  const moved = then.length - now.length
  return now.map((_, index) => {
    if (index < start) return html[index] ?? null
    return index >= now.length - tail ? (html[index + moved] ?? null) : null
  })
}
