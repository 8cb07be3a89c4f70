import type { IssueData } from '#web/plan/shapes.ts'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import styles from './TimeTracking.module.css'

/** The time spent, beside the estimate. */
export function Times({ stats }: { readonly stats: IssueData['timeStats'] }) {
  const { timeEstimate, totalTimeSpent, humanTimeEstimate, humanTotalTimeSpent } = stats
  const isOver = timeEstimate > 0 && totalTimeSpent > timeEstimate
  return (
    <div className={styles.times}>
      {timeEstimate > 0 && (
        <div data-over={isOver || undefined} className={styles.bar}>
          <ProgressBar
            label={`${humanTotalTimeSpent ?? '0h'} spent of ${humanTimeEstimate ?? '0h'} estimated`}
            value={Math.min(totalTimeSpent, timeEstimate)}
            of={timeEstimate}
          />
        </div>
      )}
      <dl className={styles.values}>
        {totalTimeSpent > 0 && (
          <div>
            <dt>Spent</dt>
            <dd>{humanTotalTimeSpent}</dd>
          </div>
        )}
        {timeEstimate > 0 && (
          <div>
            <dt>Estimate</dt>
            <dd>{humanTimeEstimate}</dd>
          </div>
        )}
      </dl>
      {isOver && <p className={styles.over}>Over estimate</p>}
    </div>
  )
}
