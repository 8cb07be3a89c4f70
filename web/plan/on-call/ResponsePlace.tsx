import type { ReactNode } from 'react'
import styles from './ResponsePlace.module.css'

/** The place in the head of an incident or alert for its response, which is loaded after the first view. */
export const ResponsePlace = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.place} data-mount="response">
    {children}
  </div>
)
