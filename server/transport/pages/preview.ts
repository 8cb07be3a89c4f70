import type { PageAddress } from '#server/page-address.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { namespaceNameIn } from './document.ts'
import { type PreviewImage, previewImageSize } from './preview-image-svg.ts'

interface Previewed {
  readonly page: PageAddress
  /** The reply of the page's operation to this very reader, so that the tags tell nothing that they may not know. */
  readonly shown: unknown
  /** The name of the page and of the project or group that it belongs to. */
  readonly title: string
  readonly url: URL
  /** Programs that preview links are signed out; the image shows the page as everyone may see it. */
  readonly isSignedOut: boolean
}

/** The tags from which search engines and the previews of links describe a page. */
export function previewTags({ page, shown, title, url, isSignedOut }: Previewed): string {
  const description = descriptionOf(page, shown)
  const address = `${url.origin}${url.pathname}`
  // The reply of its own operation.
  const preview = page.preview?.(shown as never) ?? null
  const hasImage = preview !== null && isSignedOut
  return [
    description === '' ? '' : `<meta name="description" content="${escapeHtml(description)}">`,
    ...[
      ['og:title', title],
      ['og:description', description],
      ['og:type', preview?.published === undefined ? 'website' : 'article'],
      ['og:site_name', 'Weft'],
      ['og:url', address],
      ['article:published_time', preview?.published?.at],
      ['article:modified_time', preview?.published?.changedAt],
      ...(hasImage
        ? [
            ['og:image', previewImageAddress(address, page.address)],
            ['og:image:type', 'image/png'],
            ['og:image:width', String(previewImageSize.width)],
            ['og:image:height', String(previewImageSize.height)],
            ['og:image:alt', title],
          ]
        : []),
    ].map(([name, content = '']) =>
      content === '' ? '' : `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    `<meta name="twitter:card" content="${hasImage ? 'summary_large_image' : 'summary'}">`,
  ].join('')
}

/** The address of a page's image: beside the page, where it cannot collide with the names of projects and groups. */
export const previewImageAddress = (address: string, pattern: string): string =>
  `${address}${pattern.includes('/-/') ? '' : '/-'}/preview.png`

/** The contents of the image of a page; null where it has none. */
export function previewImageOf(page: PageAddress, shown: unknown): PreviewImage | null {
  // The reply of its own operation, here and below.
  const preview = page.preview?.(shown as never) ?? null
  if (preview === null) return null
  const { kind, title, state } = preview
  return { kind, title, state, place: placeIn(shown), description: descriptionOf(page, shown) }
}

const descriptionOf = (page: PageAddress, shown: unknown): string => page.description?.(shown as never) ?? ''

const placeIn = (shown: unknown): string => namespaceNameIn(shown as never) ?? ''
