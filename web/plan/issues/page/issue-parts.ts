import type { ComponentType } from 'react'

export interface IssuePartsProps {
  /** The alert of an incident, below its description, instead of what stands between the links and the discussion. */
  readonly isAlert?: true
}

interface IssueParts {
  load: () => Promise<ComponentType<IssuePartsProps>>
}

/** What higher floors show on the page of an issue. */
// `app.tsx` names it before the first page shows.
export const issueParts = {} as IssueParts
