/** A part of a pattern between two slashes. */
export type SegmentPattern =
  | typeof anyDepth
  | { readonly literal: string }
  | { readonly pattern: NamePattern; readonly text: string }

/** A name with wildcards. */
export interface NamePattern {
  readonly tokens: readonly Token[]
  /** The text before the first wildcard, and that after the last one. */
  readonly start: string
  readonly end: string
  /** The longest text that each matching name has. */
  readonly core: string
}

/** `**`: any number of folders, also none. */
export const anyDepth = Symbol('any depth')
type Token = string | typeof anyChars | typeof oneChar | CharClass
const anyChars = Symbol('any characters')
const oneChar = Symbol('one character')
interface CharClass {
  readonly isNegated: boolean
  readonly ranges: readonly (readonly [string, string])[]
}

/**
 * Compile a pattern. `/` at the start means the root, otherwise any folder; `/` at the end, all below a folder; `*` stands for characters
 * within one name, `**` for folders, `?` for one character, `[a-z]` for one of some; a backslash makes the next character literal.
 */
export function compilePattern(text: string): readonly SegmentPattern[] {
  const full = text === '*' ? '/**/*' : `${text.startsWith('/') ? '' : '/**/'}${text}`
  const parts = splitAtSlashes(full).slice(1)
  if (parts.at(-1) === '') parts.splice(-1, 1, '**', '*')
  else if (parts.at(-1) === '**') parts.push('*')
  return parts.map(compileSegment)
}

function splitAtSlashes(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '/') {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

function compileSegment(text: string): SegmentPattern {
  if (text === '**') return anyDepth
  const tokens = tokensOf(text)
  if (tokens.every(token => typeof token === 'string')) return { literal: tokens.join('') }
  const texts = tokens
    .map(token => (typeof token === 'string' ? token : '\0'))
    .join('')
    .split('\0')
  const core = texts.reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  return { text, pattern: { tokens, start: texts[0] ?? '', end: texts.at(-1) ?? '', core } }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '\\' && at + 1 < text.length) tokens.push(text[++at] ?? '')
    else if (char === '*') {
      if (tokens.at(-1) !== anyChars) tokens.push(anyChars)
    } else if (char === '?') tokens.push(oneChar)
    else if (char === '[') {
      const read = readClass(text, at)
      tokens.push(read?.token ?? char)
      at = read?.end ?? at
    } else tokens.push(char)
  }
  return tokens
}

/** `[abc]`, `[a-z]`, `[!a]`; null where nothing closes it. */
function readClass(text: string, start: number): { readonly token: CharClass; readonly end: number } | null {
  const end = text.indexOf(']', start + 2)
  if (end < 0) return null
  const isNegated = text[start + 1] === '!' || text[start + 1] === '^'
  const body = text.slice(start + (isNegated ? 2 : 1), end)
  if (body === '') return null
  const ranges: (readonly [string, string])[] = []
  for (let at = 0; at < body.length; at++) {
    const from = body[at] ?? ''
    const isRange = body[at + 1] === '-' && at + 2 < body.length
    ranges.push([from, isRange ? (body[at + 2] ?? from) : from])
    if (isRange) at += 2
  }
  return { token: { isNegated, ranges }, end }
}

/** Whether a name matches. Takes time in proportion to the product of the lengths. */
export function matchesName({ tokens, start, end, core }: NamePattern, name: string): boolean {
  if (name.length < start.length + end.length || !name.startsWith(start) || !name.endsWith(end)) return false
  if (!name.includes(core)) return false
  let [at, char] = [0, 0]
  let [retryAt, retryChar] = [-1, 0]
  while (char < name.length) {
    const token = tokens[at]
    if (token === anyChars) {
      retryAt = at++
      retryChar = char
    } else if (token !== undefined && matchesChar(token, name[char] ?? '')) {
      at++
      char++
    } else if (retryAt >= 0) {
      at = retryAt + 1
      char = ++retryChar
    } else return false
  }
  while (tokens[at] === anyChars) at++
  return at === tokens.length
}

function matchesChar(token: Exclude<Token, typeof anyChars>, char: string): boolean {
  if (typeof token === 'string') return token === char
  if (token === oneChar) return true
  return token.ranges.some(([from, to]) => char >= from && char <= to) !== token.isNegated
}
