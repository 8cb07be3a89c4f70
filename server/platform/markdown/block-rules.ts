import type { default as MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'

const alertTitles: Readonly<Record<string, string>> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  caution: 'Caution',
  warning: 'Warning',
}

/** Block constructs beyond CommonMark and GFM: front matter, `>>>` quotes, tables of contents, description lists, alerts. */
export function blockRules(md: InstanceType<typeof MarkdownIt>): void {
  md.block.ruler.before('table', 'front_matter', frontMatter)
  md.block.ruler.before('blockquote', 'multiline_quote', multilineQuote, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  md.block.ruler.before('paragraph', 'toc', tableOfContents)
  md.block.ruler.before('paragraph', 'description_list', descriptionList)
  md.core.ruler.after('block', 'alerts', alerts)
}

/** Lines between two equal fences at the very start: `---` YAML, `+++` TOML, `;;;` JSON; shown as code. */
function frontMatter(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (startLine !== 0 || state.blkIndent !== 0 || state.level !== 0) return false
  const fence = lineOf(state, 0)
  const language = { '---': 'yaml', '+++': 'toml', ';;;': 'json' }[fence.trimEnd()]
  if (language === undefined) return false
  // A rule followed by a paragraph is no front matter: the first line must look like a key.
  if (language !== 'json' && !/^[\w"'.[-][^:=]*[:=\]]/.test(lineOf(state, 1))) return false
  let line = 1
  while (line < endLine && lineOf(state, line).trimEnd() !== fence.trimEnd()) line++
  if (line >= endLine) return false
  if (silent) return true
  const token = state.push('fence', 'code', 0)
  token.info = language
  token.markup = '```'
  token.meta = { frontMatter: true }
  token.content = state.getLines(1, line, 0, true)
  token.map = [0, line + 1]
  state.line = line + 1
  return true
}

/** A quote fenced by lines of `>>>`; fences of code inside hide their lines from the search of its end. */
function multilineQuote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !isQuoteFence(state, startLine)) return false
  let code = ''
  let line = startLine + 1
  for (; line < endLine; line++) {
    const text = lineOf(state, line)
    const fence = /^\s*(`{3,}|~{3,})/.exec(text)?.[1] ?? ''
    if (code !== '') {
      if (fence.startsWith(code) && text.trim() === fence) code = ''
    } else if (fence !== '') code = fence
    else if (isQuoteFence(state, line)) break
  }
  if (line >= endLine) return false
  if (silent) return true
  const { parentType, lineMax } = state
  state.parentType = 'blockquote'
  state.lineMax = line
  const open = state.push('blockquote_open', 'blockquote', 1)
  open.markup = '>>>'
  open.map = [startLine, line + 1]
  state.md.block.tokenize(state, startLine + 1, line)
  state.push('blockquote_close', 'blockquote', -1).markup = '>>>'
  state.parentType = parentType
  state.lineMax = lineMax
  state.line = line + 1
  return true
}

function tableOfContents(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  if (!/^(?:\[TOC\]|\[\[_TOC_\]\])\s*$/i.test(lineOf(state, startLine))) return false
  // One list for each text: a hundred of them would each repeat every heading.
  if (state.env.hasContents === true) return false
  if (silent) return true
  state.env.hasContents = true
  const token = state.push('toc', '', 0)
  token.block = true
  token.map = [startLine, startLine + 1]
  state.line = startLine + 1
  return true
}

/** A line, then lines of `: description`, a blank line between them or not; several such groups make one list. */
function descriptionList(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (firstDescription(state, startLine, endLine) === -1) return false
  if (silent) return true
  const list = state.push('dl_open', 'dl', 1)
  let line = startLine
  let end = startLine
  for (let next = firstDescription(state, line, endLine); next !== -1; next = firstDescription(state, line, endLine)) {
    pushInline(state, 'dt', line, line + 1, lineOf(state, line).trim())
    line = next
    while (line < endLine && isDescription(state, line)) {
      const first = line
      let text = lineOf(state, line).slice(1).trim()
      while (++line < endLine && !state.isEmpty(line) && (state.sCount[line] ?? 0) - state.blkIndent >= 2)
        text += `\n${lineOf(state, line)}`
      pushInline(state, 'dd', first, line, text)
    }
    end = line
    line = state.skipEmptyLines(line)
  }
  state.push('dl_close', 'dl', -1)
  list.map = [startLine, end]
  state.line = end
  return true
}

/** Line of the first description of the term on this line, or -1 if it is no term. */
function firstDescription(state: StateBlock, term: number, endLine: number): number {
  if (
    term + 1 >= endLine ||
    state.isEmpty(term) ||
    state.sCount[term] !== state.blkIndent ||
    isDescription(state, term)
  )
    return -1
  const line = state.isEmpty(term + 1) ? term + 2 : term + 1
  return line < endLine && isDescription(state, line) ? line : -1
}

function isDescription(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) === state.blkIndent && /^:[ \t]+\S/.test(lineOf(state, line))
}

function pushInline(state: StateBlock, tag: string, start: number, end: number, content: string): void {
  const open = state.push(`${tag}_open`, tag, 1)
  open.map = [start, end]
  const inline = state.push('inline', '', 0)
  inline.content = content
  inline.map = [start, end]
  inline.children = []
  state.push(`${tag}_close`, tag, -1)
}

/** `> [!note] title`: the quote becomes a box with a title. */
function alerts(state: StateCore): void {
  const { tokens } = state
  for (let index = 0; index < tokens.length - 2; index++) {
    const [quote, paragraph, inline] = tokens.slice(index, index + 3)
    if (quote?.type !== 'blockquote_open' || paragraph?.type !== 'paragraph_open' || inline?.type !== 'inline') continue
    const match = /^\[!(note|tip|important|caution|warning)\][ \t]*([^\n]*)(?:\n|$)/i.exec(inline.content)
    if (match === null) continue
    const kind = (match[1] ?? '').toLowerCase()
    quote.tag = 'div'
    quote.attrJoin('class', `markdown-alert markdown-alert-${kind}`)
    const close = closing(tokens, index)
    if (close !== undefined) close.tag = 'div'
    const title = [
      new state.Token('paragraph_open', 'p', 1),
      new state.Token('inline', '', 0),
      new state.Token('paragraph_close', 'p', -1),
    ]
    const [open, text] = title
    if (open === undefined || text === undefined) continue
    for (const token of title) token.block = true
    open.attrJoin('class', 'markdown-alert-title')
    text.content = match[2]?.trim() || (alertTitles[kind] ?? '')
    text.children = []
    text.map = inline.map
    inline.content = inline.content.slice(match[0].length)
    if (inline.content === '') tokens.splice(index + 1, 3, ...title)
    else tokens.splice(index + 1, 0, ...title)
  }
}

function closing(tokens: readonly Token[], open: number): Token | undefined {
  const level = tokens[open]?.level
  for (let index = open + 1; index < tokens.length; index++) {
    const token = tokens[index]
    if (token?.type === 'blockquote_close' && token.level === level) return token
  }
  return undefined
}

function isQuoteFence(state: StateBlock, line: number): boolean {
  return lineOf(state, line).trimEnd() === '>>>'
}

/** A line without its indentation and outer markers. */
function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0)
}
