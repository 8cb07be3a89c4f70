import { AtRest } from '#web/ui/AtRest.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { issueParts } from './issue-parts.ts'

const Parts = onDemand(() => issueParts.load(), { holdsKeys: false })

/** The parts of higher floors. They are loaded after the page. */
export const IssueParts = () => (
  <AtRest>
    <Parts />
  </AtRest>
)
