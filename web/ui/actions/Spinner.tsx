import { classes } from '../classes.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './Spinner.module.css'

interface SpinnerProps {
  readonly size?: 's' | 'm' | 'l'
  readonly label?: string
  readonly className?: string | undefined
}

export function Spinner({ size = 'm', label = 'Loading', className }: SpinnerProps) {
  return (
    <span role="status" data-size={size} className={classes(styles.spinner, className)}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" className={styles.track} />
        <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" />
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
