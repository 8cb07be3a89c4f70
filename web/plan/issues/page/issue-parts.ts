import type { ComponentType } from 'react'

interface IssueParts {
  load: () => Promise<ComponentType>
  loadAlert: () => Promise<ComponentType>
}

/** What higher floors show on the page of an issue: between its links and its discussion, and the alert below its description. */
// `app.tsx` names it before the first page shows.
export const issueParts = {} as IssueParts
