/** One `/word` at the start of a line. */
export interface ExtractedCommand {
  readonly name: string
  readonly argument: string
  /** 1-based. */
  readonly line: number
}

export interface Extracted {
  /** The text without the lines of commands. */
  readonly text: string
  readonly commands: readonly ExtractedCommand[]
}

/** Commands that only write something into the text. */
export const figures: Readonly<Record<string, string>> = {
  shrug: '¯\\＿(ツ)＿/¯',
  tableflip: '(╯°□°)╯︵ ┻━┻',
}

/**
 * Take quick actions out of a text: one a line, at its start, outside code, quotes and comments. Words that `isCommand`
 * does not know stay as text.
 *
 * @source product rules section 7
 */
export function extractCommands(text: string, isCommand: (name: string) => boolean): Extracted {
  if (!text.includes('/')) return { text: text.trim() === '' ? '' : text, commands: [] }
  const kept: string[] = []
  const commands: ExtractedCommand[] = []
  let fence: string | null = null
  let isCut = false
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const opened = fence
    fence = fenceAfter(fence, line)
    const found = opened === null && fence === null ? /^\/([a-z][a-z_]*)(?:[ \t](.*))?$/s.exec(line) : null
    const name = found?.[1] ?? ''
    const argument = found?.[2]?.trim() ?? ''
    const figure = Object.hasOwn(figures, name) ? figures[name] : undefined
    if (found !== null && figure !== undefined) {
      kept.push(`${argument} ${figure}`.trimStart())
      isCut = true
    } else if (found !== null && isCommand(name)) {
      commands.push({ name, argument, line: index + 1 })
      isCut = true
    } else kept.push(line)
  }
  if (!isCut) return { text: text.trim() === '' ? '' : text, commands }
  return {
    text: kept
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd(),
    commands,
  }
}

/**
 * The construct that encloses the following lines: a code fence, a long quote, a comment or raw `pre`; null outside.
 */
function fenceAfter(open: string | null, line: string): string | null {
  if (open === null) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line)
    if (fence !== null && !(fence[1]?.startsWith('`') && fence[2]?.includes('`'))) return fence[1] ?? null
    if (/^>>>\s*$/.test(line)) return '>>>'
    if (/^\s*<!--/.test(line) && !line.includes('-->')) return '<!--'
    if (/^ {0,3}<(?:pre|script|style|textarea)\b/i.test(line) && !/<\/(?:pre|script|style|textarea)>/i.test(line))
      return '<pre'
    return null
  }
  if (open === '>>>') return /^>>>\s*$/.test(line) ? null : open
  if (open === '<!--') return line.includes('-->') ? null : open
  if (open === '<pre') return /<\/(?:pre|script|style|textarea)>/i.test(line) ? null : open
  const close = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1]
  return close !== undefined && close[0] === open[0] && close.length >= open.length ? null : open
}
