import sanitizeHtml from 'sanitize-html'
import { attributionMark, quoteMark } from './own-words.ts'

const blocks = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'section', 'article', 'pre']
const inline = { b: '**', strong: '**', i: '*', em: '*', s: '~~', del: '~~', strike: '~~', code: '`', tt: '`' } as const
const kept = [...blocks, ...Object.keys(inline), 'a', 'br', 'hr', 'img', 'li', 'tr', 'td', 'th', 'blockquote']

/** The classes that mail programs put around signatures. */
const signature = /\b(?:gmail_signature|moz-signature|protonmail_signature_block)\b/
const signatureId =
  /^(?:Signature|ms-outlook-mobile-signature|ymail_android_signature|ymail_ios_signature|AppleMailSignature)$/i

/** The classes around the line that names the author of a quote. */
const attribution = /\b(?:gmail_attr|moz-cite-prefix)\b/

/** The marks at the beginning of the mail that is replied to. */
const quote =
  /\b(?:yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|OutlookMessageHeader|ntes-mailmaster-quote|ms-outlook-mobile-reference-message)\b/
const quoteId =
  /^(?:x_)*(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|isReplyContent|ntes-pcmail-quote|replySplit)$/i
const quoteStyle =
  /border(?:-top)?:\s*(?:none;\s*border-top:\s*)?(?:solid\s+#(?:e1e1e1|b5c4df)|#(?:e1e1e1|b5c4df)\s+1(?:\.0)?pt\s+solid)/i

type Attributes = Readonly<Record<string, string>>

function markOf({ class: names = '', id = '', style = '' }: Attributes): 'attribution' | 'quote' | null {
  if (quoteId.test(id) || quote.test(names) || quoteStyle.test(style)) return 'quote'
  return attribution.test(names) ? 'attribution' : null
}

/**
 * The Markdown of a mail that has no plain text. Parts that the sender's program has marked as a quote, or as the line
 * above one, have the marks of `own-words.ts`; a signature is removed if it was marked.
 */
export function htmlToText(html: string): string {
  const plain = sanitizeHtml(html, {
    allowedTags: kept,
    allowedAttributes: {
      a: ['href'],
      img: ['src', 'alt'],
      ol: ['start'],
      section: ['data-mark'],
      table: ['data-kind'],
    },
    allowedSchemesByTag: { img: ['cid'] },
    nonTextTags: ['style', 'script', 'head', 'title', 'textarea', 'option', 'noscript', 'template'],
    transformTags: {
      '*': (tagName, attribs) => {
        const mark = tagName === 'blockquote' ? null : markOf(attribs)
        if (mark !== null) return { tagName: 'section', attribs: { 'data-mark': mark } }
        const isGrid =
          tagName === 'table' && (Number(attribs.border) > 0 || /\bMsoTableGrid\b/.test(attribs.class ?? ''))
        return { tagName, attribs: isGrid ? { 'data-kind': 'grid' } : attribs }
      },
    },
    exclusiveFilter: ({ attribs }) => signature.test(attribs.class ?? '') || signatureId.test(attribs.id ?? ''),
  })
  const writer = new MarkdownWriter()
  // The output of the sanitizer holds no other `<` or `>` than those of its tags.
  for (const [, closes, tag, attributes, text] of plain.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) writer.text(decode(text))
    else if (tag !== undefined && closes === '') writer.open(tag, attributes ?? '')
    else if (tag !== undefined) writer.close(tag)
  }
  return writer.end()
}

interface Span {
  readonly tag: string
  readonly from: number
  readonly line: number
  /** The target of a link. */
  readonly href?: string
}

interface Table {
  readonly rows: string[][]
  /** The first row has headings. */
  isGrid: boolean
}

const maxNestedTables = 8
/** Lists and marks that are nested deeper cost more than their length. */
const maxNested = 50

class MarkdownWriter {
  /** The page itself, and a page for each cell that is open. */
  readonly #pages: TextPage[] = [new TextPage()]
  readonly #tables: Table[] = []
  readonly #lists: { next: number | null }[] = []
  readonly #spans: Span[] = []
  #inAttribution = 0
  readonly #sections: string[] = []

  get #page(): TextPage {
    // The first page is never taken away.
    return this.#pages.at(-1) as TextPage
  }

  text(text: string): void {
    const isCode = this.#page.isVerbatim || this.#spans.some(span => span.tag === 'code' || span.tag === 'tt')
    this.#page.write(isCode ? text : escaped(text))
  }

  open(tag: string, attributes: string): void {
    const page = this.#page
    const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
    switch (tag) {
      case 'br':
        if (this.#inAttribution > 0) page.write(' ')
        else page.endLine()
        break
      case 'hr':
        page.gap()
        break
      case 'img': {
        const id = /^cid:(.+)$/.exec(decode(attribute('src') ?? ''))?.[1]
        if (id !== undefined) page.write(`[cid:${id}]`)
        break
      }
      case 'li': {
        page.startLine()
        const list = this.#lists.at(-1)
        const depth = Math.min(maxNested, Math.max(0, this.#lists.length - 1))
        page.indent = '  '.repeat(depth) + (this.#isInOrdered() ? ' '.repeat(depth) : '')
        page.write(list === undefined || list.next === null ? '- ' : `${list.next++}. `)
        break
      }
      case 'ul':
      case 'ol':
        if (this.#lists.length === 0) page.gap()
        else page.startLine()
        this.#lists.push({ next: tag === 'ol' ? Number(attribute('start') ?? 1) || 1 : null })
        break
      case 'table':
        page.gap()
        if (this.#tables.length < maxNestedTables)
          this.#tables.push({ rows: [], isGrid: attribute('data-kind') === 'grid' })
        break
      case 'tr':
        this.#tables.at(-1)?.rows.push([])
        break
      case 'td':
      case 'th': {
        const table = this.#tables.at(-1)
        if (table === undefined) break
        if (tag === 'th') table.isGrid = true
        this.#pages.push(new TextPage())
        break
      }
      case 'blockquote':
        page.gap()
        page.quotes += 1
        break
      case 'pre':
        page.gap()
        page.isVerbatim = true
        page.write('```')
        page.endLine()
        break
      case 'section': {
        const mark = attribute('data-mark') ?? ''
        this.#sections.push(mark)
        page.gap()
        if (mark === 'quote') page.mark(quoteMark)
        if (mark === 'attribution') {
          this.#inAttribution += 1
          page.write(attributionMark)
        }
        break
      }
      case 'a': {
        if (this.#spans.length >= maxNested) break
        const href = /^https?:/.test(attribute('href') ?? '') ? { href: decode(attribute('href') ?? '') } : {}
        this.#spans.push({ tag, from: page.current.length, line: page.lines.length, ...href })
        break
      }
      case 'div':
        page.startLine()
        break
      default:
        if (!Object.hasOwn(inline, tag)) this.#startBlock(tag)
        else if (this.#spans.length < maxNested)
          this.#spans.push({ tag, from: page.current.length, line: page.lines.length })
    }
  }

  close(tag: string): void {
    const page = this.#page
    switch (tag) {
      case 'li':
        page.startLine()
        break
      case 'ul':
      case 'ol':
        this.#lists.pop()
        page.startLine()
        page.indent = ''
        if (this.#lists.length === 0) page.gap()
        break
      case 'table':
        this.#closeTable()
        break
      case 'td':
      case 'th': {
        const table = this.#tables.at(-1)
        if (table === undefined || this.#pages.length === 1) break
        const cell = this.#pages.pop()?.text() ?? ''
        if (table.rows.length === 0) table.rows.push([])
        table.rows.at(-1)?.push(cell)
        break
      }
      case 'blockquote':
        page.gap()
        page.quotes -= 1
        break
      case 'pre':
        page.startLine()
        page.isVerbatim = false
        page.write('```')
        page.endLine()
        page.gap()
        break
      case 'section':
        if (this.#sections.pop() === 'attribution') this.#inAttribution -= 1
        page.gap()
        break
      case 'div':
        page.startLine()
        break
      case 'tr':
        break
      default: {
        if (tag !== 'a' && !Object.hasOwn(inline, tag)) {
          page.gap()
          break
        }
        const span = this.#spans.findLast(each => each.tag === tag)
        if (span === undefined) break
        this.#spans.splice(this.#spans.lastIndexOf(span), 1)
        // A span over several lines stays as it is.
        if (span.line === page.lines.length) this.#closeSpan(span)
      }
    }
  }

  end(): string {
    while (this.#tables.length > 0) this.#closeTable()
    return this.#page.text()
  }

  #isInOrdered(): boolean {
    return this.#lists.slice(0, Math.min(maxNested, this.#lists.length - 1)).some(list => list.next !== null)
  }

  #startBlock(tag: string): void {
    // A paragraph of a list item goes on in its line.
    if (tag === 'p' && /^(?:- |\d+\. )$/.test(this.#page.current)) return
    this.#page.gap()
    const level = /^h([1-6])$/.exec(tag)?.[1]
    if (level !== undefined && this.#pages.length === 1) this.#page.write(`${'#'.repeat(Number(level))} `)
  }

  #closeSpan({ tag, from, href }: Span): void {
    const page = this.#page
    const inner = page.current.slice(from)
    const words = inner.trim()
    if (words === '' || words === attributionMark) return
    if (tag === 'a' && (href === undefined || words === href || words === escaped(href))) return
    // Only the tags that `open` has put on the list come here.
    const mark = tag === 'a' ? '' : inline[tag as keyof typeof inline]
    const marked = tag === 'a' ? `[${words}](${href})` : `${mark}${words}${mark}`
    const before = inner.slice(0, inner.length - inner.trimStart().length)
    const after = inner.slice(inner.trimEnd().length)
    page.current = `${page.current.slice(0, from)}${before}${marked}${after}`
  }

  #closeTable(): void {
    const table = this.#tables.pop()
    if (table === undefined) return
    const page = this.#page
    const rows = table.rows.filter(row => row.some(cell => cell !== ''))
    const width = Math.max(0, ...rows.map(row => row.length))
    if (table.isGrid && width > 1) {
      const line = (row: readonly string[]) =>
        `| ${Array.from({ length: width }, (_, at) => (row[at] ?? '').replaceAll('|', '\\|').replace(/\n+/g, '<br>')).join(' | ')} |`
      for (const [at, row] of rows.entries()) {
        page.writeLine(line(row))
        if (at === 0) page.writeLine(`|${' --- |'.repeat(width)}`)
      }
    } else {
      // A table that only puts things beside each other.
      for (const row of rows) {
        const cells = row.filter(cell => cell !== '')
        for (const one of cells.some(cell => cell.includes('\n')) ? cells : [cells.join(' ')])
          for (const each of one.split('\n')) page.writeLine(each)
      }
    }
    page.gap()
  }
}

/** Lines as they come about; each character is touched once. */
class TextPage {
  readonly lines: string[] = []
  current = ''
  indent = ''
  quotes = 0
  isVerbatim = false
  #isGap = false
  #quotesBefore = 0

  write(text: string): void {
    if (this.isVerbatim) {
      const [first = '', ...others] = text.split('\n')
      this.current += first
      for (const other of others) {
        this.endLine()
        this.current = other
      }
    } else {
      const words = text.replace(/\s+/g, ' ')
      this.current += this.current === '' || this.current.endsWith(' ') ? words.trimStart() : words
    }
  }

  /** A line as it is. */
  writeLine(line: string): void {
    this.startLine()
    this.current = line
    this.endLine()
  }

  /** A line outside of all quotes, which says where one begins. */
  mark(line: string): void {
    this.startLine()
    this.lines.push(line)
  }

  endLine(): void {
    const prefix = '> '.repeat(this.quotes)
    if (this.#isGap) this.lines.push('> '.repeat(Math.min(this.quotes, this.#quotesBefore)).trimEnd())
    this.#isGap = false
    this.#quotesBefore = this.quotes
    this.lines.push(`${prefix}${this.current === '' ? '' : this.indent}${this.current}`.trimEnd())
    this.current = ''
  }

  startLine(): void {
    if (this.current.trim() !== '') this.endLine()
  }

  /** A blank line before the next block. */
  gap(): void {
    this.startLine()
    if (this.lines.length > 0) this.#isGap = true
  }

  text(): string {
    this.startLine()
    return this.lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }
}

// An email address begins with its word: looked for from each letter, a word of 400,000 letters took minutes.
const address = /https?:\/\/\S+|(?<!\S)\S+@\S+/g

/** Escape text that would be a tag or emphasis in Markdown. */
function escaped(text: string): string {
  const clean = text.replaceAll(attributionMark, '')
  let from = 0
  let result = ''
  for (const { 0: found, index } of clean.matchAll(address)) {
    result += escapedWords(clean.slice(from, index)) + found.replaceAll('<', '\\<')
    from = index + found.length
  }
  return result + escapedWords(clean.slice(from))
}

const escapedWords = (text: string): string =>
  text
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/`/g, '\\`')
    .replace(/(?<!\*)\*+(?=[^\s*])|(?<=[^\s*])\*+/g, run => run.replaceAll('*', '\\*'))
    .replace(/(?<=^|\s)_+(?=[^\s_])/g, run => run.replaceAll('_', '\\_'))

/** The five entities that the sanitizer leaves. */
const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
