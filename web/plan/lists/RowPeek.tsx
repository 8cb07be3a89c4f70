import { SidebarCollapseIcon } from '@primer/octicons-react'
import styles from './Row.module.css'

/** Shows the item of a row beside the list (`Peek`). From the keyboard, Space on the row does it. */
export const RowPeek = ({ reference }: { readonly reference: string }) => (
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
