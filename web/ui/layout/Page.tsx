import type { ReactNode } from 'react'
import styles from './Page.module.css'

interface PageProps {
  /** The width: comfortable for reading, that of the window, or narrow for a form. */
  readonly width?: 'normal' | 'full' | 'narrow'
  readonly children: ReactNode
}

/** The air around a page. */
export function Page({ width = 'normal', children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      {children}
    </div>
  )
}
