import type { ReactNode } from 'react'
import styles from './StickyFoot.module.css'

/** Bars that stay at the lower edge of the window while the list above scrolls, one upon the other. */
export function StickyFoot({ children }: { readonly children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
