/** The rectangle of an obstacle or of an element to place, in the window. */
export interface Box {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

/** The corners of the window, the one that is taken first in front. */
const corners = ['bottom-end', 'top-end', 'bottom-start', 'top-start'] as const

export type Corner = (typeof corners)[number]

interface Room {
  readonly width: number
  readonly height: number
  /** The free edges of the window. */
  readonly topPx: number
  readonly bottomPx: number
  readonly sidePx: number
}

/**
 * The corner in which a box covers nothing of what must stay in sight; where each covers something, the one that covers
 * least.
 */
export function clearCorner(size: Pick<Box, 'width' | 'height'>, room: Room, obstacles: readonly Box[]): Corner {
  let best: { readonly corner: Corner; readonly covered: number } | null = null
  for (const corner of corners) {
    const top = corner.startsWith('top') ? room.topPx : room.height - room.bottomPx - size.height
    const left = corner.endsWith('start') ? room.sidePx : room.width - room.sidePx - size.width
    const covered = obstacles.reduce((sum, each) => sum + overlap({ top, left, ...size }, each), 0)
    if (covered === 0) return corner
    if (best === null || covered < best.covered) best = { corner, covered }
  }
  return best?.corner ?? 'bottom-end'
}

function overlap(one: Box, other: Box): number {
  const wide = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const high = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return wide > 0 && high > 0 ? wide * high : 0
}
