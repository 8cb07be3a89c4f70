import { startTransition, useEffect, useState } from 'react'

/** So many comments are drawn at once: more than fill a window. */
const firstNotes = 24
const stepNotes = 40
/** More than a first page has: somebody comes back, and wants the page as high as it was. */
const wholeFrom = 150

/**
 * How many rows of a long list are drawn yet: some at once, more after each paint, so that what is seen is there early and
 * no task holds the page.
 *
 * @param notes  how many comments each row has
 * @param isWhole  somebody is on the way to a row: all are drawn
 */
export function useGrowing(notes: readonly number[], isWhole: boolean): number {
  const total = notes.reduce((sum, count) => sum + count, 0)
  const [most, setMost] = useState(isWhole || total > wholeFrom ? Number.POSITIVE_INFINITY : firstNotes)
  // There always is room for one that is written now, which must not wait for its turn.
  const isGrowing = total + stepNotes > most
  // What follows the paint is the browser's to say.
  useEffect(() => {
    if (!isGrowing) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setMost(most + stepNotes)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isGrowing, most])
  if (isWhole) return notes.length
  let drawn = 0
  const first = notes.findIndex(count => {
    drawn += count
    return drawn > most
  })
  return first === -1 ? notes.length : Math.max(first, 1)
}
