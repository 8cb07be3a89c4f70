import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import type { MilestoneData } from './calls.ts'
import styles from './Progress.module.css'

/** How much of a milestone is done. */
export function Progress({ milestone }: { readonly milestone: MilestoneData }) {
  const { title, openIssuesCount, closedIssuesCount } = milestone
  const total = openIssuesCount + closedIssuesCount
  const percent = total === 0 ? 0 : Math.floor((closedIssuesCount / total) * 100)
  return (
    <div className={styles.progress}>
      <ProgressBar label={`${title}: issues closed`} value={closedIssuesCount} of={Math.max(total, 1)} />
      <span className={styles.words}>
        {total === 0 ? 'No issues' : `${closedIssuesCount} of ${total} closed, ${percent}%`}
      </span>
    </div>
  )
}
