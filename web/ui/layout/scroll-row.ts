import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The ref of a row that scrolls sideways: its current item stands in sight, whenever another one becomes current. */
export function useCurrentInView<Row extends HTMLElement>(current: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  // The scroll position of the row is outside of React. Only the row itself scrolls, not the page around it.
  useLayoutEffect(() => {
    if (row.current === null || current === '') return
    const item = row.current.querySelector<HTMLElement>('[aria-current], [aria-selected=true]')
    if (item === null) return
    const [box, place] = [row.current.getBoundingClientRect(), item.getBoundingClientRect()]
    row.current.scrollLeft += place.left + place.width / 2 - box.left - box.width / 2
  }, [current])
  return row
}
