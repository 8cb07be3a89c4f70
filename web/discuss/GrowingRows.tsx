import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** So many comments are drawn at once: more than fill a window. */
const firstNotes = 10
const stepNotes = 80
export interface Row {
  /** So many comments are in it. */
  readonly notes: number
  readonly node: ReactNode
}

interface GrowingRowsProps {
  readonly rows: readonly Row[]
  /** Somebody is on the way to one of them, or back to where they were: all are drawn. */
  readonly isWhole: boolean
  /** What keeps the room of so many comments that are not drawn so far. */
  readonly room: (notes: number) => ReactNode
}

/**
 * The rows of a long list: some at once, more after each paint, so that what is seen is there early and no task holds the
 * page.
 */
export function GrowingRows({ rows, isWhole, room }: GrowingRowsProps) {
  const drawn = useGrowing(
    rows.map(row => row.notes),
    isWhole,
  )
  const waiting = rows.slice(drawn).reduce((sum, row) => sum + row.notes, 0)
  return (
    <>
      {rows.slice(0, drawn).map(row => row.node)}
      {waiting > 0 && room(waiting)}
    </>
  )
}

function useGrowing(notes: readonly number[], isWhole: boolean): number {
  const total = notes.reduce((sum, count) => sum + count, 0)
  const [most, setMost] = useState(firstNotes)
  // What was drawn once stays.
  if (isWhole && most < total + stepNotes) setMost(total + stepNotes)
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
  let drawn = 0
  const first = notes.findIndex(count => {
    drawn += count
    return drawn > most
  })
  return first === -1 ? notes.length : Math.max(first, 1)
}
