/** A text parted into what is said and what is to be done. */
interface PartedText {
  /** The text without the lines of commands. */
  readonly said: string
  /** Names of commands, in their order; some may occur twice. */
  readonly commands: readonly string[]
  /** Words behind a slash at the start of a line that are no command here. */
  readonly unknown: readonly string[]
}

/**
 * Part a text the way the server will: a command stands at the start of a line, outside of code, quotes and comments.
 *
 * @param known  names and aliases that are commands here; null while that is not known, then every such word counts
 * @source FORM-030, FORM-031
 */
export function partText(text: string, known: ReadonlySet<string> | null): PartedText {
  const said: string[] = []
  const commands: string[] = []
  const unknown: string[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const before = fence
    fence = fenceAfter(fence, line)
    const name = before === null && fence === null ? /^\/([a-z][a-z_]*)(?=\s|$)/.exec(line)?.[1] : undefined
    if (name !== undefined && (known === null || known.has(name))) {
      commands.push(name)
      continue
    }
    // A word that may become a command is still being typed.
    if (name !== undefined && ![...(known ?? [])].some(each => each.startsWith(name))) unknown.push(name)
    said.push(line)
  }
  return { said: said.join('\n').trim(), commands, unknown }
}

/** The fence that encloses the lines that follow; null outside of every fence. */
function fenceAfter(open: string | null, line: string): string | null {
  if (open === null) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line)
    if (fence !== null && !(fence[1]?.startsWith('`') && fence[2]?.includes('`'))) return fence[1] ?? null
    if (/^>>>\s*$/.test(line)) return '>>>'
    return /^\s*<!--/.test(line) && !line.includes('-->') ? '<!--' : null
  }
  if (open === '>>>') return /^>>>\s*$/.test(line) ? null : open
  if (open === '<!--') return line.includes('-->') ? null : open
  const close = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1]
  return close !== undefined && close[0] === open[0] && close.length >= open.length ? null : open
}
