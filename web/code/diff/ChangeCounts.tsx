import styles from './ChangeCounts.module.css'

interface ChangeCountsProps {
  readonly additions: number
  readonly deletions: number
}

/** How many lines were added and removed: +1,200 −7. */
export function ChangeCounts({ additions, deletions }: ChangeCountsProps) {
  return (
    <span className={styles.counts}>
      <span className={styles.added}>+{additions.toLocaleString('en')}</span>{' '}
      <span className={styles.removed}>−{deletions.toLocaleString('en')}</span>
    </span>
  )
}
