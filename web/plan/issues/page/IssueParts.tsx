import { AtRest } from '#web/ui/AtRest.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './IssueParts.module.css'
import { type IssuePartsProps, issueParts } from './issue-parts.ts'

const Parts = onDemand(() => issueParts.load(), { holdsKeys: false })

/** The parts of higher floors. They are loaded after the page; the place of the alert is there from the first view. */
export const IssueParts = (props: IssuePartsProps) => (
  <div className={props.isAlert && styles.alert}>
    <AtRest>
      <Parts {...props} />
    </AtRest>
  </div>
)
