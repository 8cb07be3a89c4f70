import styles from './Mark.module.css'

interface MarkProps {
  readonly sizePx?: number
}

/** Two threads woven into a W: each goes over the other once and under it once. */
export function Mark({ sizePx = 24 }: MarkProps) {
  return (
    <svg viewBox="0 0 32 32" width={sizePx} height={sizePx} aria-hidden="true" className={styles.mark}>
      <path d="M3 7 11 25 20.5 7" className={styles.warp} />
      <path d="M11.5 7 21 25 29 7" className={styles.gap} />
      <path d="M11.5 7 21 25 29 7" className={styles.weft} />
    </svg>
  )
}

/** The mark with the name beside it. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <Mark />
      <span>weft</span>
    </span>
  )
}
