interface AtomFeed {
  /** An address that names the feed forever. */
  readonly id: string
  readonly title: string
  /** The address of the feed, and that of the page that shows the same. */
  readonly self: string
  readonly page: string
  readonly entries: readonly AtomEntry[]
}

interface AtomEntry {
  readonly id: string
  readonly title: string
  readonly href: string
  /** ISO 8601. */
  readonly updated: string
  readonly author: { readonly name: string; readonly email: string | null }
  /** Plain text. */
  readonly content: string
}

/** A feed as XML. @param updated  ISO 8601, for a feed without entries @source RFC 4287 */
export function atomFeed({ id, title, self, page, entries }: AtomFeed, updated: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(id)}</id>
  <title>${escapeXml(title)}</title>
  <link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
  <updated>${entries[0]?.updated ?? updated}</updated>
${entries.map(entryXml).join('')}</feed>
`
}

const entryXml = ({ id, title, href, updated, author, content }: AtomEntry): string => `  <entry>
    <id>${escapeXml(id)}</id>
    <title>${escapeXml(title)}</title>
    <link href="${escapeXml(href)}"/>
    <updated>${updated}</updated>
    <author>
      <name>${escapeXml(author.name)}</name>${author.email === null ? '' : `\n      <email>${escapeXml(author.email)}</email>`}
    </author>
    <content type="text">${escapeXml(content)}</content>
  </entry>
`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for XML, without the characters that XML does not allow. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not allow
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, sign => entities[sign] ?? sign)
