import { createContext, useContext } from 'react'
import type { IssuePageData } from '#web/plan/shapes.ts'

/** The data of the page, for what only issues have. */
export const IssuePageContext = createContext<IssuePageData | null>(null)

export function useIssuePage(): IssuePageData {
  const page = useContext(IssuePageContext)
  if (page === null) throw new Error('There is no issue around this component')
  return page
}
