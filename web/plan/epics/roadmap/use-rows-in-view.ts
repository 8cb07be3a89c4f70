import { type UIEvent, useState } from 'react'

// Enough for a tall window, before anything is known of it.
const firstRows = 40
const rowsAround = 10

/**
 * The rows to draw of many rows of one height, as the frame around them is scrolled.
 *
 * @param rowHeight  in rem
 */
export function useRowsInView(count: number, rowHeight: number) {
  const [top, setTop] = useState({ first: 0, last: firstRows })
  const last = Math.min(count, top.last)
  const first = Math.min(top.first, Math.max(0, last - rowsAround))
  function onScroll({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) {
    const heightPx = rowHeight * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const at = Math.floor(scrollTop / heightPx / rowsAround) * rowsAround
    const next = { first: Math.max(0, at - rowsAround), last: at + Math.ceil(clientHeight / heightPx) + 2 * rowsAround }
    if (next.first !== top.first || next.last !== top.last) setTop(next)
  }
  return { first, last, onScroll }
}
