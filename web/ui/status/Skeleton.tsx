import { classes } from '../classes.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** The number of expected rows, so that nothing jumps when they come. */
  readonly rows?: number
  /** A line of text; a line with an avatar; or a list row of two lines. */
  readonly shape?: 'text' | 'person' | 'row' | 'block'
  readonly label?: string
  readonly className?: string | undefined
}

// Lines of even length look like a table; these look like words.
const widths = ['92%', '68%', '84%', '56%', '76%', '62%', '88%']

export function Skeleton({ rows = 1, shape = 'text', label = 'Loading', className }: SkeletonProps) {
  return (
    <div role="status" data-shape={shape} className={classes(styles.skeleton, className)}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
        <div key={index} className={styles.row}>
          {(shape === 'person' || shape === 'row') && <span className={styles.round} />}
          <span className={styles.lines}>
            <span
              className={styles.line}
              style={shape === 'block' ? undefined : { width: widths[index % widths.length] }}
            />
            {shape === 'row' && <span className={styles.line} style={{ width: widths[(index + 3) % widths.length] }} />}
          </span>
        </div>
      ))}
    </div>
  )
}
