import type { default as MarkdownIt, StateCore, Token } from 'markdown-it'
import { emojiByName } from './emoji.ts'
import { type Candidate, findHits, type Matcher } from './references.ts'
import { escapeHtml } from './text.ts'

export interface TaskItem {
  /** 1-based, in the order of the text. */
  readonly index: number
  readonly checked: boolean
  /** 1-based line of the source. */
  readonly line: number
  /** That line as it stands. */
  readonly source: string
  /** False for `[~]`: shown, not counted, not toggled. */
  readonly applicable: boolean
  /** The last line of its own text, without nested items. 1-based, as `end`. */
  readonly textEnd: number
  /** The last line of the item with all that is nested in it. */
  readonly end: number
  /** Tells lists apart: items of one list have the same. */
  readonly list: number
}

export interface Heading {
  readonly level: number
  readonly slug: string
  readonly text: string
}

/** The results of one scan, in markdown-it's `env`. */
export interface ScanEnv {
  readonly lines: readonly string[]
  readonly siteUrl: string
  readonly matchers: readonly Matcher[]
  readonly candidates: Candidate[]
  readonly taskItems: TaskItem[]
  readonly headings: Heading[]
  readonly fragments: string[]
  emojiCount: number
}

// Beyond these the text stays plain: no sane text has this many, and each costs a query or an element.
const maxCandidates = 1_000
const maxTaskItems = 1_000
const maxEmoji = 1_000
const maxHeadings = 1_000

const emojiPattern: Matcher = { pattern: /(?<![A-Za-z0-9]):([a-z0-9_+-]{1,60}):(?![A-Za-z0-9])/g, sign: ':' }

/** The scan's own data of a state. */
export function scanEnv(env: unknown): ScanEnv {
  // Every parse goes through `scan`, which made this object.
  return env as ScanEnv
}

/** Rules for running text once inline markup is known: task items, image sizes, references, emoji, headings. */
export function textRules(md: InstanceType<typeof MarkdownIt>): void {
  md.core.ruler.before('text_join', 'weft_text', state => {
    const env = scanEnv(state.env)
    tasks(state, env)
    for (const token of state.tokens) {
      if (token.type === 'inline' && token.children) token.children = rewriteInline(state, token.children, env)
    }
  })
  md.core.ruler.push('headings', state => headings(state, scanEnv(state.env)))
}

/** Rules for one line of plain text, such as a title. */
export function lineRules(md: InstanceType<typeof MarkdownIt>): void {
  md.core.ruler.before('text_join', 'weft_text', state => {
    for (const token of state.tokens) {
      if (token.children) token.children = rewriteInline(state, token.children, scanEnv(state.env))
    }
  })
}

function tasks(state: StateCore, env: ScanEnv): void {
  const { tokens } = state
  const lists: { readonly token: Token; readonly id: number }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push({ token, id: index })
    else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop()
    if (token.type !== 'list_item_open' || env.taskItems.length >= maxTaskItems) continue
    const inline = tokens[index + 2]
    if (tokens[index + 1]?.type !== 'paragraph_open' || inline?.type !== 'inline' || inline.map === null) continue
    const mark = /^\[([ xX~])\](?=[ \t\n\u00a0])\s*/.exec(inline.content)
    if (mark === null || !inline.children) continue
    const line = inline.map[0] + 1
    const end = token.map?.[1] ?? inline.map[1]
    const item: TaskItem = {
      index: env.taskItems.length + 1,
      checked: mark[1] === 'x' || mark[1] === 'X',
      line,
      source: env.lines[line - 1] ?? '',
      applicable: mark[1] !== '~',
      textEnd: inline.map[1],
      end: lastLine(env.lines, line, end),
      list: lists.at(-1)?.id ?? 0,
    }
    stripStart(inline.children, mark[0].length)
    const box = new state.Token('task_checkbox', 'input', 0)
    box.meta = { item, label: textOf(inline.children).slice(0, 120) }
    if (!item.applicable) {
      const strike = [new state.Token('s_open', 's', 1), new state.Token('s_close', 's', -1)] as const
      strike[0].attrSet('class', 'inapplicable')
      inline.children = [box, strike[0], ...inline.children, strike[1]]
    } else inline.children.unshift(box)
    env.taskItems.push(item)
    token.meta = { ...token.meta, task: item }
    const list = lists.at(-1)?.token
    if (list && list.attrGet('class') === null) list.attrSet('class', 'task-list')
  }
}

/** The last line of an item that is not empty: the empty lines after it belong to no item. */
function lastLine(lines: readonly string[], first: number, end: number): number {
  let last = end
  while (last > first && /^[\s>]*$/.test(lines[last - 1] ?? '')) last--
  return last
}

function stripStart(children: Token[], length: number): void {
  let left = length
  while (left > 0) {
    const token = children[0]
    if (token === undefined) return
    if (token.type === 'text' && token.content.length > left) {
      token.content = token.content.slice(left)
      return
    }
    left -= token.type === 'text' ? token.content.length : 1
    children.shift()
  }
}

const rawSkipOpen = /^<(a|code|pre|kbd|samp)[\s>]/i
const rawSkipClose = /^<\/(a|code|pre|kbd|samp)\s*>/i

function rewriteInline(state: StateCore, children: readonly Token[], env: ScanEnv): Token[] {
  const out: Token[] = []
  let links = 0
  let raw = 0
  let lineStart = true
  for (let index = 0; index < children.length; index++) {
    const token = children[index]
    if (token === undefined) break
    if (token.type === 'html_inline') {
      if (rawSkipOpen.test(token.content)) raw++
      else if (raw > 0 && rawSkipClose.test(token.content)) raw--
    }
    if (token.type === 'link_open' && links === 0 && raw === 0) {
      const address = siteAddress(token, env)
      if (address !== null && env.candidates.length < maxCandidates) {
        const text = children[index + 1]
        if (token.info === 'auto' && text?.type === 'text' && children[index + 2]?.type === 'link_close') {
          const after = children[index + 3]
          const suffix = suffixOf(address, after)
          if (suffix.rest !== null && after) after.content = suffix.rest
          const original = suffix.rest === null ? text.content : text.content + suffix.suffix
          const plain = `<a href="${escapeHtml(original)}">${escapeHtml(original)}</a>`
          const candidate = {
            form: 'url',
            syntax: -1,
            match: null,
            original,
            plain,
            url: suffix.url,
            suffix: suffix.suffix,
          } as const
          out.push(referenceToken(state, env, { ...candidate, atLineStart: false }))
          index += 2
          lineStart = false
          continue
        }
        const candidate = {
          form: 'link',
          syntax: -1,
          match: null,
          original: address,
          plain: '',
          url: address,
          suffix: '',
        } as const
        out.push(referenceToken(state, env, { ...candidate, atLineStart: false }))
      }
    }
    links += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0
    if (token.type === 'text') {
      const previous = children[index - 1]
      const escaped = previous?.type === 'text_special'
      lineStart = splitText(
        state,
        token,
        env,
        { references: links === 0 && raw === 0, emoji: raw === 0, escaped, lineStart },
        out,
      )
      continue
    }
    if (token.type === 'softbreak' || token.type === 'hardbreak') lineStart = true
    else if (token.type !== 'task_checkbox') lineStart = false
    if (token.type === 'image') sizeImage(token, children[index + 1])
    out.push(token)
  }
  return out
}

interface SplitRules {
  readonly references: boolean
  readonly emoji: boolean
  /** An escaped character stands right before: no reference begins here. */
  readonly escaped: boolean
  readonly lineStart: boolean
}

/** Pushes the pieces of a text; returns whether a mention right after it would still start its line. */
function splitText(state: StateCore, token: Token, env: ScanEnv, rules: SplitRules, out: Token[]): boolean {
  const text = token.content
  const matchers =
    rules.references && env.candidates.length < maxCandidates ? [emojiPattern, ...env.matchers] : [emojiPattern]
  let lineStart = rules.lineStart
  let last = 0
  const plain = (end: number) => {
    if (end <= last) return
    const piece = new state.Token('text', '', 0)
    piece.content = text.slice(last, end)
    if (!/^[\s,;:]*$/.test(piece.content)) lineStart = false
    out.push(piece)
  }
  for (const { matcher, match } of findHits(text, matchers)) {
    const original = match[0]
    const start = match.index
    if (rules.escaped && start === 0) continue
    if (matcher === 0) {
      const emoji = rules.emoji && env.emojiCount < maxEmoji ? emojiByName(match[1] ?? '') : undefined
      if (emoji === undefined) continue
      plain(start)
      env.emojiCount++
      const piece = new state.Token('emoji', '', 0)
      piece.content = emoji.unicode
      piece.meta = { emoji }
      out.push(piece)
      lineStart = false
    } else {
      if (env.candidates.length >= maxCandidates) break
      plain(start)
      // The whole text would cross the thread with every match.
      match.input = original
      match.index = 0
      const candidate = {
        form: 'text',
        syntax: matcher - 1,
        match,
        original,
        plain: escapeHtml(original),
        url: '',
        suffix: '',
      } as const
      out.push(referenceToken(state, env, { ...candidate, atLineStart: lineStart }))
      if (!original.startsWith('@')) lineStart = false
    }
    last = start + original.length
  }
  if (last === 0) {
    if (!/^[\s,;:]*$/.test(text)) lineStart = false
    out.push(token)
  } else plain(text.length)
  return lineStart
}

function referenceToken(state: StateCore, env: ScanEnv, candidate: Candidate): Token {
  const token = new state.Token('reference', '', 0)
  token.content = candidate.form === 'link' ? '' : candidate.original
  token.meta = { index: env.candidates.length }
  env.candidates.push(candidate)
  return token
}

function siteAddress(token: Token, env: ScanEnv): string | null {
  const href = String(token.attrGet('href') ?? '')
  return env.siteUrl !== '' && href.startsWith(`${env.siteUrl}/`) ? href : null
}

/** A `+` or `+s` at the end of an address or right after it. */
function suffixOf(
  address: string,
  after: Token | undefined,
): { url: string; suffix: '' | '+' | '+s'; rest: string | null } {
  const inside = /\+s?$/.exec(address)
  if (inside) return { url: address.slice(0, inside.index), suffix: inside[0] === '+' ? '+' : '+s', rest: null }
  const behind = after?.type === 'text' ? /^\+s?(?!\w)/.exec(after.content) : null
  if (!behind || !after) return { url: address, suffix: '', rest: null }
  return { url: address, suffix: behind[0] === '+' ? '+' : '+s', rest: after.content.slice(behind[0].length) }
}

/** `{width=100 height=50%}` right after an image. */
function sizeImage(image: Token, after: Token | undefined): void {
  if (after?.type !== 'text') return
  const match = /^\{[ \t]*((?:(?:width|height)="?\d{1,4}(?:px|%)?"?[ \t]*){1,2})\}/.exec(after.content)
  if (match === null) return
  for (const [, name, value] of (match[1] ?? '').matchAll(/(width|height)="?(\d{1,4}%?)/g)) {
    if (name !== undefined && value !== undefined) image.attrSet(name, value)
  }
  after.content = after.content.slice(match[0].length)
}

function headings(state: StateCore, env: ScanEnv): void {
  const seen = new Map<string, number>()
  for (const [index, token] of state.tokens.entries()) {
    const inline = state.tokens[index + 1]
    if (token.type !== 'heading_open' || inline?.type !== 'inline' || !inline.children) continue
    const text = textOf(inline.children).trim()
    const base = slugOf(text)
    if (base === '' || env.headings.length >= maxHeadings) continue
    const count = seen.get(base) ?? 0
    seen.set(base, count + 1)
    const slug = count === 0 ? base : `${base}-${count}`
    token.attrSet('id', slug)
    const anchor = new state.Token('heading_anchor', 'a', 0)
    anchor.attrs = [
      ['class', 'anchor'],
      ['href', `#${slug}`],
      ['aria-label', `Link to this section: ${text.slice(0, 120)}`],
    ]
    inline.children.push(anchor)
    env.headings.push({ level: Number(token.tag.slice(1)), slug, text })
  }
}

/** Lower case, blanks as hyphens, letters, digits, `-` and `_` kept. */
export function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .trim()
    .replace(/[ -]+/g, '-')
    .slice(0, 120)
  return /^\d+$/.test(slug) ? `anchor-${slug}` : slug
}

function textOf(tokens: readonly Token[]): string {
  let text = ''
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' '
    else if (token.type === 'image') text += textOf(token.children ?? [])
    else if (token.type !== 'html_inline') text += token.content
  }
  return text
}
