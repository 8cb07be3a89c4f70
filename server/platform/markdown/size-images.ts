import type { ImageSize } from '../files/image-size.ts'

/** The secret in the address of an upload, as markdown has it. */
export const uploadSecret = (address: string): string | null => /\/uploads\/([0-9a-f]{32})\//.exec(address)?.[1] ?? null

/**
 * Write the sizes of uploaded images into rendered HTML, so that a page keeps room for them. A size that the author gave stands; of one side,
 * the other one follows.
 *
 * @param sizes  by the secret of the upload
 */
export function sizeImages(html: string, sizes: ReadonlyMap<string, ImageSize>): string {
  if (sizes.size === 0) return html
  return html.replace(/<img ([^>]*?)( ?\/?)>/g, (whole, attributes: string, end: string) => {
    const size = sizes.get(uploadSecret(attributeOf(attributes, 'src') ?? '') ?? '')
    if (size === undefined) return whole
    const width = attributeOf(attributes, 'width')
    const height = attributeOf(attributes, 'height')
    const added =
      width === null && height === null
        ? ` width="${size.width}" height="${size.height}"`
        : width === null
          ? side('width', height, size.width / size.height)
          : height === null
            ? side('height', width, size.height / size.width)
            : ''
    return `<img ${attributes}${added}${end}>`
  })
}

/** The side that the author left out; it is not known if the other is a percentage. */
const side = (name: string, other: string | null, ratio: number): string =>
  other === null || !/^[1-9]\d*$/.test(other) ? '' : ` ${name}="${Math.max(1, Math.round(Number(other) * ratio))}"`

const attributeOf = (attributes: string, name: string): string | null =>
  new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? null
