import type { Size } from './frame.ts'

/** A point of an image. */
export interface ImagePoint {
  /** The size of the image, in its own pixels. */
  readonly width: number
  readonly height: number
  /** Pixels of the image, from its upper left corner. */
  readonly x: number
  readonly y: number
  /** Percent of the width and height at which the image is shown, whatever its size. */
  readonly xPercent: number
  readonly yPercent: number
}

/**
 * The point of an image that was clicked.
 *
 * @param at  in pixels of the page, from the upper left corner of the image
 * @param rendered  the size at which the image is shown
 * @param natural  the size of the image itself
 * @source IMGDIFF-008, IMGDIFF-012
 */
export const pointAt = (at: { readonly x: number; readonly y: number }, rendered: Size, natural: Size): ImagePoint =>
  pointIn(natural, percentsOf({ ...at, width: rendered.width, height: rendered.height }))

/** The point at a part of the width and height of an image. */
export const pointIn = (
  { width, height }: Size,
  { xPercent, yPercent }: Pick<ImagePoint, 'xPercent' | 'yPercent'>,
): ImagePoint => ({
  width,
  height,
  x: Math.round((width * xPercent) / 100),
  y: Math.round((height * yPercent) / 100),
  xPercent,
  yPercent,
})

/** A point of an image in percent of its width and height. */
export const percentsOf = ({ width, height, x, y }: Size & { readonly x: number; readonly y: number }) => ({
  xPercent: percent(x, width),
  yPercent: percent(y, height),
})

const percent = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(100, Math.max(0, (part / whole) * 100))
