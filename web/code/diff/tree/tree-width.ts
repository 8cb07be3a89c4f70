/** Pixels. @source DIFF-042, DIFF-043, DIFF-044 */
export const treeWidths = { usual: 320, least: 240, most: 640, countsFrom: 260 } as const

export const clampWidth = (px: number): number => Math.round(Math.max(treeWidths.least, Math.min(px, treeWidths.most)))
