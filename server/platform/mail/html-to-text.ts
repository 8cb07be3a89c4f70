import sanitizeHtml from 'sanitize-html'

const blocks = new Set([
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'table',
  'section',
  'article',
  'pre',
])
const kept = [...blocks, 'br', 'hr', 'li', 'tr', 'td', 'th', 'a', 'blockquote']

/** What mail programs put around what they quote, and around signatures. */
const quoted =
  /\b(?:gmail_quote|gmail_signature|yahoo_quoted|moz-cite-prefix|moz-signature|protonmail_quote|protonmail_signature_block|tutanota_quote|zmail_extra)\b/

/**
 * The words of a mail that has no plain text: lists, links and paragraphs as markdown has them; what it quotes and its
 * signature gone as far as the sender's program marked them.
 */
export function htmlToText(html: string): string {
  const plain = sanitizeHtml(html, {
    allowedTags: kept,
    allowedAttributes: { a: ['href'] },
    nonTextTags: ['style', 'script', 'head', 'title', 'textarea', 'option', 'noscript', 'template'],
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === 'blockquote' && attribs.type === 'cite') ||
      quoted.test(attribs.class ?? '') ||
      /^(?:Signature|ms-outlook-mobile-signature)$/i.test(attribs.id ?? ''),
  })
  const page = new TextPage()
  let link: { readonly href: string; readonly from: number; readonly line: number } | null = null
  // What the sanitiser wrote holds no other `<` or `>` than those of its tags.
  for (const [, closes, tag, attributes, text] of plain.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) {
      page.write(decode(text))
      continue
    }
    const opens = closes === ''
    switch (tag) {
      case 'br':
        page.endLine()
        break
      case 'hr':
        page.gap()
        break
      case 'li':
        page.startLine()
        if (opens) page.write('- ')
        break
      case 'tr':
        page.startLine()
        break
      case 'td':
      case 'th':
        if (!opens) page.write(' ')
        break
      case 'blockquote':
        page.gap()
        page.quotes += opens ? 1 : -1
        break
      case 'pre':
        if (opens) page.gap()
        else page.startLine()
        page.isVerbatim = opens
        page.write('```')
        page.endLine()
        if (!opens) page.gap()
        break
      case 'a': {
        const href = /href="(https?:[^"]*)"/.exec(attributes ?? '')?.[1]
        if (opens)
          link = href === undefined ? null : { href: decode(href), from: page.current.length, line: page.lines.length }
        else if (link !== null && link.line === page.lines.length) {
          const words = page.current.slice(link.from).trim()
          if (words !== '' && words !== link.href)
            page.current = `${page.current.slice(0, link.from)}[${words}](${link.href})`
          link = null
        }
        break
      }
      case 'div':
        page.startLine()
        break
      default:
        page.gap()
    }
  }
  return page.text()
}

/** Lines as they come about; each character is touched once. */
class TextPage {
  readonly lines: string[] = []
  current = ''
  quotes = 0
  isVerbatim = false
  private isGap = false
  private quotesBefore = 0

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

  endLine(): void {
    const prefix = '> '.repeat(this.quotes)
    if (this.isGap) this.lines.push('> '.repeat(Math.min(this.quotes, this.quotesBefore)).trimEnd())
    this.isGap = false
    this.quotesBefore = this.quotes
    this.lines.push(`${prefix}${this.current}`.trimEnd())
    this.current = ''
  }

  startLine(): void {
    if (this.current.trim() !== '') this.endLine()
  }

  /** A blank line before what comes next. */
  gap(): void {
    this.startLine()
    if (this.lines.length > 0) this.isGap = true
  }

  text(): string {
    this.startLine()
    return this.lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }
}

/** The five that the sanitiser leaves. */
const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
