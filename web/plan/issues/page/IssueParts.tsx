import { AtRest } from '#web/ui/AtRest.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './IssueParts.module.css'
import { useIssuePage } from './issue-page-context.ts'
import { type IssuePartsProps, issueParts, mayCreateBranch } from './issue-parts.ts'

const Parts = onDemand(() => issueParts.load(), { holdsKeys: false })

/** The parts of higher floors. They are loaded after the page; their places are there from the first view. */
export function IssueParts(props: IssuePartsProps) {
  const place = mayCreateBranch(useIssuePage()) && <div className={styles.button} />
  return props.isAlert ? (
    <div className={styles.alert}>
      <AtRest>
        <Parts {...props} />
      </AtRest>
    </div>
  ) : (
    <AtRest fallback={place}>
      <Parts {...props} fallback={place} />
    </AtRest>
  )
}
