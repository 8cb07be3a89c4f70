/** Width and height in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The borders of a frame on both sides. @source IMGDIFF-005 */
export const framePx = 2

/** The size of the frame around two images that lie on each other. */
export const frameAround = (one: Size, other: Size): Size => ({
  width: Math.max(one.width, other.width) + framePx,
  height: Math.max(one.height, other.height) + framePx,
})

/** The part of an image's width at which it is shown, in percent. */
export const shownPercent = (rendered: number, natural: number): number =>
  natural === 0 ? 100 : Math.round((rendered / natural) * 100)
