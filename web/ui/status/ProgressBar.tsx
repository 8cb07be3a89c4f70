import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  readonly label: string
  /** The progress out of `of`; null while it is unknown. */
  readonly value: number | null
  readonly of?: number
}

export function ProgressBar({ label, value, of = 100 }: ProgressBarProps) {
  const share = value === null || of === 0 ? 0 : Math.min(value / of, 1)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={value ?? undefined}
      data-busy={value === null || undefined}
      className={styles.track}
    >
      <div className={styles.done} style={value === null ? undefined : { width: `${share * 100}%` }} />
    </div>
  )
}
