import { AtRest } from '#web/ui/AtRest.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './IssueParts.module.css'
import { issueParts } from './issue-parts.ts'

const Parts = onDemand(() => issueParts.load(), { holdsKeys: false })
const Alert = onDemand(() => issueParts.loadAlert(), { holdsKeys: false })

/** The parts of higher floors. They are loaded after the page. */
export const IssueParts = () => (
  <AtRest>
    <Parts />
  </AtRest>
)

/** The alert of an incident: its place is there from the first view. */
export const IssueAlert = () => (
  <div className={styles.alert}>
    <Alert />
  </div>
)
