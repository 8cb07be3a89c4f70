import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import styles from './IssuesProgress.module.css'

interface IssuesProgressProps {
  /** The noun of the timebox: a milestone or an iteration. */
  readonly name: string
  readonly of: { readonly openIssuesCount: number; readonly closedIssuesCount: number }
}

/** The number of closed issues of a milestone or iteration. */
export function IssuesProgress({ name, of: { openIssuesCount, closedIssuesCount } }: IssuesProgressProps) {
  const total = openIssuesCount + closedIssuesCount
  const percent = total === 0 ? 0 : Math.floor((closedIssuesCount / total) * 100)
  return (
    <div className={styles.progress}>
      <ProgressBar label={`${name}: issues closed`} value={closedIssuesCount} of={Math.max(total, 1)} />
      <span className={styles.words}>
        {total === 0 ? 'No issues' : `${closedIssuesCount} of ${total} closed, ${percent}%`}
      </span>
    </div>
  )
}
