import { SidebarCollapseIcon } from '@primer/octicons-react'
import { useState } from 'react'
import styles from './Row.module.css'

/** Show the item of a row beside the list (`Peek`). From the keyboard, Space on the row does it. */
const RowPeek = ({ reference }: { readonly reference: string }) => (
  <button
    type="button"
    tabIndex={-1}
    data-peeks
    aria-label={`Show ${reference} beside the list`}
    title="Show beside the list (Space)"
    className={styles.peek}
  >
    <SidebarCollapseIcon />
  </button>
)

/** The button of `RowPeek` for a row, which is made when the row is first pointed at. */
export function useRowPeek(reference: string) {
  const [isMade, setMade] = useState(false)
  return {
    peek: isMade && <RowPeek reference={reference} />,
    ...(!isMade && { onPointerMove: () => setMade(true) }),
  }
}
