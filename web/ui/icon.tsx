import type { IconProps } from '@primer/octicons-react'

/** The content of an icon's element: its paths, or their place in the sprite. */
interface IconDrawing {
  readonly box?: string
  readonly content: string
}

/**
 * An icon, in place of the package's own component, whose script holds every size of a drawing. The server writes the
 * paths into the page, where they are painted with the text; in the browser the script only knows the place in the
 * sprite, and React leaves the content of an element that it takes over as it stands.
 *
 * @param address  of its drawing in the sprite
 * @param small    of its drawing below 16 px, where it has one
 */
export const icon = (address: string, small = address) => drawnIcon(spriteDrawing(address), spriteDrawing(small))

/** An icon by its own paths. */
export const drawnIcon =
  (normal: IconDrawing, small = normal) =>
  ({ size = 16, 'aria-label': label, ...rest }: IconProps) => {
    const { box, content } = typeof size === 'number' && size < 16 ? small : normal
    return (
      <svg
        {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label, role: 'img' })}
        viewBox={box}
        width={size}
        height={size}
        fill="currentColor"
        overflow="visible"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the paths come from the package, at build time
        dangerouslySetInnerHTML={{ __html: content }}
        {...rest}
      />
    )
  }

const spriteDrawing = (address: string): IconDrawing => ({ content: `<use href="${address}"/>` })
