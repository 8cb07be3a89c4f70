import { device, type UnsentText } from './kept-rows.ts'
import { isShown, readKept } from './kept-store.ts'

/**
 * The texts that wait for some boxes, the latest first.
 *
 * @param from  how the names of boxes begin whose texts may go on in these, on this device too
 */
export const waitingFor = (
  places: readonly string[],
  from: string | null,
  rows: readonly UnsentText[],
): readonly UnsentText[] =>
  rows.filter(row =>
    places.includes(row.place) ? !isHere(row) : from !== null && row.place.startsWith(from) && !isShown(row.place),
  )

/** A text that was typed here, and still stands here or is on its way out. */
export const isHere = (row: UnsentText): boolean => row.device === device && readKept(row.place) !== null
