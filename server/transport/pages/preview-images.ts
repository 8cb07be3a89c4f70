import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import { AnsweringThread } from './answering-thread.ts'
import { type PreviewImage, previewImageSvg } from './preview-image-svg.ts'

interface KeptImage {
  readonly png: Uint8Array
  readonly etag: string
}

const images = new ByteCache<string, KeptImage>({
  name: 'preview_images',
  maxBytes: 4 * 1024 * 1024,
  sizeOf: ({ png, etag }, key) => png.byteLength + 2 * (etag.length + key.length),
})

/** An image takes a tenth of a second. */
const limits = { hangsAfterMs: 10_000, maxWaiting: 16, heapLimitMb: 64, nurseryMb: 4 }

export interface PreviewImages {
  /**
   * @param mayDraw  throws where the requester has had too many images drawn; a cached one does not count
   * @returns null where the server cannot keep up
   */
  readonly draw: (image: PreviewImage, address: string, mayDraw: () => void) => Promise<KeptImage | null>
}

/** Draw preview images as PNG, since those who preview links show no SVG, in a thread of their own. */
export function startPreviewImages(log: Pick<Logger, 'warn'>): PreviewImages {
  const thread = new AnsweringThread<string, Uint8Array>({
    module: new URL('./preview-image-worker.ts', import.meta.url),
    ...limits,
    words: {
      failed: 'a preview image could not be drawn',
      hung: 'drawing a preview image took too long',
      threadFailed: 'the thread that draws preview images has failed',
    },
    log,
  })
  return {
    draw: async (image, address, mayDraw) => {
      const svg = previewImageSvg(image)
      const key = createHash('sha1').update(svg).digest('base64url')
      const known = images.get(key)
      if (known !== undefined) return known
      mayDraw()
      const png = await thread.ask(svg, address)
      if (png === null) return null
      const drawn = { png, etag: `"${key}"` }
      images.set(key, drawn)
      return drawn
    },
  }
}
