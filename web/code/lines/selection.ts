/** Lines that an address points at, both counted, from 1. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/** Read `L10` or `L10-20`, also `L10-L20`; null for anything else. */
export function readLines(hash: string): LineRange | null {
  const [, one, other] = /^#?L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash) ?? []
  if (one === undefined) return null
  const [from, to] = [Number(one), Number(other ?? one)]
  if (from < 1 || to < 1) return null
  return from <= to ? { from, to } : { from: to, to: from }
}

export const writeLines = ({ from, to }: LineRange): string => (from === to ? `L${from}` : `L${from}-${to}`)

/** Choose a line. With the shift key, the lines from those chosen to this one. */
export function chooseLine(chosen: LineRange | null, line: number, isExtending: boolean): LineRange {
  if (!isExtending || chosen === null) return { from: line, to: line }
  return line < chosen.from ? { from: line, to: chosen.to } : { from: chosen.from, to: line }
}
