import type { default as MarkdownIt, StateInline } from 'markdown-it'

const tilde = 0x7e
const singleTilde = 0xfdd4
const dollar = 0x24
const backtick = 0x60

/** Inline constructs beyond CommonMark: strikethrough of one or two tildes, inline diff, math. */
export function inlineRules(md: InstanceType<typeof MarkdownIt>): void {
  md.inline.ruler.at('strikethrough', tildes)
  md.inline.ruler2.at('strikethrough', strike)
  md.inline.ruler.before('backticks', 'math', math)
  md.inline.ruler.before('link', 'inline_diff', inlineDiff)
}

function tildes(state: StateInline, silent: boolean): boolean {
  const start = state.pos
  if (silent || state.src.charCodeAt(start) !== tilde) return false
  const { length, can_open, can_close } = state.scanDelims(start, true)
  const token = state.push('text', '', 0)
  token.content = '~'.repeat(length)
  state.pos += length
  if (length > 2) return true
  // One tilde inside a word is part of a name, like an underscore.
  const single = length === 1 ? state.scanDelims(start, false) : null
  state.delimiters.push({
    marker: single ? singleTilde : tilde,
    length: 0,
    token: state.tokens.length - 1,
    end: -1,
    open: single ? single.can_open : can_open,
    close: single ? single.can_close : can_close,
  })
  return true
}

function strike(state: StateInline): void {
  for (const delimiters of [state.delimiters, ...state.tokens_meta.map(meta => meta?.delimiters)]) {
    for (const opener of delimiters ?? []) {
      if ((opener.marker !== tilde && opener.marker !== singleTilde) || opener.end === -1) continue
      const closer = delimiters?.[opener.end]
      const open = state.tokens[opener.token]
      const close = closer && state.tokens[closer.token]
      if (!open || !close) continue
      Object.assign(open, { type: 's_open', tag: 'del', nesting: 1, markup: open.content, content: '' })
      Object.assign(close, { type: 's_close', tag: 'del', nesting: -1, markup: close.content, content: '' })
    }
  }
}

/** `` $`a^2`$ ``, `$a^2$` and `$$a^2$$`, which stands on a line of its own. */
function math(state: StateInline, silent: boolean): boolean {
  const { pos, src } = state
  if (src.charCodeAt(pos) !== dollar) return false
  const found =
    src.charCodeAt(pos + 1) === backtick
      ? between(state, '$`', '`$')
      : src.charCodeAt(pos + 1) === dollar
        ? betweenPairs(state)
        : betweenDollars(state)
  if (found === null) return false
  if (!silent) {
    const token = state.push('math_inline', 'code', 0)
    token.content = found.source
    token.meta = { display: src.startsWith('$$', pos) }
  }
  state.pos = found.end
  return true
}

interface Formula {
  readonly source: string
  /** Position after the closing mark. */
  readonly end: number
}

function between(state: StateInline, opener: string, closer: string): Formula | null {
  const from = state.pos + opener.length
  const end = find(state, closer, from)
  const source = end === -1 ? '' : state.src.slice(from, end)
  return source.trim() === '' ? null : { source, end: end + closer.length }
}

/** `$$` is a process in a shell and a dollar in a Makefile. */
function betweenPairs(state: StateInline): Formula | null {
  const found = between(state, '$$', '$$')
  return found === null || isOfCode(state.src, state.pos + 2, found.end - 2, 2) ? null : found
}

/** Sums of money, variables of a shell and numbers of snippets are no formulas: the marks touch the formula, and no other word. */
function betweenDollars({ src, pos, posMax }: StateInline): Formula | null {
  if (pos > 0 && /[\w$]/.test(src.charAt(pos - 1))) return null
  dollars.lastIndex = pos
  const source = dollars.exec(src)?.[1]
  const end = pos + 2 + (source?.length ?? 0)
  if (source === undefined || end > posMax || isMoney(source) || isOfCode(src, pos + 1, end - 1, 1)) return null
  return { source, end }
}

// The pattern never backtracks: a dollar that opens nothing is read once up to the next one.
const dollars = /\$(?! )((?:[^$`\\\n]|\\[^\n])+)(?<! )\$(?![\w$])/y
const signsOfFormulas = /[\\^_=+{<>]/

/** A sum has none of the signs of formulas, unless whole words stand in between: `$5 + tax, or 6$`. */
const isMoney = (source: string): boolean =>
  /^\d/.test(source) &&
  (!signsOfFormulas.test(source) || (!source.includes('\\') && /(?:^|\s)\p{L}{2,}(?=[\s,.;]|$)/u.test(source)))

// The characters after a dollar sign in a shell, a Makefile or a template, where no formula ends.
const behindDollar = /[{([@*#?!"']/
const beforeDollar = /[/:;,@"&|]/

/**
 * Whether the dollars belong to two variables of a program: `${A}/${B}`, `$(date)-$(id)`, `"$@" "$*"`, `$$HOME/$$USER`.
 *
 * @param start  where the formula would begin
 * @param end  where it would end, at its closing mark
 * @param width  the length of the mark
 */
function isOfCode(src: string, start: number, end: number, width: number): boolean {
  const next = src.charAt(end + width)
  if (/[\w{]/.test(next)) return true
  if (behindDollar.test(next) && behindDollar.test(src.charAt(start))) return true
  const last = src.charAt(end - 1)
  return beforeDollar.test(last) && (last !== '|' || src.charAt(start) !== '|') && src.charAt(end - 2) !== '\\'
}

const brackets: Readonly<Record<string, readonly [closer: string, kind: string]>> = {
  '{+': ['+}', 'addition'],
  '[+': ['+]', 'addition'],
  '{-': ['-}', 'deletion'],
  '[-': ['-]', 'deletion'],
}

/** `{+ added +}` and `{- removed -}`, or with square brackets. */
function inlineDiff(state: StateInline, silent: boolean): boolean {
  const { pos, src, posMax } = state
  const [closer, kind] = brackets[src.slice(pos, pos + 2)] ?? []
  if (closer === undefined || kind === undefined) return false
  const end = find(state, closer, pos + 2)
  if (end === -1 || src.slice(pos + 2, end).trim() === '') return false
  const next = src.charAt(end + 2)
  if (closer.endsWith(']') && (next === '(' || next === '[')) return false
  if (!silent) {
    const open = state.push('idiff_open', 'span', 1)
    open.attrSet('class', `idiff ${kind}`)
    state.pos = pos + 2
    state.posMax = end
    state.md.inline.tokenize(state)
    state.posMax = posMax
    state.push('idiff_close', 'span', -1)
  }
  state.pos = end + 2
  return true
}

const missing = new WeakMap<StateInline, Map<string, number>>()

/** Position of the closer before the end, or -1; a failed search is not made again, so that many openers stay linear. */
function find(state: StateInline, closer: string, from: number): number {
  let failed = missing.get(state)
  if (failed === undefined) {
    failed = new Map()
    missing.set(state, failed)
  }
  if (from >= (failed.get(closer) ?? Number.POSITIVE_INFINITY)) return -1
  const at = state.src.indexOf(closer, from)
  if (at === -1) failed.set(closer, from)
  return at === -1 || at + closer.length > state.posMax ? -1 : at
}
