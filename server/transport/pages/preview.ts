import type { PageAddress } from '#server/slice.ts'

interface Previewed {
  readonly page: PageAddress
  /** The reply of the page's operation: what is told is what this very reader may know. */
  readonly shown: unknown
  /** What the page is called, and where it belongs. */
  readonly title: string
  readonly url: URL
}

/** What search engines and the previews of links show of a page. */
export function previewTags({ page, shown, title, url }: Previewed): string {
  // The reply of its own operation.
  const description = page.description?.(shown as never) ?? ''
  return [
    description === '' ? '' : `<meta name="description" content="${quoted(description)}">`,
    ...[
      ['og:title', title],
      ['og:description', description],
      ['og:type', 'website'],
      ['og:site_name', 'Weft'],
      ['og:url', `${url.origin}${url.pathname}`],
    ].map(([name, content = '']) => (content === '' ? '' : `<meta property="${name}" content="${quoted(content)}">`)),
    '<meta name="twitter:card" content="summary">',
  ].join('')
}

/** A text as it stands in the markup of a document. */
export const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The same between quotes. */
export const quoted = (value: string): string => escaped(value).replaceAll('"', '&quot;')
