export type Placement = `${'top' | 'bottom'}-${'start' | 'center' | 'end'}` | 'right-start'

/** CSS pixels, relative to the viewport. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Place {
  readonly left: number
  readonly top: number
  /** The height of the viewport that remains on the chosen side. */
  readonly maxHeight: number
}

const marginPx = 8

/**
 * The place of a popup beside its anchor: on the wanted side if it fits there, else on the roomier one, and always
 * whole inside the viewport sideways.
 *
 * @param gapPx  between anchor and popup
 */
export function placeBeside(anchor: Box, popup: Size, viewport: Size, placement: Placement, gapPx: number): Place {
  if (placement === 'right-start') return placeRight(anchor, popup, viewport, gapPx)
  const [side, align] = placement.split('-')
  const above = anchor.top - gapPx - marginPx
  const below = viewport.height - anchor.top - anchor.height - gapPx - marginPx
  const wanted = side === 'top' ? above : below
  const other = side === 'top' ? below : above
  const goesAbove = (side === 'top') === (popup.height <= wanted || wanted >= other)
  const room = Math.max(goesAbove ? above : below, 0)
  const height = Math.min(popup.height, room)
  const aligned =
    align === 'start'
      ? anchor.left
      : align === 'end'
        ? anchor.left + anchor.width - popup.width
        : anchor.left + (anchor.width - popup.width) / 2
  return {
    left: within(aligned, marginPx, viewport.width - popup.width - marginPx),
    top: goesAbove ? anchor.top - gapPx - height : anchor.top + anchor.height + gapPx,
    maxHeight: room,
  }
}

function placeRight(anchor: Box, popup: Size, viewport: Size, gapPx: number): Place {
  const right = anchor.left + anchor.width + gapPx
  const fits = right + popup.width + marginPx <= viewport.width
  return {
    left: fits ? right : within(anchor.left - gapPx - popup.width, marginPx, viewport.width),
    top: within(anchor.top, marginPx, viewport.height - popup.height - marginPx),
    maxHeight: viewport.height - 2 * marginPx,
  }
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
