import MarkdownIt, { type Env, type MarkdownItOptions, type Renderer, type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { blockRules } from './block-rules.ts'
import { directionRules, hasRightToLeft } from './directions.ts'
import type { Emoji } from './emoji.ts'
import { highlightCode } from './highlight.ts'
import { inlineRules } from './inline-rules.ts'
import { jsonTable } from './json-table.ts'
import { innerMarker, noncharacters } from './markers.ts'
import type { Candidate, Matcher } from './references.ts'
import { isExternal, type LinkContext, safeAddress, sanitize } from './sanitize.ts'
import { escapeHtml } from './text.ts'
import { type Heading, lineRules, type ScanEnv, scanEnv, type TaskItem, textRules } from './text-rules.ts'

export interface MarkdownOptions {
  /** Address of this site without a slash at the end: its links are internal, its known addresses references. */
  readonly siteUrl?: string
  /** The path before `/uploads/<secret>/<file>`, such as `/-/project/12`. */
  readonly uploadsBase?: string
  /** The base of relative links: the root of the files, such as `/group/project/-/blob/main`. */
  readonly blobBase?: string
  /** The same for images, video and audio; `blobBase` when left out. */
  readonly rawBase?: string
  /** The text is a file of this folder ('' is the root): its relative links start there, those with a leading slash at the root. */
  readonly directory?: string
  /** Scan one line of plain text, such as a title: references, addresses and emoji, no markup. */
  readonly line?: boolean
}

/** A scan's outcome before its syntaxes read the candidates. Plain values throughout. */
export interface RawScan {
  /** Sanitised HTML with a marker at each candidate. */
  readonly template: string
  readonly candidates: readonly Candidate[]
  readonly taskItems: readonly TaskItem[]
  readonly headings: readonly Heading[]
  readonly uploads: readonly string[]
}

const { unescapeAll } = new MarkdownIt('zero').utils

let full: InstanceType<typeof MarkdownIt> | undefined
let line: InstanceType<typeof MarkdownIt> | undefined

/** Parse, find, render and sanitize in one pass; no I/O, the same on every thread. */
export function scan(source: string, matchers: readonly Matcher[], options: MarkdownOptions): RawScan {
  const text = source.replace(noncharacters, '\uFFFD')
  const siteUrl = (options.siteUrl ?? '').replace(/\/+$/, '')
  const env: ScanEnv = {
    lines: source.includes('[') ? source.split(/\r\n|\n|\r/) : [],
    siteUrl,
    matchers,
    candidates: [],
    taskItems: [],
    headings: [],
    fragments: [],
    emojiCount: 0,
  }
  const uploads = new Set<string>()
  const links: LinkContext = {
    siteUrl,
    rewrite: (address, use) => rewriteAddress(address, use, options, uploads),
    withDirections: options.line !== true && hasRightToLeft(text),
  }
  Object.assign(env, { links, docId: text.includes('[^') ? digest(text) : undefined })
  full ??= fullParser()
  line ??= lineParser()
  const parser = options.line ? line : full
  // markdown-it's env is an open record; ours has names it does not use.
  const open = env as unknown as Env
  const tokens = options.line ? parser.parseInline(text.replace(/\s+/g, ' '), open) : parser.parse(text, open)
  const html = parser.renderer.render(tokens, parser.options, open)
  const template = sanitize(html, links, env.fragments)
  const { candidates, taskItems, headings } = env
  return { template: markTasks(template, taskItems), candidates, taskItems, headings, uploads: [...uploads] }
}

// A megabyte of prose has a third of this; more is a list of signs, which would fill the memory before it runs out of time.
const maxMarkup = 200_000

/** Whether a text is too much of markup to be worth the try. */
export function isOverMarked(text: string): boolean {
  if (text.length <= maxMarkup) return false
  const signs = /[\n*_[\]`~<>|&{}\\$]/g
  let count = 0
  while (count <= maxMarkup && signs.test(text)) count++
  return count > maxMarkup
}

const asTypedStart = '<pre class="markdown-unrendered"'

/** The text as it was written, in a `pre`, with a sentence that says why. */
export function asTyped(text: string): RawScan {
  const template =
    `${asTypedStart} tabindex="0">${escapeHtml(text.replace(noncharacters, '\uFFFD'))}</pre>\n` +
    '<p>This text is too complex to render. Showing the source instead.</p>\n'
  return { template, candidates: [], taskItems: [], headings: [], uploads: [] }
}

/** Whether an HTML is that of a text shown as it was written. */
export const isAsTyped = (html: string): boolean => html.startsWith(asTypedStart)

function fullParser(): InstanceType<typeof MarkdownIt> {
  const md = new MarkdownIt('default', { html: true, linkify: true, maxNesting: 60 }).use(footnotes)
  linkWww(md)
  md.inline.ruler.disable('footnote_inline')
  blockRules(md)
  inlineRules(md)
  textRules(md)
  directionRules(md)
  const { rules } = md.renderer
  rules.reference = renderReference
  rules.emoji = renderEmoji
  rules.fence = renderFence
  rules.code_block = renderFence
  rules.code_inline = renderCode
  rules.math_inline = renderMath
  rules.image = renderImage
  rules.task_checkbox = renderCheckbox
  rules.footnote_caption = (tokens, index) => `[${footnoteNumber(tokens[index])}]`
  rules.footnote_anchor = (tokens, index, options, env, self) => {
    const id = self.rules.footnote_anchor_name?.(tokens, index, options, env, self) ?? ''
    const subId = Number(tokens[index]?.meta?.subId ?? 0)
    const label = `Back to reference ${footnoteNumber(tokens[index])}`
    return ` <a href="#fnref${id}${subId > 0 ? `:${subId}` : ''}" class="footnote-backref" aria-label="${label}">\u21a9\uFE0E</a>`
  }
  rules.toc = (_tokens, _index, _options, env) => contents(scanEnv(env).headings)
  rules.list_item_open = (tokens, index, options, _env, self) => {
    const item = taskOf(tokens[index])
    return self.renderToken(tokens, index, options) + (item ? innerMarker('t', item.index) : '')
  }
  rules.th_open = renderCell
  rules.td_open = renderCell
  return md
}

function lineParser(): InstanceType<typeof MarkdownIt> {
  const md = new MarkdownIt('zero', { html: false, linkify: true }).enable('linkify')
  linkWww(md)
  lineRules(md)
  md.renderer.rules.reference = renderReference
  md.renderer.rules.emoji = renderEmoji
  return md
}

/** GFM links `www.` without a scheme and nothing else. */
function linkWww(md: InstanceType<typeof MarkdownIt>): void {
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: true })
  md.linkify.add('//', null)
  md.linkify.add('www.', {
    validate: (text, pos, self) => {
      const host = self.re.get_relative_proto_validator()
      host.lastIndex = pos
      return host.exec(text)?.[0].length ?? 0
    },
    normalize: match => {
      match.url = `http://${match.url}`
    },
  })
}

type Render = (
  tokens: Token[],
  index: number,
  options: Required<MarkdownItOptions>,
  env: Env | undefined,
  self: Renderer,
) => string

const renderReference: Render = (tokens, index) => innerMarker('r', Number(tokens[index]?.meta?.index ?? 0))

const renderEmoji: Render = (tokens, index, _options, env) => {
  // Set by the rule that made the token.
  const emoji = tokens[index]?.meta?.emoji as Emoji
  const { name, unicode, description, unicodeVersion } = emoji
  const html = `<gl-emoji title="${escapeHtml(description)}" data-name="${name}" data-unicode-version="${unicodeVersion}">${unicode}</gl-emoji>`
  return fragment(env, html)
}

const renderFence: Render = (tokens, index, _options, env) => {
  const token = tokens[index]
  if (token === undefined) return ''
  // The paragraph before, in a tight list, has no end tag to keep the lines apart.
  const before = tokens[index - 1]?.hidden ? '\n' : ''
  return `${before}${fragment(env, codeBlock(token))}\n`
}

function codeBlock(token: Token): string {
  const [, name = '', parameters = ''] = /^([^\s:,]*)[\s:,]*([^\n]*)/.exec(unescapeAll(token.info.trim())) ?? []
  const language = name.toLowerCase()
  const lang = language === '' ? '' : ` data-canonical-lang="${escapeHtml(language)}"`
  const text = escapeHtml(token.content)
  if (language === 'math')
    return `<pre class="code math" data-math-style="display" tabindex="0"${lang}><code>${text}</code></pre>`
  if (language === 'mermaid' || language === 'plantuml' || language === 'kroki') {
    return `<pre class="code diagram ${language}" tabindex="0"${lang}><code>${text}</code></pre>`
  }
  const table = language === 'json' && parameters.trim() === 'table' ? jsonTable(token.content) : null
  if (table !== null) return table
  const extra = parameters === '' ? '' : ` data-lang-params="${escapeHtml(parameters)}"`
  const classes = `code highlight${language === '' ? '' : ` language-${escapeHtml(language)}`}${token.meta?.frontMatter === true ? ' frontmatter' : ''}`
  const code = language === 'suggestion' ? text : highlightCode(token.content, language)
  return `<pre class="${classes}" tabindex="0"${lang}${extra}><code>${code}</code></pre>`
}

const colour = /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgb|hsl)a?\([\d\s.,%/deg]{3,60}\))$/i

const renderCode: Render = (tokens, index, _options, env) => {
  const content = tokens[index]?.content ?? ''
  const code = escapeHtml(content)
  if (!colour.test(content)) return `<code>${code}</code>`
  return fragment(
    env,
    `<code>${code}<span class="gfm-color_chip"><span style="background-color: ${code};"></span></span></code>`,
  )
}

const renderMath: Render = (tokens, index, _options, env) => {
  const { content = '', meta } = tokens[index] ?? {}
  // A formula that is wider than the page is scrolled, by keys too.
  const style = meta?.display === true ? 'tabindex="0" data-math-style="display"' : 'data-math-style="inline"'
  return fragment(env, `<code class="code math" ${style}>${escapeHtml(content)}</code>`)
}

const renderImage: Render = (tokens, index, options, env, self) => {
  const token = tokens[index]
  if (token === undefined) return ''
  const alt = self.renderInlineAsText(token.children ?? [], options, env)
  token.attrSet('alt', alt)
  const src = String(token.attrGet('src') ?? '')
  const kind = /\.(?:mp4|m4v|mov|webm|ogv)(?:[?#]|$)/i.test(src)
    ? 'video'
    : /\.(?:mp3|oga|ogg|spx|wav|flac)(?:[?#]|$)/i.test(src)
      ? 'audio'
      : null
  if (kind === null) return self.renderToken(tokens, index, options)
  const { links } = env as { readonly links: LinkContext }
  const address = escapeHtml(safeAddress(links.rewrite(src, 'media')))
  const title = escapeHtml(alt || src)
  const rel = isExternal(address, links.siteUrl) ? ' rel="nofollow noopener noreferrer"' : ''
  const size =
    kind === 'video'
      ? ['width', 'height'].map(name => (token.attrGet(name) ? ` ${name}="${token.attrGet(name)}"` : '')).join('')
      : ''
  return fragment(
    env,
    `<span class="media-container ${kind}-container"><${kind} src="${address}" controls preload="metadata" aria-label="${title}"${size}></${kind}>` +
      `<a href="${address}"${rel}>${title}</a></span>`,
  )
}

const renderCheckbox: Render = (tokens, index, _options, env) => {
  // Set by the rule that made the token.
  const { item, label } = (tokens[index]?.meta ?? {}) as { readonly item: TaskItem; readonly label: string }
  const state = `${item.checked ? ' checked' : ''}${item.applicable ? '' : ' data-inapplicable'}`
  return fragment(
    env,
    `<input type="checkbox" class="task-list-item-checkbox" disabled${state} aria-label="${escapeHtml(label || 'Task')}"> `,
  )
}

/** Alignment as an attribute: no style passes the sanitizer. */
const renderCell: Render = (tokens, index, options, _env, self) => {
  const token = tokens[index]
  const side = /text-align:(left|right|center)/.exec(String(token?.attrGet('style') ?? ''))?.[1]
  if (token && side !== undefined) {
    const direction = token.attrGet('dir')
    token.attrs = [
      ['align', side],
      ...(direction === null ? [] : [['dir', String(direction)] satisfies [string, string]]),
    ]
  }
  return self.renderToken(tokens, index, options)
}

/** HTML made here and already safe, set in after the sanitizer. */
function fragment(env: unknown, html: string): string {
  const { fragments } = scanEnv(env)
  return innerMarker('f', fragments.push(html) - 1)
}

function footnoteNumber(token: Token | undefined): number {
  return Number(token?.meta?.id ?? 0) + 1
}

function taskOf(token: Token | undefined): TaskItem | undefined {
  return token?.meta?.task as TaskItem | undefined
}

function markTasks(template: string, items: readonly TaskItem[]): string {
  if (items.length === 0) return template
  return template
    .replace(
      /<li( dir="\w+")?>(\n?)\uFDD2t(\d+)\uFDD3/g,
      (_all, direction: string = '', gap: string, index: string) => {
        const item = items[Number(index) - 1]
        const state = item?.applicable === false ? ' inapplicable' : ''
        return `<li class="task-list-item${state}" data-sourcepos-line="${item?.line ?? 0}"${direction}>${gap}`
      },
    )
    .replace(/\uFDD2t\d+\uFDD3/g, '')
}

function contents(headings: readonly Heading[]): string {
  if (headings.length === 0) return ''
  let html = ''
  const open: number[] = []
  for (const { level, slug, text } of headings) {
    while (open.length > 1 && (open.at(-1) ?? 0) > level) {
      html += '</li></ul>'
      open.pop()
    }
    if (open.length === 0 || (open.at(-1) ?? 0) < level) {
      html += open.length === 0 ? '<ul class="section-nav">' : '<ul>'
      open.push(level)
    } else html += '</li>'
    html += `<li><a href="#${escapeHtml(slug)}">${escapeHtml(text)}</a>`
  }
  return `${html}${'</li></ul>'.repeat(open.length)}\n`
}

const upload = /^(?:\/-\/project\/\d+)?\/uploads\/[0-9a-f]{32}\/[^?#]+/

function rewriteAddress(
  address: string,
  use: 'link' | 'media',
  options: MarkdownOptions,
  uploads: Set<string>,
): string {
  const found = upload.exec(address)?.[0]
  if (found !== undefined) {
    uploads.add(found)
    return found.startsWith('/uploads/') ? `${options.uploadsBase ?? ''}${address}` : address
  }
  const base = use === 'media' ? (options.rawBase ?? options.blobBase) : options.blobBase
  if (base === undefined || address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(address)) return address
  if (address.startsWith('/')) return options.directory === undefined ? address : base + address
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  const segments: string[] = []
  for (const segment of `${options.directory ?? ''}/${path}`.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  // A file has a name at its end, a folder may end with a slash.
  const isFolder = use === 'link' && /(?:^|\/)\.{0,2}$/.test(path) && path !== ''
  return `${isFolder ? base.replace('/-/blob/', '/-/tree/') : base}/${segments.join('/')}${rest}`
}

/** Short and the same for the same text: keeps the footnotes of two comments on one page apart. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
