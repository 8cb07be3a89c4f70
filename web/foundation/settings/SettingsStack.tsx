import type { ReactNode } from 'react'
import styles from './SettingsStack.module.css'

/** Cards of settings, one below the other. */
export function SettingsStack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}
