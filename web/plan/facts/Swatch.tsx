import type { CSSProperties } from 'react'
import styles from './Swatch.module.css'

/** The colour of a label, as the person chose it. */
export function Swatch({ color }: { readonly color: string }) {
  return <span aria-hidden="true" className={styles.swatch} style={{ '--swatch': color } as CSSProperties} />
}
