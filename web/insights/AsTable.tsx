import type { ReactNode } from 'react'
import styles from './figures.module.css'

/** The figures of a drawing as a table, for those who want to read them. */
export const AsTable = ({ children }: { readonly children: ReactNode }) => (
  <details className={styles.asTable}>
    <summary>Show as a table</summary>
    {children}
  </details>
)
