import type { ReactNode } from 'react'
import styles from './Table.module.css'

interface TableProps {
  /** Says what the table holds, for those who do not see it. */
  readonly caption: string
  readonly captionIsShown?: boolean
  readonly columns: readonly { readonly key: string; readonly label: ReactNode; readonly align?: 'start' | 'end' }[]
  /** `<tr>` elements. */
  readonly children: ReactNode
}

/** A plain table in a frame that scrolls sideways by itself where the window is too narrow. */
export function Table({ caption, captionIsShown, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className={styles.frame}>
      <table className={styles.table}>
        <caption data-hidden={captionIsShown ? undefined : true}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.key} scope="col" data-align={column.align}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
