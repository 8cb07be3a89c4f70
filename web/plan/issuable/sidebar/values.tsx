import type { ReactNode } from 'react'
import styles from './widgets/widgets.module.css'

/** The text of a field when nothing is set. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <span className={styles.empty}>{children}</span>
}

interface LinkLikeProps {
  readonly onPress: () => void
  readonly children: ReactNode
}

/** A small action in a line of text. */
export function LinkLike({ onPress, children }: LinkLikeProps) {
  return (
    <button type="button" className={styles.linkLike} onClick={onPress}>
      {children}
    </button>
  )
}
