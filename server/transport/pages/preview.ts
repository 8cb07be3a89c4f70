import type { PageAddress } from '#server/page-address.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'

interface Previewed {
  readonly page: PageAddress
  /** The reply of the page's operation to this very reader, so that the tags tell nothing that they may not know. */
  readonly shown: unknown
  /** The name of the page and of the project or group that it belongs to. */
  readonly title: string
  readonly url: URL
}

/** The tags from which search engines and the previews of links describe a page. */
export function previewTags({ page, shown, title, url }: Previewed): string {
  // The reply of its own operation.
  const description = page.description?.(shown as never) ?? ''
  return [
    description === '' ? '' : `<meta name="description" content="${escapeHtml(description)}">`,
    ...[
      ['og:title', title],
      ['og:description', description],
      ['og:type', 'website'],
      ['og:site_name', 'Weft'],
      ['og:url', `${url.origin}${url.pathname}`],
    ].map(([name, content = '']) =>
      content === '' ? '' : `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary">',
  ].join('')
}
